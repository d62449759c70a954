import { tagOf } from '../../platform/dto/ready-body.js';
import { ENTERPRISE_URN, USER_URN, WORKFORCE_URN } from '../domain/scim-urns.js';
import { documentOf, type Labels, type Person, type ScimUser } from '../domain/scim-user.js';
import type { UserDocument } from '../domain/user-document.js';

/** A person with everything that SCIM shows. */
export interface UserView {
  readonly person: Person;
  readonly row: ScimUser | undefined;
  readonly labels: Labels;
}

/** A resource of SCIM without the addresses, which the requested host decides. */
export interface UserResource extends UserDocument {
  readonly schemas: readonly string[];
  readonly id: string;
  readonly groups?: readonly { readonly value: string; readonly display: string; readonly type: 'direct' }[];
  readonly meta: {
    readonly resourceType: 'User';
    readonly created: string;
    readonly lastModified: string;
    /** Entity tag: the hash of everything else. */
    readonly version: string;
  };
}

export function userResource(view: UserView): UserResource {
  const { resource, meta } = unversioned(view);
  return { ...resource, meta: { ...meta, version: tagOf(versionText(view)) } };
}

/** The text whose hash is the version. */
export function versionText(view: UserView): string {
  return JSON.stringify(unversioned(view));
}

function unversioned({ person, row, labels }: UserView): {
  readonly resource: Omit<UserResource, 'meta'>;
  readonly meta: Omit<UserResource['meta'], 'version'>;
} {
  const {
    [ENTERPRISE_URN]: enterprise,
    [WORKFORCE_URN]: workforce,
    ...core
  } = documentOf(person, row, labels);
  const managerName = labels.get(enterprise?.manager?.value ?? '');
  const groups = person.groupIds.map((value) => {
    return { value, display: labels.get(value) ?? value, type: 'direct' as const };
  });
  const resource = {
    schemas: [USER_URN, ...(enterprise ? [ENTERPRISE_URN] : []), ...(workforce ? [WORKFORCE_URN] : [])],
    id: person.id,
    ...core,
    ...(groups.length > 0 && { groups }),
    ...(enterprise && { [ENTERPRISE_URN]: withName(enterprise, managerName) }),
    ...(workforce && { [WORKFORCE_URN]: workforce }),
  };
  const meta = {
    resourceType: 'User',
    created: person.createdAt,
    lastModified: latest(person.updatedAt, row?.updatedAt.toISOString()),
  } as const;
  return { resource, meta };
}

function withName(
  enterprise: NonNullable<UserDocument[typeof ENTERPRISE_URN]>,
  displayName: string | undefined,
): NonNullable<UserDocument[typeof ENTERPRISE_URN]> {
  const { manager, ...others } = enterprise;
  return { ...others, ...(manager && { manager: { ...manager, ...(displayName && { displayName }) } }) };
}

function latest(one: string, other = ''): string {
  return one > other ? one : other;
}
