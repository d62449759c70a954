import { SCOPES } from '../../src/shared-kernel/actor.js';
import { COMPANY_SETTINGS } from '../support/builders/look-ups.js';
import { runWes } from '../support/loaded-program.js';
import type { WesResult } from '../support/run-wes.js';
import { TestApp } from '../support/test-app.js';

const DEFAULTS = {
  reminders: false,
  digest: false,
  language: 'en',
  hour: 9,
  weekdays: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'],
  retention: { warnByMail: false },
  grantableScopes: SCOPES.filter((scope) => scope !== 'people:erase'),
};

let app: TestApp;
let company: string;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());
beforeEach(async () => {
  company = await app.company();
});

const set = (...options: string[]): Promise<WesResult> =>
  runWes(['company', 'set', '--company', company, ...options], { DATABASE_URL: app.databaseUrl });

async function json(...options: string[]): Promise<unknown> {
  const { exitCode, stdout, stderr } = await set(...options, '--json');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('wes company set', () => {
  it('shows the settings, which are the defaults at first', async () => {
    expect(await json()).toEqual(DEFAULTS);
    const { stdout } = await set();
    expect(stdout).toBe(
      'REMINDERS           off\nDIGEST              off\nLANGUAGE            en\nHOUR                9\n' +
        'WEEKDAYS            MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY\nLEAVERS MONTHS      off\n' +
        'TIMESHEETS YEARS    off\nCLOSED PLANS YEARS  off\nAUDIT DAYS          off\nWARN BY MAIL        off\n' +
        `GRANTABLE SCOPES    ${DEFAULTS.grantableScopes.join(', ')}\n`,
    );
  });

  it('changes those that are given, which the company then reads', async () => {
    const all = ['--reminders', 'on', '--digest', 'on', '--language', 'pt-BR', '--hour', '0'];
    all.push('--grantable-scopes', 'scim,people:erase');
    const changed = {
      reminders: true,
      digest: true,
      language: 'pt-BR',
      hour: 0,
      weekdays: ['MONDAY', 'SUNDAY'],
      retention: { warnByMail: false },
      grantableScopes: ['scim', 'people:erase'],
    };
    expect(await json(...all, '--weekdays', 'SUNDAY,MONDAY')).toEqual(changed);
    expect(await json('--digest', 'off')).toEqual({ ...changed, digest: false });
    const admin = await app.user('ADMIN', company);
    expect((await admin.get(COMPANY_SETTINGS)).body).toEqual({ ...changed, digest: false });
  });

  it('changes the periods that are given, and turns them off', async () => {
    const periods = ['--leavers-months', '24', '--timesheets-years', '4', '--audit-days', '365'];
    const retention = { leaversMonths: 24, timesheetsYears: 4, auditDays: 365, warnByMail: true };
    expect(await json(...periods, '--warn-by-mail', 'on')).toEqual({ ...DEFAULTS, retention });
    const changed = { ...retention, leaversMonths: undefined, closedPlansYears: 5 };
    expect(await json('--leavers-months', 'off', '--closed-plans-years', '5')).toEqual({
      ...DEFAULTS,
      retention: changed,
    });
  });

  it.each([
    ['--leavers-months', '0', 'retention.leaversMonths must be from 1 to 120.'],
    ['--audit-days', '29', 'retention.auditDays must be from 30 to 3650.'],
    ['--timesheets-years', 'x', 'retention.timesheetsYears must be an integer.'],
    ['--warn-by-mail', 'yes', 'It must be on or off.'],
    ['--reminders', 'yes', 'It must be on or off.'],
    ['--digest', 'true', 'It must be on or off.'],
    ['--language', 'no tag', 'language must be a BCP 47 tag.'],
    ['--hour', '24', 'hour must be from 0 to 23.'],
    ['--hour', '9.5', 'hour must be an integer.'],
    ['--weekdays', 'monday', 'It must be a list, separated by commas, of MONDAY'],
    ['--weekdays', 'MONDAY,MONDAY', 'weekdays[1] must not occur twice.'],
    ['--weekdays', '', 'It must be a list, separated by commas, of MONDAY'],
  ])('refuses %s %j', async (option, value, rule) => {
    const { exitCode, stderr } = await set(option, value);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(rule)]);
    expect(await json()).toEqual(DEFAULTS);
  });

  it('refuses an unknown company', async () => {
    const { exitCode, stderr } = await runWes(
      ['company', 'set', '--company', 'None', '--hour', '8', '--json'],
      { DATABASE_URL: app.databaseUrl },
    );
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('COMPANY_NOT_FOUND')]);
  });

  it('is listed with the other commands of companies', async () => {
    const { stdout } = await runWes(['company', '--help'], {});
    expect(stdout).toMatch(/^ {2}create [^]*^ {2}set [^]*^ {2}delete /m);
  });
});
