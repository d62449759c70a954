import { UserHasLeft, UserNotFound } from '../../identity/index.js';
import { PersonErased } from '../../shared-kernel/erased-people.js';

/** True for the errors of users who get no session: deactivated, erased, or an employee who has left. */
export function isWithoutSession(error: unknown): boolean {
  return error instanceof UserNotFound || error instanceof UserHasLeft || error instanceof PersonErased;
}
