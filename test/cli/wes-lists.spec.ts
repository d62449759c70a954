import { eventually } from '../support/eventually.js';
import { idIn } from '../support/exports.js';
import { failedExport } from '../support/failed-job.js';
import { runWes } from '../support/loaded-program.js';
import { runWesOnTerminal, type WesResult } from '../support/run-wes.js';
import { TestApp } from '../support/test-app.js';

const ID = /^[0-9a-f]{24}$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UNKNOWN = '0123456789abcdef01234567';
const HOUR_MS = 3_600_000;
const PLANS = '/api/v1/company/action-plans';
const date = expect.stringMatching(DATE_TIME);

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

function wes(...args: string[]): Promise<WesResult> {
  return runWes(args, { DATABASE_URL: app.databaseUrl });
}

/** The JSON document of a command that succeeds. */
async function json(...args: string[]): Promise<unknown> {
  const { exitCode, stdout, stderr } = await wes(...args, '--json');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** The cells of the table of a command that succeeds. */
async function cells(...args: string[]): Promise<string[][]> {
  const { exitCode, stdout, stderr } = await wes(...args);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout
    .trimEnd()
    .split('\n')
    .map((row) => row.split(/ {2,}/));
}

async function refusal(...args: string[]): Promise<{ code: string; message: string }> {
  const { exitCode, stdout, stderr } = await wes(...args, '--json');
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  return (JSON.parse(stderr) as { error: { code: string; message: string } }).error;
}

async function newCompany(name: string): Promise<string> {
  return (await app.identity.createCompany({ name, timeZone: 'Europe/Madrid' })).id;
}

async function newUser(companyId: string, email: string): Promise<string> {
  return (await app.identity.createUser({ companyId, email, name: 'Zoë', role: 'MANAGER' })).id;
}

describe('wes company list', () => {
  it('shows the companies, the newest first', async () => {
    const [first, second] = [await newCompany('First'), await newCompany('Second')];
    const known = { timeZone: 'Europe/Madrid', isDemo: false, createdAt: date };
    expect((await json('company', 'list')) as unknown[]).toEqual([
      { id: second, name: 'Second', ...known },
      { id: first, name: 'First', ...known },
    ]);
    expect(await cells('company', 'list')).toEqual([
      ['ID', 'NAME', 'TIME ZONE', 'DEMO', 'CREATED'],
      [second, 'Second', 'Europe/Madrid', 'no', date],
      [first, 'First', 'Europe/Madrid', 'no', date],
    ]);
  });

  it('says on standard error that there may be more than the limit', async () => {
    await newCompany('Third');
    const { stdout, stderr } = await wes('company', 'list', '--limit', '1');
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(stderr).toBe('The newest 1 are shown; there may be more (--limit).\n');
    expect(await json('company', 'list', '--limit', '1')).toHaveLength(1);
  });

  it('fits the terminal, with whole ids', async () => {
    const id = await newCompany('A company with a name that is long enough for two lines of a terminal');
    const { screen } = await runWesOnTerminal(['company', 'list'], { DATABASE_URL: app.databaseUrl });
    const lines = screen.trimEnd().split(/\r?\n/);
    expect(lines.find((row) => row.startsWith(id))).toMatch(/ {2}A company.*…/);
    expect(lines.pop()).toMatch(/^Columns are cut/);
    for (const row of lines) expect(row.length).toBeLessThanOrEqual(80);
  });

  it.each(['0', '-1', 'all'])('refuses the limit %s', async (limit) => {
    expect(await wes('company', 'list', `--limit=${limit}`)).toMatchObject({ exitCode: 2 });
  });
});

describe('wes user list', () => {
  it('shows the users of one company, deactivated ones too', async () => {
    const company = await newCompany('Users');
    const [left, stays] = [await newUser(company, 'a@example.com'), await newUser(company, 'b@example.com')];
    await newUser(await newCompany('Other'), 'c@example.com');
    await app.identity.deactivateUser(left);
    const known = { name: 'Zoë', role: 'MANAGER', language: 'en', createdAt: date };
    expect(await json('user', 'list', '--company', company)).toEqual([
      { id: stays, email: 'b@example.com', ...known },
      { id: left, email: 'a@example.com', ...known, deactivatedAt: date },
    ]);
    expect(await cells('user', 'list', '--company', 'Users')).toEqual([
      ['ID', 'E-MAIL', 'NAME', 'ROLE', 'LANGUAGE', 'CREATED', 'DEACTIVATED'],
      [stays, 'b@example.com', 'Zoë', 'MANAGER', 'en', date, '-'],
      [left, 'a@example.com', 'Zoë', 'MANAGER', 'en', date, date],
    ]);
  });
});

describe('wes session list', () => {
  it('shows the sessions of one company with their states, without their secrets', async () => {
    const company = await newCompany('Sessions');
    const user = await newUser(company, 'sessions@example.com');
    const left = await newUser(company, 'left@example.com');
    const secrets: string[] = [];
    for (const [userId, lifetimeMs] of [
      [user, HOUR_MS],
      [left, HOUR_MS],
      [user, 1_000],
    ] as const) {
      secrets.push((await app.identity.issueSession(userId, lifetimeMs)).sessionId);
    }
    await app.identity.deactivateUser(left);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const { stdout } = await wes('session', 'list', '--company', company, '--json');
    const [expired, ended, valid, ...more] = JSON.parse(stdout) as Record<string, unknown>[];
    expect(more).toEqual([]);
    const times = { createdAt: date, expiresAt: date };
    const id = expect.stringMatching(ID);
    expect(expired).toEqual({ id, userId: user, email: 'sessions@example.com', state: 'expired', ...times });
    expect(ended).toEqual({
      id,
      userId: left,
      email: 'left@example.com',
      state: 'user deactivated',
      ...times,
    });
    expect(valid).toEqual({ id, userId: user, email: 'sessions@example.com', state: 'valid', ...times });
    await app.identity.revokeSessions(user);
    const rows = await cells('session', 'list', '--company', company);
    expect(rows.map(([, , , state]) => state)).toEqual(['STATE', 'expired', 'user deactivated', 'revoked']);
    for (const secret of secrets) expect(stdout + rows.join()).not.toContain(secret);
  });
});

describe('wes job list', () => {
  it('shows the jobs of one company with their states', async () => {
    const company = await newCompany('Jobs');
    const manager = await app.user('MANAGER', company);
    const { body: plan } = await manager.post(PLANS, { title: { defaultValue: 'Plan' } });
    const { headers } = await manager.post(`${PLANS}/${plan.id}/excel`);
    const key = idIn(headers.get('location')!);
    expect(await json('job', 'list', '--company', company)).toEqual([
      expect.objectContaining({
        ...{ id: expect.stringMatching(ID), companyId: company, kind: 'plan-export', key, createdAt: date },
        status: expect.stringMatching(/^(QUEUED|RUNNING|DONE)$/),
      }),
    ]);
    const [headings, row] = await cells('job', 'list', '--company', 'Jobs');
    expect(headings!.slice(0, 4)).toEqual(['ID', 'KIND', 'KEY', 'STATUS']);
    expect(row![2]).toBe(key);
    expect(await json('job', 'list', '--company', await newCompany('None'))).toEqual([]);
  });

  it('shows those of one kind or with one status', async () => {
    const company = await newCompany('Statuses');
    const failed = await failedExport(app, company);
    for (const filter of [
      ['--status', 'FAILED'],
      ['--kind', 'plan-export'],
    ]) {
      expect(await json('job', 'list', '--company', company, ...filter)).toEqual([
        expect.objectContaining({ key: failed, status: 'FAILED', lastError: 'out of order' }),
      ]);
    }
    expect(await json('job', 'list', '--company', company, '--status', 'DONE')).toEqual([]);
    expect(await json('job', 'list', '--company', company, '--kind', 'other')).toEqual([]);
    const refused = await wes('job', 'list', '--company', company, '--status', 'LOST');
    expect(refused).toMatchObject({ exitCode: 2 });
  });
});

describe('wes job show', () => {
  it('shows one job, also by its key, and refuses an unknown one', async () => {
    const company = await newCompany('Show');
    const key = await failedExport(app, company);
    const shown = (await json('job', 'show', '--id', key)) as { id: string };
    expect(shown).toEqual({
      ...{ companyId: company, id: expect.stringMatching(ID), kind: 'plan-export', key },
      ...{ status: 'FAILED', attempts: 110, createdAt: date, finishedAt: date, lastError: 'out of order' },
    });
    expect(await json('job', 'show', '--id', shown.id)).toEqual(shown);
    const lines = await cells('job', 'show', '--id', key);
    expect(lines[0]).toEqual(['COMPANY', company]);
    expect(lines).toContainEqual(['LAST ERROR', 'out of order']);
    expect(lines).toContainEqual(['NEXT ATTEMPT', '-']);
    expect((await refusal('job', 'show', '--id', UNKNOWN)).code).toBe('JOB_NOT_FOUND');
  });
});

describe('wes job retry', () => {
  it('lets a failed job start again, which workers then carry out', async () => {
    const company = await newCompany('Retry');
    const key = await failedExport(app, company);
    const { exitCode, stdout } = await wes('job', 'retry', '--id', key);
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/^Job .* is due again\.\n$/),
    });
    await eventually(async () =>
      expect(await json('job', 'show', '--id', key)).toMatchObject({ status: 'DONE', attempts: 1 }),
    );
    expect(await app.sql('SELECT status FROM plan_export WHERE id = $1', [key])).toEqual([
      { status: 'SENT' },
    ]);
    expect(await refusal('job', 'retry', '--id', key)).toEqual({
      code: 'JOB_NOT_FAILED',
      message:
        'Only a job that waits for an attempt, or a FAILED or REFUSED one without a newer one of its key, ' +
        'can be retried; this one is DONE.',
    });
    expect((await refusal('job', 'retry', '--id', UNKNOWN)).code).toBe('JOB_NOT_FOUND');
  });
});

