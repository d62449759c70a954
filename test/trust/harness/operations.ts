import {
  DOCUMENTED_REQUESTS,
  READING_POSTS,
  type DocumentedRequest,
} from '../../support/documented-requests.js';
import type { LargestBodies } from '../../support/largest-bodies.js';
import type { Ids } from './learned-ids.js';

/**
 * Syncs, with their sources, and webhooks have programs of their own; a write of the structure writes the list of which
 * the object is one, so that it is no measure of the object (`test/e2e/structure`).
 */
const hasProgram = ({ method, path }: DocumentedRequest): boolean =>
  /\/(?:syncs|sources|webhooks)\b/.test(path) ||
  (method !== 'GET' && /\/public\/company\/(?:hierarchy|groups|characteristics)\b/.test(path));

const depth = ({ path }: DocumentedRequest): number => path.split('/').length;
const byMethods = (...methods: string[]): DocumentedRequest[] =>
  DOCUMENTED_REQUESTS.filter((each) => methods.includes(each.method) && !hasProgram(each)).sort(
    (a, b) => depth(a) - depth(b),
  );
/** Operations of `openapi.json` that create something, in an order in which each finds what its path names. */
export const CREATIONS = byMethods('POST')
  .filter(({ operationId }) => !READING_POSTS.includes(operationId))
  .sort((a, b) => Number(!a.body) - Number(!b.body));
export const CHANGES = byMethods('PUT', 'PATCH');
/** Deepest first. */
export const DELETIONS = byMethods('DELETE').reverse();
/** Links of exports are in mails only. */
export const READS = byMethods('GET').filter(({ path }) => !path.includes('{token}'));

/** A body as large as it may be. A change keeps what identifies a person, and changes the status of an assignee. */
export function bodyOf(
  bodies: LargestBodies,
  { body, method, path }: DocumentedRequest,
  ids: Ids,
): object | undefined {
  if (!body) return undefined;
  const json = bodies.of(body);
  if (path.endsWith('{assigneeId}')) return { ...json, status: 'COMPLETED' };
  if (method === 'POST' || !('externalId' in json)) return json;
  const { employeeEmail = '', externalId = '' } = ids;
  return {
    ...json,
    email: decodeURIComponent(employeeEmail),
    externalId: decodeURIComponent(externalId),
  };
}
