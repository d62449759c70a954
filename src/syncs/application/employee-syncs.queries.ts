import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import {
  checkPageBytes,
  MAX_PAGE_BYTES,
  type PageWindow,
  type RenderedPage,
} from '../../shared-kernel/page-window.js';
import { Turns } from '../../shared-kernel/turns.js';
import { SegmentationNamesQueries } from '../../segmentation/index.js';
import { DEFAULT_SOURCE, ReferenceNames } from '../../staff-files/index.js';
import { SYNC_LISTS, type PropertyChange, type SyncKey, type SyncList } from '../domain/sync.js';
import { SyncNotFound } from '../domain/sync.errors.js';
import { NAMED_PROPERTIES, ReadableChanges } from './readable-changes.js';
import type { EmployeeSyncCountsResponse, EmployeeSyncResponse } from './employee-sync.response.js';

const COLUMNS = `
  s.id, s.source, s.status, s.reason, s.issues, s.added, s.revived, s.changed, s.adopted,
  s.key_changes AS "keyChanges", s.ended, s.unchanged, s.skipped,
  CASE WHEN s.skips_bad_rows THEN s.bad END AS bad, s.suppressed, s.past_ends AS "left",
  s.left_out AS "leftOut", s.cleaned_names AS "cleanedNames", s.ends_held_back AS "endsHeldBack",
  s.created_at AS "createdAt", s.finished_at AS "finishedAt", s.undone_at AS "undoneAt"`;

const GET = {
  name: 'employee-syncs.get',
  text: `SELECT ${COLUMNS} FROM employee_sync s WHERE s.company_id = $1 AND s.id = $2`,
};

const LIST = {
  name: 'employee-syncs.list',
  text: `
    SELECT ${COLUMNS} FROM employee_sync s WHERE s.company_id = $1
    ORDER BY s.created_at DESC, s.id DESC LIMIT $2`,
};

const LAST_APPLIED = {
  name: 'employee-syncs.last-applied',
  text: `
    SELECT s.id FROM employee_sync s
    WHERE s.company_id = $1 AND s.status = 'APPLIED' AND s.undone_at IS NULL
    ORDER BY s.created_at DESC, s.id DESC LIMIT 1`,
};

/** `$3` from, `$4` length. A row without a person stands for an empty window. Lists are shown when complete. */
const listRows = (list: SyncList): Statement => ({
  name: `employee-syncs.rows-${list}`,
  text: `
    SELECT coalesce(s.${list}, 0) AS total, r.employee_id AS id, r.external_id AS "externalId", r.email, r.reason,
      r.bytes, CASE WHEN sum(r.bytes) OVER () <= ${MAX_PAGE_BYTES} THEN r.changes END AS changes,
      CASE WHEN sum(r.bytes) OVER () <= ${MAX_PAGE_BYTES} THEN r.issues END AS issues
    FROM employee_sync s LEFT JOIN LATERAL (
      SELECT p.*, octet_length(p.changes) + coalesce(octet_length(p.issues), 0) AS bytes
      FROM (
        SELECT r.position, r.employee_id, r.external_id, r.email, r.reason,
          json_strip_nulls(r.changes)::text AS changes,
          r.issues::text AS issues
        FROM employee_sync_row r
        WHERE r.company_id = $1 AND r.sync_id = s.id AND r.kind = '${list}' AND s.${list} IS NOT NULL
        ORDER BY r.position OFFSET $3 LIMIT $4
      ) p
    ) r ON true
    WHERE s.company_id = $1 AND s.id = $2
    ORDER BY r.position`,
});

const ROWS = Object.fromEntries(SYNC_LISTS.map((list) => [list, listRows(list)])) as Readonly<
  Record<SyncList, Statement>
>;

type Row = Omit<EmployeeSyncResponse, 'createdAt' | 'finishedAt' | 'undoneAt' | 'counts'> & {
  readonly [Count in keyof EmployeeSyncCountsResponse]: number | null;
} & {
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly undoneAt: Date | null;
} & Record<string, unknown>;

interface PersonRow extends Record<string, unknown> {
  readonly total: number;
  /** JSON; null where the rows of the window have more than {@link MAX_PAGE_BYTES}. */
  readonly changes: string | null;
  /** JSON; null where the row is not bad. */
  readonly issues: string | null;
  readonly bytes: number | null;
}

/** Reads syncs of employees. */
@Injectable()
export class EmployeeSyncsQueries {
  constructor(
    private readonly sql: Sql,
    private readonly names: SegmentationNamesQueries,
  ) {}

