import { Injectable } from '@nestjs/common';
import type { OperatorActor, UserActor } from '../../shared-kernel/actor.js';
import { AuditTrail } from '../../shared-kernel/audit-trail.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import {
  changeReminderSettings,
  DEFAULT_REMINDER_SETTINGS,
  type ReminderSettings,
} from '../domain/reminder-settings.js';
import { ReminderSettingsRepository } from '../domain/reminder-settings.repository.js';

/** The settings of companies, which their admins and operators change. */
@Injectable()
export class ReminderSettingsService {
  constructor(
    private readonly settings: ReminderSettingsRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /** The defaults for a company that has set nothing. */
  async get(companyId: string, transaction?: Transaction): Promise<ReminderSettings> {
    return (await this.settings.find(companyId, transaction)) ?? DEFAULT_REMINDER_SETTINGS;
  }

  /**
   * Changes the settings that are given, of the actor's company. What changes nothing leaves no record.
   * @param check - refuses the change by an error; called with the locked settings
   * @throws {ValidationFailed}
   */
  change(
    actor: UserActor | OperatorActor,
    change: Partial<ReminderSettings>,
    check?: (before: ReminderSettings) => Promise<void>,
  ): Promise<ReminderSettings> {
    const { companyId } = actor;
    return this.unitOfWork.run(async (transaction) => {
      const before = await this.settings.lock(companyId, transaction);
      await check?.(before);
      const after = changeReminderSettings(before, change);
      await this.settings.update(companyId, after, transaction);
      const audited = { operation: 'settings.update', objectId: companyId, before, after } as const;
      await this.audit.record(actor, audited, transaction);
      return after;
    });
  }
}
