import { Injectable } from '@nestjs/common';
import { AnnouncementTemplatesService } from '../announcements/index.js';
import { IdentityQueries, IdentityService, type DemoUser } from '../identity/index.js';
import { ImportService } from '../imports/import.service.js';
import { RecordLists } from '../imports/record-lists.js';
import { Settings } from '../platform/config/settings.js';
import { DomainError } from '../shared-kernel/domain-error.js';
import { mapTexts, readDemoCompanies, readDemoFile } from './demo-files.js';
import { welcomeBox, type DemoCredentials } from './welcome-box.js';

const CREDENTIAL_LIFETIME_MS = 12 * 3_600_000;

/** Two companies with realistic data, and a catalogue of templates, to try the service on. Never in production. */
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
   * (Re)creates the demo companies with all their data, and the demo templates. Everything else stays as it is.
   * @throws {DomainError} forbidden in production
   */
  async recreate(): Promise<void> {
    this.refuseInProduction();
    await this.identity.removeDemoCompanies();
    for (const { name, timeZone, users, lists } of readDemoCompanies()) {
      const { id: companyId } = await this.identity.createCompany({ name, timeZone, isDemo: true });
      const ids = new Map<string, string>();
      for (const { id: idInFile, ...user } of users) {
        const { id } = await this.identity.createUser({ companyId, ...user });
        ids.set(idInFile, id);
      }
      const records = mapTexts(lists, (text) => ids.get(text) ?? text);
      await this.imports.run(companyId, new RecordLists(records));
    }
    await this.templates.upsertByKey(readDemoFile('templates'));
  }

  /** Creates the demo if the database has nothing else: no data, or a demo that was interrupted. */
  async createIfEmpty(): Promise<void> {
    if (!(await this.identityQueries.hasBeenSetUp())) await this.recreate();
  }

  /**
   * Issues credentials for each demo company, and revokes the previous ones.
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

  /** Fresh credentials as a text for the terminal; empty if there is no demo company. */
  async welcome(baseUrl: string): Promise<string> {
    const credentials = await this.issueCredentials();
    return credentials.length > 0 ? welcomeBox(baseUrl, credentials) : '';
  }

  private async issueSession(users: readonly DemoUser[], role: DemoUser['role']): Promise<string> {
    const user = users.find((candidate) => candidate.role === role);
    if (!user) return `(no active ${role} left; "wes demo" starts afresh)`;
    const { sessionId } = await this.identity.issueSession(user.userId, CREDENTIAL_LIFETIME_MS);
    return sessionId;
  }

  /** @throws {DomainError} forbidden in production */
  refuseInProduction(): void {
    if (!this.settings.isProduction) return;
    throw new DomainError(
      'forbidden',
      'DEMO_IN_PRODUCTION',
      'Demo data is refused when NODE_ENV is production.',
    );
  }
}
