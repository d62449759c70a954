import type { Role } from '../../shared-kernel/actor.js';
import { parseDateTime } from '../../shared-kernel/date-time.js';
import { newId } from '../../shared-kernel/id.js';
import { objectIssues } from '../../shared-kernel/shape.js';
import {
  NO_MEMBERS,
  type EmployeeContent,
  type EmployeeMembers,
  type ProfileEntry,
} from './employee-content.js';
import { InvalidEmployee } from './employee.errors.js';
import { EMPLOYEE_RULES, type TurnoverType } from './employee.rules.js';
import { withoutUnknown, type KnownReferences } from './references.js';

/** How an employment ends. */
export interface Turnover {
  readonly date: Date;
  readonly type: TurnoverType | null;
}

/** A person who works, or has worked, for a company. Not a user: the two have roles of their own (decisions 11). */
export class Employee implements EmployeeMembers {
  readonly id!: string;
  readonly companyId!: string;
  readonly name!: string | null;
  readonly email!: string | null;
  readonly externalId!: string | null;
  readonly hierarchyId!: string | null;
  readonly profile!: readonly ProfileEntry[];
  readonly groupIds!: readonly string[];
  readonly role!: Role | null;
  readonly managedHierarchies!: readonly string[];
  /** Whether the person has come in since the last invitation. */
  readonly activated!: boolean;
  /** Whether the person has to choose area and profile at the next login. */
  readonly mustChooseProfile!: boolean;
  /** When the employment was ended here; null while the person works for the company. */
  readonly deletedAt!: Date | null;
  readonly turnoverDate!: Date | null;
  readonly turnoverType!: TurnoverType | null;
  readonly createdAt!: Date;
  readonly updatedAt!: Date;

  private constructor(state: Omit<EmployeeState, 'updatedAt'>) {
    Object.assign(this, { ...state, updatedAt: state.createdAt });
  }

  /**
   * A new person, who has not come in yet.
   * @throws {InvalidEmployee} naming every member that breaks its rule
   */
  static invite(companyId: string, content: EmployeeContent): Employee {
    check(content);
    const members = membersOf(content);
    requireIdentifier(members);
    return new Employee({
      id: newId(),
      companyId,
      ...members,
      activated: false,
      mustChooseProfile: false,
      deletedAt: null,
      turnoverDate: null,
      turnoverType: null,
      createdAt: new Date(),
    });
  }

  /**
   * Takes over what is given: null and empty arrays clear, and an array takes the place of the one before.
   * @returns whether anything is different now
   * @throws {InvalidEmployee} naming every member that breaks its rule
   */
  merge(content: EmployeeContent): boolean {
    check(content);
    const given = normalized(content);
    requireIdentifier({ ...(this as EmployeeMembers), ...given });
    const isChanged = Object.entries(given).some(
      ([member, value]) => JSON.stringify(value) !== JSON.stringify(this[member as keyof EmployeeMembers]),
    );
    if (isChanged) this.set(given);
    return isChanged;
  }

  /**
   * Takes back somebody who had left: not activated, without turnover. Members that are not given stay, but for
   * references that the company no longer has.
   * @throws {InvalidEmployee} naming every member that breaks its rule
   */
  revive(content: EmployeeContent, known: KnownReferences): void {
    this.set({
      ...withoutUnknown(this, known),
      activated: false,
      deletedAt: null,
      turnoverDate: null,
      turnoverType: null,
    });
    this.merge(content);
  }

  /** Makes the person choose area and profile anew; groups, role and managed areas stay. */
  reset(): void {
    this.set({ hierarchyId: null, profile: [], mustChooseProfile: true });
  }

  /** Ends the employment. */
  end({ date, type }: Turnover): void {
    this.set({ deletedAt: new Date(), turnoverDate: date, turnoverType: type });
  }

  private set(change: Partial<EmployeeState>): void {
    Object.assign(this, change, { updatedAt: new Date(Math.max(Date.now(), this.createdAt.getTime())) });
  }
}

/** Everything that is kept of a person. */
export type EmployeeState = Pick<Employee, Exclude<keyof Employee, 'merge' | 'revive' | 'reset' | 'end'>>;

/** All members of somebody of whom nothing else is to stay, from content whose rules have been checked. */
export function membersOf(content: EmployeeContent): EmployeeMembers {
  return { ...NO_MEMBERS, ...normalized(content) };
}

/** @throws {InvalidEmployee} naming every member that breaks its rule */
function check({
  name,
  email,
  externalId,
  hierarchyId,
  profile,
  groupIds,
  role,
  managedHierarchies,
}: EmployeeContent): void {
  const given = { name, email, externalId, hierarchyId, profile, groupIds, role, managedHierarchies };
  const issues = objectIssues(given, EMPLOYEE_RULES);
  if (issues.length > 0) throw new InvalidEmployee(issues);
}

/** What is given, as it is kept: no entry twice in an array, dates in UTC. */
function normalized(content: EmployeeContent): Partial<EmployeeMembers> {
  const { name, email, externalId, hierarchyId, profile, groupIds, role, managedHierarchies } = content;
  const members = {
    name,
    email,
    externalId,
    hierarchyId,
    role,
    profile: profile && distinctEntries(profile),
    groupIds: groupIds && [...new Set(groupIds)],
    managedHierarchies: managedHierarchies && [...new Set(managedHierarchies)],
  };
  return Object.fromEntries(
    Object.entries(members)
      .filter(([, value]) => value !== undefined)
      .map(([member, value]) => [member, value ?? NO_MEMBERS[member as keyof EmployeeMembers]]),
  );
}

/** Members of an entry stand in the order in which the database gives them back. */
function distinctEntries(entries: readonly ProfileEntry[]): ProfileEntry[] {
  const distinct = new Map<string, ProfileEntry>();
  for (const { id, date, leafId, valueId } of entries) {
    const entry = {
      id,
      ...(date && { date: parseDateTime(date)?.toISOString() }),
      ...(leafId && { leafId }),
      ...(valueId && { valueId }),
    };
    distinct.set(JSON.stringify(entry), entry);
  }
  return [...distinct.values()];
}

/** Whoever has neither could never be spoken of again. @throws {InvalidEmployee} */
export function requireIdentifier({
  email,
  externalId,
}: Pick<EmployeeMembers, 'email' | 'externalId'>): void {
  if (email !== null || externalId !== null) return;
  const message = 'is required where there is no externalId';
  throw new InvalidEmployee([{ path: 'email', code: 'REQUIRED', message }]);
}
