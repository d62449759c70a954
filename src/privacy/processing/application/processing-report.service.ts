import { Injectable } from '@nestjs/common';
import { IdentityQueries, OperatorQueries } from '../../../identity/index.js';
import { WebhooksQueries } from '../../../webhooks/index.js';
import { LegalHolds } from '../../holds/index.js';
import { RetentionSettingsService } from '../../retention/index.js';
import { processingReport, type ProcessingReport } from './processing-report.js';

/** Settings of the operator that say for how long something is kept, by variable, in days. */
export abstract class OperatorPeriods {
  abstract readonly days: Readonly<Record<string, number>>;
}

/** Puts the record of processing of a company together. */
@Injectable()
export class ProcessingReportService {
  constructor(
    private readonly companies: OperatorQueries,
    private readonly identity: IdentityQueries,
    private readonly webhooks: WebhooksQueries,
    private readonly holds: LegalHolds,
    private readonly retention: RetentionSettingsService,
    private readonly periods: OperatorPeriods,
  ) {}

  /** @param idOrName - of the company */
  async of(idOrName: string): Promise<ProcessingReport> {
    const company = await this.companies.company(idOrName);
    const { isCompanyHeld, heldPeople } = await this.holds.inCompany(company.id);
    const keys = await this.identity.listApiKeys(company.id);
    const at = new Date();
    const webhooks = await this.webhooks.list({ companyId: company.id });
    return processingReport({
      company,
      at,
      retention: await this.retention.get(company.id),
      operatorDays: this.periods.days,
      isCompanyHeld,
      heldPeople,
      webhooks: webhooks
        .filter(({ enabled }) => enabled)
        .map(({ url, types }) => ({ host: new URL(url).host, types })),
      apiKeys: keys
        .filter(({ revokedAt, expiresAt }) => revokedAt === null && expiresAt > at)
        .map(({ name, scopes }) => ({ name, scopes })),
    });
  }
}
