import { Registry } from 'prom-client';
import { TestApp } from '../../support/test-app.js';
import { WebhookFixture } from '../../support/webhook-fixture.js';

const MESSAGE = `
  INSERT INTO webhook_message (company_id, webhook_id, id, type, status, due_at, leased_until, created_at)
  VALUES ($1, $2, gen_random_uuid()::text, 'employee.changed', 'WAITING', now() + $3::interval,
    now() + $4::interval, now())`;

describe('the metrics of webhooks', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ METRICS_PORT: '0' }, undefined, { isWorker: false });
  });
  afterAll(() => app.stop());

  it('count what waits, and show attempts that nobody makes, but not the queue before a slow receiver', async () => {
    const fixture = await WebhookFixture.open(app);
    const newWebhook = async () => (await fixture.create('https://receiver.example/wes')).id;
    const [slow, forgotten, waiting] = [await newWebhook(), await newWebhook(), await newWebhook()];
    const add = (webhookId: string, due: string, leased: string | null = null) =>
      app.sql(MESSAGE, [fixture.companyId, webhookId, due, leased]);
    await add(slow, '-1 hour', '10 s');
    await add(slow, '-1 hour');
    await add(forgotten, '-90 s', '-10 s');
    await add(forgotten, '-1 s');
    await add(waiting, '1 hour');
    const valueOf = async (name: string) =>
      (await app.app.get(Registry, { strict: false }).getSingleMetric(name)!.get()).values[0]!.value;
    expect(await valueOf('wes_webhook_messages_waiting')).toBe(5);
    const seconds = await valueOf('wes_webhook_oldest_due_seconds');
    expect(seconds).toBeGreaterThanOrEqual(90);
    expect(seconds).toBeLessThan(150);
  });
});
