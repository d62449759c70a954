import { Injectable } from '@nestjs/common';
import { MAY_READ_PLAN } from '../../action-plans/index.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { PageWindow, RenderedPage } from '../../shared-kernel/page-window.js';
import { periodOf, type AuditFilter } from '../domain/audit-filter.js';
import { AuditRecordNotFound } from '../domain/audit-record.errors.js';

const CONDITIONS: Readonly<Record<keyof AuditFilter, string>> = {
  actorId: 'r.actor_id =',
  objectType: 'r.object_type =',
  objectId: 'r.object_id =',
  operation: 'r.operation =',
  since: 'r.at >=',
  until: 'r.at <=',
};

const FILTERS = Object.keys(CONDITIONS) as (keyof AuditFilter)[];

const COLUMNS = `
  r.id, r.company_id AS "companyId", r.at, r.operation, r.object_type AS "objectType", r.object_id AS "objectId",
  r.plan_id AS "planId", r.sync_id AS "syncId", r.actor_kind AS "actorKind", r.actor_id AS "actorId",
  r.credential_id AS "credentialId", r.address, r.request_id AS "requestId"`;

/**
 * Records `w` with `is_shown`: whether the reader may read the plan now and could read it then. Nobody else is shown
 * anything of the changes.
 */
const withRight = (records: string): string => `
  SELECT w.*, (w.private_to IS NULL OR w.private_to = $2) AND coalesce(p.is_readable, true) AS is_shown
  FROM (${records}) w
    LEFT JOIN LATERAL (
      SELECT ${MAY_READ_PLAN} AS is_readable FROM action_plan p
      WHERE p.company_id = $1 AND p.id = w.plan_id LIMIT 1
    ) p ON true`;

/**
 * The statement of a list with some filters, each combination under its own name. `$1` company, `$2` reader, `$3` from,
 * `$4` length of the page, then the value of each filter in the same order. The total comes with every row, and alone
 * where the window is empty. `before` and `after` are not read where the list shows less of them.
 */
export function listAuditRecords(filters: readonly (keyof AuditFilter)[]): Statement {
  const conditions = filters.map((filter, index) => `${CONDITIONS[filter]} $${index + 5}`);
  const records = `audit_record r WHERE ${['r.company_id = $1', ...conditions].join(' AND ')}`;
  const page = `SELECT r.* FROM ${records} ORDER BY r.at DESC, r.id DESC OFFSET $3 LIMIT $4`;
  return {
    name: ['audit.list', ...filters].join('-'),
    text: `
      SELECT t.total, ${COLUMNS}, CASE WHEN r.is_shown THEN r.listed::text END AS listed,
        CASE WHEN r.is_shown AND r.listed IS NULL THEN r.before::text END AS before,
        CASE WHEN r.is_shown AND r.listed IS NULL THEN r.after::text END AS after
      FROM (SELECT count(*)::integer AS total FROM ${records}) t LEFT JOIN (${withRight(page)}) r ON true
      ORDER BY r.at DESC, r.id DESC`,
  };
}

/** `$1` company, `$2` reader, `$3` record. */
const GET: Statement = {
  name: 'audit.get',
  text: `
    SELECT ${COLUMNS}, CASE WHEN r.is_shown THEN r.before::text END AS before,
      CASE WHEN r.is_shown THEN r.after::text END AS after
    FROM (${withRight('SELECT r.* FROM audit_record r WHERE r.company_id = $1 AND r.id = $3')}) r`,
};

/** A reader who reads no private plan. */
const NOBODY = '';

/** Columns of a record, with its changes as JSON texts. */
type RecordRow = {
  readonly listed?: string | null;
  readonly before: string | null;
  readonly after: string | null;
} & Record<string, unknown>;

type ListRow = RecordRow & { readonly total: number; readonly id: string | null };

/** Reads the audit trail of a company. Answers are JSON in the form of the response classes: records may be large. */
@Injectable()
export class AuditQueries {
  constructor(private readonly sql: Sql) {}

  /**
   * A window of the records of a company, newest first, in one round trip.
   * @param readerId - who is shown the contents of their own private plans; nobody's when not given
   * @returns an {@link AuditPageResponse}
   * @throws {InvalidAuditPeriod}
   */
  async list(
    companyId: string,
    { from, to }: PageWindow,
    filter: AuditFilter,
    readerId = NOBODY,
  ): Promise<RenderedPage & { readonly content: string }> {
    const wanted: Readonly<Record<keyof AuditFilter, unknown>> = {
      ...{ actorId: filter.actorId, objectType: filter.objectType, objectId: filter.objectId },
      ...{ operation: filter.operation, ...periodOf(filter) },
    };
    const filters = FILTERS.filter((name) => wanted[name] !== undefined);
    const values = [companyId, readerId, from, to - from, ...filters.map((name) => wanted[name])];
    const rows = await this.sql.query<ListRow>(listAuditRecords(filters), values);
    const total = rows[0]?.total ?? 0;
    const records = rows.filter(({ id }) => id !== null).map(({ total: _, ...record }) => jsonOf(record));
    const content = `{"from":${from},"to":${to},"total":${total},"result":[${records.join(',')}]}`;
    return { content, total };
  }

  /**
   * A record with everything that changed.
   * @returns the JSON of an {@link AuditRecordResponse}
   * @throws {AuditRecordNotFound}
   */
  async get(companyId: string, recordId: string, readerId: string): Promise<string> {
    const [row] = await this.sql.query<RecordRow>(GET, [companyId, readerId, recordId]);
    if (!row) throw new AuditRecordNotFound();
    return jsonOf(row);
  }
}

/** The changes are JSON already; `listed` is an object of the properties to show. */
function jsonOf({ listed, before, after, ...record }: RecordRow): string {
  const known = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
  const properties = [JSON.stringify(known).slice(1, -1)];
  if (listed) properties.push(listed.slice(1, -1));
  if (before) properties.push(`"before":${before}`);
  if (after) properties.push(`"after":${after}`);
  return `{${properties.join(',')}}`;
}
