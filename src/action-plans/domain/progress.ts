import type { ActionStatus } from './enumerations.js';

/** The progress of an action or of one of its assignees. Times are RFC 3339, UTC, with milliseconds. */
export interface Progress {
  readonly status: ActionStatus;
  /** When it first was in progress, or completed if it never was. */
  readonly startedAt?: string;
  /** When it was completed; absent unless it is. */
  readonly completedAt?: string;
}

/** Statuses of what is still to be done. */
export const OPEN_STATUSES: readonly ActionStatus[] = ['PENDING', 'IN_PROGRESS'];

const STARTED: readonly ActionStatus[] = ['IN_PROGRESS', 'COMPLETED'];
const FINISHED: readonly ActionStatus[] = ['COMPLETED', 'CANCELLED', 'EXPIRED'];

/** The progress after a change of status. With the same status the times stay, also those of an import. */
export function progressTo(status: ActionStatus, now: string, previous?: Progress): Progress {
  const isSame = previous?.status === status;
  const startedAt = previous?.startedAt ?? (!isSame && STARTED.includes(status) ? now : undefined);
  const completedAt = isSame ? previous.completedAt : status === 'COMPLETED' ? now : undefined;
  return {
    status,
    ...(startedAt !== undefined && { startedAt }),
    ...(completedAt !== undefined && { completedAt }),
  };
}

/** The status of an action that follows from those of its assignees; undefined without assignees. */
export function statusOf(assignees: readonly { readonly status: ActionStatus }[]): ActionStatus | undefined {
  if (assignees.length === 0) return undefined;
  const has = (statuses: readonly ActionStatus[]): boolean =>
    assignees.some(({ status }) => statuses.includes(status));
  if (assignees.every(({ status }) => FINISHED.includes(status))) {
    if (has(['COMPLETED'])) return 'COMPLETED';
    return has(['EXPIRED']) ? 'EXPIRED' : 'CANCELLED';
  }
  return has(STARTED) ? 'IN_PROGRESS' : 'PENDING';
}
