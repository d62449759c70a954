import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/index.js';
import { Authenticator } from '../../src/shared-kernel/authenticator.js';
import { DEFAULT_SCOPES, type Scope } from '../../src/shared-kernel/actor.js';
import { codePointLength } from '../../src/shared-kernel/text.js';
import { TEMPLATES } from '../support/builders/template.js';
import { runSql } from '../support/databases.js';
import { runWes } from '../support/loaded-program.js';
import { runWesOnTerminal, type WesResult } from '../support/run-wes.js';
import { endServices, newDataDir, ServiceProcess } from '../support/service-process.js';
import { TestApp } from '../support/test-app.js';

const ID = /^[0-9a-f]{24}$/;
const SECRET = /^[\w-]{59}$/;
const API_KEY = /^wes_[0-9a-f]{24}_[\w-]{59}$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UNKNOWN = '0123456789abcdef01234567';
const HOUR_MS = 3_600_000;
const IN_FORCE_WITHIN_MS = 1_000;

interface Json {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read what the command promises
  readonly [member: string]: any;
}

/** The data folder of a running service, in which every command finds the embedded database. */
let dataDir: string;
let service: ServiceProcess;
let database: EmbeddedPostgres;
/** Another process on the same database, which also creates test data. */
let other: TestApp;
/** Every credential that a command has printed. */
const secrets: string[] = [];

function wes(...args: string[]): Promise<WesResult> {
  return runWes(args, { DATA_DIR: dataDir });
}

/** The only output of a command that succeeds: one line. */
async function line(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await wes(...args);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatch(/^.+\n$/);
  return stdout.trimEnd();
}

/** The document of a command with `--json` that succeeds. */
async function json(...args: string[]): Promise<Json> {
  return JSON.parse(await line(...args, '--json')) as Json;
}

/** An admin of a company that has another one. */
async function spareAdmin(): Promise<{ userId: string; sessionId: string }> {
  const companyId = await other.company();
  await other.user('ADMIN', companyId);
  return other.user('ADMIN', companyId);
}

/** Expects that a command is refused, with one JSON document. */
async function expectRefusal(args: string[], code: string, message: string): Promise<void> {
  const { exitCode, stdout, stderr } = await wes(...args, '--json');
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(/^.+\n$/);
  expect(JSON.parse(stderr)).toMatchObject({ error: { code, message } });
}

async function statusFor(sessionId: string): Promise<number> {
  return (await service.as(sessionId).get(TEMPLATES)).status;
}

function expectClose(dateTime: string, expectedMs: number): void {
  expect(Math.abs(Date.parse(dateTime) - expectedMs)).toBeLessThan(60_000);
}

/** Expects the note about the expiry of a credential. */
function expectNote(stderr: string, expiresAtMs: number): void {
  const [, expiresAt] = /^Expires (\S+Z)\. It cannot be shown again\.\n$/.exec(stderr) ?? [];
  expectClose(expiresAt ?? stderr, expiresAtMs);
}

/** Asks until the answer is yes; fails if it is no to a question asked after one second. */
async function becomesTrue(isSo: () => Promise<boolean>): Promise<void> {
  const begunAt = performance.now();
  for (;;) {
    const askedAt = performance.now();
    if (await isSo()) return;
    expect(askedAt - begunAt).toBeLessThan(IN_FORCE_WITHIN_MS);
  }
}

beforeAll(async () => {
  dataDir = await newDataDir();
  expect(await wes('demo')).toMatchObject({ exitCode: 0 });
  service = await ServiceProcess.start({ dataDir });
  database = await EmbeddedPostgres.open({ directory: join(dataDir, 'postgres'), role: 'command' });
  other = await TestApp.start({}, database.url);
});

afterAll(async () => {
  await other.stop();
  await database.close();
});

afterAll(endServices, 60_000);