  /** @throws {SyncNotFound} */
  async get({ companyId, syncId }: SyncKey): Promise<EmployeeSyncResponse> {
    const [row] = await this.sql.query<Row>(GET, [companyId, syncId]);
    if (!row) throw new SyncNotFound();
    return toResponse(row);
  }

  /** The newest syncs of a company. */
  async list(companyId: string, limit: number): Promise<EmployeeSyncResponse[]> {
    return (await this.sql.query<Row>(LIST, [companyId, limit])).map(toResponse);
  }

  /** The id of the newest sync that is applied and not undone. @throws {SyncNotFound} */
  async lastApplied(companyId: string): Promise<string> {
    const [row] = await this.sql.query<{ id: string }>(LAST_APPLIED, [companyId]);
    if (!row) throw new SyncNotFound();
    return row.id;
  }

  /**
   * A window of a list of a sync.
   * @returns an `EmployeeSyncPageResponse`
   * @throws {SyncNotFound}
   * @throws {PageTooLarge}
   */
  async rows(
    { companyId, syncId }: SyncKey,
    list: SyncList,
    window: PageWindow,
  ): Promise<RenderedPage & { readonly content: string }> {
    const { from, to } = window;
    const rows = await this.sql.query<PersonRow>(ROWS[list], [companyId, syncId, from, to - from]);
    const [first] = rows;
    if (!first) throw new SyncNotFound();
    checkPageBytes(window, rows);
    const people = await this.peopleOf(companyId, rows);
    checkPageBytes(
      window,
      people.map((json) => ({ bytes: Buffer.byteLength(json) })),
    );
    const { total } = first;
    return {
      content: `{"from":${from},"to":${to},"total":${total},"result":[${people.join(',')}]}`,
      total,
    };
  }

  /** The JSON of each person, with the words for ids. Names are read where a row has ids. */
  private async peopleOf(companyId: string, rows: readonly PersonRow[]): Promise<string[]> {
    const hasIds = rows.some(({ changes }) => changes !== null && mayHaveIds(changes));
    const readable = hasIds
      ? new ReadableChanges(
          new ReferenceNames(await this.names.read(companyId), DEFAULT_SOURCE.listSeparator),
        )
      : undefined;
    const turns = new Turns();
    const people: string[] = [];
    for (const { total: _, bytes: __, changes, issues, ...person } of rows) {
      if (changes === null) continue;
      const words = readable && mayHaveIds(changes) ? inWords(changes, readable) : changes;
      people.push(jsonOf(person, { issues, changes: words }));
      await turns.pass();
    }
    return people;
  }
}

function inWords(changes: string, readable: ReadableChanges): string {
  const parsed = JSON.parse(changes) as readonly PropertyChange[];
  return JSON.stringify(parsed.map((change) => readable.of(change)));
}

/** True where changes may be of properties whose values are ids. */
function mayHaveIds(changes: string): boolean {
  return [...NAMED_PROPERTIES].some((name) => changes.includes(`"${name}"`));
}

/** @param rendered - properties that are JSON already */
function jsonOf(
  person: Readonly<Record<string, unknown>>,
  rendered: Readonly<Record<string, string | null>>,
): string {
  const own = Object.entries(person).map(([name, value]) => [
    name,
    value === null ? null : JSON.stringify(value),
  ]);
  const known = [...own, ...Object.entries(rendered)].filter(([, json]) => json !== null);
  return `{${known.map(([name, json]) => `"${name}":${json}`).join(',')}}`;
}

function toResponse(row: Row): EmployeeSyncResponse {
  const { id, source, status, reason, issues, createdAt, finishedAt, undoneAt } = row;
  const { added, revived, changed, adopted, keyChanges, ended, unchanged } = row;
  const { skipped, bad, suppressed, left, leftOut, cleanedNames, endsHeldBack } = row;
  const counts = {
    ...{ added, ...(revived && { revived }) },
    ...{ changed, ...(adopted && { adopted }), ...(keyChanges && { keyChanges }) },
    ...{ ended, unchanged, skipped },
  };
  const hasCounts = added !== null;
  return {
    id,
    source,
    status,
    ...(reason && { reason }),
    ...(issues && { issues }),
    ...(hasCounts && {
      counts: {
        ...counts,
        ...(bad !== null && { bad }),
        ...(suppressed && { suppressed }),
        ...(left && { left }),
        ...(leftOut && { leftOut }),
        ...(cleanedNames && { cleanedNames }),
      } as EmployeeSyncCountsResponse,
    }),
    ...(endsHeldBack && { endsHeldBack }),
    createdAt: createdAt.toISOString(),
    ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
    ...(undoneAt && { undoneAt: undoneAt.toISOString() }),
  };
}
