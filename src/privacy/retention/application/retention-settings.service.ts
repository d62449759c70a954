import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import { timeToNextRun } from '../domain/retention-run.js';
import {
  checkRetention,
  DEFAULT_RETENTION_SETTINGS,
  type RetentionSettings,
} from '../domain/retention-settings.js';
import { RetentionSettingsStore } from './retention-settings.store.js';

/** The retention of companies, which is a part of their settings. */
@Injectable()
export class RetentionSettingsService {
  constructor(private readonly settings: RetentionSettingsStore) {}

  /** The defaults for a company that has set nothing. */
  async get(companyId: string, transaction?: Transaction): Promise<RetentionSettings> {
    return (await this.settings.find(companyId, transaction)) ?? DEFAULT_RETENTION_SETTINGS;
  }

  /** Locks the settings of a company until the transaction ends. */
  lock(companyId: string, transaction: Transaction): Promise<RetentionSettings> {
    return this.settings.lock(companyId, transaction);
  }

  /**
   * Replaces locked settings. A change begins the time until the next run again, so that there is time to correct it.
   * @throws {ValidationFailed}
   */
  async replace(
    companyId: string,
    change: { readonly before: RetentionSettings; readonly after: RetentionSettings },
    transaction: Transaction,
  ): Promise<void> {
    const { before, after } = change;
    checkRetention(after);
    if (isDeepStrictEqual(before, after)) return;
    await this.settings.update(companyId, after, timeToNextRun(after), transaction);
  }
}
