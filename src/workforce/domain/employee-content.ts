import type { Role } from '../../shared-kernel/actor.js';

/** An answer to a characteristic. The type of the characteristic decides which of the values it carries. */
export interface ProfileEntry {
  /** Id of the characteristic. */
  readonly id: string;
  /** RFC 3339, UTC, with milliseconds. */
  readonly date?: string;
  readonly valueId?: string;
  readonly leafId?: string;
}

/** The properties of an employee that integrations write. */
export interface EmployeeProperties {
  readonly name?: string;
  /** As written; compared in any case. */
  readonly email?: string;
  readonly externalId?: string;
  readonly hierarchyId?: string;
  readonly profile: readonly ProfileEntry[];
  readonly groupIds: readonly string[];
  readonly role?: Role;
  readonly managedHierarchies: readonly string[];
}

/** The names of these properties, in the order in which a sync shows changes. */
export const EMPLOYEE_PROPERTIES = Object.keys({
  name: true,
  email: true,
  externalId: true,
  hierarchyId: true,
  profile: true,
  groupIds: true,
  role: true,
  managedHierarchies: true,
} satisfies Record<keyof EmployeeProperties, true>) as readonly (keyof EmployeeProperties)[];

/** Properties of an employee as an integration sends them. Absent ones are left alone, null clears. */
export type EmployeeContent = {
  readonly [P in keyof EmployeeProperties]?: EmployeeProperties[P] | null | undefined;
};
