import { newId } from '../../../src/shared-kernel/id.js';
import { BULK, employeeBody, INVITE } from '../../support/builders/employee.js';
import { runSql } from '../../support/databases.js';
import { newApiKey } from '../../support/new-credential.js';
import { EMPLOYEE_TYPES, WEBHOOKS } from '../../support/webhook-fixture.js';
import { isDone, type Call, type CallResult, type Caller } from '../harness/calls.js';
import type { Receiver } from './receivers.js';

const SCOPES = ['webhooks:manage', 'employees:read', 'employees:write', 'changes:read'];

/** Rows of a request. */
const ROWS = 1_000;

/** A company with its receivers, and what it has changed. */
export class WebhookCompany {
  readonly receivers: Receiver[] = [];
  /** When each change was acknowledged, by `performance.now()`. */
  readonly changes = new Map<string, number>();
  private readonly webhookIds = new Map<Receiver, string>();

  private constructor(
    readonly id: string,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  static async create(databaseUrl: string): Promise<WebhookCompany> {
    const [id, keyId] = [newId(), newId()];
    await runSql(databaseUrl, `INSERT INTO company (id, name, time_zone) VALUES ($1, 'Company', 'UTC')`, [
      id,
    ]);
    const { credential, digest } = await newApiKey((sql) => runSql(databaseUrl, sql), keyId);
    await runSql(
      databaseUrl,
      `WITH digest AS (INSERT INTO credential_digest (digest, company_id) VALUES ($3, $2))
       INSERT INTO api_key (id, company_id, digest, name, scopes, expires_at)
       VALUES ($1, $2, $3, 'Webhooks', $4, now() + interval '1 day')`,
      [keyId, id, digest, SCOPES],
    );
    return new WebhookCompany(id, { serviceAPIKey: credential });
  }

  async addReceiver(caller: Caller, baseUrl: string, receiver: Receiver): Promise<void> {
    const json = { url: receiver.url, types: EMPLOYEE_TYPES };
    const result = await caller.send(baseUrl, this.headers, { method: 'POST', path: WEBHOOKS, json });
    if (!isDone(result)) throw new Error(`${WEBHOOKS} answered ${result.status}: ${result.body}`);
    const { id, secret } = JSON.parse(result.body) as { id: string; secret: string };
    receiver.secret = secret;
    this.webhookIds.set(receiver, id);
    this.receivers.push(receiver);
  }

  /** Invites a person. Where there is no answer, nobody knows whether they were stored. */
  async change(caller: Caller, baseUrl: string): Promise<CallResult> {
    const call: Call = { method: 'POST', path: INVITE, json: employeeBody() };
    const result = await caller.send(baseUrl, this.headers, call);
    if (isDone(result))
      this.changes.set((JSON.parse(result.body) as { id: string }).id, result.startedAt + result.tookMs);
    return result;
  }

  /** Invites many people, by few requests. */
  async changeMany(caller: Caller, baseUrl: string, count: number): Promise<void> {
    for (let done = 0; done < count; done += ROWS) {
      const rows = Array.from({ length: ROWS }, () => ({ operation: 'invite', employee: employeeBody() }));
      const result = await caller.send(baseUrl, this.headers, { method: 'POST', path: BULK, json: { rows } });
      if (!isDone(result)) throw new Error(`${BULK} answered ${result.status}: ${result.body.slice(0, 300)}`);
    }
  }

  async disabledReason(caller: Caller, baseUrl: string, receiver: Receiver): Promise<unknown> {
    const path = `${WEBHOOKS}/${this.webhookIds.get(receiver)}`;
    const { body } = await caller.send(baseUrl, this.headers, { method: 'GET', path });
    return (JSON.parse(body) as { disabledReason?: string }).disabledReason;
  }
}
