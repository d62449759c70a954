import type { Statement } from '../../platform/database/sql.js';
import { SOURCES, type OrderedSource } from './change-sources.queries.js';

/**
 * Transactions below `horizon` have ended; those that this statement does not see have not. `mark` names the history of
 * the database: another cluster, a restored dump and a promoted replica have another one (ADR 39).
 */
export const CLOCK = `
  clock AS MATERIALIZED (
    SELECT system_identifier AS cluster, txid_snapshot_xmin(txid_current_snapshot()) AS horizon,
      concat_ws('.', system_identifier, 'change_feed'::regclass::oid,
        left(pg_walfile_name(pg_current_wal_insert_lsn()), 8), (SELECT generation FROM change_feed)) AS mark,
      trunc(extract(epoch FROM now()) * 1000)::bigint AS now
    FROM pg_control_system()
  )`;

/** The columns of {@link CLOCK} in the rows of statements. */
export interface Clock {
  readonly horizon: string;
  readonly mark: string;
  /** Milliseconds. */
  readonly now: string;
}

export const CLOCK_COLUMNS = 'clock.horizon::text, clock.mark, clock.now::text';

const and = (...conditions: readonly (string | undefined)[]): string =>
  conditions.filter((condition) => condition !== undefined).join(' AND ');

/** The rows of a source whose transactions have ended. */
function rowsOf({ table, alias, indexed, sharedTombstones }: OrderedSource, company: string): string {
  return `FROM ${table} WHERE ${and(
    sharedTombstones === undefined ? `${alias}.company_id = ${company}` : undefined,
    indexed,
    endedBelow(alias),
  )}`;
}

/** Tombstones of a source that its transactions have written which have ended. */
function tombstonesOf({ kind, sharedTombstones }: OrderedSource, company: string): string {
  const table = sharedTombstones ?? 'change_tombstone';
  const own = sharedTombstones === undefined ? `t.company_id = ${company} AND t.kind = '${kind}'` : undefined;
  return `FROM ${table} t WHERE ${and(own, endedBelow('t'))}`;
}

const endedBelow = (alias: string): string =>
  `${alias}.changed_cluster = (SELECT cluster FROM clock) AND ${alias}.changed_xid < (SELECT horizon FROM clock)`;

/** Tombstones for the user `$2`, of objects that are not there for this user. */
function readableTombstone({ table, alias, indexed, isReadable, sharedTombstones }: OrderedSource): string {
  const company = sharedTombstones === undefined ? `${alias}.company_id = $1` : undefined;
  const isThere = `EXISTS (SELECT FROM ${table} WHERE ${and(company, `${alias}.id = t.id`, indexed, isReadable)})`;
  const isForReader =
    sharedTombstones === undefined
      ? `(t.reader_id = '' OR t.reader_id = $2) AND (t.except_id = '' OR t.except_id <> $2)`
      : undefined;
  return and(isForReader, `NOT ${isThere}`);
}

/** Changes of a kind, no more than a page has. */
function changesOf(source: OrderedSource): string {
  const { index, alias, isReadable, isDeleted = 'false', hasLeft = 'false' } = source;
  const branch = (row: string, flags: string, from: string, condition?: string): string => `
    (
      SELECT ${index} AS kind, ${row}.id, ${row}.changed_xid AS xid, ${row}.changed_at AS at, ${flags}
      ${and(
        from,
        `${index} = ANY ($4::integer[])`,
        `(${row}.changed_xid, ${row}.id) > ($5::bigint, ($6::text[])[${index + 1}])`,
        condition,
      )}
      ORDER BY ${row}.changed_xid, ${row}.id LIMIT $7::integer
    )`;
  const rows = branch(
    alias,
    `${isDeleted} AS is_deleted, ${hasLeft} AS has_left`,
    rowsOf(source, '$1'),
    isReadable,
  );
  if (source.isKept) return rows;
  const tombstone = 'true AS is_deleted, false AS has_left';
  return `${rows} UNION ALL ${branch('t', tombstone, tombstonesOf(source, '$1'), readableTombstone(source))}`;
}

/** A value of the row of a change `f`, which its source has. */
function ofRow(valueOf: (source: OrderedSource) => string | undefined): string {
  const cases = SOURCES.flatMap((source) => {
    const value = valueOf(source);
    const { index, table, alias, sharedTombstones } = source;
    const company = sharedTombstones === undefined ? `${alias}.company_id = $1` : undefined;
    return value === undefined
      ? []
      : [`WHEN ${index} THEN (SELECT ${value} FROM ${table} WHERE ${and(company, `${alias}.id = f.id`)})`];
  });
  return `CASE f.kind ${cases.join(' ')} END`;
}

/** Resources up to this size are read once, before the page is cut to its bytes; larger ones are measured first. */
const SMALL_BYTES = 8_192;

function smallResource({ resource, bytes }: OrderedSource): string | undefined {
  return resource && `CASE WHEN ${bytes} <= ${SMALL_BYTES} THEN ${resource} END`;
}