describe('wes company create', () => {
  it('prints the id of the new company', async () => {
    const id = await line('company', 'create', '--name', 'Hôtel "Été"', '--time-zone', 'Europe/Madrid');
    expect(id).toMatch(ID);
    expect(
      await runSql(database.url, 'SELECT name, time_zone, is_demo FROM company WHERE id = $1', [id]),
    ).toEqual([{ name: 'Hôtel "Été"', time_zone: 'Europe/Madrid', is_demo: false }]);
  });

  it('prints the company with --json; its time zone is UTC unless given', async () => {
    expect(await json('company', 'create', '--name', '--json')).toEqual({
      id: expect.stringMatching(ID),
      name: '--json',
      timeZone: 'UTC',
    });
  });

  it('makes the first admin, and no company where the admin is not valid', async () => {
    const admin = ['--admin-email', 'Jo@cedar.example', '--admin-language', 'pt-BR'];
    const { id, adminId } = await json('company', 'create', '--name', 'Cedar', ...admin);
    expect(await json('user', 'list', '--company', id as string)).toMatchObject([
      { id: adminId, email: 'Jo@cedar.example', name: 'Jo@cedar.example', role: 'ADMIN', language: 'pt-BR' },
    ]);
    for (const wrong of [
      ['--admin-email', 'no address'],
      ['--admin-name', 'Jo'],
    ])
      expect(await wes('company', 'create', '--name', 'Never', ...wrong)).toMatchObject({ exitCode: 2 });
    expect(await runSql(database.url, `SELECT FROM company WHERE name = 'Never'`)).toEqual([]);
  });
});

