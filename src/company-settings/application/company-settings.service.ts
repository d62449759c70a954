import { Injectable } from '@nestjs/common';
import { RetentionSettingsService, type RetentionSettings } from '../../privacy/retention/index.js';
import { ReminderSettingsService, type ReminderSettings } from '../../reminders/index.js';
import { CompaniesService, IdentityQueries } from '../../identity/index.js';
import { SignInSettingsService, type SignInSettings } from '../../sign-in/index.js';
import type { OperatorActor, Scope, UserActor } from '../../shared-kernel/actor.js';
import { AuditTrail } from '../../shared-kernel/audit-trail.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';

/** All settings of a company. */
export interface CompanySettings extends ReminderSettings {
  readonly retention: RetentionSettings;
  /** Scopes that the admins of the company may grant. */
  readonly grantableScopes: readonly Scope[];
  readonly signIn: SignInSettings;
}

/** A property that is absent stays. */
export interface CompanySettingsChange extends Partial<ReminderSettings> {
  /** The retention after the change. */
  readonly retention?: (before: RetentionSettings) => RetentionSettings;
  /** Of the operator alone. */
  readonly grantableScopes?: readonly Scope[] | undefined;
  /** How users sign in after the change. Only operators change it. */
  readonly signIn?: (before: SignInSettings) => SignInSettings;
}

/** The settings of companies, which their admins and operators change. Each part belongs to a context of its own. */
@Injectable()
export class CompanySettingsService {
  // eslint-disable-next-line @typescript-eslint/max-params -- each part of the settings belongs to a context of its own
  constructor(
    private readonly reminders: ReminderSettingsService,
    private readonly retention: RetentionSettingsService,
    private readonly identity: IdentityQueries,
    private readonly companies: CompaniesService,
    private readonly signIn: SignInSettingsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /** The defaults where a company has set nothing. */
  async get(companyId: string): Promise<CompanySettings> {
    const reminders = await this.reminders.get(companyId);
    const retention = await this.retention.get(companyId);
    const grantableScopes = await this.identity.grantableScopes(companyId);
    return { ...reminders, retention, grantableScopes, signIn: await this.signIn.get(companyId) };
  }

  /**
   * Changes the settings that are given, of the actor's company. What changes nothing leaves no record.
   * @param check - refuses the change by an error; called with the locked settings
   * @throws {ValidationFailed}
   * @throws {SignInClientTaken}
   */
  change(
    actor: UserActor | OperatorActor,
    {
      retention: retentionAfter,
      signIn: signInAfter,
      grantableScopes: grantable,
      ...change
    }: CompanySettingsChange,
    check?: (before: CompanySettings) => Promise<void>,
  ): Promise<CompanySettings> {
    const { companyId } = actor;
    return this.unitOfWork.run(async (transaction) => {
      const { retention, grantableScopes, signIn, ...reminders } = await this.lock(companyId, transaction);
      const before = { ...reminders, retention, grantableScopes, signIn };
      await check?.(before);
      const changed = await this.reminders.change(companyId, { before: reminders, change }, transaction);
      const after = {
        ...changed,
        retention: retentionAfter?.(retention) ?? retention,
        grantableScopes: grantable ?? grantableScopes,
        signIn: signInAfter?.(signIn) ?? signIn,
      };
      await this.retention.replace(companyId, { before: retention, after: after.retention }, transaction);
      if (grantable) await this.companies.setGrantableScopes(companyId, grantable, transaction);
      await this.signIn.replace(companyId, { before: signIn, after: after.signIn }, transaction);
      const audited = { operation: 'settings.update', objectId: companyId, before, after } as const;
      await this.audit.record(actor, audited, transaction);
      return after;
    });
  }

  private async lock(companyId: string, transaction: Transaction): Promise<CompanySettings> {
    const reminders = await this.reminders.lock(companyId, transaction);
    const grantableScopes = await this.identity.grantableScopes(companyId, transaction);
    const retention = await this.retention.lock(companyId, transaction);
    return {
      ...reminders,
      retention,
      grantableScopes,
      signIn: await this.signIn.lock(companyId, transaction),
    };
  }
}
