import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../shared-kernel/transaction.js';
import {
  changeReminderSettings,
  DEFAULT_REMINDER_SETTINGS,
  type ReminderSettings,
} from '../domain/reminder-settings.js';
import { ReminderSettingsStore } from './reminder-settings.store.js';

/** The mails of companies, which are a part of their settings. */
@Injectable()
export class ReminderSettingsService {
  constructor(private readonly settings: ReminderSettingsStore) {}

  /** The defaults for a company that has set nothing. */
  async get(companyId: string, transaction?: Transaction): Promise<ReminderSettings> {
    return (await this.settings.find(companyId, transaction)) ?? DEFAULT_REMINDER_SETTINGS;
  }

  /** Locks the settings of a company until the transaction ends. */
  lock(companyId: string, transaction: Transaction): Promise<ReminderSettings> {
    return this.settings.lock(companyId, transaction);
  }

  /**
   * Changes locked settings, those that are given.
   * @returns the settings after the change
   * @throws {ValidationFailed}
   */
  async change(
    companyId: string,
    { before, change }: { readonly before: ReminderSettings; readonly change: Partial<ReminderSettings> },
    transaction: Transaction,
  ): Promise<ReminderSettings> {
    const after = changeReminderSettings(before, change);
    await this.settings.update(companyId, after, transaction);
    return after;
  }
}
