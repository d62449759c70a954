import { ReadyBody } from '../../../platform/dto/ready-body.js';
import type { ListQuery, ResourceList } from '../application/list-window.js';
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

/** A page of a list (RFC 7644, 3.4.2; RFC 9865). */
export function pageBody<Resource>(
  { total, resources, nextCursor }: ResourceList<Resource>,
  { startIndex, cursor }: Pick<ListQuery, 'startIndex' | 'cursor'>,
  bodyOf: (resource: Resource) => object,
): ReadyBody {
  return scimBody({
    schemas: [LIST_URN],
    totalResults: total,
    itemsPerPage: resources.length,
    ...(cursor === undefined && { startIndex }),
    ...(nextCursor !== undefined && { nextCursor }),
    Resources: resources.map(bodyOf),
  });
}

/** All resources of a list. */
export function listBody(resources: readonly object[]): ReadyBody {
  return pageBody({ total: resources.length, resources }, { startIndex: 1 }, (resource) => resource);
}
