import { Injectable } from '@nestjs/common';
import { MAY_READ_PLAN } from '../../action-plans/index.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { PageWindow } from '../../shared-kernel/page-window.js';
import { periodOf, type AuditFilter } from '../domain/audit-filter.js';
import type { AuditPageResponse, AuditRecordResponse } from './audit-record.response.js';

const CONDITIONS: Readonly<Record<keyof AuditFilter, string>> = {
  actorId: 'r.actor_id =',
  objectType: 'r.object_type =',
  objectId: 'r.object_id =',
  operation: 'r.operation =',
  since: 'r.at >=',
  until: 'r.at <=',
};

const FILTERS = Object.keys(CONDITIONS) as (keyof AuditFilter)[];

/**
 * The statement of a list with some filters, each combination under its own name. `$1` company, `$2` reader, `$3` from,
 * `$4` length of the page, then the value of each filter in the same order. The total comes with every row, and alone
 * where the window is empty.
 *
 * `before` and `after` are shown to a reader who may read the plan now and could read it then.
 */
export function listAuditRecords(filters: readonly (keyof AuditFilter)[]): Statement {
  const conditions = filters.map((filter, index) => `${CONDITIONS[filter]} $${index + 5}`);
  const records = `audit_record r WHERE ${['r.company_id = $1', ...conditions].join(' AND ')}`;
  return {
    name: ['audit.list', ...filters].join('-'),
    text: `
      SELECT t.total, r.id, r.company_id AS "companyId", r.at, r.operation, r.object_type AS "objectType",
        r.object_id AS "objectId", r.plan_id AS "planId", r.actor_kind AS "actorKind", r.actor_id AS "actorId",
        r.credential_id AS "credentialId", r.address, r.request_id AS "requestId",
        CASE WHEN r.is_shown THEN r.before END AS before, CASE WHEN r.is_shown THEN r.after END AS after
      FROM (SELECT count(*)::integer AS total FROM ${records}) t
        LEFT JOIN (
          SELECT w.*, (w.private_to IS NULL OR w.private_to = $2) AND coalesce(p.is_readable, true) AS is_shown
          FROM (SELECT r.* FROM ${records} ORDER BY r.at DESC, r.id DESC OFFSET $3 LIMIT $4) w
            LEFT JOIN LATERAL (
              SELECT ${MAY_READ_PLAN} AS is_readable FROM action_plan p
              WHERE p.company_id = $1 AND p.id = w.plan_id LIMIT 1
            ) p ON true
        ) r ON true
      ORDER BY r.at DESC, r.id DESC`,
  };
}

/** A reader who reads no private plan. */
const NOBODY = '';

type Row = { readonly total: number; readonly id: string | null } & Record<string, unknown>;

/** Reads the audit trail of a company, newest first. */
@Injectable()
export class AuditQueries {
  constructor(private readonly sql: Sql) {}

  /**
   * A window of the records of a company, in one round trip.
   * @param readerId - who is shown the contents of their own private plans; nobody's when not given
   * @throws {InvalidAuditPeriod}
   */
  async list(
    companyId: string,
    { from, to }: PageWindow,
    filter: AuditFilter,
    readerId = NOBODY,
  ): Promise<AuditPageResponse> {
    const wanted: Readonly<Record<keyof AuditFilter, unknown>> = {
      ...{ actorId: filter.actorId, objectType: filter.objectType, objectId: filter.objectId },
      ...{ operation: filter.operation, ...periodOf(filter) },
    };
    const filters = FILTERS.filter((name) => wanted[name] !== undefined);
    const values = [companyId, readerId, from, to - from, ...filters.map((name) => wanted[name])];
    const rows = await this.sql.query<Row>(listAuditRecords(filters), values);
    const total = rows[0]?.total ?? 0;
    return { from, to, total, result: rows.filter(({ id }) => id !== null).map(recordOf) };
  }
}

function recordOf({ total: _, ...row }: Row): AuditRecordResponse {
  const known = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(known) as unknown as AuditRecordResponse;
}