describe('wes user', () => {
  let company: string;

  const create = (of: string, email: string) => {
    return ['user', 'create', '--company', of, '--email', email, '--name', 'Zoë', '--role', 'MANAGER'];
  };

  beforeAll(async () => {
    company = await other.company();
  });

  it('create prints the id of the new user', async () => {
    const id = await line(...create(company, 'Zoe@Example.com'));
    expect(id).toMatch(ID);
    expect(
      await runSql(database.url, 'SELECT company_id, email, name, role FROM user_account WHERE id = $1', [
        id,
      ]),
    ).toEqual([{ company_id: company, email: 'Zoe@Example.com', name: 'Zoë', role: 'MANAGER' }]);
  });

  it('create prints the user with --json; the language is English unless given', async () => {
    const known = { id: expect.stringMatching(ID), companyId: company, name: 'Zoë', role: 'MANAGER' };
    expect(await json(...create(company, 'a@example.com'))).toEqual({
      ...{ ...known, email: 'a@example.com', language: 'en' },
    });
    expect(await json(...create(company, 'b@example.com'), '--language', 'pt-BR')).toEqual({
      ...{ ...known, email: 'b@example.com', language: 'pt-BR' },
    });
  });

  it('create refuses an e-mail address that an active user of the company has, whatever the case', async () => {
    const id = await line(...create(company, 'jo@example.com'));
    const message = 'The email is that of an active user of this company already.';
    await expectRefusal(create(company, 'JO@example.com'), 'USER_EMAIL_CONFLICT', message);
    await other.identity.deactivateUser(id);
    await line(...create(company, 'JO@example.com'));
  });

  it('create refuses an unknown company', async () => {
    const command = create(UNKNOWN, 'jo@example.com');
    await expectRefusal(command, 'COMPANY_NOT_FOUND', `There is no company ${UNKNOWN}.`);
  });

  it('set-role is in force on a running service within a second', async () => {
    const { userId, sessionId } = await spareAdmin();
    expect(await statusFor(sessionId)).toBe(200);
    expect(await json('user', 'set-role', '--user', userId, '--role', 'EMPLOYEE')).toEqual({
      ...{ id: userId, role: 'EMPLOYEE' },
    });
    await becomesTrue(async () => (await statusFor(sessionId)) === 403);
    expect(await line('user', 'set-role', '--user', userId, '--role', 'ADVISOR')).toBe(
      `User ${userId} has the role ADVISOR now.`,
    );
    await becomesTrue(async () => (await statusFor(sessionId)) === 200);
  });

  it('set-role and deactivate leave a company its last admin', async () => {
    const { userId } = await other.user('ADMIN');
    const message = 'The last active admin of a company can be neither demoted nor deactivated nor erased.';
    await expectRefusal(['user', 'set-role', '--user', userId, '--role', 'MANAGER'], 'LAST_ADMIN', message);
    await expectRefusal(['user', 'deactivate', '--user', userId], 'LAST_ADMIN', message);
  });

  it('deactivate ends the sessions on a running service within a second', async () => {
    const [first, second] = [await spareAdmin(), await spareAdmin()];
    expect(await statusFor(first.sessionId)).toBe(200);
    expect(await line('user', 'deactivate', '--user', first.userId)).toBe(
      `User ${first.userId} is deactivated.`,
    );
    await becomesTrue(async () => (await statusFor(first.sessionId)) === 401);
    expect(await json('user', 'deactivate', '--user', second.userId)).toEqual({
      id: second.userId,
      active: false,
    });
  });

  it('edit changes what is given, and nothing else', async () => {
    const id = await line(...create(company, 'edit@example.com'));
    const known = { id, name: 'Zoë', role: 'MANAGER', language: 'en', email: 'edit@example.com' };
    expect(await json('user', 'edit', '--user', id, '--name', 'Zoé')).toEqual({ ...known, name: 'Zoé' });
    const changes = ['--email', 'Edited@example.com', '--language', 'pt-BR'];
    expect(await line('user', 'edit', '--user', 'edit@example.com', ...changes)).toBe(
      `User ${id} is changed.`,
    );
    expect(await json('user', 'edit', '--user', 'edited@EXAMPLE.com', '--name', 'Zoë')).toEqual({
      ...{ ...known, email: 'Edited@example.com', language: 'pt-BR' },
    });
    await line(...create(company, 'taken@example.com'));
    const message = 'The email is that of an active user of this company already.';
    await expectRefusal(
      ['user', 'edit', '--user', id, '--email', 'TAKEN@example.com'],
      'USER_EMAIL_CONFLICT',
      message,
    );
  });

  it('reactivate lets a user act again, with new sessions only', async () => {
    const { userId, sessionId } = await spareAdmin();
    await other.identity.deactivateUser(userId);
    expect(await json('user', 'reactivate', '--user', userId)).toEqual({ id: userId, active: true });
    const issued = await json('session', 'issue', '--user', userId);
    secrets.push(issued['sessionId']);
    await becomesTrue(async () => (await statusFor(issued['sessionId'])) === 200);
    expect(await statusFor(sessionId)).toBe(401);
    expect(await line('user', 'reactivate', '--user', userId)).toBe(`User ${userId} is active.`);
    expect(await statusFor(issued['sessionId'])).toBe(200);
  });

  it('reactivate refuses a user whose e-mail address another active one has by now', async () => {
    const id = await line(...create(company, 'again@example.com'));
    await line('user', 'deactivate', '--user', id);
    await line(...create(company, 'again@example.com'));
    const message = 'The email is that of an active user of this company already.';
    await expectRefusal(['user', 'reactivate', '--user', id], 'USER_EMAIL_CONFLICT', message);
  });

  it('that is deactivated already gets no role and no session, and is deactivated again without an effect', async () => {
    const { userId } = await spareAdmin();
    await other.identity.deactivateUser(userId);
    const message = `There is no active user ${userId}.`;
    await Promise.all([
      line('user', 'deactivate', '--user', userId),
      expectRefusal(['user', 'set-role', '--user', userId, '--role', 'ADMIN'], 'USER_NOT_FOUND', message),
      expectRefusal(['session', 'issue', '--user', userId], 'USER_NOT_FOUND', message),
    ]);
  });
});