describe('wes plan', () => {
  const title = (text: string) => ({ title: { defaultValue: text } });

  it('list shows the plans of one company, private ones too, or those of one creator', async () => {
    const company = await newCompany('Plans');
    const [one, two] = [await app.user('MANAGER', company), await app.user('ADMIN', company)];
    const { body: first } = await one.post(PLANS, title('Private\u202fplan'));
    const { body: second } = await two.post(PLANS, { ...title('Public plan'), visibility: 'PUBLIC' });
    const creatorName = expect.stringMatching(/^User/);
    const firstListed = {
      ...{ id: first.id, title: 'Private\u202fplan', visibility: 'PRIVATE', createdBy: one.userId },
      ...{ creatorName, createdAt: date },
    };
    expect(await json('plan', 'list', '--company', company)).toEqual([
      {
        ...{ id: second.id, title: 'Public plan', visibility: 'PUBLIC', createdBy: two.userId },
        ...{ creatorName, createdAt: date },
      },
      firstListed,
    ]);
    await app.identity.deactivateUser(one.userId);
    const { email } = (
      await app.sql<{ email: string }>('SELECT email FROM user_account WHERE id = $1', [one.userId])
    )[0]!;
    expect(await json('plan', 'list', '--company', 'Plans', '--creator', email)).toEqual([firstListed]);
    expect((await cells('plan', 'list', '--company', company, '--creator', one.userId))[1]).toEqual([
      ...[first.id, 'Private plan', 'PRIVATE', one.userId, creatorName, date],
    ]);
  });

  it('transfer hands a private plan over to another manager, who reads and changes it then', async () => {
    const company = await newCompany('Transfer');
    const [leaver, heir] = [await app.user('MANAGER', company), await app.user('ADVISOR', company)];
    const { body: plan } = await leaver.post(PLANS, title('Plan'));
    await app.identity.deactivateUser(leaver.userId);
    expect((await heir.get(`${PLANS}/${plan.id}`)).status).toBe(403);
    expect(await json('plan', 'transfer', '--plan', plan.id, '--to', heir.userId)).toEqual({
      ...{ id: plan.id, companyId: company, createdBy: heir.userId },
    });
    const { status, body } = await heir.get(`${PLANS}/${plan.id}`);
    expect({ status, createdBy: body.createdBy }).toEqual({ status: 200, createdBy: heir.userId });
    expect(Date.parse(body.updatedAt)).toBeGreaterThan(Date.parse(plan.updatedAt));
    expect((await heir.patch(`${PLANS}/${plan.id}`, title('Changed'))).status).toBe(200);
    const again = await wes('plan', 'transfer', '--plan', plan.id, '--to', heir.userId);
    expect(again).toMatchObject({
      exitCode: 0,
      stdout: `Plan ${plan.id} belongs to user ${heir.userId} now.\n`,
    });
  });

  it('transfer refuses an unknown plan, and users who could not manage it', async () => {
    const company = await newCompany('Refused transfers');
    const creator = await app.user('MANAGER', company);
    const { body: plan } = await creator.post(PLANS, title('Plan'));
    const transfer = async (planId: string, to: string) =>
      (await refusal('plan', 'transfer', '--plan', planId, '--to', to)).code;
    const left = await app.user('MANAGER', company);
    await app.identity.deactivateUser(left.userId);
    expect(await transfer(UNKNOWN, creator.userId)).toBe('PLAN_NOT_FOUND');
    expect(await transfer(plan.id, UNKNOWN)).toBe('USER_NOT_FOUND');
    expect(await transfer(plan.id, (await app.user('ADMIN')).userId)).toBe('USER_NOT_FOUND');
    expect(await transfer(plan.id, left.userId)).toBe('INVALID_RECIPIENT');
    expect(await transfer(plan.id, (await app.user('EMPLOYEE', company)).userId)).toBe('INVALID_RECIPIENT');
    expect((await creator.get(`${PLANS}/${plan.id}`)).body.createdBy).toBe(creator.userId);
  });
});

