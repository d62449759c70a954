import type { Role } from '../../shared-kernel/actor.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import { ENTERPRISE_URN, WORKFORCE_URN } from './scim-urns.js';
import {
  chosenEmail,
  compact,
  compactOrNone,
  keptOf,
  partsOfName,
  type KeptAttributes,
  type UserDocument,
  type UserEmail,
  type UserName,
} from './user-document.js';

/** The part of an employee that SCIM shows. */
export interface Person {
  readonly id: string;
  readonly name?: string;
  readonly email?: string;
  readonly externalId?: string;
  readonly hierarchyId?: string;
  readonly role?: Role;
  readonly managedHierarchies: readonly string[];
  readonly groupIds: readonly string[];
  readonly profile: readonly {
    readonly id: string;
    readonly date?: string;
    readonly valueId?: string;
    readonly leafId?: string;
  }[];
  readonly deletedAt?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Values that a client has sent about a person and that no property of an employee takes. */
export interface ScimDetails extends KeptAttributes {
  /** The provider has deleted the person, whom SCIM shows again when they work for the company again. */
  readonly isRemoved?: true;
  readonly name?: UserName;
  /** As they were sent. */
  readonly emails?: readonly UserEmail[];
  /** The address of the employee that comes from `emails`. */
  readonly heldEmail?: string;
  /** The attribute from which the employee has the external id; absent for that of another system. */
  readonly externalIdFrom?: 'externalId' | 'userName';
  readonly employeeNumber?: string;
  readonly organization?: string;
  /** A department that is not the name of an area. */
  readonly department?: string;
  /** Names that a group shows in place of that of the person, by the id of the group. */
  readonly memberNames?: Readonly<Record<string, string>>;
}

/** The row of a person whom SCIM has written. */
export interface ScimUser {
  readonly employeeId: string;
  readonly userName?: string;
  /** Only where the employee has another external id, or none. */
  readonly externalId?: string;
  readonly managerId?: string;
  readonly details: ScimDetails;
  readonly updatedAt: Date;
}

/** Names of areas, groups, characteristics, values and nodes, by id. */
export type Labels = ReadonlyMap<string, string>;

/** The attributes that a client would have to send for a person as they are now. */
export function documentOf(person: Person, row: ScimUser | undefined, labels: Labels): UserDocument {
  const { details = {} } = row ?? {};
  const userName = row?.userName ?? person.email ?? person.externalId;
  const shownExternalId = details.externalIdFrom === 'userName' ? undefined : person.externalId;
  return compact({
    userName,
    externalId: row?.externalId ?? shownExternalId,
    active: person.deletedAt === undefined,
    displayName: person.name,
    name: details.name ?? (person.name === undefined ? undefined : partsOfName(person.name)),
    emails: emailsOf(person, details),
    ...keptOf(details),
    [ENTERPRISE_URN]: compactOrNone({
      employeeNumber: details.employeeNumber,
      organization: details.organization,
      department: details.department ?? labelOf(labels, person.hierarchyId),
      manager: row?.managerId === undefined ? undefined : { value: row.managerId },
    }),
    [WORKFORCE_URN]: compactOrNone({
      area: labelOf(labels, person.hierarchyId),
      role: person.role,
      managedAreas: listOrNone(person.managedHierarchies.map((id) => labels.get(id) ?? id)),
      profile: listOrNone(
        person.profile.map(({ id, date, valueId, leafId }) => ({
          characteristic: labels.get(id) ?? id,
          value: date?.slice(0, 'YYYY-MM-DD'.length) ?? labelOf(labels, valueId ?? leafId) ?? '',
        })),
      ),
    }),
  });
}

/** As they were sent, with the address that the employee has by now in place of the one that came from them. */
function emailsOf({ email }: Person, { emails, heldEmail }: ScimDetails): readonly UserEmail[] | undefined {
  if (!emails) return email === undefined ? undefined : [{ value: email, type: 'work', primary: true }];
  if (heldEmail === undefined || heldEmail === email) return emails;
  const chosen = chosenEmail(emails);
  const others = emails.filter((each) => each !== chosen);
  return listOrNone(email === undefined ? others : [{ ...chosen, value: email }, ...others]);
}

/** The keys by which a filter finds the addresses of a user. */
export function emailKeysOf({ emails = [] }: ScimDetails): string[] {
  return [...new Set(emails.flatMap(({ value }) => (value === undefined ? [] : foldEmail(value))))];
}

function labelOf(labels: Labels, id: string | undefined): string | undefined {
  return id === undefined ? undefined : (labels.get(id) ?? id);
}

function listOrNone<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}
