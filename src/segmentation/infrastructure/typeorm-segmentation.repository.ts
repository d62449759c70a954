import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Any, Not, type EntityManager } from 'typeorm';
import { changeSetOf } from '../../platform/database/change-sets.js';
import { lockImports } from '../../platform/database/import-lock.js';
import { isForeignKeyViolation } from '../../platform/database/sql-errors.js';
import { addTombstones } from '../../platform/database/tombstones.js';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { IdsTaken, SegmentationCompanyNotFound } from '../domain/segmentation.errors.js';
import {
  SegmentationRepository,
  type Segmentation,
  type SegmentationChange,
} from '../domain/segmentation.repository.js';
import { STORED_PARTS, type StoredPart } from './segmentation-parts.js';
import { segmentationSchema, type PositionedRow } from './segmentation.schemas.js';

/** Rows of one statement, which may have 65,535 parameters. */
const BATCH = 5_000;

/** Reads a part of a segmentation as a whole, and writes only the rows that differ. */
@Injectable()
export class TypeormSegmentationRepository extends SegmentationRepository {
  async change<Part extends keyof Segmentation, Counts>(
    part: Part,
    companyId: string,
    change: SegmentationChange<Part, Counts>,
    transaction: Transaction,
  ): Promise<Counts> {
    const manager = managerOf(transaction);
    await lock(manager, companyId);
    // TypeScript does not see that the rows of a part are those of its schema.
    const stored = STORED_PARTS[part] as unknown as StoredPart<Segmentation[Part], PositionedRow>;
    const before = await manager.find(stored.schema, { where: { companyId }, order: { position: 'ASC' } });
    const { records, counts } = change(stored.restore(before));
    const after = stored.toRows(companyId, records);
    if (await writeRows(transaction, companyId, stored, before, after)) {
      await manager.update(segmentationSchema, { companyId }, { [part]: stored.toJson(records) });
    }
    return counts;
  }
}

/** Takes the row that writers of references share (ADR 17). */
async function lock(manager: EntityManager, companyId: string): Promise<void> {
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

/** @returns whether there was anything to write */
async function writeRows(
  transaction: Transaction,
  companyId: string,
  { kind, schema }: Pick<StoredPart<unknown, PositionedRow>, 'kind' | 'schema'>,
  before: readonly PositionedRow[],
  after: readonly PositionedRow[],
): Promise<boolean> {
  const manager = managerOf(transaction);
  const stored = new Map(before.map((row) => [row.id, row]));
  const ids = new Set(after.map(({ id }) => id));
  const changed = after.filter((row) => !isDeepStrictEqual(row, stored.get(row.id)));
  const added = changed.flatMap(({ id }) => (stored.has(id) ? [] : [id]));
  const removed = before.flatMap(({ id }) => (ids.has(id) ? [] : [id]));
  if (added.length > 0) {
    await lockImports(transaction);
    const taken = await manager.findBy(schema, { id: Any(added), companyId: Not(companyId) });
    if (taken.length > 0) throw new IdsTaken(taken.map(({ id }) => id));
  }
  for (let at = 0; at < changed.length; at += BATCH) {
    const changeSet = changeSetOf(manager, companyId, kind);
    const rows = changed.slice(at, at + BATCH).map((row) => ({ ...row, changeSet }));
    await manager.upsert(schema, rows, ['companyId', 'id']);
  }
  if (removed.length > 0) await manager.delete(schema, { companyId, id: Any(removed) });
  await addTombstones(manager, companyId, kind, removed);
  return changed.length + removed.length > 0;
}
