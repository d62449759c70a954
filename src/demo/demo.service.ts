import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { AnnouncementTemplatesService } from '../announcements/index.js';
import {
  ApiKeysService,
  CompaniesService,
  IdentityQueries,
  OperatorQueries,
  SessionsService,
  UsersService,
  type CompanySummary,
} from '../identity/index.js';
import { CompanySettingsService } from '../company-settings/index.js';
import { ImportService } from '../imports/import.service.js';
import { RecordLists } from '../imports/record-lists.js';
import { Settings } from '../platform/config/settings.js';
import { OUTBOX_FOLDER } from '../platform/mail/outbox-mailer.js';
import { operatorOf, SCOPES, type Role } from '../shared-kernel/actor.js';
import { DomainError } from '../shared-kernel/domain-error.js';
import { mapTexts, readDemoCompanies, readDemoFile } from './demo-files.js';
import { welcomeBox, type DemoCredentials } from './welcome-box.js';

const CREDENTIAL_LIFETIME_MS = 12 * 3_600_000;

/** Two companies with realistic data, and a catalogue of templates, to try the service on. Never in production. */
@Injectable()
export class DemoService {
  // eslint-disable-next-line @typescript-eslint/max-params -- composes contexts
  constructor(
    private readonly settings: Settings,
    private readonly companyChanges: CompaniesService,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly apiKeys: ApiKeysService,
    private readonly identityQueries: IdentityQueries,
    private readonly operatorQueries: OperatorQueries,
    private readonly templates: AnnouncementTemplatesService,
    private readonly imports: ImportService,
    private readonly settingsOfCompanies: CompanySettingsService,
  ) {}

  /**
   * (Re)creates the demo companies with all their data, and the demo templates. Everything else stays as it is.
   * @throws {DomainError} forbidden in production
   */
  async recreate(): Promise<void> {
    this.refuseInProduction();
    for (const { id } of await this.companies()) await this.companyChanges.remove(id);
    for (const { name, timeZone, users, settings, lists } of readDemoCompanies()) {
      const { id: companyId } = await this.companyChanges.create({ name, timeZone, isDemo: true });
      const ids = new Map<string, string>();
      for (const { id: idInFile, ...user } of users) {
        const { id } = await this.users.create(operatorOf(companyId), user);
        ids.set(idInFile, id);
      }
      const records = mapTexts(lists, (text) => ids.get(text) ?? text);
      await this.imports.run(companyId, new RecordLists(records));
      // Users have the ids of the employees who they are. An admin is one only if somebody says so (ADR 55).
      for (const { id, role } of users)
        if (role === 'ADMIN') await this.confirm(companyId, ids.get(id) ?? id);
      await this.settingsOfCompanies.change(operatorOf(companyId), settings);
    }
    await this.templates.upsertByKey(readDemoFile('templates'));
  }

  /** Creates the demo if the database has nothing else: no data, or a demo that was interrupted. */
  async createIfEmpty(): Promise<void> {
    const companies = await this.operatorQueries.listCompanies(null);
    for (const { id, isDemo } of companies) {
      // A demo company without a credential is left over from a crash during its creation.
      if (!isDemo || (await this.identityQueries.listApiKeys(id)).length > 0) return;
    }
    await this.recreate();
  }

  /** The demo companies, the oldest first. */
  async companies(): Promise<CompanySummary[]> {
    const companies = await this.operatorQueries.listCompanies(null);
    return companies.filter(({ isDemo }) => isDemo).reverse();
  }

  /**
   * Issues credentials for each demo company, and revokes the previous ones.
   * @throws {DomainError} forbidden in production
   */
  async issueCredentials(): Promise<DemoCredentials[]> {
    this.refuseInProduction();
    const companies = await this.companies();
    for (const { id } of companies) await this.revokeCredentials(id);
    const issued: DemoCredentials[] = [];
    for (const { id: companyId, name: companyName } of companies) {
      const expiresAt = new Date(Date.now() + CREDENTIAL_LIFETIME_MS);
      const input = { name: 'demo', scopes: SCOPES, expiresAt };
      const { key: apiKey } = await this.apiKeys.issue(operatorOf(companyId), input);
      const admin = await this.issueSession(companyId, 'ADMIN');
      const manager = await this.issueSession(companyId, 'MANAGER');
      issued.push({
        ...{ companyId, companyName, apiKey },
        ...{ adminSessionId: admin.sessionId, adminEmail: admin.email },
        ...{ managerSessionId: manager.sessionId, managerEmail: manager.email },
      });
    }
    return issued;
  }

  /** Fresh credentials as a text for the terminal; empty if there is no demo company. */
  async welcome(baseUrl: string): Promise<string> {
    const credentials = await this.issueCredentials();
    return credentials.length > 0 ? welcomeBox(baseUrl, credentials, this.outbox()) : '';
  }

  /** The folder of mails, where there is no mail server. */
  outbox(): string | undefined {
    const { mail, dataDir } = this.settings;
    return mail.smtpUrl === undefined ? join(dataDir, OUTBOX_FOLDER) : undefined;
  }

  private async confirm(companyId: string, id: string): Promise<void> {
    await this.users.update(operatorOf(companyId), id, { employeeId: id });
  }

  private async revokeCredentials(companyId: string): Promise<void> {
    const sessions = await this.operatorQueries.listSessions(companyId, null);
    const operator = operatorOf(companyId);
    const valid = sessions.filter(({ state }) => state === 'valid');
    for (const userId of new Set(valid.map((session) => session.userId)))
      await this.sessions.endAll(operator, userId);
    for (const { id, revokedAt } of await this.identityQueries.listApiKeys(companyId))
      if (!revokedAt) await this.apiKeys.revoke(operator, id);
  }

  /** Issues a session of the oldest active user with a role. */
  private async issueSession(companyId: string, role: Role): Promise<{ sessionId: string; email: string }> {
    const users = await this.operatorQueries.listUsers(companyId, null);
    const user = users.findLast((candidate) => candidate.role === role && !candidate.deactivatedAt);
    if (!user) return { sessionId: `(no active ${role} left; "wes demo" starts afresh)`, email: '(none)' };
    const operator = operatorOf(companyId);
    const { sessionId } = await this.sessions.issue(operator, user.id, CREDENTIAL_LIFETIME_MS);
    return { sessionId, email: user.email };
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
