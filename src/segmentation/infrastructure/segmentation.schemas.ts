import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { CHANGED_SCHEMA, type ChangedRow } from '../../platform/database/change-sets.js';
import type { Statement } from '../../platform/database/sql.js';
import type { Characteristic } from '../domain/characteristic.js';
import type { Group } from '../domain/group.js';

/** A row of a list. */
export interface PositionedRow extends ChangedRow {
  readonly companyId: string;
  readonly id: string;
  readonly position: number;
  readonly externalId: string | null;
}

export interface AreaRow extends PositionedRow {
  readonly parentId: string | null;
  readonly name: string;
}

export interface GroupRow extends PositionedRow {
  readonly document: Group;
  /** Of the last write; null before the release that keeps it. */
  readonly updatedAt?: Date | null;
}

export interface CharacteristicRow extends PositionedRow {
  readonly document: Characteristic;
}

/** The answers of a company. */
export interface SegmentationRow {
  readonly companyId: string;
  readonly areas: string;
  readonly groups: string;
  readonly characteristics: string;
}

const ID = { type: 'text', collation: 'C' } as const;

const primaryKey = (table: string) => ({ primary: true, primaryKeyConstraintName: `${table}_pkey` });

const companyId = (table: string): EntitySchemaColumnOptions => ({
  ...ID,
  ...primaryKey(table),
  name: 'company_id',
  foreignKey: { target: 'Company', name: `${table}_company_fkey`, onDelete: 'CASCADE' },
});

const positioned = (table: string) =>
  ({
    companyId: companyId(table),
    id: { ...ID, ...primaryKey(table) },
    position: { type: 'integer' },
    externalId: { ...ID, name: 'external_id', nullable: true },
    ...CHANGED_SCHEMA,
  }) satisfies Record<string, EntitySchemaColumnOptions>;

const changeIndex = (table: string) => ({
  name: `${table}_change_idx`,
  columns: ['companyId', 'changeSet', 'id'],
});

const externalIdIndex = (table: string) => ({
  name: `${table}_external_id_idx`,
  columns: ['companyId', 'externalId'],
  where: 'external_id IS NOT NULL',
});

const ANSWER = { type: 'text', default: '[]' } as const;

export const segmentationSchema = new EntitySchema<SegmentationRow>({
  name: 'Segmentation',
  tableName: 'segmentation',
  columns: {
    companyId: companyId('segmentation'),
    areas: ANSWER,
    groups: ANSWER,
    characteristics: ANSWER,
  },
});

export const areaSchema = new EntitySchema<AreaRow>({
  name: 'Area',
  tableName: 'area',
  columns: {
    ...positioned('area'),
    parentId: { ...ID, name: 'parent_id', nullable: true },
    name: { type: 'text' },
  },
  indices: [
    { name: 'area_parent_idx', columns: ['companyId', 'parentId'] },
    changeIndex('area'),
    externalIdIndex('area'),
  ],
});

export const groupSchema = new EntitySchema<GroupRow>({
  name: 'CompanyGroup',
  tableName: 'company_group',
  columns: {
    ...positioned('company_group'),
    document: { type: 'json' },
    updatedAt: { type: 'timestamptz', precision: 3, name: 'updated_at', nullable: true, select: false },
  },
  indices: [changeIndex('company_group'), externalIdIndex('company_group')],
});

export const characteristicSchema = new EntitySchema<CharacteristicRow>({
  name: 'Characteristic',
  tableName: 'characteristic',
  columns: { ...positioned('characteristic'), document: { type: 'json' } },
  indices: [changeIndex('characteristic'), externalIdIndex('characteristic')],
});

/**
 * Reads the rows of a company in their order, and as the entity has them: TypeORM would hold the event loop for 100 ms
 * with 20,000 of them.
 */
export function readingOf<Row extends PositionedRow>({ options }: EntitySchema<Row>): Statement {
  const columns = Object.entries<EntitySchemaColumnOptions | undefined>(options.columns);
  const selected = columns.flatMap(([property, column]) =>
    column?.select === false ? [] : `${column?.name ?? property} AS "${property}"`,
  );
  const { tableName = '' } = options;
  return {
    name: `segmentation.read-${tableName}`,
    text: `SELECT ${selected.join(', ')} FROM ${tableName} WHERE company_id = $1 ORDER BY position`,
    rowsAtATime: 2_000,
  };
}
