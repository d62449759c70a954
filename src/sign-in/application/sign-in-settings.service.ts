import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { StaffUsers } from '../../identity/index.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { checkSignIn, DEFAULT_SIGN_IN_SETTINGS, type SignInSettings } from '../domain/sign-in-settings.js';
import { SignInSettingsStore } from './sign-in-settings.store.js';
import { IdentityProviders } from './sign-in.ports.js';

/** How the users of companies sign in, which is a part of their settings. */
@Injectable()
export class SignInSettingsService {
  constructor(
    private readonly settings: SignInSettingsStore,
    private readonly providers: IdentityProviders,
    private readonly staff: StaffUsers,
  ) {}

  /** The defaults for a company that has set nothing. */
  async get(companyId: string, transaction?: Transaction): Promise<SignInSettings> {
    return (await this.settings.find(companyId, transaction)) ?? DEFAULT_SIGN_IN_SETTINGS;
  }

  /** Locks the settings of a company until the transaction ends. */
  lock(companyId: string, transaction: Transaction): Promise<SignInSettings> {
    return this.settings.lock(companyId, transaction);
  }

  /**
   * Replaces locked settings.
   * @throws {ValidationFailed}
   * @throws {SignInClientTaken}
   */
  async replace(
    companyId: string,
    { before, after }: { readonly before: SignInSettings; readonly after: SignInSettings },
    transaction: Transaction,
  ): Promise<void> {
    if (isDeepStrictEqual(before, after)) return;
    checkSignIn(after);
    const refusal = after.issuer === undefined ? undefined : this.providers.refusal(after.issuer);
    if (refusal !== undefined)
      throw new ValidationFailed([{ path: 'signIn.issuer', code: 'URL', message: refusal }]);
    await this.settings.update(companyId, after, transaction);
    if (before.rolesFrom === 'employees' && after.rolesFrom === 'users')
      await this.staff.release(companyId, transaction);
  }
}
