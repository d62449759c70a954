import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { BROWSER_START_LIMIT_MS, openBrowser, Tab } from '../support/browser.js';
import { TEMPLATES } from '../support/builders/template.js';
import { eventually } from '../support/eventually.js';
import { MailServer } from '../support/mail-server.js';
import { codesTo, passMinutes, sentCode, SESSIONS, userWith } from '../support/sign-in-fixture.js';
import { TestApp } from '../support/test-app.js';
import { DocsPage, type DocsDocument } from './docs-page.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Time for a test with many steps; the page is slow on a busy machine. */
const FLOW_LIMIT_MS = 180_000;

let service: TestApp;
let mails: MailServer;
let browser: Browser;
let tab: Tab;
let docs: DocsPage;
let companyId: string;

beforeAll(async () => {
  mails = await MailServer.start();
  service = await TestApp.start({ SMTP_URL: mails.url });
  browser = await openBrowser();
}, BROWSER_START_LIMIT_MS);

afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  await service.stop();
  await mails.close();
});

beforeEach(async () => {
  companyId = await service.company();
  tab = await Tab.open(browser, service.baseUrl);
  docs = await DocsPage.open(tab.page);
  const { body } = await service.anonymous().get('/docs-json');
  await docs.reduceTo(body as DocsDocument, ['listAllTemplates', 'patchTemplate']);
});

afterEach(async () => {
  const troubles = tab.troubles();
  await tab.close();
  expect(troubles).toEqual([]);
});

const alert = (): Promise<string> => docs.signInDialog().getByRole('alert').innerText();

it(
  'lets an admin of the catalogue sign in by a code, correct a template, and sign out',
  async () => {
    const admin = await service.user('ADMIN', companyId);
    const { body: template } = await admin.post(TEMPLATES, {
      key: 'garden-day',
      title: { defaultValue: 'Gardn day' },
    });
    const { email } = await userWith(service, companyId, { role: 'ADMIN' });

    await docs.askForCode(email);
    await docs.sendCode(await sentCode(mails, email));
    await docs.signInButton('Sign out').waitFor();
    await tab.page.getByText('Signed in as Ana López.').waitFor();
    expect(await docs.signInDialog().count()).toBe(0);

    const patch = await docs.operation('Announcement templates', 'patchTemplate');
    await patch.fillParameter('templateId', template.id);
    await patch.fillBody({ title: { defaultValue: 'Garden day' } });
    expect(await patch.execute()).toMatchObject({
      status: 200,
      body: { title: { defaultValue: 'Garden day' } },
    });

    // The session is kept as one that was pasted, also when the page is loaded again.
    await tab.page.reload();
    await docs.signOut();
    const list = await docs.operation('Announcement templates', 'listAllTemplates');
    expect(await list.executeForStatus()).toBe(401);
    expect(tab.troubles()).toEqual([`401: GET ${TEMPLATES}/all`]);
    const states = await service.sql(
      `SELECT s.revoked_at IS NOT NULL AS "hasEnded" FROM session s JOIN user_account u ON u.id = s.user_id
        AND u.company_id = s.company_id WHERE u.email = $1`,
      [email],
    );
    expect(states).toEqual([{ hasEnded: true }]);
  },
  FLOW_LIMIT_MS,
);

it(
  'works by keyboard, and says why a code is refused',
  async () => {
    const { email } = await userWith(service, companyId, { role: 'ADMIN' });
    const { keyboard } = tab.page;
    const focused = (): Promise<string> =>
      tab.page.evaluate('document.activeElement.id || document.activeElement.textContent');
    const eventuallyFocused = (expected: string): Promise<void> =>
      eventually(async () => expect(await focused()).toBe(expected));

    await docs.signInButton('Sign in').focus();
    await keyboard.press('Enter');
    await eventuallyFocused('sign-in-email');
    await keyboard.press('Escape');
    await eventuallyFocused('Sign in');
    await keyboard.press('Enter');
    await eventuallyFocused('sign-in-email');
    await keyboard.type(email);
    await keyboard.press('Enter');
    await eventuallyFocused('sign-in-code');

    const code = await sentCode(mails, email);
    await keyboard.type(code.startsWith('B') ? `C${code.slice(1)}` : `B${code.slice(1)}`);
    await keyboard.press('Enter');
    await docs.signInDialog().getByText('The code is wrong').waitFor();
    expect(await alert()).toBe(
      'The code is wrong, or not valid any more. Correct it, or ask for another one.',
    );
    expect(tab.troubles()).toEqual([`401: POST ${SESSIONS}`]);
    expect(await focused()).toBe('sign-in-code');

    await keyboard.press('Control+A');
    await keyboard.type(code.toLowerCase());
    await keyboard.press('Enter');
    await eventuallyFocused('Sign out');
    await keyboard.press('Enter');
    await tab.page.getByText('Signed out.').waitFor();
    expect(await focused()).toBe('Sign in');
  },
  FLOW_LIMIT_MS,
);

