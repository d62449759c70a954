import { firstByKey } from '../../platform/database/in-company.js';
import type { Statement } from '../../platform/database/sql.js';
import { SOURCES, type Order, type OrderedSource } from './change-sources.queries.js';

/** Most change sets that a statement looks at. Sets whose objects were all changed again since have no rows. */
export const MAX_SETS = 1_000;

const and = (...conditions: readonly (string | undefined)[]): string =>
  conditions.filter((condition) => condition !== undefined).join(' AND ');

/** Rows of a shared table are in the order of the catalogue, whose company `$1` is empty. */
const inCompany = ({ alias, isShared }: OrderedSource): string | undefined =>
  isShared ? undefined : `${alias}.company_id = $1`;

/** Tombstones `t` for the user `$2`, of objects that are not there for this user. */
function readableTombstone(source: OrderedSource): string {
  const { kind, table, alias, indexed, isReadable } = source;
  const isSeen = and(inCompany(source), indexed, isReadable) || 'true';
  return and(
    `t.kind = '${kind}'`,
    `(t.reader_id = '' OR t.reader_id = $2) AND (t.except_id = '' OR t.except_id <> $2)`,
    `(${firstByKey(`SELECT true FROM ${table} WHERE ${isSeen}`, `${alias}.id`, 't.id')}) IS NULL`,
  );
}

/**
 * Changes of a kind, no more than a page has. Each change set is one search in an index, because of the limit. Of the
 * set at which the page begins, only what follows `$6`.
 */
function changesOf(source: OrderedSource): string {
  const { kind, index, table, alias, indexed, isReadable, isDeleted = 'false', hasLeft = 'false' } = source;
  const branch = (row: string, flags: string, from: string, condition: string): string => `
    (
      SELECT ${index} AS kind, r.id, s.position, s.id AS set_id, s.at, r.is_deleted, r.has_left
      FROM change_set s CROSS JOIN LATERAL (
        SELECT ${row}.id, ${flags} FROM ${from}
        WHERE ${condition} AND ${row}.change_set = s.id
          AND ${row}.id > CASE s.position WHEN $5::bigint THEN ($6::text[])[${index + 1}] ELSE '' END
        ORDER BY ${row}.id LIMIT $7::integer
      ) r
      WHERE s.company_id = $1 AND s.position >= $5::bigint AND s.position <= (SELECT position FROM edge)
        AND '${kind}' = ANY ($4::text[]) AND '${kind}' = ANY (s.kinds)
      ORDER BY s.position, r.id LIMIT $7::integer
    )`;
  const rows = branch(
    alias,
    `${isDeleted} AS is_deleted, ${hasLeft} AS has_left`,
    table,
    and(inCompany(source), indexed, isReadable) || 'true',
  );
  const flags = 'true AS is_deleted, false AS has_left';
  const condition = and('t.company_id = $1', readableTombstone(source));
  return `${rows} UNION ALL ${branch('t', flags, 'change_tombstone t', condition)}`;
}

/** A value of the row of a change `f`, which its source has. */
function ofRow(sources: readonly OrderedSource[], valueOf: ValueOf): string {
  const cases = sources.flatMap((source) => {
    const value = valueOf(source);
    const { index, table, alias } = source;
    const query = `SELECT ${value} FROM ${table} WHERE ${inCompany(source) ?? 'true'}`;
    return value === undefined ? [] : [`WHEN ${index} THEN (${firstByKey(query, `${alias}.id`, 'f.id')})`];
  });
  return cases.length === 0 ? 'NULL' : `CASE f.kind ${cases.join(' ')} END`;
}

type ValueOf = (source: OrderedSource) => string | undefined;

/** Resources up to this size are read once, before the page is cut to its bytes; larger ones are measured first. */
const SMALL_BYTES = 8_192;

function smallResource({ resource, bytes }: OrderedSource): string | undefined {
  return resource && `CASE WHEN ${bytes} <= ${SMALL_BYTES} THEN ${resource} END`;
}

/**
 * A page of the order of a company: `$1` company, `$2` user, `$3` true for those who manage templates, `$4` kinds, `$5`
 * the position at which it begins, `$6` the ids of each kind after which it begins in this change set, `$7` most
 * changes, `$8` most bytes. All kinds are searched in one snapshot; only resources of the page are read. A
 * finished one is in `read-catalogue.example.sql`.
 * @param read - those whose resources are read
 */
