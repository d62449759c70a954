import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Role } from '../../src/shared-kernel/actor.js';
import { BROWSER_START_LIMIT_MS, openBrowser } from '../support/browser.js';
import { employeeRecord } from '../support/builders/employee.js';
import { ME } from '../support/builders/look-ups.js';
import { MailServer } from '../support/mail-server.js';
import { PlanFixture, type Caller } from '../support/plan-fixture.js';
import { RealProvider } from '../support/real-provider.js';
import { LOCAL_PROVIDERS, passOnClock, sentCode, setSignIn, userWith } from '../support/sign-in-fixture.js';

const PLANS = '/api/v1/company/action-plans';

/** A managers' app at another origin than the service. */
const FOLDER = resolve(import.meta.dirname, '../../packages/client/examples/managers-app');
const CLIENT = resolve(import.meta.dirname, '../../packages/client/dist');
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const CLIENT_ID = 'managers-app';

let files: Server;
let origin: string;
let fixture: PlanFixture;
let browser: Browser;
let page: Page;
let mails: MailServer;
let provider: RealProvider | undefined;
let errors: string[];

beforeAll(async () => {
  files = createServer((request, response) => {
    const { pathname } = new URL(request.url!, origin);
    if (pathname === '/config.json') return void response.end(JSON.stringify(config()));
    const url = pathname === '/' ? '/index.html' : pathname;
    const path = url.startsWith('/client/') ? join(CLIENT, url.slice('/client'.length)) : join(FOLDER, url);
    readFile(path).then(
      (content) => response.writeHead(200, { 'Content-Type': TYPES[extname(path)] }).end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
  mails = await MailServer.start();
  fixture = await PlanFixture.start({ CORS_ORIGINS: origin, SMTP_URL: mails.url, ...LOCAL_PROVIDERS });
  browser = await openBrowser();
}, BROWSER_START_LIMIT_MS);

afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  await fixture.stop();
  await mails.close();
  files.close();
});

beforeEach(async () => {
  // The provider has a certificate of its own.
  page = await browser.newPage({ ignoreHTTPSErrors: true });
  page.setDefaultTimeout(20_000);
  errors = [];
  page.on('pageerror', ({ message }) => errors.push(message));
});

afterEach(async () => {
  await page.close();
  expect(errors).toEqual([]);
});

const user = (role: Role): Promise<Caller> => fixture.app.user(role, fixture.companyId);

/** The configuration of the app. */
const config = (): object => ({
  service: fixture.app.baseUrl,
  ...(provider && { provider: { issuer: provider.issuer, clientId: CLIENT_ID } }),
});

async function emailOf(caller: Caller): Promise<string> {
  const { body } = await caller.get(ME);
  return (body as { user: { email: string } }).user.email;
}

/** Signs in by a code. */
async function signIn(caller: Caller): Promise<void> {
  const email = await emailOf(caller);
  await page.goto(origin);
  await page.getByLabel('E-mail address').fill(email);
  await click('Send a code');
  await page.getByLabel('Code of the mail').fill(await sentCode(mails, email));
  await click('Sign in');
}

/** Presses a button, and waits for what it did. @returns the message of the page */
async function press(name: string, within = page.locator('body')): Promise<string> {
  await within.getByRole('button', { name, exact: true }).click();
  return message();
}

/** Presses a button that must succeed. */
async function click(name: string, within = page.locator('body')): Promise<void> {
  expect(await press(name, within)).toBe(`${name}: done`);
}

async function message(): Promise<string> {
  await page.locator('#message.done, #message.refused').waitFor();
  return (await page.locator('#message').textContent())!;
}

const detail = (): ReturnType<Page['locator']> => page.locator('#plan');

async function planWith(caller: Caller, title: string): Promise<{ id: string; actions: { id: string }[] }> {
  const { body } = await caller.get(`${PLANS}?planText=${encodeURIComponent(title)}`);
  return (body as { result: [{ id: string; actions: { id: string }[] }] }).result[0];
}

it('does a day of a manager', async () => {
  const ana = employeeRecord({ name: 'Ana López', hierarchyId: fixture.workforce.team.id });
  await fixture.workforce.import([ana, employeeRecord({ name: 'Anselm Loose' })]);
  const [manager, colleague] = [await user('MANAGER'), await user('ADMIN')];

  await signIn(manager);
  expect(await page.locator('#me').textContent()).toMatch(/^User \d+ \(MANAGER\) of Company \d+ Sign out$/);

  // Create a plan, and add an action with an area and a person, both by name.
  await page.getByPlaceholder('Title of a new plan').fill('Calmer Sundays');
  await click('Create plan');
  await page.getByPlaceholder('Title of a new action').fill('Late breakfast');
  await page.getByRole('combobox').selectOption('Team');
  await click('Add action');
  await page.getByPlaceholder('Assign a person').pressSequentially('lop an');
  await click('Ana López');
  expect(await detail().textContent()).toContain('Ana López: PENDING');
  expect(await detail().textContent()).toContain('PENDING in Team');

  // Change the status of the person, and write a note.
  await click('COMPLETED', detail().getByRole('listitem').filter({ hasText: 'Ana López' }));
  expect(await detail().textContent()).toContain('COMPLETED in Team');
  await page.getByPlaceholder('Note').fill('The kitchen agrees.');
  await click('Add note');
  expect(await detail().textContent()).toMatch(/User \d+: The kitchen agrees\./);

  // A due date can be set and removed.
  await page.locator('input[type=date]').fill('2027-03-31');
  await click('Save action');
  expect(await page.locator('input[type=date]').inputValue()).toBe('2027-03-31');
  await page.locator('input[type=date]').fill('');
  await click('Save action');
  expect(await page.locator('input[type=date]').inputValue()).toBe('');

  // Export, then copy: a copy has neither people nor notes.
  const line = page.locator('#plans li').filter({ hasText: 'Calmer Sundays' }).first();
  await click('Export', line);
  await click('Copy', line);
  expect(await page.locator('#plans li').filter({ hasText: 'Calmer Sundays' }).count()).toBe(2);
  expect(await detail().textContent()).not.toContain('Ana López');
  expect(await detail().textContent()).toContain('PENDING in Team');
  await click('Delete', page.locator('#plans li').filter({ hasText: 'Calmer Sundays' }).first());

  // A conflict: the title has changed meanwhile, in another tab.
  await click('Open', page.locator('#plans li').filter({ hasText: 'Calmer Sundays' }));
  const { id } = await planWith(manager, 'Calmer Sundays');
  const inAnotherTab = await manager.patch(`${PLANS}/${id}`, { title: { defaultValue: 'Calm Sundays' } });
  expect(inAnotherTab.status).toBe(200);
  await page.locator('input[name=title]').fill('Quiet Sundays');
  expect(await press('Save title')).toMatch(/^412 /);
  expect(await page.locator('input[name=title]').inputValue()).toBe('Calm Sundays');
  await page.locator('input[name=title]').fill('Quiet Sundays');
  await click('Save title');

  // A refusal for a conflict: the action has got an assignee meanwhile.
  await page.getByPlaceholder('Title of a new action').fill('Two cooks');
  await click('Add action');
  const second = (await planWith(manager, 'Quiet Sundays')).actions[1]!;
  await manager.put(`${PLANS}/${id}/actions/${second.id}/assignees/${ana.id}`, { status: 'PENDING' });
  expect(await press('COMPLETED', page.locator('section.action').nth(1))).toMatch(
    /^409 STATUS_FOLLOWS_ASSIGNEES: /,
  );
  expect(await page.locator('section.action').nth(1).textContent()).toContain('Ana López: PENDING');

  // A refusal for a right: the colleague keeps a plan to themself that the manager has open.
  const { body: shared } = await colleague.post(PLANS, {
    title: { defaultValue: 'Shared for now' },
    visibility: 'PUBLIC',
  });
  await colleague.post(`${PLANS}/${shared.id}/actions`, { title: { defaultValue: 'Talk' } });
  await click('Open', page.locator('#plans li').first());
  await click('Open', page.locator('#plans li').filter({ hasText: 'Shared for now' }));
  await colleague.patch(`${PLANS}/${shared.id}`, { visibility: 'PRIVATE' });
  expect(await press('Add note')).toMatch(/^403 /);
  expect(await page.locator('#plans').textContent()).not.toContain('Shared for now');
}, 300_000);

it.each<Role>(['ADMIN', 'MANAGER', 'ADVISOR'])(
  'shows %s the buttons of what is permitted, and each of them succeeds',
  async (role) => {
    const caller = await fixture.person(role);
    await planOf(fixture.creator, `Of another, for ${role}`, caller.employeeId);
    await planOf(caller, `Own, of ${role}`, caller.employeeId);
    await signIn(caller);
    const other = page.locator('#plans li').filter({ hasText: `Of another, for ${role}` });
    expect(await other.getByRole('button').allTextContents()).toEqual(
      role === 'ADMIN' ? ['Open', 'Copy', 'Export', 'Delete'] : ['Open', 'Copy', 'Export'],
    );
    for (const title of [`Of another, for ${role}`, `Own, of ${role}`]) {
      const line = page.locator('#plans li').filter({ hasText: title });
      await click('Open', line.first());
      await pressAll();
      expect(await page.locator('#plans').textContent()).toContain(title);
    }
  },
  300_000,
);

/** A public plan with an action for a person, one without people, and notes of the creator. */
async function planOf(creator: Caller, title: string, assigneeId: string): Promise<void> {
  const { body: plan } = await creator.post(PLANS, { title: { defaultValue: title }, visibility: 'PUBLIC' });
  const actions = `${PLANS}/${plan.id}/actions`;
  const { body: assigned } = await creator.post(actions, { title: { defaultValue: 'Assigned' } });
  await creator.put(`${actions}/${assigned.id}/assignees/${assigneeId}`, { status: 'PENDING' });
  await creator.post(`${actions}/${assigned.id}/notes`, { content: 'First' });
  await creator.post(actions, { title: { defaultValue: 'Nobody' } });
}

/** Presses each kind of button of the plan, those that remove things last. */
async function pressAll(): Promise<void> {
  const isRemoval = (label: string): boolean => /^(Remove|Delete)/.test(label);
  const labels = new Set(await detail().getByRole('button').allTextContents());
  for (const label of [...labels].sort((one, other) => +isRemoval(one) - +isRemoval(other))) {
    const some = detail().getByRole('button', { name: label, exact: true }).first();
    if (!(await some.isVisible())) continue;
    await some.click();
    expect(await message()).toBe(`${label}: done`);
  }
}

it('asks to sign in again when the session has ended, and shows why a code is refused', async () => {
  const manager = await user('MANAGER');
  await signIn(manager);
  await fixture.app.identity.revokeSessions(manager.userId);
  await page.getByPlaceholder('Title of a new plan').fill('Too late');
  expect(await press('Create plan')).toBe('The session has ended. Sign in again.');
  await page.getByLabel('E-mail address').fill(await emailOf(await user('MANAGER')));
  await click('Send a code');
  await page.getByLabel('Code of the mail').fill('BCDF-GHJK');
  expect(await press('Sign in')).toMatch(/^401 SIGN_IN_REFUSED: /);
}, 120_000);

describe('at the provider of the company', () => {
  beforeAll(async () => {
    provider = await RealProvider.start(fixture.app, [CLIENT_ID], `${origin}/`);
    await setSignIn(fixture.app, fixture.companyId, { issuer: provider.issuer, clientIds: [CLIENT_ID] });
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await provider?.stop();
    provider = undefined;
  });

  /** From the app to the pages of the provider, and back. */
  async function signInAtProvider(email: string): Promise<void> {
    await page.goto(origin);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByPlaceholder('Enter any login').fill(email);
    await page.getByPlaceholder('and password').fill('x');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(`${origin}/**`);
  }

  it('signs a manager in to a plan, also after the provider has changed its keys', async () => {
    const { email } = await userWith(fixture.app, fixture.companyId);
    await signInAtProvider(email);
    expect(await message()).toBe('Sign in: done');
    expect(page.url()).toBe(`${origin}/`);
    await page.getByPlaceholder('Title of a new plan').fill('By the provider');
    await click('Create plan');
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
    expect(kept).toBe('[{},{}]');
    await click('Sign out');

    await provider!.useNewKeys();
    passOnClock(1.1);
    await signInAtProvider(email);
    expect(await message()).toBe('Sign in: done');
    expect(await page.locator('#plans').textContent()).toContain('By the provider');
  }, 120_000);

  it('says that the provider knows somebody whom the company does not', async () => {
    await signInAtProvider('stranger@people.example');
    expect(await message()).toMatch(/^403 NO_USER: /);
  }, 120_000);

  it('takes no answer that it has not asked for', async () => {
    await page.goto(`${origin}/?code=x&state=y`);
    expect(await message()).toBe('This is not the answer to a sign-in of this page. Sign in again.');
    expect(page.url()).toBe(`${origin}/`);
  }, 120_000);
});