it(
  'lets the user choose the company, where there are several',
  async () => {
    const other = await service.company();
    const { email } = await userWith(service, companyId, { role: 'ADMIN' });
    const { id } = await userWith(service, other, { email });
    const [company] = await service.sql<{ name: string }>('SELECT name FROM company WHERE id = $1', [other]);

    await docs.askForCode(email);
    await docs.sendCode(await sentCode(mails, email));
    await docs.signInDialog().getByRole('button', { name: company!.name, exact: true }).click();
    await docs.signInButton('Sign out').waitFor();
    expect(await service.sql('SELECT user_id AS id FROM session WHERE company_id = $1', [other])).toEqual([
      { id },
    ]);
  },
  FLOW_LIMIT_MS,
);

it(
  'sends another code, and says that the service is away',
  async () => {
    const { email } = await userWith(service, companyId, { role: 'ADMIN' });
    await docs.askForCode(email);
    await sentCode(mails, email);
    await passMinutes(service, 2);
    await docs.signInDialog().getByRole('button', { name: 'Another code' }).click();
    expect(await docs.signInDialog().getByLabel('E-mail address').inputValue()).toBe(email);
    await docs.signInDialog().getByRole('button', { name: 'Send a code' }).click();
    await docs.signInDialog().getByLabel('Code').waitFor();
    await sentCode(mails, email, 2);
    expect(codesTo(mails, email)).toHaveLength(2);

    await tab.page.route(`**${SESSIONS}`, (route) => route.abort('connectionrefused'));
    await docs.sendCode('BCDF-GHJK');
    await docs.signInDialog().getByText('The service cannot be reached.').waitFor();
    expect(tab.troubles()).toContain(`failed: POST ${SESSIONS} net::ERR_CONNECTION_REFUSED`);
  },
  FLOW_LIMIT_MS,
);

it.each(['light', 'dark'])(
  'is accessible and fits a small screen, in %s',
  async (scheme) => {
    const { email } = await userWith(service, companyId, { role: 'ADMIN' });
    await tab.page.setViewportSize({ width: 390, height: 844 });
    await tab.page.evaluate(`document.documentElement.classList.toggle('dark-mode', ${scheme === 'dark'})`);
    await docs.signInButton('Sign in').click();
    const violations = async (): Promise<unknown> => {
      const { violations: found } = await tab.page.evaluate<{
        violations: { id: string; nodes: { html: string }[] }[];
      }>(`axe.run('.sign-in')`);
      return found.map(({ id, nodes }) => [id, nodes[0]!.html]);
    };
    await tab.page.evaluate(AXE);
    expect(await violations()).toEqual([]);
    await docs.signInDialog().getByLabel('E-mail address').fill(email);
    await docs.signInDialog().getByRole('button', { name: 'Send a code' }).click();
    await docs.signInDialog().getByLabel('Code').waitFor();
    await docs.sendCode('BCDF-GHJK');
    await docs.signInDialog().getByText('The code is wrong').waitFor();
    expect(await violations()).toEqual([]);
    const box = await docs.signInDialog().boundingBox();
    expect(box!.x).toBeGreaterThanOrEqual(0);
    expect(box!.x + box!.width).toBeLessThanOrEqual(390);
    expect(await tab.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(tab.troubles()).toEqual([`401: POST ${SESSIONS}`]);
  },
  FLOW_LIMIT_MS,
);
