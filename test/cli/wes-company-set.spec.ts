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
  signIn: { clientIds: [], trustEmail: false, codes: 'auto', rolesFrom: 'users' },
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
      'REMINDERS             off\nDIGEST                off\nLANGUAGE              en\nHOUR                  9\n' +
        'WEEKDAYS              MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY\nLEAVERS MONTHS        off\n' +
        'TIMESHEETS YEARS      off\nCLOSED PLANS YEARS    off\nAUDIT DAYS            off\n' +
        `WARN BY MAIL          off\nGRANTABLE SCOPES      ${DEFAULTS.grantableScopes.join(', ')}\n` +
        'SIGN-IN ISSUER        off\nSIGN-IN CLIENTS       off\n' +
        'SIGN-IN TRUST E-MAIL  off\nSIGN-IN CODES         auto\nSIGN-IN ROLES FROM    users\nSESSION TTL           12h\n',
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
    const { signIn } = DEFAULTS;
    expect(await json(...all, '--weekdays', 'SUNDAY,MONDAY')).toEqual({ ...changed, signIn });
    expect(await json('--digest', 'off')).toEqual({ ...changed, digest: false, signIn });
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

  it('changes how users sign in, and removes each part of it', async () => {
    const issuer = 'https://login.microsoftonline.com/8b1e2c3d-1111-4222-8333-9b7f6d5c4a31/v2.0';
    const provider = ['--sign-in-issuer', issuer, '--sign-in-clients', 'app, other,app'];
    const signIn = {
      ...{ issuer, clientIds: ['app', 'other'], trustEmail: true, codes: 'on', sessionS: 28_800 },
      rolesFrom: 'employees',
    };
    const rest = [
      '--sign-in-roles-from',
      'employees',
      '--sign-in-trust-email',
      'on',
      '--sign-in-codes',
      'on',
      '--session-ttl',
      '8h',
    ];
    expect(await json(...provider, ...rest)).toEqual({ ...DEFAULTS, signIn });
    expect((await set()).stdout).toMatch(/^SIGN-IN CLIENTS +app, other\n[^]*^SESSION TTL +8h$/m);
    const { issuer: _, ...others } = { ...signIn, clientIds: [], codes: 'auto' };
    const off = ['--sign-in-issuer', 'off', '--sign-in-codes', 'auto'];
    expect(await json(...off)).toEqual({ ...DEFAULTS, signIn: others });
    const none = ['--sign-in-roles-from', 'users', '--sign-in-trust-email', 'off', '--session-ttl', 'off'];
    expect(await json(...none)).toEqual(DEFAULTS);
    const [{ before, after }] = (await app.sql(
      `SELECT before::jsonb AS before, after::jsonb AS after FROM audit_record
       WHERE company_id = $1 AND operation = 'settings.update' ORDER BY id LIMIT 1`,
      [company],
    )) as [{ before: object; after: object }];
    expect([before, after]).toEqual([{ signIn: DEFAULTS.signIn }, { signIn }]);
  });

  it('gives a client of an issuer to one company', async () => {
    const provider = ['--sign-in-issuer', 'https://sso.example.com', '--sign-in-clients', 'shared,own'];
    await json(...provider);
    company = await app.company();
    const { exitCode, stderr } = await set(...provider, '--json');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('SIGN_IN_CLIENT_TAKEN')]);
    expect(await json()).toEqual(DEFAULTS);
  });

  it('needs the issuer together with the clients', async () => {
    const { exitCode, stderr } = await set('--sign-in-clients', 'app');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('must be set together')]);
  });

  it.each([
    ['--sign-in-issuer', 'https://login.microsoftonline.com/common/v2.0', 'must be that of one tenant'],
    ['--sign-in-issuer', 'https://sso.example.com/?a=b', 'must not have a query or a fragment'],
    ['--sign-in-clients', 'a,,b', 'must be 1 to 255 printable characters'],
    ['--sign-in-trust-email', 'yes', 'It must be on or off.'],
    ['--sign-in-codes', 'yes', 'Allowed choices are on, off, auto.'],
    ['--session-ttl', '31d', 'must be from 1 minute to 30 days'],
    ['--session-ttl', '12', 'It must be a whole number with its unit'],
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
