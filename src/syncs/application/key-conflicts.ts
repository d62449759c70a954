import { foldEmail } from '../../shared-kernel/folding.js';
import type { Employee, EmployeeState, KeyHolder, NamedEmployee } from '../../workforce/index.js';

/** A change of an employee that is about to be written. */
export interface PlannedChange {
  /** Absent for a new employee. */
  readonly before: EmployeeState | undefined;
  readonly employee: Employee;
}

interface Keys {
  readonly email: string | undefined;
  readonly externalId: string | undefined;
}

type Key = keyof Keys;
const KEYS: readonly Key[] = ['email', 'externalId'];

/** The keys that an employee has; none of one who is deleted. */
function keysOf(state: EmployeeState | undefined): Keys {
  if (!state || state.deletedAt) return { email: undefined, externalId: undefined };
  const { email, externalId } = state;
  return { email: email === undefined ? undefined : foldEmail(email), externalId };
}

/** The keys that a change gives to an employee. */
export function wantedKeys({ before, employee }: PlannedChange): Keys {
  const [old, current] = [keysOf(before), keysOf(employee.state)];
  return {
    email: current.email === old.email ? undefined : current.email,
    externalId: current.externalId === old.externalId ? undefined : current.externalId,
  };
}

export interface ResolvedChanges<T> {
  readonly accepted: readonly T[];
  /** Each wants a key that another employee has and keeps. */
  readonly refused: readonly T[];
  /** Ids of those among the accepted whose key another one of them takes over. */
  readonly displacedIds: readonly string[];
}

/**
 * Refuses the changes whose keys are not free. Employees who exchange keys are all accepted, or none of them.
 * @param holders - those who have any of the wanted keys now
 * @param named - those whom a wanted address names by which they sign in; they keep it
 */
export function resolveConflicts<T extends PlannedChange>(
  changes: readonly T[],
  holders: readonly KeyHolder[],
  named: readonly NamedEmployee[] = [],
): ResolvedChanges<T> {
  const holderOf = {
    email: new Map(holders.map((holder) => [holder.emailKey, holder.id])),
    externalId: new Map(holders.map((holder) => [holder.externalId, holder.id])),
  };
  /** The employee who has a wanted key now, unless it is the same one. */
  const otherHolder = (change: T, key: Key): string | undefined => {
    const wanted = wantedKeys(change)[key];
    const holder = wanted === undefined ? undefined : holderOf[key].get(wanted);
    return holder === change.employee.state.id ? undefined : holder;
  };
  const nameOf = new Map(named.map(({ key, id }) => [key, id]));
  const isNamed = (change: T): boolean => {
    const { email } = wantedKeys(change);
    const id = email === undefined ? undefined : nameOf.get(email);
    return id !== undefined && id !== change.employee.state.id;
  };
  let accepted = changes.filter((change) => !isNamed(change));
  for (;;) {
    const byId = new Map(accepted.map((change) => [change.employee.state.id, change]));
    const taken = { email: new Set<string>(), externalId: new Set<string>() };
    const isFree = (change: T, key: Key): boolean => {
      const wanted = wantedKeys(change)[key];
      if (wanted === undefined) return true;
      if (taken[key].has(wanted)) return false;
      const holder = otherHolder(change, key);
      const releasing = holder === undefined ? undefined : byId.get(holder);
      return holder === undefined || (releasing && keysOf(releasing.employee.state)[key] !== wanted) === true;
    };
    const kept = accepted.filter((change) => {
      if (!KEYS.every((key) => isFree(change, key))) return false;
      const { email, externalId } = wantedKeys(change);
      if (email !== undefined) taken.email.add(email);
      if (externalId !== undefined) taken.externalId.add(externalId);
      return true;
    });
    if (kept.length === accepted.length) break;
    accepted = kept;
  }
  const isAccepted = new Set(accepted);
  return {
    accepted,
    refused: changes.filter((change) => !isAccepted.has(change)),
    displacedIds: [
      ...new Set(accepted.flatMap((change) => KEYS.flatMap((key) => otherHolder(change, key) ?? []))),
    ],
  };
}
