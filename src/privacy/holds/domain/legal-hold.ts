import type { Person } from '../../../shared-kernel/personal-data.js';

/** Holds of a company. */
export const MAX_HOLDS = 1_000;

/** Longest text of a hold, in code points. */
export const HOLD_LIMITS = { reason: { maxLength: 500 } } as const;

/** The ids by which a hold finds its person. Addresses are not in it, because another person may get them. */
export interface HeldIds {
  readonly employeeIds: readonly string[];
  readonly userIds: readonly string[];
}

/** Data that belongs to a person, or to all of a company, is not removed while it is held. */
export interface LegalHold {
  readonly companyId: string;
  readonly id: string;
  /** Absent for a hold on the whole company. */
  readonly person?: HeldIds | undefined;
  readonly reason: string;
  readonly placedAt: Date;
}

/** True if a hold is that of a person: of the same employees, or where there are none, of the same users. */
export function isHoldOf(held: HeldIds, { employeeIds, userIds }: HeldIds): boolean {
  return held.employeeIds.length + employeeIds.length > 0
    ? held.employeeIds.some((id) => employeeIds.includes(id))
    : held.userIds.some((id) => userIds.includes(id));
}

/** True if both name an employee or a user of the same person. */
export function isAbout(held: HeldIds, { employeeIds, userIds }: HeldIds | Person): boolean {
  return (
    held.employeeIds.some((id) => employeeIds.includes(id)) || held.userIds.some((id) => userIds.includes(id))
  );
}