describe('wes session', () => {
  it('issue prints the session id alone, which works at once, and its expiry beside it', async () => {
    const { userId } = await other.user('ADMIN');
    const issuedAt = Date.now();
    const { exitCode, stdout, stderr } = await wes('session', 'issue', '--user', userId);
    const sessionId = stdout.trimEnd();
    secrets.push(sessionId);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${sessionId}\n` });
    expect(sessionId).toMatch(SECRET);
    expect(await statusFor(sessionId)).toBe(200);
    expectNote(stderr, issuedAt + 12 * HOUR_MS);
  });

  it('issue prints the session with --json', async () => {
    const { userId } = await other.user('MANAGER');
    const issuedAt = Date.now();
    const session = await json('session', 'issue', '--user', userId, '--ttl', '3d');
    secrets.push(session['sessionId']);
    expect(session).toEqual({
      ...{ sessionId: expect.stringMatching(SECRET), userId, expiresAt: expect.stringMatching(DATE_TIME) },
    });
    expectClose(session['expiresAt'], issuedAt + 72 * HOUR_MS);
  });

  it('issue takes a time as short as a second, after which the session is no more', async () => {
    const { userId } = await other.user('ADMIN');
    const { sessionId } = await json('session', 'issue', '--user', userId, '--ttl', '1s');
    secrets.push(sessionId);
    await becomesTrue(async () => (await statusFor(sessionId)) === 401);
  });

  it('revoke ends all sessions of the user, and no other, on a running service within a second', async () => {
    const { userId, sessionId: first } = await other.user('ADMIN');
    const { sessionId: second } = await other.identity.issueSession(userId, HOUR_MS);
    const { sessionId: foreign } = await other.user('ADMIN');
    for (const sessionId of [first, second, foreign]) expect(await statusFor(sessionId)).toBe(200);
    expect(await line('session', 'revoke', '--user', userId)).toBe('Revoked 2 sessions.');
    await becomesTrue(async () => (await statusFor(first)) === 401);
    await becomesTrue(async () => (await statusFor(second)) === 401);
    expect(await statusFor(foreign)).toBe(200);
    expect(await json('session', 'revoke', '--user', userId)).toEqual({ userId, revoked: 0 });
  });

  it('revoke ends one session, and no other of the user', async () => {
    const { userId, sessionId: first } = await other.user('ADMIN');
    const { sessionId: second } = await other.identity.issueSession(userId, HOUR_MS);
    const [{ id }] = (await runSql(
      database.url,
      'SELECT id FROM session WHERE user_id = $1 ORDER BY id LIMIT 1',
      [userId],
    )) as [{ id: string }];
    expect(await line('session', 'revoke', '--session', id)).toBe('Revoked 1 session.');
    await becomesTrue(async () => (await statusFor(first)) === 401);
    expect(await statusFor(second)).toBe(200);
    expect(await json('session', 'revoke', '--session', id)).toEqual({ sessionId: id, revoked: 0 });
    const message = `There is no session ${UNKNOWN}.`;
    await expectRefusal(['session', 'revoke', '--session', UNKNOWN], 'SESSION_NOT_FOUND', message);
  });

  it('issue and revoke refuse an unknown user', async () => {
    const message = `There is no active user ${UNKNOWN}.`;
    await expectRefusal(['session', 'issue', '--user', UNKNOWN], 'USER_NOT_FOUND', message);
    expect(await wes('session', 'revoke', '--user', UNKNOWN)).toEqual({
      ...{ exitCode: 1, stdout: '', stderr: `${message}\n` },
    });
  });
});

describe('wes api-key', () => {
  let company: string;

  /** The holder of a key, as a process beside the running service finds it. */
  const actorOf = async (key: string) => (await other.app.get(Authenticator).findIntegration(key))?.actor;

  const existingKey = async (of: string, name: string, scopes?: readonly Scope[]) => {
    const { apiKey, key } = await other.identity.issueApiKey({
      companyId: of,
      name,
      scopes,
      lifetimeMs: HOUR_MS,
    });
    return { id: apiKey.id, key };
  };

  beforeAll(async () => {
    company = await other.company();
  });

  it('issue prints the key alone, which works at once, and its expiry beside it', async () => {
    const issuedAt = Date.now();
    const { exitCode, stdout, stderr } = await wes('api-key', 'issue', '--company', company, '--name', 'HR');
    const key = stdout.trimEnd();
    secrets.push(key);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${key}\n` });
    expect(key).toMatch(API_KEY);
    expectNote(stderr, issuedAt + 365 * 24 * HOUR_MS);
    expect(await actorOf(key)).toEqual({
      ...{ kind: 'integration', apiKeyId: key.slice(4, 28), companyId: company, scopes: DEFAULT_SCOPES },
    });
  });

  it('issue prints the key and what is known of it with --json', async () => {
    const scopes = 'timesheets:read, employees:read,timesheets:read';
    const given = ['--company', company, '--name', 'Time clock', '--scopes', scopes, '--ttl', '90m'];
    const issued = await json('api-key', 'issue', ...given);
    secrets.push(issued['key']);
    expect(issued).toEqual({
      ...{ id: issued['key'].slice(4, 28), key: expect.stringMatching(API_KEY), companyId: company },
      ...{ name: 'Time clock', scopes: ['timesheets:read', 'employees:read'] },
      expiresAt: expect.stringMatching(DATE_TIME),
    });
    expect(await actorOf(issued['key'])).toMatchObject({ scopes: ['timesheets:read', 'employees:read'] });
  });

  it('list shows the keys of one company without their secrets, as a table and as JSON', async () => {
    const own = await other.company();
    const first = await existingKey(own, 'Ünïcode 😀', ['employees:read']);
    const second = await existingKey(own, 'B');
    await existingKey(company, 'of another company');
    await other.identity.revokeApiKey(second.id);
    const lastUsedAt = '2026-01-02T03:04:05.678Z';
    await runSql(database.url, 'UPDATE api_key SET last_used_at = $1 WHERE id = $2', [lastUsedAt, second.id]);

    const keys = await json('api-key', 'list', '--company', own);
    const date = expect.stringMatching(DATE_TIME);
    const dates = { createdAt: date, expiresAt: date };
    expect(keys).toEqual([
      { id: first.id, name: 'Ünïcode 😀', scopes: ['employees:read'], ...dates },
      { id: second.id, name: 'B', scopes: DEFAULT_SCOPES, ...dates, revokedAt: date, lastUsedAt },
    ]);

    const { exitCode, stdout, stderr } = await wes('api-key', 'list', '--company', own);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((row) => row.split(/ {2,}/))).toEqual([
      ['ID', 'NAME', 'SCOPES', 'CREATED', 'EXPIRES', 'REVOKED', 'LAST USED'],
      [first.id, 'Ünïcode 😀', 'employees:read', keys[0].createdAt, keys[0].expiresAt, '-', '-'],
      [
        second.id,
        'B',
        DEFAULT_SCOPES.join(','),
        keys[1].createdAt,
        keys[1].expiresAt,
        keys[1].revokedAt,
        lastUsedAt,
      ],
    ]);
    const startOfScopes = [/SCOPES/, /employees/, /employees/].map((start, row) => {
      return codePointLength(lines[row]!.split(start)[0]!);
    });
    expect(new Set(startOfScopes).size).toBe(1);
  });

  it('list shows the headings alone, and an empty list with --json, where there is no key', async () => {
    const id = await other.company();
    expect(await line('api-key', 'list', '--company', id)).toMatch(/^ID {2}NAME {2}SCOPES {2}/);
    expect(await json('api-key', 'list', '--company', id)).toEqual([]);
  });

  it('revoke is in force in every process within a second, and can be done once', async () => {
    const [first, second] = [await existingKey(company, 'A'), await existingKey(company, 'B')];
    expect(await actorOf(first.key)).toMatchObject({ apiKeyId: first.id });
    expect(await line('api-key', 'revoke', '--id', first.id)).toBe(`API key ${first.id} is revoked.`);
    await becomesTrue(async () => (await actorOf(first.key)) === undefined);
    expect(await actorOf(second.key)).toMatchObject({ apiKeyId: second.id });
    expect(await json('api-key', 'revoke', '--id', second.id)).toEqual({ id: second.id });
    const message = `There is no API key ${first.id}, or it is revoked.`;
    await expectRefusal(['api-key', 'revoke', '--id', first.id], 'API_KEY_NOT_FOUND', message);
  });

  it('rotate prints a key with the same name and scopes; the old one works for the overlap', async () => {
    const old = await existingKey(company, 'Clock', ['timesheets:read']);
    const rotatedAt = Date.now();
    const rotate = ['api-key', 'rotate', '--id', old.id];
    const rotated = await json(...rotate, '--overlap', '10m');
    secrets.push(rotated['key']);
    const date = expect.stringMatching(DATE_TIME);
    expect(rotated).toEqual({
      ...{ id: rotated['key'].slice(4, 28), key: expect.stringMatching(API_KEY), companyId: company },
      ...{
        name: 'Clock',
        scopes: ['timesheets:read'],
        expiresAt: date,
        old: { id: old.id, expiresAt: date },
        webhooks: { moved: [], left: [] },
      },
    });
    expectClose(rotated['expiresAt'], rotatedAt + 365 * 24 * HOUR_MS);
    expectClose(rotated['old'].expiresAt, rotatedAt + HOUR_MS / 6);
    expect(await actorOf(rotated['key'])).toMatchObject({ scopes: ['timesheets:read'] });
    expect(await actorOf(old.key)).toMatchObject({ apiKeyId: old.id });

    const { exitCode, stdout, stderr } = await wes(...rotate, '--ttl', '2h', '--overlap', '0s');
    secrets.push(stdout.trimEnd());
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringMatching(/^wes_\S+\n$/) });
    const [expires, oldExpires, ...more] = stderr.split(/(?<=\n)/);
    expectNote(expires!, rotatedAt + 2 * HOUR_MS);
    expect([oldExpires, more]).toEqual([expect.stringContaining(`The old key ${old.id} expires `), []]);
    await becomesTrue(async () => (await actorOf(old.key)) === undefined);
  });

  it('rotate never lengthens the life of the old key, and refuses a revoked one', async () => {
    const { id } = await existingKey(company, 'A');
    const { old } = await other.identity.rotateApiKey(id, { lifetimeMs: HOUR_MS, overlapMs: 9 * HOUR_MS });
    expectClose(old.expiresAt.toISOString(), Date.now() + HOUR_MS);
    await other.identity.revokeApiKey(id);
    const message = `There is no API key ${id}, or it is revoked.`;
    await expectRefusal(['api-key', 'rotate', '--id', id], 'API_KEY_NOT_FOUND', message);
  });

  it('issue and list refuse an unknown company', async () => {
    const message = `There is no company ${UNKNOWN}.`;
    await expectRefusal(
      ['api-key', 'issue', '--company', UNKNOWN, '--name', 'A'],
      'COMPANY_NOT_FOUND',
      message,
    );
    expect(await wes('api-key', 'list', '--company', UNKNOWN)).toEqual({
      ...{ exitCode: 1, stdout: '', stderr: `${message}\n` },
    });
  });
});

