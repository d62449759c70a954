import { ValidationFailed } from '../../shared-kernel/validation-failed.js';

/** By what a request names a person: exactly one of them. */
export interface PersonKey {
  /** In the HR system or the identity provider. */
  readonly externalId?: string | undefined;
  readonly email?: string | undefined;
  /** Of an employee or a user. */
  readonly personId?: string | undefined;
}

/** @throws {ValidationFailed} unless there is exactly one key */
export function requireOneKey({ externalId, email, personId }: PersonKey): void {
  const given = [externalId, email, personId].filter((key) => key !== undefined).length;
  if (given === 1) return;
  const issue =
    given === 0
      ? { code: 'REQUIRED', message: 'is required where neither email nor personId is given' }
      : { code: 'NOT_ALONE', message: 'must not be given together with email or personId' };
  throw new ValidationFailed([{ path: 'externalId', ...issue }]);
}

/** The key that a command names: an id after `id:`, an address with its @, else an external id. */
export function personKeyOf(written: string): PersonKey {
  if (written.startsWith('id:')) return { personId: written.slice('id:'.length) };
  return written.includes('@') ? { email: written } : { externalId: written };
}
