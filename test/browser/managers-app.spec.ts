import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Role } from '../../src/shared-kernel/actor.js';
import { BROWSER_START_LIMIT_MS, openBrowser } from '../support/browser.js';
import { employeeRecord } from '../support/builders/employee.js';
import { PlanFixture, type Caller } from '../support/plan-fixture.js';

const PLANS = '/api/v1/company/action-plans';

/** A managers' app at another origin than the service, with a session and nothing else. */
const FOLDER = resolve(import.meta.dirname, '../../packages/client/examples/managers-app');
const CLIENT = resolve(import.meta.dirname, '../../packages/client/dist');
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

let files: Server;
let origin: string;
let fixture: PlanFixture;
let browser: Browser;
let page: Page;
let errors: string[];

beforeAll(async () => {
  files = createServer((request, response) => {
    const url = request.url === '/' ? '/index.html' : request.url!;
    const path = url.startsWith('/client/') ? join(CLIENT, url.slice('/client'.length)) : join(FOLDER, url);
    readFile(path).then(
      (content) => response.writeHead(200, { 'Content-Type': TYPES[extname(path)] }).end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
  fixture = await PlanFixture.start({ CORS_ORIGINS: origin });
  browser = await openBrowser();
}, BROWSER_START_LIMIT_MS);

afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  await fixture.stop();
  files.close();
});

beforeEach(async () => {
  page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  errors = [];
  page.on('pageerror', ({ message }) => errors.push(message));
});

afterEach(async () => {
  await page.close();
  expect(errors).toEqual([]);
});

const user = (role: Role): Promise<Caller> => fixture.app.user(role, fixture.companyId);

async function signIn({ sessionId }: Caller): Promise<void> {
  await page.goto(origin);
  await page.getByLabel('Service').fill(fixture.app.baseUrl);
  await page.getByLabel('Session').fill(sessionId);
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
  expect(await page.locator('#me').textContent()).toMatch(/^User \d+ \(MANAGER\) of Company \d+$/);

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