describe('wes demo', () => {
  const demoCompanies = async () => {
    const rows = await runSql<{ id: string }>(
      database.url,
      'SELECT id FROM company WHERE is_demo ORDER BY id',
    );
    return rows.map(({ id }) => id);
  };

  it('replaces the demo companies of a running service and prints addresses and credentials', async () => {
    const before = await demoCompanies();
    const { stdout, stderr, exitCode } = await runWes(['demo', '--yes'], { DATA_DIR: dataDir, PORT: '3456' });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(
      /^╭[^]*│ Base URL {4}http:\/\/localhost:3456 +│\n│ Swagger {5}http:\/\/localhost:3456\/docs [^]*╯\n$/,
    );
    const after = await demoCompanies();
    expect(after).toHaveLength(2);
    expect(before.filter((id) => after.includes(id))).toEqual([]);
    for (const id of after) expect(stdout).toContain(`(company ${id})`);
    const sessions = [...stdout.matchAll(/SessionId of an? \w+ +([\w-]{59})/g)].map(
      ([, sessionId]) => sessionId!,
    );
    const keys = [...stdout.matchAll(/serviceAPIKey +(wes_\S+)/g)].map(([, key]) => key!);
    expect([sessions.length, keys.length]).toEqual([4, 2]);
    secrets.push(...sessions, ...keys);
    for (const sessionId of sessions) expect(await statusFor(sessionId)).toBe(200);
  });

  it('replaces nothing without a terminal to ask on and without --yes', async () => {
    const before = await demoCompanies();
    const { exitCode, stdout, stderr } = await wes('demo');
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(
      /^Nothing was changed; --yes replaces Aurora Hotels \(.+\) and Northwind Logistics \(.+\)\.\n$/,
    );
    expect(await demoCompanies()).toEqual(before);
  });

  it('asks on a terminal before it replaces the demo companies', async () => {
    const before = await demoCompanies();
    const answered = async (answer: string) => {
      const typed = { question: 'Continue? [y/N] ', answer };
      return (await runWesOnTerminal(['demo'], { DATA_DIR: dataDir }, typed)).exitCode;
    };
    expect(await answered('')).toBe(1);
    expect(await demoCompanies()).toEqual(before);
    expect(await answered('y')).toBe(0);
    expect(await demoCompanies()).not.toEqual(before);
  });

  it('prints the same with --json, and leaves every other company alone', async () => {
    const { sessionId } = await other.user('ADMIN');
    const demo = await runWes(['demo', '--yes', '--json'], {
      DATA_DIR: dataDir,
      BASE_URL: 'https://wes.example.com/',
    });
    const { companies, ...addresses } = JSON.parse(demo.stdout) as Json;
    expect(addresses).toEqual({
      baseUrl: 'https://wes.example.com',
      docsUrl: 'https://wes.example.com/docs',
    });
    const [first, second] = await demoCompanies();
    const credentials = {
      ...{ adminSessionId: expect.stringMatching(SECRET), managerSessionId: expect.stringMatching(SECRET) },
      ...{ adminEmail: expect.stringContaining('@'), managerEmail: expect.stringContaining('@') },
      apiKey: expect.stringMatching(API_KEY),
    };
    expect(companies).toEqual([
      { companyId: first, companyName: 'Aurora Hotels', ...credentials },
      { companyId: second, companyName: 'Northwind Logistics', ...credentials },
    ]);
    for (const { adminSessionId, managerSessionId, apiKey } of companies) {
      secrets.push(adminSessionId, managerSessionId, apiKey);
    }
    expect(await statusFor(companies[1].adminSessionId)).toBe(200);
    expect(await statusFor(sessionId)).toBe(200);
  });
});

