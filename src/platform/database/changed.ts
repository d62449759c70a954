import type { EntitySchemaColumnOptions } from 'typeorm';

/**
 * Columns of every table that the change feed reads, with their values. The values are also the defaults of inserts; a
 * statement that updates a row sets all of them (ADR 39): there is no trigger. As a sub-select, the cluster is read
 * once for all rows of a statement.
 */
const VALUES = {
  changed_cluster: '(SELECT system_identifier FROM pg_control_system())',
  changed_xid: 'txid_current()',
  changed_at: 'now()',
} as const;

const NAMES = Object.keys(VALUES);

/** For the list of columns of an INSERT. */
export const CHANGED = NAMES.join(', ');

/** The values of {@link CHANGED} in a SELECT of many rows. */
export const CHANGED_NOW = Object.values(VALUES).join(', ');

/** The values of {@link CHANGED} where an INSERT finds the row. */
export const CHANGED_EXCLUDED = NAMES.map((name) => `excluded.${name}`).join(', ');

/** For the SET of an UPDATE. */
export const SET_CHANGED = NAMES.map((name) => `${name} = DEFAULT`).join(', ');

/** True for a row that this transaction has written. */
export const IS_CHANGED_BY_THIS = (['changed_xid', 'changed_cluster'] as const)
  .map((name) => `${name} = ${VALUES[name]}`)
  .join(' AND ');

/** The columns of a row, for statements of TypeORM. They are only written. */
export interface ChangedColumns {
  readonly changedCluster?: (() => string) | string;
  readonly changedXid?: (() => string) | string;
  readonly changedAt?: (() => string) | Date;
}

const byDefault = (): string => 'DEFAULT';

/** For inserts, updates and upserts of TypeORM, which would repeat a sub-select for each row. */
export const CHANGED_BY_THIS: Required<ChangedColumns> = {
  changedCluster: byDefault,
  changedXid: byDefault,
  changedAt: byDefault,
};

const COLUMN = { select: false } as const;

/** The columns in a mapping. */
export const CHANGED_SCHEMA = {
  changedCluster: {
    ...COLUMN,
    type: 'bigint',
    name: 'changed_cluster',
    default: () => '(pg_control_system()).system_identifier',
  },
  changedXid: { ...COLUMN, type: 'bigint', name: 'changed_xid', default: () => 'txid_current()' },
  changedAt: { ...COLUMN, type: 'timestamptz', precision: 3, name: 'changed_at', default: () => 'now()' },
} satisfies Record<string, EntitySchemaColumnOptions>;
