import type { Browser } from 'playwright-core';
import { loadDemo } from '../../src/demo/demo.module.js';
import { BROWSER_START_LIMIT_MS, openBrowser, Tab } from '../support/browser.js';
import { TestApp } from '../support/test-app.js';
import { DocsPage, type DocsDocument } from './docs-page.js';

/** Of each form: with a path, a query or a body, for a session, a key or nobody. */
const CLICKED = [
  ...['listActionPlans', 'createActionPlan', 'setAssignee', 'listUsers', 'updateMe', 'getReadiness'],
  ...['changeEmployees', 'updateEmployeeByExternalId', 'deleteEmployeeByEmail', 'listTimesheets'],
];

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

it('operations of each form succeed at the first click on demo data', async () => {
  const { body } = await service.anonymous().get('/docs-json');
  const document = body as DocsDocument;
  const statuses: Record<string, number> = {};
  for (const { tag, method, path } of await docs.operations()) {
    const { operationId } = document.paths[path!]![method]!;
    if (!CLICKED.includes(operationId)) continue;
    await docs.reduceTo(document, [operationId]);
    const panel = await docs.operation(tag, operationId);
    statuses[operationId] = await panel.executeForStatus();
  }
  expect(statuses).toEqual(Object.fromEntries(CLICKED.map((operationId) => [operationId, 200])));
}, 180_000);
