import type { Scope } from '../../src/shared-kernel/actor.js';
import type { Answer, ApiClient } from './api-client.js';
import { BULK, employeeBody, INVITE } from './builders/employee.js';
import type { TestApp } from './test-app.js';

export const WEBHOOKS = '/api/v1/public/company/webhooks';
export const COMPANY_WEBHOOKS = '/api/v1/company/webhooks';

/** Lets the sender reach receivers of a test. */
export const LOCAL_RECEIVERS = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1' } as const;

export const EMPLOYEE_TYPES = ['employee.changed', 'employee.deleted'] as const;

const SCOPES: readonly Scope[] = ['webhooks:manage', 'employees:read', 'employees:write', 'changes:read'];

/** A webhook as the answer to its creation shows it. */
export interface CreatedWebhook {
  readonly id: string;
  readonly secret: string;
  readonly path: string;
}

/** A company with a key that manages webhooks. */
export class WebhookFixture {
  private constructor(
    readonly app: TestApp,
    readonly companyId: string,
    readonly hr: ApiClient & { key: string },
  ) {}

  static async open(app: TestApp): Promise<WebhookFixture> {
    return WebhookFixture.of(app, await app.company());
  }

  static async of(app: TestApp, companyId: string): Promise<WebhookFixture> {
    return new WebhookFixture(app, companyId, await app.integration(SCOPES, companyId));
  }

  async create(url: string, types: readonly string[] = EMPLOYEE_TYPES): Promise<CreatedWebhook> {
    const { id, secret } = bodyOf(await this.hr.post(WEBHOOKS, { url, types })) as CreatedWebhook;
    return { id, secret, path: `${WEBHOOKS}/${id}` };
  }

  /** A new employee. */
  async invite(): Promise<string> {
    const { id } = bodyOf(await this.hr.post(INVITE, employeeBody())) as { id: string };
    return id;
  }

  /** Several new employees, by one transaction. */
  async inviteMany(count: number): Promise<void> {
    const row = (): object => ({ operation: 'invite', employee: employeeBody() });
    bodyOf(await this.hr.post(BULK, { rows: Array.from({ length: count }, row) }));
  }

  async show(webhook: CreatedWebhook): Promise<Record<string, unknown>> {
    return bodyOf(await this.hr.get(webhook.path)) as Record<string, unknown>;
  }
}

export function bodyOf({ status, body, text }: Answer): unknown {
  if (status !== 200) throw new Error(`It was answered with ${status}: ${text}`);
  return body as unknown;
}
