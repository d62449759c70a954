import type { EntitySchemaColumnOptions } from 'typeorm';

/**
 * Columns of every table that the change feed reads, with their values. A statement that updates a row sets all of
 * them (ADR 39): there is no trigger. As a sub-select, the cluster is read once for all rows of a statement.
 */
const VALUES = {
  changed_cluster: '(SELECT system_identifier FROM pg_control_system())',
  changed_xid: 'txid_current()',
  changed_at: 'now()',
} as const;

/** For the list of columns of an INSERT. */
export const CHANGED = Object.keys(VALUES).join(', ');

/** The values of {@link CHANGED}. */
export const CHANGED_NOW = Object.values(VALUES).join(', ');

/** The values of {@link CHANGED} where an INSERT finds the row. */
export const CHANGED_EXCLUDED = Object.keys(VALUES)
  .map((name) => `excluded.${name}`)
  .join(', ');

/** For the SET of an UPDATE. */
export const SET_CHANGED = Object.entries(VALUES)
  .map(([name, value]) => `${name} = ${value}`)
  .join(', ');

/** The columns of a row, for statements of TypeORM. They are only written. */
export interface ChangedColumns {
  readonly changedCluster?: (() => string) | string;
  readonly changedXid?: (() => string) | string;
  readonly changedAt?: (() => string) | Date;
}

/** {@link CHANGED_NOW} for inserts, updates and upserts of TypeORM. */
export const CHANGED_BY_THIS: Required<ChangedColumns> = {
  changedCluster: () => VALUES.changed_cluster,
  changedXid: () => VALUES.changed_xid,
  changedAt: () => VALUES.changed_at,
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
