import {
  DOCUMENTED_REQUESTS,
  READING_POSTS,
  type DocumentedRequest,
} from '../../support/documented-requests.js';
import type { LargestBodies } from '../../support/largest-bodies.js';
import type { Ids } from './learned-ids.js';

/** Rows of bulk requests. */
interface InviteRow {
  readonly employee: object;
}
interface PutTimesheetRow {
  readonly externalId: string;
  readonly entry: { readonly breaks: readonly object[] };
}

const DAY = Date.UTC(2026, 2, 2);
const MINUTE_MS = 60_000;
const LONGEST_TIME_ZONE = 'America/Argentina/ComodRivadavia';

/** A write of the list of areas, groups or characteristics, or of one of them. */
export const isStructureWrite = ({ method, path }: DocumentedRequest): boolean =>
  method !== 'GET' && /\/public\/company\/(?:hierarchy|groups|characteristics)\b/.test(path);

/**
 * Syncs, with their sources, webhooks and personal data have programs of their own, and a company may ask for the
 * data of 50 people a day and erase as many, once each, so that nothing of it is repeated often; a write of the
 * structure writes the list of which the object is one, so that it is no measure of the object
 * (`test/e2e/segmentation`). Few people sign in, and a company has at most 50 keys (`test/e2e/identity`). An assigned
 * person writes what a manager writes.
 */
const hasProgram = (request: DocumentedRequest): boolean =>
  /\/(?:syncs|sources|webhooks|sessions|users|api-keys|me\/actions\/{.*|people\/(?:access|erasures|holds))\b/.test(
    request.path,
  ) || isStructureWrite(request);

const depth = ({ path }: DocumentedRequest): number => path.split('/').length;
/** Requests in the order in which a program calls them. */
export interface OrderedOperations {
  /** Operations that create something, in an order in which each finds what its path names. */
  readonly creations: readonly DocumentedRequest[];
  readonly changes: readonly DocumentedRequest[];
  /** Links of exports are in mails only. */
  readonly reads: readonly DocumentedRequest[];
  /** Deepest first. */
  readonly deletions: readonly DocumentedRequest[];
}

/** Operations of `openapi.json` by what they do. */
export function inOrder(requests: readonly DocumentedRequest[]): OrderedOperations {
  const byMethods = (...methods: string[]): DocumentedRequest[] =>
    requests.filter(({ method }) => methods.includes(method)).sort((a, b) => depth(a) - depth(b));
  return {
    creations: byMethods('POST')
      .filter(({ operationId }) => !READING_POSTS.includes(operationId))
      .sort((a, b) => Number(!a.body) - Number(!b.body)),
    changes: byMethods('PUT', 'PATCH'),
    reads: byMethods('GET').filter(({ path }) => !path.includes('{token}')),
    deletions: byMethods('DELETE').reverse(),
  };
}

/** Without those that have programs of their own. */
export const {
  creations: CREATIONS,
  changes: CHANGES,
  reads: READS,
  deletions: DELETIONS,
} = inOrder(DOCUMENTED_REQUESTS.filter((each) => !hasProgram(each)));

/** A body as large as it may be. A change keeps what identifies a person, and changes the status of an assignee. */
export function bodyOf(
  bodies: LargestBodies,
  { body, method, path }: DocumentedRequest,
  ids: Ids,
): object | undefined {
  if (!body) return undefined;
  const json = bodies.of(body);
  const { employeeEmail = '', externalId = '' } = ids;
  const person = {
    email: decodeURIComponent(employeeEmail),
    externalId: decodeURIComponent(externalId),
  };
  if ('rows' in json)
    return { rows: (json.rows as (InviteRow | PutTimesheetRow)[]).map((row) => creatingRow(row, person)) };
  if (path.endsWith('{assigneeId}')) return { ...json, status: 'COMPLETED' };
  return method === 'POST' || !('externalId' in json) ? json : { ...json, ...person };
}

/**
 * A row that creates something: it names nothing that is there already but the person of an entry, whose times follow
 * one another.
 */
function creatingRow(row: InviteRow | PutTimesheetRow, person: object): object {
  if (!('entry' in row)) return { operation: 'invite', employee: row.employee };
  const at = (minute: number): string => new Date(DAY + minute * MINUTE_MS).toISOString();
  const breaks = row.entry.breaks.map((_, index) => ({
    startTime: at(2 * index),
    endTime: at(2 * index + 1),
  }));
  const valid = {
    ...person,
    timeZone: LONGEST_TIME_ZONE,
    startTime: at(0),
    endTime: at(600),
    periodType: 'ACTIVE',
    breaks,
  };
  return { operation: 'put', externalId: row.externalId, entry: { ...row.entry, ...valid } };
}
