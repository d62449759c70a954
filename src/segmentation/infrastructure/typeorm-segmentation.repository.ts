import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Any, Not } from 'typeorm';
import { changeSetOf } from '../../platform/database/change-sets.js';
import { lockImports } from '../../platform/database/import-lock.js';
import { isForeignKeyViolation } from '../../platform/database/sql-errors.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { addTombstones } from '../../platform/database/tombstones.js';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { Turns } from '../../shared-kernel/turns.js';
import { IdsTaken, SegmentationCompanyNotFound } from '../domain/segmentation.errors.js';
import {
  SegmentationRepository,
  type Changed,
  type ChangedObject,
  type ChangeOptions,
  type Segmentation,
  type SegmentationChange,
} from '../domain/segmentation.repository.js';
import { STORED_PARTS, type StoredPart } from './segmentation-parts.js';
import { groupSchema, segmentationSchema, type PositionedRow } from './segmentation.schemas.js';

/** Rows of one statement. TypeORM builds the text for each of them, during which the transaction is idle: 20 ms. */
const BATCH = 500;

/** Shows the server of the company that the transaction goes on, which would end one that is idle. `$1` company. */
const GO_ON: Statement = {
  name: 'segmentation.go-on',
  text: 'SELECT FROM segmentation WHERE company_id = $1',
};

/** Reads a part of a segmentation as a whole, and writes only the rows that differ. */
@Injectable()
export class TypeormSegmentationRepository extends SegmentationRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  /** Takes the row that writers of references share (ADR 17). */
  async lock(companyId: string, transaction: Transaction): Promise<void> {
    const manager = managerOf(transaction);
    try {
      await manager
        .createQueryBuilder()
        .insert()
        .into(segmentationSchema)
        .values({ companyId })
        .orIgnore()
        .execute();
    } catch (error) {
      if (!isForeignKeyViolation(error, 'segmentation_company_fkey')) throw error;
      throw new SegmentationCompanyNotFound(companyId);
    }
    await manager.findOne(segmentationSchema, {
      select: { companyId: true },
      where: { companyId },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async change<Part extends keyof Segmentation, Counts>(
    part: Part,
    companyId: string,
    change: SegmentationChange<Part, Counts>,
    transaction: Transaction,
    { onLocked, isRequest = false }: ChangeOptions = {},
  ): Promise<Changed<Counts>> {
    const manager = managerOf(transaction);
    await this.lock(companyId, transaction);
    await onLocked?.();
    // TypeScript does not see that the rows of a part are those of its schema.
    const stored = STORED_PARTS[part] as unknown as StoredPart<Segmentation[Part], PositionedRow>;
    const before = await this.sql.query<PositionedRow>(stored.reading, [companyId], transaction);
    // Each step passes over 20,000 areas, for seconds on a busy machine: others are served in between.
    const goOn = (): Promise<unknown> => this.sql.query(GO_ON, [companyId], transaction);
    const restored = stored.restore(before);
    await goOn();
    const { records, counts } = change(restored);
    await goOn();
    const after = stored.toRows(companyId, records, before);
    const rows = await differenceOf(before, after);
    await goOn();
    if (!isRequest) await refuseForeignIds(transaction, companyId, stored, rows);
    await writeRows(transaction, companyId, stored, rows);
    if (rows.length > 0) {
      await manager.update(segmentationSchema, { companyId }, { [part]: stored.toJson(records) });
    }
    return { counts, objects: rows.map((row) => objectOf(row, stored)) };
  }
}

/** A row before and after a change. */
interface ChangedRow {
  readonly id: string;
  readonly before: PositionedRow | undefined;
  readonly after: PositionedRow | undefined;
}

/** The rows that differ, in their order; removed ones come first. */
async function differenceOf(
  before: readonly PositionedRow[],
  after: readonly PositionedRow[],
): Promise<ChangedRow[]> {
  const stored = new Map(before.map((row) => [row.id, row]));
  const ids = new Set(after.map(({ id }) => id));
  const removed = before.filter(({ id }) => !ids.has(id));
  const turns = new Turns();
  const changed: PositionedRow[] = [];
  for (const row of after) {
    if (!isDeepStrictEqual(row, stored.get(row.id))) changed.push(row);
    await turns.pass();
  }
  return [
    ...removed.map((row) => ({ id: row.id, before: row, after: undefined })),
    ...changed.map((row) => ({ id: row.id, before: stored.get(row.id), after: row })),
  ];
}

function objectOf(
  { id, before, after }: ChangedRow,
  part: Pick<StoredPart<unknown, PositionedRow>, 'toObject'>,
): ChangedObject {
  return {
    id,
    ...(before && { before: part.toObject(before) }),
    ...(after && { after: part.toObject(after) }),
  };
}

async function refuseForeignIds(
  transaction: Transaction,
  companyId: string,
  { schema }: Pick<StoredPart<unknown, PositionedRow>, 'schema'>,
  rows: readonly ChangedRow[],
): Promise<void> {
  const added = rows.flatMap(({ id, before }) => (before ? [] : [id]));
  if (added.length === 0) return;
  await lockImports(transaction);
  const taken = await managerOf(transaction).findBy(schema, { id: Any(added), companyId: Not(companyId) });
  if (taken.length > 0) throw new IdsTaken(taken.map(({ id }) => id));
}

async function writeRows(
  transaction: Transaction,
  companyId: string,
  { kind, schema }: Pick<StoredPart<unknown, PositionedRow>, 'kind' | 'schema'>,
  rows: readonly ChangedRow[],
): Promise<void> {
  const manager = managerOf(transaction);
  const written = rows.flatMap(({ before, after }) => (after ? [{ after, isNew: !before }] : []));
  const removed = rows.flatMap(({ id, after }) => (after ? [] : [id]));
  for (let at = 0; at < written.length; at += BATCH) {
    const changeSet = changeSetOf(manager, companyId, kind);
    // A group that is new was not changed since it was made with its id.
    const timeOf = (isNew: boolean) => schema === groupSchema && { updatedAt: isNew ? null : new Date() };
    const batch = written
      .slice(at, at + BATCH)
      .map(({ after, isNew }) => ({ ...after, changeSet, ...timeOf(isNew) }));
    await manager.upsert(schema, batch, ['companyId', 'id']);
  }
  if (removed.length > 0) await manager.delete(schema, { companyId, id: Any(removed) });
  await addTombstones(manager, companyId, kind, removed);
}
