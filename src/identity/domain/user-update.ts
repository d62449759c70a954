import type { Role } from '../../shared-kernel/actor.js';
import { OwnRole } from './identity.errors.js';
import type { User, UserChanges, UserState } from './user.js';

/** A change of a user; properties that are absent stay. */
export interface UserUpdate extends UserChanges {
  readonly role?: Role | undefined;
  /** False deactivates the user, which ends all sessions; true lets a deactivated one act again. */
  readonly active?: boolean | undefined;
}

/** A change of a user, as the audit trail knows it. */
export interface UserStep {
  readonly operation: 'user.update' | 'user.set-role' | 'user.deactivate' | 'user.reactivate';
  readonly before: Readonly<UserState>;
  readonly after: Readonly<UserState>;
}

/**
 * Changes a user. One who is deactivated is unknown, unless the update reactivates.
 * @param callerId - of the user who asks; undefined for an operator
 * @returns the steps that have changed something, in their order
 * @throws {UserNotFound}
 * @throws {OwnRole}
 * @throws {DomainError} invalid
 */
export function updateUser(
  user: User,
  { role, active, ...changes }: UserUpdate,
  callerId?: string,
): UserStep[] {
  const steps: UserStep[] = [];
  const step = (operation: UserStep['operation'], change: () => boolean): void => {
    const { state: before } = user;
    if (change()) steps.push({ operation, before, after: user.state });
  };
  if (active === true) step('user.reactivate', () => user.reactivate());
  if (Object.values(changes).some((value) => value !== undefined))
    step('user.update', () => user.edit(changes));
  if (role !== undefined) {
    if (user.state.id === callerId && role !== user.state.role) throw new OwnRole();
    step('user.set-role', () => user.changeRole(role));
  }
  if (active === false) step('user.deactivate', () => user.deactivate());
  return steps;
}