describe('wes migrate', () => {
  it('has nothing to do beside a running service', async () => {
    expect(await line('migrate')).toBe('The database is up to date.');
    expect(await json('migrate')).toEqual({ migrations: [] });
  });
});

describe('wes secret rotate', () => {
  /** Times at which the secrets were made, the newest first. */
  const times = async (): Promise<string[]> => {
    const rows = await runSql<{ created_at: Date }>(
      database.url,
      'SELECT created_at FROM credential_secret ORDER BY id DESC',
    );
    return rows.map((row) => row.created_at.toISOString());
  };

  it('keeps the credentials since the last one, and ends earlier ones within a second', async () => {
    const [early, late] = [await other.user('ADMIN'), await other.user('ADMIN')];
    expect(await statusFor(early.sessionId)).toBe(200);
    const { createdAt, acceptedSince } = await json('secret', 'rotate');
    expect([createdAt, acceptedSince]).toEqual(await times());
    const since = await other.user('ADMIN');
    secrets.push(early.sessionId, late.sessionId, since.sessionId);
    await becomesTrue(async () => (await statusFor(since.sessionId)) === 200);
    expect(await statusFor(early.sessionId)).toBe(200);
    expect(await statusFor(late.sessionId)).toBe(200);

    expect(await line('secret', 'rotate')).toBe(
      `There is a new secret. Credentials that were issued before ${createdAt} are refused.`,
    );
    expect(await times()).toEqual([expect.stringMatching(DATE_TIME), createdAt]);
    await becomesTrue(async () => (await statusFor(early.sessionId)) === 401);
    expect(await statusFor(late.sessionId)).toBe(401);
    expect(await statusFor(since.sessionId)).toBe(200);
  });
});

describe('what the commands have left', () => {
  it('is the digest of every credential, and the credential itself nowhere in the database', async () => {
    const tables = await runSql<{ name: string }>(
      database.url,
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT LIKE 'pg\\_%'
       AND schemaname <> 'information_schema'`,
    );
    const dumps = await Promise.all(
      tables.map(({ name }) => runSql<{ row: string }>(database.url, `SELECT t::text AS row FROM ${name} t`)),
    );
    const everything = dumps.flatMap((rows) => rows.map(({ row }) => row)).join('\n');
    expect(secrets.length).toBeGreaterThan(15);
    for (const secret of secrets) {
      expect(everything).not.toContain(secret.slice(-59));
      expect(everything).not.toContain(Buffer.from(secret).toString('hex'));
    }
    // The sessions of replaced demo companies are deleted.
    const isKept = (secret: string) => everything.includes(createHash('sha256').update(secret).digest('hex'));
    expect(secrets.filter(isKept).length).toBe(secrets.length - 6);
  });

  it('is a service that still runs, with the database that it started', async () => {
    expect(service.complaints).toEqual([]);
    expect((await service.anonymous().get('/health/ready')).status).toBe(200);
  });
});
