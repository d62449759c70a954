import type pg from 'pg';
import { SCOPES, type Role, type Scope } from '../../../src/shared-kernel/actor.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { newApiKey, newSessionId } from '../../support/new-credential.js';
import { runWes } from '../../support/run-wes.js';

/** Adds companies, users and keys to the database of a service. */
export class Administration {
  /** @param folder - takes files for the operator's command */
  constructor(
    readonly databaseUrl: string,
    private readonly database: pg.Client,
    readonly baseUrl: string,
    readonly folder: string,
  ) {}

  /** Runs statements on a connection of its own, one after the other. */
  async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.database.query<Row>(text, values)).rows;
  }

  /** Runs the operator's command. @throws when it does not succeed */
  async wes(...args: readonly string[]): Promise<string> {
    const { exitCode, stdout, stderr } = await runWes(args, { DATABASE_URL: this.databaseUrl });
    if (exitCode !== 0) throw new Error(`wes ${args.join(' ')} ended with ${exitCode}: ${stderr}`);
    return stdout;
  }

  async addCompany(name: string): Promise<string> {
    const id = newId();
    await this.sql(`INSERT INTO company (id, name, time_zone) VALUES ($1, $2, 'UTC')`, [id, name]);
    return id;
  }

  /** Adds a user with a session of a day. */
  async addUser(
    companyId: string,
    role: Role,
    { name = 'User', email = `${newId()}@example.com` } = {},
  ): Promise<{ userId: string; sessionId: string }> {
    const userId = newId();
    const { credential: sessionId, digest } = await newSessionId((text) => this.sql(text));
    await this.sql(
      `WITH person AS (
         INSERT INTO user_account (id, company_id, email, email_key, name, role, language)
         VALUES ($1, $2, $3, lower($3), $4, $5, 'en')
       ), digest AS (
         INSERT INTO credential_digest (digest, company_id) VALUES ($7, $2)
       )
       INSERT INTO session (id, digest, company_id, user_id, expires_at)
       VALUES ($6, $7, $2, $1, now() + interval '1 day')`,
      [userId, companyId, email, name, role, newId(), digest],
    );
    return { userId, sessionId };
  }

  /** Says that a user is the employee who has the same address now. */
  async linkUser(companyId: string, userId: string): Promise<void> {
    await this.sql(
      `UPDATE user_account u SET employee_id = e.id, link_firm_at = now() FROM employee e
       WHERE u.company_id = $1 AND u.id = $2 AND e.company_id = $1 AND e.email_key = u.email_key`,
      [companyId, userId],
    );
  }

  /** Takes the rights of an admin, whom no key may erase, from a user. */
  async demote(companyId: string, userId: string): Promise<void> {
    await this.sql(`UPDATE user_account SET role = 'MANAGER' WHERE company_id = $1 AND id = $2`, [
      companyId,
      userId,
    ]);
  }

  /** Adds an API key of a day. */
  async addApiKey(
    companyId: string,
    scopes: readonly Scope[] = SCOPES,
    name = 'Integration',
  ): Promise<string> {
    const id = newId();
    const { credential, digest } = await newApiKey((text) => this.sql(text), id);
    await this.sql(
      `WITH digest AS (INSERT INTO credential_digest (digest, company_id) VALUES ($3, $2))
       INSERT INTO api_key (id, company_id, digest, name, scopes, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + interval '1 day')`,
      [id, companyId, digest, name, scopes],
    );
    return credential;
  }
}
