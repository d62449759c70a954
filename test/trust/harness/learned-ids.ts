import { DOCUMENTED_REQUESTS, type DocumentedRequest } from '../../support/documented-requests.js';

/** Ids as they are written in a path, by the names of path parameters. */
export type Ids = Record<string, string>;

interface Seen {
  readonly body?: { readonly id?: string; readonly email?: string; readonly externalId?: string } | undefined;
  /** The header. */
  readonly location?: string | null | undefined;
}

/** Keeps the ids of what an operation created. A PUT of a collection creates an entry without an id of its own. */
export function learn({ path, method }: DocumentedRequest, { body, location }: Seen, ids: Ids): void {
  if (method !== 'POST' && method !== 'PUT') return;
  const parameter = parameterBelow(path);
  if (parameter !== undefined && body?.id !== undefined) ids[parameter] = body.id;
  if (method === 'PUT') return;
  const exportId = path.endsWith('/excel') ? location?.split('/').at(-1) : undefined;
  if (exportId !== undefined) ids['exportId'] = exportId;
  if (!path.startsWith('/api/v1/public/')) return;
  if (body?.externalId !== undefined) ids['externalId'] = encodeURIComponent(body.externalId);
  if (body?.email !== undefined) ids['employeeEmail'] = encodeURIComponent(body.email);
}

/** The name of the parameter of the entries of a collection. */
export function parameterBelow(path: string): string | undefined {
  const below = DOCUMENTED_REQUESTS.find((other) => other.path.startsWith(`${path}/{`));
  return below?.path.slice(path.length).match(/^\/\{(\w+)\}/)?.[1];
}
