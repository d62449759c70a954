import { Injectable } from '@nestjs/common';
import { AnnouncementTemplatesService } from '../announcements/index.js';
import { IdentityQueries, IdentityService, type DemoUser } from '../identity/index.js';
import { ImportService } from '../imports/import.service.js';
import { RecordLists } from '../imports/record-lists.js';
import { Settings } from '../platform/config/settings.js';
import { DomainError } from '../shared-kernel/domain-error.js';
import { demoCatalogue } from './catalogue/index.js';
import { demoCompanies } from './demo-companies.js';
import { toPlanRecord } from './plans/demo-plan.js';
import type { DemoColleague } from './workforce/employees.js';
import { toCompanyRecords } from './workforce/company-records.js';

const CREDENTIAL_LIFETIME_MS = 12 * 3_600_000;

/** Fresh credentials of one demo company. */
export interface DemoCredentials {
  readonly companyId: string;
  readonly companyName: string;
  readonly adminSessionId: string;
  readonly managerSessionId: string;
  readonly apiKey: string;
}

/** Two companies with what they are divided by and their plans, and a catalogue, to try the service on. Never in production. */
@Injectable()
export class DemoService {
  constructor(
    private readonly settings: Settings,
    private readonly identity: IdentityService,
    private readonly identityQueries: IdentityQueries,
    private readonly templates: AnnouncementTemplatesService,
    private readonly imports: ImportService,
  ) {}

  /**
   * (Re)creates the demo companies with all that they have, and the demo templates; everything else stays as it is.
   * @throws {DomainError} forbidden in production
   */
  async recreate(): Promise<void> {
    this.refuseInProduction();
    await this.identity.removeDemoCompanies();
    for (const { name, timeZone, users, workforce, plans } of demoCompanies) {
      const { id: companyId } = await this.identity.createCompany({ name, timeZone, isDemo: true });
      const colleagues: DemoColleague[] = [];
      for (const user of users) {
        const { id } = await this.identity.createUser({ companyId, ...user });
        colleagues.push({ ...user, id });
      }
      const { places, ...records } = toCompanyRecords(workforce, colleagues, timeZone);
      const [admin = '', manager = '', other = ''] = colleagues.map(({ id }) => id);
      const people = { admin, manager, other };
      const planRecords = plans.map((plan) => toPlanRecord(plan, people, places));
      await this.imports.run(companyId, new RecordLists({ ...records, plans: planRecords }));
    }
    await this.templates.upsertByKey(demoCatalogue);
  }

  /** Creates the demo where nothing has been set up yet, or only a part of the demo. */
  async createIfEmpty(): Promise<void> {
    if (!(await this.identityQueries.hasBeenSetUp())) await this.recreate();
  }

  /**
   * Issues credentials for each demo company that there is, and revokes the ones handed out before.
   * @throws {DomainError} forbidden in production
   */
  async issueCredentials(): Promise<DemoCredentials[]> {
    this.refuseInProduction();
    await this.identity.revokeDemoCredentials();
    const users = await this.identityQueries.listDemoUsers();
    const companies = new Map(users.map(({ companyId, companyName }) => [companyId, companyName]));
    const issued: DemoCredentials[] = [];
    for (const [companyId, companyName] of companies) {
      const own = users.filter((user) => user.companyId === companyId);
      const { key } = await this.identity.issueApiKey({
        companyId,
        name: 'demo',
        lifetimeMs: CREDENTIAL_LIFETIME_MS,
      });
      const adminSessionId = await this.issueSession(own, 'ADMIN');
      const managerSessionId = await this.issueSession(own, 'MANAGER');
      issued.push({ companyId, companyName, adminSessionId, managerSessionId, apiKey: key });
    }
    return issued;
  }

  private async issueSession(users: readonly DemoUser[], role: DemoUser['role']): Promise<string> {
    const user = users.find((candidate) => candidate.role === role);
    if (!user) return `(no active ${role} left; "wes demo" starts afresh)`;
    const { sessionId } = await this.identity.issueSession(user.userId, CREDENTIAL_LIFETIME_MS);
    return sessionId;
  }

  private refuseInProduction(): void {
    if (!this.settings.isProduction) return;
    throw new DomainError(
      'forbidden',
      'DEMO_IN_PRODUCTION',
      'Demo data is refused when NODE_ENV is production.',
    );
  }
}
