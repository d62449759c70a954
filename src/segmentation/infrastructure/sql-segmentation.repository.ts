import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isForeignKeyViolation } from '../../platform/database/sql-errors.js';
import { Transactions } from '../../platform/database/transactions.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { IdsTaken, SegmentationCompanyNotFound } from '../domain/segmentation.errors.js';
import {
  SegmentationRepository,
  type Changed,
  type SegmentationParts,
} from '../domain/segmentation.repository.js';
import { STATEMENTS, type PartStatements } from './segmentation-statements.js';

interface Row {
  readonly id: string;
}

/** The row that imports lock. Most companies have it already, and taking an existing one writes nothing. */
const BEGIN = 'INSERT INTO segmentation (company_id) VALUES ($1) ON CONFLICT DO NOTHING';
const LOCK = 'SELECT FROM segmentation WHERE company_id = $1 FOR UPDATE';

/** Segmentation in PostgreSQL: read as a whole, and the difference written in a statement per kind of difference. */
@Injectable()
export class SqlSegmentationRepository extends SegmentationRepository {
  constructor(private readonly transactions: Transactions) {
    super();
  }

  async change<Part extends keyof SegmentationParts, Told>(
    part: Part,
    companyId: string,
    change: (stored: readonly SegmentationParts[Part][]) => Changed<SegmentationParts[Part], Told>,
    transaction?: Transaction,
  ): Promise<Told> {
    const statements = STATEMENTS[part];
    try {
      return await this.transactions.run(async (manager) => {
        await manager.query(BEGIN, [companyId]);
        await manager.query(LOCK, [companyId]);
        const stored = await manager.query<SegmentationParts[Part][]>(statements.read, [companyId]);
        const { records, told } = change(stored);
        await write(manager, companyId, statements, stored, records);
        return told;
      }, transaction);
    } catch (error) {
      if (isForeignKeyViolation(error, 'segmentation_company_fkey')) {
        throw new SegmentationCompanyNotFound(companyId);
      }
      throw error;
    }
  }
}

/** Removes before it moves, and moves before it inserts: so each place is free when it is taken. */
async function write(
  manager: EntityManager,
  companyId: string,
  statements: PartStatements,
  stored: readonly Row[],
  records: readonly Row[],
): Promise<void> {
  const before = new Map(stored.map((row) => [row.id, statements.columnsOf(row)]));
  const after = new Set(records.map(({ id }) => id));
  const removed = stored.flatMap(({ id }) => (after.has(id) ? [] : [id]));
  const moved = records.filter(
    (row) => before.has(row.id) && before.get(row.id) !== statements.columnsOf(row),
  );
  const added = records.filter(({ id }) => !before.has(id));
  if (removed.length + moved.length + added.length === 0) return;
  if (removed.length > 0) await manager.query(statements.remove, [companyId, removed]);
  if (moved.length > 0) await manager.query(statements.update, [companyId, JSON.stringify(moved)]);
  if (added.length > 0) await insert(manager, companyId, statements, added);
  await manager.query(statements.render, [companyId]);
}

/** The ids of this company are known, so one that is there already belongs to another, perhaps since a moment ago. */
async function insert(
  manager: EntityManager,
  companyId: string,
  statements: PartStatements,
  added: readonly Row[],
): Promise<void> {
  const rows = await manager.query<Row[]>(statements.insert, [companyId, JSON.stringify(added)]);
  if (rows.length === added.length) return;
  const inserted = new Set(rows.map(({ id }) => id));
  throw new IdsTaken(added.flatMap(({ id }) => (inserted.has(id) ? [] : [id])));
}