/**
 * A page: `$1` company, `$2` user, `$3` true for those who manage templates, `$4` kinds, `$5` the transaction after
 * which it begins, `$6` the ids of each kind after which it begins in this transaction, `$7` most changes, `$8` most
 * bytes. All kinds are searched in one snapshot; only resources of the page are read.
 */
export const READ_CHANGES: Statement = {
  name: 'changes.read',
  text: `
    WITH given AS (SELECT $2::text, $3::boolean), ${CLOCK},
    found AS MATERIALIZED (
      SELECT * FROM (${SOURCES.map(changesOf).join(' UNION ALL ')}) change ORDER BY xid, kind, id LIMIT $7::integer
    ), small AS MATERIALIZED (
      SELECT f.*, CASE WHEN NOT f.is_deleted THEN ${ofRow(smallResource)} END AS resource FROM found f
    ), sized AS (
      SELECT f.*, row_number() OVER page AS place, count(*) OVER () AS found,
        sum(CASE WHEN f.is_deleted THEN 0
          ELSE coalesce(octet_length(f.resource), ${ofRow(({ bytes }) => bytes)}) END) OVER page AS bytes
      FROM small f
      WINDOW page AS (ORDER BY f.xid, f.kind, f.id)
    )
    SELECT ${CLOCK_COLUMNS}, f.kind, f.id, f.xid::text, f.is_deleted AS "isDeleted", f.has_left AS "hasLeft",
      f.found::integer,
      trunc(extract(epoch FROM f.at) * 1000)::float8 AS at,
      CASE WHEN NOT f.is_deleted THEN coalesce(f.resource, ${ofRow(({ resource }) => resource)}) END AS resource
    FROM clock LEFT JOIN sized f ON f.place = 1 OR f.bytes <= $8::bigint
    ORDER BY f.place`,
};

export interface ChangeRow {
  /** Index in `CHANGE_KINDS`; null where nothing was found. */
  readonly kind: number | null;
  readonly id: string;
  readonly xid: string;
  /** Milliseconds. */
  readonly at: number;
  readonly isDeleted: boolean;
  readonly hasLeft: boolean;
  /** Number of changes before they were cut to the bytes of a page. */
  readonly found: number;
  readonly resource: string | null;
}

const newest = (from: string, row: string, source: OrderedSource): string => `
  (SELECT ${row}.changed_xid ${from} AND ${source.index} = ANY ($2::integer[])
   ORDER BY ${row}.changed_xid DESC LIMIT 1)`;

/** The newest transaction that has ended and written changes: `$1` company, `$2` kinds. */
export const READ_NEWEST: Statement = {
  name: 'changes.newest',
  text: `
    WITH ${CLOCK}
    SELECT ${CLOCK_COLUMNS}, greatest(0, ${SOURCES.flatMap((source) => [
      newest(rowsOf(source, '$1'), source.alias, source),
      ...(source.isKept ? [] : [newest(tombstonesOf(source, '$1'), 't', source)]),
    ]).join(', ')})::text AS xid
    FROM clock`,
};

/** One search in the index for each company. For EXISTS, the planner may read the tables of all companies. */
const changedSince = (from: string, row: string): string => `
  (SELECT true ${from} AND ${row}.changed_xid >= w.xid ORDER BY ${row}.changed_xid DESC LIMIT 1)`;

/**
 * Companies with changes of kinds that they wait for: `$1` companies, `$2` the first transaction that counts for each,
 * `$3` the kinds of each, as the sum of their powers of two.
 */
export const FIND_CHANGED: Statement = {
  name: 'changes.find-changed',
  text: `
    WITH ${CLOCK}, waits AS MATERIALIZED (
      SELECT * FROM unnest($1::text[], $2::bigint[], $3::integer[]) AS w (company_id, xid, kinds)
    )
    SELECT clock.horizon::text, changed.company_id AS "companyId", bit_or(changed.kind)::integer AS kinds
    FROM clock LEFT JOIN (
      ${SOURCES.map(
        (source) => `
        SELECT w.company_id, ${2 ** source.index} AS kind FROM waits w
        WHERE w.kinds & ${2 ** source.index} <> 0 AND coalesce(
          ${[
            changedSince(rowsOf(source, 'w.company_id'), source.alias),
            ...(source.isKept ? [] : [changedSince(tombstonesOf(source, 'w.company_id'), 't')]),
          ].join(', ')}
        )`,
      ).join(' UNION ALL ')}
    ) changed ON true
    GROUP BY clock.horizon, changed.company_id`,
};

/** The first transaction that has not ended, and the one that begins next. */
export const READ_HORIZON: Statement = {
  name: 'changes.horizon',
  text: `
    SELECT txid_snapshot_xmin(s)::text AS horizon, txid_snapshot_xmax(s)::text AS next
    FROM txid_current_snapshot() s`,
};
