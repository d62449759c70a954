import type { PoolClient } from 'pg';
import type { EntityManager, EntitySchemaColumnOptions } from 'typeorm';

/**
 * The place of the templates in the order of changes: they belong to no company, and have an order like that of one.
 */
export const CATALOGUE = '';

/** The change set of rows that none of this release has written. */
const NO_SET = '00000000-0000-0000-0000-000000000000';

/** A row of a table that the change feed reads has the change set in which it was last written. */
export interface ChangedRow {
  readonly changeSet?: string;
}

/** The columns of the order before, which processes of 1.0 still write. A later release drops them. */
const FORMER = { select: false, insert: false, update: false, nullable: true } as const;

/** {@link ChangedRow} in a mapping. */
export const CHANGED_SCHEMA = {
  changeSet: { type: 'uuid', name: 'change_set', select: false, default: NO_SET },
  changedCluster: { ...FORMER, type: 'bigint', name: 'changed_cluster' },
  changedXid: { ...FORMER, type: 'bigint', name: 'changed_xid' },
  changedAt: { ...FORMER, type: 'timestamptz', precision: 3, name: 'changed_at' },
} satisfies Record<string, EntitySchemaColumnOptions>;

/**
 * Gives a change set its place in the order of a company: `$1` company, `$2` change set, `$3` kinds of its objects. The
 * row of the position stays locked until the transaction ends, so that positions appear in their order.
 */
export const TAKE_POSITION = {
  name: 'change-sets.take-position',
  text: `
    WITH taken AS (
      INSERT INTO change_position AS p (company_id, position) VALUES ($1, 1)
      ON CONFLICT (company_id) DO UPDATE SET position = p.position + 1
      RETURNING position
    )
    INSERT INTO change_set (company_id, position, id, kinds, at)
    SELECT $1, position, $2, $3, clock_timestamp() FROM taken`,
};

/** The change set of a transaction. */
class ChangeSet {
  readonly id = crypto.randomUUID();
  readonly begunMs = performance.now();
  private readonly kinds = new Map<string, Set<string>>();

  add(companyId: string, kind: string): void {
    this.kinds.set(companyId, (this.kinds.get(companyId) ?? new Set()).add(kind));
  }

  /** In the order of the companies: no two transactions wait for each other. */
  async takePositions(client: PoolClient): Promise<void> {
    for (const [companyId, kinds] of [...this.kinds].sort(([one], [other]) => (one < other ? -1 : 1)))
      await client.query({ ...TAKE_POSITION, values: [companyId, this.id, [...kinds]] });
  }
}

/** Those of the transactions in progress that have written something that the feed reads. */
const inProgress = new Set<ChangeSet>();

/** The change set of a transaction, and the effects of its commit. */
interface TransactionData {
  changeSet?: ChangeSet;
  /** To be called when it is committed. */
  effects?: readonly (() => void)[];
}

/** The data of a transaction, in the place that TypeORM has for it. */
export function dataOf({ queryRunner }: EntityManager): TransactionData {
  if (!queryRunner) throw new Error('There is no unit of work.');
  return queryRunner.data;
}

/**
 * The change set in which a transaction writes an object of a company: each statement that inserts or updates a row
 * that the change feed reads stores it there.
 * @param companyId - of the object, or {@link CATALOGUE}
 * @param kind - of the object in the feed
 */
export function changeSetOf(manager: EntityManager, companyId: string, kind: string): string {
  const data = dataOf(manager);
  data.changeSet ??= new ChangeSet();
  data.changeSet.add(companyId, kind);
  inProgress.add(data.changeSet);
  return data.changeSet.id;
}

/**
 * Runs the work of a transaction, then gives its change set a place in the order of each company, as its last
 * statements: nobody waits for a long transaction (ADR 47).
 */
export async function orderingChanges<T>(manager: EntityManager, work: () => Promise<T>): Promise<T> {
  const result = await work();
  const { changeSet } = dataOf(manager);
  if (changeSet) await changeSet.takePositions((await manager.queryRunner?.connect()) as PoolClient);
  return result;
}

/** To be called when the transaction has ended. */
export function forgetChangeSet(manager: EntityManager): void {
  const { changeSet } = dataOf(manager);
  if (changeSet) inProgress.delete(changeSet);
}

/** Age in milliseconds of the oldest change of this process that is not committed yet; 0 if there is none. */
export function oldestChangeMs(): number {
  const begun = [...inProgress].map(({ begunMs }) => begunMs);
  return begun.length === 0 ? 0 : performance.now() - Math.min(...begun);
}
