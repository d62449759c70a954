import type { Role } from '../../shared-kernel/actor.js';

/** The answer of a person to a characteristic; the characteristic's type tells which of the values it carries. */
export interface ProfileEntry {
  /** Id of the characteristic. */
  readonly id: string;
  readonly date?: string | null | undefined;
  readonly valueId?: string | null | undefined;
  readonly leafId?: string | null | undefined;
}

/** What an integration says of a person (interface 2.5). What is absent is left alone, null clears. */
export interface EmployeeContent {
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly externalId?: string | null | undefined;
  readonly hierarchyId?: string | null | undefined;
  readonly profile?: readonly ProfileEntry[] | null | undefined;
  readonly groupIds?: readonly string[] | null | undefined;
  readonly role?: Role | null | undefined;
  readonly managedHierarchies?: readonly string[] | null | undefined;
}

/** The members of a person that the contract shows, each with a value. */
export interface EmployeeMembers {
  readonly name: string | null;
  /** As written; compared in any case. */
  readonly email: string | null;
  readonly externalId: string | null;
  readonly hierarchyId: string | null;
  readonly profile: readonly ProfileEntry[];
  readonly groupIds: readonly string[];
  readonly role: Role | null;
  readonly managedHierarchies: readonly string[];
}

/** A person of whom nothing is said. */
export const NO_MEMBERS: EmployeeMembers = {
  name: null,
  email: null,
  externalId: null,
  hierarchyId: null,
  profile: [],
  groupIds: [],
  role: null,
  managedHierarchies: [],
};
