import type { Browser } from 'playwright-core';
import { BROWSER_START_LIMIT_MS, openBrowser, Tab } from '../support/browser.js';
import { demoDataDir } from '../support/demo-folder.js';
import { eventually } from '../support/eventually.js';
import { endServices, ServiceProcess } from '../support/service-process.js';
import { outboxCode } from '../support/sign-in-fixture.js';
import { DocsPage, type DocsDocument } from './docs-page.js';

/** Of each form: with a path, a query or a body, for a session, a key or nobody. */
const CLICKED = [
  ...['listActionPlans', 'createActionPlan', 'setAssignee', 'listUsers', 'updateMe', 'getReadiness'],
  ...['changeEmployees', 'updateEmployeeByExternalId', 'deleteEmployeeByEmail', 'listTimesheets'],
];

/** The built service: the page has code that the service sends as text. */
let service: ServiceProcess;
let browser: Browser;
let tab: Tab;
let docs: DocsPage;

beforeAll(async () => {
  service = await ServiceProcess.start({ dataDir: await demoDataDir() });
  const [aurora] = service.demo();
  browser = await openBrowser();
  tab = await Tab.open(browser, service.baseUrl);
  docs = await DocsPage.open(tab.page);
  await docs.authorise('companyAPISessionId', aurora!.admin);
  await docs.authorise('serviceAPIKey', aurora!.apiKey);
}, BROWSER_START_LIMIT_MS);

afterAll(async () => {
  await (tab as Tab | undefined)?.close();
  await (browser as Browser | undefined)?.close();
  await endServices();
}, 60_000);

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
  expect(tab.troubles()).toEqual([]);
  expect(statuses).toEqual(Object.fromEntries(CLICKED.map((operationId) => [operationId, 200])));
}, 180_000);

it('an admin signs in by the code of a mail, which is a file, and signs out', async () => {
  await docs.signOut();
  await docs.askForCode('lucia.ferrer@aurora-hotels.example');
  const code = await eventually(() => outboxCode(service));
  await docs.sendCode(code);
  await docs.signInButton('Sign out').waitFor();
  const { body } = await service.anonymous().get('/docs-json');
  await docs.reduceTo(body as DocsDocument, ['getMe']);
  const panel = await docs.operation('Look-ups', 'getMe');
  expect(await panel.execute()).toMatchObject({ status: 200, body: { user: { name: 'Lucía Ferrer' } } });
  await docs.signOut();
  expect(await panel.executeForStatus()).toBe(401);
  expect(tab.troubles()).toEqual(['401: GET /api/v1/company/me']);
}, 180_000);