describe('a company or user that is named', () => {
  it('by its name, or by an e-mail address in any case, is found', async () => {
    const company = await newCompany('Ünique Hotels');
    expect(await json('user', 'list', '--company', 'Ünique Hotels')).toEqual([]);
    const user = await newUser(company, 'Unique@example.com');
    const set = await json('user', 'set-role', '--user', 'unique@EXAMPLE.com', '--role', 'ADMIN');
    expect(set).toEqual({ id: user, role: 'ADMIN' });
    expect(await json('session', 'revoke', '--user', 'unique@example.com')).toEqual({
      userId: user,
      revoked: 0,
    });
  });

  it('by a name of several companies is refused with their ids', async () => {
    const ids = [await newCompany('Twice'), await newCompany('Twice')];
    expect(await refusal('api-key', 'list', '--company', 'Twice')).toEqual({
      code: 'COMPANY_AMBIGUOUS',
      message: `Several companies have this name; give the id: ${ids[0]} (Twice), ${ids[1]} (Twice).`,
    });
  });

  it('by an unknown name is refused with the ids of similar ones', async () => {
    const id = await newCompany('Contoso Iberia');
    expect(await refusal('user', 'list', '--company', 'contoso')).toEqual({
      code: 'COMPANY_NOT_FOUND',
      message: `There is no company contoso. Similar: ${id} (Contoso Iberia).`,
    });
    expect((await refusal('user', 'list', '--company', 'no such %')).message).toBe(
      'There is no company no such %.',
    );
    expect((await refusal('session', 'issue', '--user', 'nobody@example.com')).message).toBe(
      'There is no user with this e-mail address.',
    );
  });

  it('by an e-mail address of several companies is refused with the ids; deactivated users do not count', async () => {
    const [one, two] = [await newCompany('One'), await newCompany('Two')];
    const first = await newUser(one, 'both@example.com');
    const second = await newUser(two, 'both@example.com');
    expect(await refusal('session', 'issue', '--user', 'both@example.com')).toEqual({
      code: 'USER_AMBIGUOUS',
      message:
        `Several users have this e-mail address; give the id: ${first} (company ${one}), ${second} ` +
        `(company ${two}).`,
    });
    await app.identity.deactivateUser(first);
    expect(await json('user', 'deactivate', '--user', 'both@example.com')).toEqual({
      id: second,
      active: false,
    });
  });
});
