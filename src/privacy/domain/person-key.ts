import { ValidationFailed } from '../../shared-kernel/validation-failed.js';

/** By what a request names a person: exactly one of both. */
export interface PersonKey {
  readonly externalId?: string | undefined;
  readonly email?: string | undefined;
}

/** @throws {ValidationFailed} unless there is exactly one key */
export function requireOneKey({ externalId, email }: PersonKey): void {
  const given = [externalId, email].filter((key) => key !== undefined).length;
  if (given === 1) return;
  const issue =
    given === 0
      ? { code: 'REQUIRED', message: 'is required where email is not given' }
      : { code: 'NOT_ALONE', message: 'must not be given together with email' };
  throw new ValidationFailed([{ path: 'externalId', ...issue }]);
}
