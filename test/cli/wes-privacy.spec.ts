import { COMPANY_SETTINGS } from '../support/builders/look-ups.js';
import { runWes } from '../support/loaded-program.js';
import type { WesResult } from '../support/run-wes.js';
import { TestApp } from '../support/test-app.js';
import { WEBHOOKS } from '../support/webhook-fixture.js';

let app: TestApp;
let company: string;

beforeAll(async () => {
  app = await TestApp.start();
  company = await app.company();
  const admin = await app.user('ADMIN', company);
  await admin.patch(COMPANY_SETTINGS, { retention: { leaversMonths: 24, auditDays: 365 } });
  const key = await app.integration(['webhooks:manage', 'employees:read'], company);
  await key.post(WEBHOOKS, { url: 'https://receiver.example.com/x?secret=1', types: ['employee.changed'] });
  await app.sql(`UPDATE company SET name = 'Hotels | *x*' WHERE id = $1`, [company]);
});
afterAll(() => app.stop());

const report = (...options: string[]): Promise<WesResult> =>
  runWes(['privacy', 'report', '--company', company, ...options], { DATABASE_URL: app.databaseUrl });

describe('wes privacy report', () => {
  it('prints a page with purposes, data, recipients, periods and measures', async () => {
    const { exitCode, stdout } = await report();
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^# Record of processing activities: Hotels | \\\*x\\\*\n/);
    for (const line of [
      '### workingTimes',
      '| `employee.email_key` | e-mail address of an employee, folded |',
      '| receiver.example.com | employee.changed |',
      '| People who have left | 24 months |',
      '| Timesheets | no period is set |',
      '| `AUDIT_RETENTION` | 400 days |',
      'People under a legal hold: 0.',
      '## Measures',
    ])
      expect(stdout).toContain(line);
    expect(stdout).not.toContain('secret=1');
    expect(stdout).not.toMatch(/\w(?:Source|Eraser)\b/);
    const rows = stdout.split('\n').filter((line) => line.startsWith('|'));
    expect(rows.filter((line) => /\|\s*\|/.test(line))).toEqual([]);
  });

  it('prints the same as JSON', async () => {
    const { stdout } = await report('--format', 'json');
    const json = JSON.parse(stdout) as { activities: { data: object[] }[] };
    expect(json).toMatchObject({
      company: { id: company, name: 'Hotels | *x*' },
      retention: { leaversMonths: 24, auditDays: 365, warnByMail: false },
      isCompanyHeld: false,
      webhooks: [{ host: 'receiver.example.com', types: ['employee.changed'] }],
      apiKeys: [{ scopes: ['webhooks:manage', 'employees:read'] }],
    });
    expect(json.activities.flatMap(({ data }) => data).length).toBeGreaterThan(60);
    expect(JSON.parse((await report('--json')).stdout)).toMatchObject({ company: { id: company } });
  });

  it('refuses an unknown form and company', async () => {
    expect((await report('--format', 'pdf')).exitCode).toBe(2);
    const unknown = await runWes(['privacy', 'report', '--company', 'None'], {
      DATABASE_URL: app.databaseUrl,
    });
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('None')]);
  });
});
