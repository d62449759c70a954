import type { Browser } from 'playwright-core';
import { BROWSER_START_LIMIT_MS, openBrowser, Tab } from '../support/browser.js';
import { TestApp } from '../support/test-app.js';
import { linkedRecipient, storedWishes, type LinkedRecipient } from '../support/wishes-fixture.js';

let service: TestApp;
let browser: Browser;
let tab: Tab;
let recipient: LinkedRecipient;

beforeAll(async () => {
  service = await TestApp.start();
  browser = await openBrowser();
}, BROWSER_START_LIMIT_MS);

afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  await service.stop();
});

beforeEach(async () => {
  recipient = await linkedRecipient(service, await service.company());
  tab = await Tab.open(browser, service.baseUrl);
});

/** Troubles are scripts, refused contents and foreign addresses; Chromium asks for an icon by itself. */
afterEach(async () => {
  const troubles = tab.troubles().filter((trouble) => !trouble.includes('/favicon.ico'));
  await tab.close();
  expect(troubles).toEqual([]);
});

const path = (): string => new URL(recipient.link).pathname;

it('a person chooses mails, and sees the choice again', async () => {
  const { page } = tab;
  await page.goto(`${path()}?utm_source=mail`);
  const [reminders, digest] = [page.getByLabel('Reminders'), page.getByLabel('Weekly digest')];
  expect([await reminders.isChecked(), await digest.isChecked()]).toEqual([true, true]);
  await reminders.uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').waitFor();
  expect(await page.getByRole('status').innerText()).toBe('Your choice is saved.');
  expect(new URL(page.url()).pathname).toBe(path());
  expect(await storedWishes(service, recipient)).toEqual({ reminders: false, digest: true });

  await page.goto(path());
  expect(await page.getByRole('status').count()).toBe(0);
  expect([await reminders.isChecked(), await digest.isChecked()]).toEqual([false, true]);
  await reminders.check();
  await digest.uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').waitFor();
  expect(await storedWishes(service, recipient)).toEqual({ reminders: true, digest: false });
});

it('needs the keyboard only, and keeps no cookie', async () => {
  const { page } = tab;
  await page.goto(path());
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('status').waitFor();
  expect(await storedWishes(service, recipient)).toEqual({ reminders: false, digest: true });
  expect(await page.context().cookies()).toEqual([]);
});

it('is narrow enough for a telephone', async () => {
  const { page } = tab;
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(path());
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
});
