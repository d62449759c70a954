import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { loadDemo } from '../../src/demo/demo.module.js';
import { BROWSER_START_LIMIT_MS, openBrowser, Tab } from '../support/browser.js';
import { TestApp } from '../support/test-app.js';
import { DocsPage, type DocsDocument } from './docs-page.js';

/**
 * They need a value from another request: the id of an export or its token from a mail, the id of an audit record or
 * of a sync. A key has the scope of syncs only if it is asked for.
 */
const AFTER_ANOTHER = [
  ...['getPlanExport', 'downloadExport', 'showReminderWishes', 'getAuditRecord'],
  ...['createEmployeeSync', 'getEmployeeSync', 'listEmployeeSyncRows', 'applyEmployeeSync'],
];

const demoTemplates = JSON.parse(readFileSync('demo/templates.json', 'utf8')) as {
  id: string;
  order?: number;
}[];

let service: TestApp;
let browser: Browser;
let tab: Tab;
let docs: DocsPage;

beforeAll(async () => {
  service = await TestApp.start();
  const demo = await loadDemo(service.app);
  await demo.recreate();
  const [aurora] = await demo.issueCredentials();
  browser = await openBrowser();
  tab = await Tab.open(browser, service.baseUrl);
  docs = await DocsPage.open(tab.page);
  await docs.authorise('companyAPISessionId', aurora!.adminSessionId);
  await docs.authorise('serviceAPIKey', aurora!.apiKey);
}, BROWSER_START_LIMIT_MS);

afterAll(async () => {
  await (tab as Tab | undefined)?.close();
  await (browser as Browser | undefined)?.close();
  await service.stop();
});

/** The demo templates that the list shows first, as they are now. */
function firstTemplates(): Promise<{ document: unknown }[]> {
  const ids = demoTemplates
    .filter(({ order }) => order !== undefined)
    .sort((a, b) => a.order! - b.order!)
    .slice(0, 10)
    .map(({ id }) => id);
  return service.sql('SELECT document FROM announcement_template WHERE id = ANY($1) ORDER BY id', [ids]);
}

it('every operation succeeds at the first click on demo data, in the order of the page', async () => {
  const { body } = await service.anonymous().get('/docs-json');
  const before = await firstTemplates();
  expect(before).toHaveLength(10);
  const document = body as DocsDocument;
  const failed: string[] = [];
  for (const { tag, method, path } of await docs.operations()) {
    const { operationId } = document.paths[path!]![method]!;
    if (AFTER_ANOTHER.includes(operationId)) continue;
    await docs.reduceTo(document, path!, method);
    const panel = await docs.operation(tag, operationId);
    const status = await panel.executeForStatus();
    if (!(status < 300)) failed.push(`${operationId} ${status}`);
  }
  expect(failed).toEqual([]);
  expect(await firstTemplates()).toEqual(before);
}, 600_000);
