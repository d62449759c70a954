import { ReadyBody } from '../../platform/dto/ready-body.js';
import { Turns } from '../../shared-kernel/turns.js';
import { cursorOf, type ListQuery, type ResourceList } from '../application/list-window.js';
import { MAX_SCIM_PAGE_LENGTH } from '../domain/scim.limits.js';
import { LIST_URN } from '../domain/scim-urns.js';
import { isChosen, type Projection } from './projection.js';

export const SCIM_JSON = 'application/scim+json; charset=utf-8';

/** A body of SCIM whose tag is the hash of its bytes. */
export function scimBody(value: object): ReadyBody {
  return new ReadyBody(JSON.stringify(value), SCIM_JSON);
}

/** A resource of SCIM, whose tag is its `meta.version` (RFC 7644, 3.14). */
export class VersionedBody extends ReadyBody {
  constructor(
    resource: object,
    private readonly version: string,
  ) {
    super(JSON.stringify(resource), SCIM_JSON);
  }

  override get etag(): string {
    return this.version;
  }
}

/**
 * True for a client that shall get the resource as answer of a PATCH, instead of 204: it names attributes, or the type
 * of SCIM, as `scim-sanity` does. Tests of Microsoft, which take any type, ask for 204 (RFC 7644, 3.5.2 allows both).
 */
export function wantsResource(accept = '', projection: Projection): boolean {
  return isChosen(projection) || accept.toLowerCase().includes('application/scim+json');
}

/**
 * A page of a list (RFC 7644, 3.4.2; RFC 9865). It ends before the resource with which it would be longer than
 * {@link MAX_SCIM_PAGE_LENGTH}, but for its first.
 */
export async function pageBody<Resource extends { readonly id: string }>(
  { total, resources, nextCursor }: ResourceList<Resource>,
  { startIndex, cursor, filter }: Pick<ListQuery, 'startIndex' | 'cursor' | 'filter'>,
  bodyOf: (resource: Resource) => object,
): Promise<ReadyBody> {
  const turns = new Turns();
  const shown: string[] = [];
  let length = 0;
  for (const resource of resources) {
    const text = JSON.stringify(bodyOf(resource));
    length += text.length;
    if (shown.length > 0 && length > MAX_SCIM_PAGE_LENGTH) break;
    shown.push(text);
    await turns.pass();
  }
  const last = shown.length < resources.length ? resources[shown.length - 1] : undefined;
  const next = last && cursor !== undefined ? cursorOf(last.id, filter) : nextCursor;
  const head = JSON.stringify({
    schemas: [LIST_URN],
    totalResults: total,
    itemsPerPage: shown.length,
    ...(cursor === undefined && { startIndex }),
    ...(next !== undefined && { nextCursor: next }),
  });
  return new ReadyBody(`${head.slice(0, -1)},"Resources":[${shown.join()}]}`, SCIM_JSON);
}

/** All resources of a list. */
export function listBody(resources: readonly object[]): ReadyBody {
  return scimBody({
    schemas: [LIST_URN],
    totalResults: resources.length,
    itemsPerPage: resources.length,
    startIndex: 1,
    Resources: resources,
  });
}