const readChanges = (
  name: string,
  sources: readonly OrderedSource[],
  read: readonly OrderedSource[] = sources,
): Statement => ({
  name,
  text: `
    WITH given AS (SELECT $2::text, $3::boolean),
    looked_at AS MATERIALIZED (
      SELECT position, id, at FROM change_set
      WHERE company_id = $1 AND position >= $5::bigint AND kinds && $4::text[]
      ORDER BY position LIMIT ${MAX_SETS}
    ),
    edge AS MATERIALIZED (
      SELECT position, id, at, (SELECT count(*) FROM looked_at) = ${MAX_SETS} AS is_cut
      FROM looked_at ORDER BY position DESC LIMIT 1
    ),
    head AS MATERIALIZED (
      SELECT position, id, at FROM change_set WHERE company_id = $1 ORDER BY position DESC LIMIT 1
    ),
    found AS MATERIALIZED (
      SELECT * FROM (${sources.map(changesOf).join(' UNION ALL ')}) change
      ORDER BY position, kind, id LIMIT $7::integer
    ), small AS MATERIALIZED (
      SELECT f.*, CASE WHEN NOT f.is_deleted THEN ${ofRow(read, smallResource)} END AS resource FROM found f
    ), sized AS (
      SELECT f.*, row_number() OVER page AS place, count(*) OVER () AS found,
        sum(CASE WHEN f.is_deleted THEN 0
          ELSE coalesce(octet_length(f.resource), ${ofRow(read, ({ bytes }) => bytes)}, 0) END) OVER page AS bytes
      FROM small f
      WINDOW page AS (ORDER BY f.position, f.kind, f.id)
    )
    SELECT ${msOf('now()')} AS now,
      (SELECT id FROM change_set WHERE company_id = $1 AND position = $5::bigint) AS "begunId",
      (SELECT position FROM change_set WHERE company_id = $1 ORDER BY position LIMIT 1)::text AS "firstPosition",
      coalesce(edge.is_cut, false) AS "isCut",
      CASE WHEN edge.is_cut THEN edge.position ELSE head.position END::text AS "endPosition",
      CASE WHEN edge.is_cut THEN edge.id ELSE head.id END AS "endId",
      ${msOf('CASE WHEN edge.is_cut THEN edge.at ELSE head.at END')} AS "endAt",
      f.kind, f.id, f.position::text, f.set_id AS "setId", f.is_deleted AS "isDeleted", f.has_left AS "hasLeft",
      f.found::integer, f.bytes::float8, ${msOf('f.at')} AS at,
      CASE WHEN NOT f.is_deleted
        THEN coalesce(f.resource, ${ofRow(read, ({ resource }) => resource)}) END AS resource
    FROM (SELECT) one
      LEFT JOIN head ON true LEFT JOIN edge ON true
      LEFT JOIN sized f ON f.place = 1 OR f.bytes <= $8::bigint
    ORDER BY f.place`,
});

const msOf = (time: string): string => `trunc(extract(epoch FROM ${time}) * 1000)::float8`;

const isShared = ({ isShared: shared }: OrderedSource): boolean => shared === true;

const OF_COMPANY = SOURCES.filter((source) => !isShared(source));
const OF_CATALOGUE = SOURCES.filter(isShared);

/** The statement of each order. */
export type ReadStatements = Readonly<Record<Order['of'], Statement>>;

/** A page with the resources of its changes. */
export const READ_CHANGES: ReadStatements = {
  company: readChanges('changes.read-company', OF_COMPANY),
  catalogue: readChanges('changes.read-catalogue', OF_CATALOGUE),
};

/** A page of what has changed, without resources. */
export const READ_OBJECTS: ReadStatements = {
  company: readChanges('changes.read-company-objects', OF_COMPANY, []),
  catalogue: readChanges('changes.read-catalogue-objects', OF_CATALOGUE, []),
};

/** A row of each change; where there is none, one without `kind`. */
export interface ChangeRow extends Record<string, unknown> {
  /** Milliseconds. */
  readonly now: number;
  /** The change set at the position where the page begins. */
  readonly begunId: string | null;
  /** The oldest one that is kept. */
  readonly firstPosition: string | null;
  /** There are further change sets after `endPosition`. */
  readonly isCut: boolean;
  /** The change set up to which the statement has looked; null where the order has none. */
  readonly endPosition: string | null;
  readonly endId: string | null;
  /** Milliseconds. */
  readonly endAt: number | null;
  /** Index in `CHANGE_KINDS`. */
  readonly kind: number | null;
  readonly id: string;
  readonly position: string;
  readonly setId: string;
  readonly isDeleted: boolean;
  readonly hasLeft: boolean;
  /** Number of changes before they were cut to the bytes of a page. */
  readonly found: number;
  /** Of the changes up to this one. */
  readonly bytes: number;
  /** Milliseconds. */
  readonly at: number;
  readonly resource: string | null;
}

/** The newest change set of companies: `$1`. */
export const READ_HEADS: Statement = {
  name: 'changes.heads',
  text: `
    SELECT s.company_id AS "companyId", s.position::text, s.id
    FROM change_position p JOIN change_set s ON s.company_id = p.company_id AND s.position = p.position
    WHERE p.company_id = ANY ($1)`,
};

/** The positions that companies have taken: `$1`. */
export const READ_POSITIONS: Statement = {
  name: 'changes.positions',
  text: `
    SELECT company_id AS "companyId", position::text FROM change_position WHERE company_id = ANY ($1)`,
};

/** The newest change set of a company before a time: `$1` company, `$2` time. */
export const READ_HEAD_BEFORE: Statement = {
  name: 'changes.head-before',
  text: `
    SELECT position::text, id FROM change_set WHERE company_id = $1 AND at < $2 ORDER BY position DESC LIMIT 1`,
};
