import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { EntitySchemaUniqueOptions } from 'typeorm/entity-schema/EntitySchemaUniqueOptions.js';
import type { SegmentationParts } from '../domain/segmentation.repository.js';

const ID = { type: 'text', collation: 'C' } as const;

/** The company that a row belongs to. */
interface Owned {
  readonly companyId: string;
}

const owner = (table: string): EntitySchemaColumnOptions => ({
  ...ID,
  name: 'company_id',
  foreignKey: { target: 'Company', name: `${table}_company_fkey`, onDelete: 'CASCADE' },
});

/** What all tables of records have. */
const record = (table: string) =>
  ({
    id: { ...ID, primary: true, primaryKeyConstraintName: `${table}_pkey` },
    companyId: owner(table),
    name: { type: 'text' },
    place: { type: 'integer' },
  }) satisfies Record<string, EntitySchemaColumnOptions>;

const placeIsUnique = (table: string): EntitySchemaUniqueOptions[] => [
  { name: `${table}_place_key`, columns: ['companyId', 'place'], deferrable: 'INITIALLY IMMEDIATE' },
];

interface SegmentationRow extends Owned {
  readonly revision: string;
  readonly areas: string;
  readonly groups: string;
  readonly characteristics: string;
}

const ANSWER = { type: 'text', default: '[]' } as const;

export const segmentationSchema = new EntitySchema<SegmentationRow>({
  name: 'Segmentation',
  tableName: 'segmentation',
  columns: {
    companyId: {
      ...owner('segmentation'),
      primary: true,
      primaryKeyConstraintName: 'segmentation_pkey',
    },
    revision: { type: 'bigint', default: 0 },
    areas: ANSWER,
    groups: ANSWER,
    characteristics: ANSWER,
  },
});

export const areaSchema = new EntitySchema<SegmentationParts['areas'] & Owned>({
  name: 'Area',
  tableName: 'area',
  columns: { ...record('area'), lastPlace: { type: 'integer', name: 'last_place' } },
  uniques: placeIsUnique('area'),
});

export const groupSchema = new EntitySchema<SegmentationParts['groups'] & Owned>({
  name: 'CompanyGroup',
  tableName: 'company_group',
  columns: record('company_group'),
  uniques: placeIsUnique('company_group'),
});

export const characteristicSchema = new EntitySchema<SegmentationParts['characteristics'] & Owned>({
  name: 'Characteristic',
  tableName: 'characteristic',
  columns: {
    ...record('characteristic'),
    type: { type: 'text' },
    allowedValues: { type: 'jsonb', name: 'allowed_values' },
    nodes: { type: 'jsonb' },
  },
  uniques: placeIsUnique('characteristic'),
});
