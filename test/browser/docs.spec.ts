import type { Browser } from 'playwright-core';
import { BROWSER_START_LIMIT_MS, openBrowser, Tab } from '../support/browser.js';
import { TestApp } from '../support/test-app.js';
import { DocsPage, type DocsDocument, type OperationPanel } from './docs-page.js';

const TEMPLATES = '/api/v1/company/announcements/templates';

/** Time for a test with many steps; the page is slow on a busy machine. */
const FLOW_LIMIT_MS = 180_000;

/** A template like the example of the document. */
interface Sent extends Record<string, unknown> {
  readonly key: string;
}

let service: TestApp;
let browser: Browser;
let tab: Tab;
let docs: DocsPage;

beforeAll(async () => {
  service = await TestApp.start();
  browser = await openBrowser();
}, BROWSER_START_LIMIT_MS);

afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  await service.stop();
});

async function open(): Promise<void> {
  tab = await Tab.open(browser, service.baseUrl);
  docs = await DocsPage.open(tab.page);
}

async function close(): Promise<void> {
  const troubles = tab.troubles();
  await tab.close();
  expect(troubles).toEqual([]);
}

async function authoriseAdmin(): Promise<void> {
  const { sessionId } = await service.user('ADMIN');
  await docs.authorise('companyAPISessionId', sessionId);
}

function operation(operationId: string): Promise<OperationPanel> {
  return docs.operation('Announcement templates', operationId);
}

async function stored(): Promise<(Sent & { id: string })[]> {
  const rows = await service.sql<{ document: Sent & { id: string } }>(
    'SELECT document FROM announcement_template',
  );
  return rows.map(({ document }) => document);
}

describe('the page', () => {
  beforeAll(open);
  afterAll(close);

  it('shows every operation with its summary, below its tag', async () => {
    const { body } = await service.anonymous().get('/docs-json');
    const { tags, paths } = body as DocsDocument;
    const documented = Object.entries(paths).flatMap(([path, verbs]) =>
      Object.entries(verbs).map(([method, { tags: names, summary }]) => ({
        tag: names[0],
        method,
        path,
        summary,
      })),
    );
    expect(documented.every(({ summary }) => summary.length > 0)).toBe(true);

    const shown = await docs.operations();
    expect(shown).toHaveLength(documented.length);
    expect(shown).toEqual(expect.arrayContaining(documented));
    expect([...new Set(shown.map(({ tag }) => tag))]).toEqual(tags.map(({ name }) => name));
    expect(await tab.page.title()).toBe('Workforce Engagement Service');
  });

  it('shows every schema with its properties once they are unfolded', async () => {
    const { body } = await service.anonymous().get('/docs-json');
    const { schemas } = (body as DocsDocument).components;
    expect(await docs.schemas()).toEqual([]);
    await docs.unfoldSchemas();
    expect(await docs.schemas()).toEqual(Object.keys(schemas));
    expect(await docs.properties('Template')).toEqual(Object.keys(schemas['Template']!.properties));
  });

  it('filters the operations by words of tag, path and summary, in any case', async () => {
    const { body } = await service.anonymous().get('/docs-json');
    const { paths } = body as DocsDocument;
    for (const [phrase, expected] of [
      ['TIMESHEETS', ['listTimesheets', 'listDeletedTimesheets', 'changeTimesheets']],
      ['timesheets/deleted', ['listDeletedTimesheets']],
      ['note  delete', ['deleteNote']],
      ['timesheets xyz', []],
    ] as const) {
      await docs.filterBox().fill(phrase);
      await tab.page.locator('.opblock').nth(expected.length).waitFor({ state: 'detached' });
      const found = await docs.operations();
      expect(found.map(({ path, method }) => paths[path!]![method]!.operationId)).toEqual(expected);
      await docs.filterBox().fill('');
      await tab.page.locator('.opblock').nth(20).waitFor();
    }
  });

  it('shows an operation on few screens, and its errors in full when they are unfolded', async () => {
    const create = await operation('createTemplate');
    expect(await create.height()).toBeLessThanOrEqual(2_500);
    await create.unfoldAnswer(400);
    expect(await create.shownAnswer(400)).toContain('application/problem+json');
    await create.unfoldAnswer(412);
    expect(await create.shownAnswer(412)).toContain('A property is not valid');
  });
});

describe('trying out', () => {
  beforeEach(async () => {
    await service.sql('DELETE FROM announcement_template');
    await open();
    const { body } = await service.anonymous().get('/docs-json');
    const templates = [
      'listTemplates',
      'createTemplate',
      'listAllTemplates',
      'updateTemplate',
      'deleteTemplate',
    ];
    await docs.reduceTo(body as DocsDocument, templates);
  });
  afterEach(close);

  it(
    'takes an admin from the example as it is given to a created, listed, replaced and deleted template',
    async () => {
      await authoriseAdmin();
      const [create, picker, catalogue] = [
        await operation('createTemplate'),
        await operation('listTemplates'),
        await operation('listAllTemplates'),
      ];

      const example = await create.body<Sent>();
      expect(await create.execute()).toMatchObject({ status: 200, body: example });
      const [created, ...others] = await stored();
      expect(created).toMatchObject(example);
      expect(others).toEqual([]);
      const listed = { status: 200, body: [{ ...example, id: created!.id }] };
      expect(await picker.execute()).toMatchObject(listed);
      expect(await catalogue.execute()).toMatchObject(listed);

      const update = await operation('updateTemplate');
      const replacement = {
        ...(await update.body<Sent>()),
        title: { defaultValue: 'Grüezi 👋' },
        enabled: false,
      };
      const replaced = { ...replacement, id: created!.id };
      await update.fillParameter('templateId', created!.id);
      await update.fillBody(replacement);
      expect(await update.execute()).toMatchObject({ status: 200, body: replaced });
      expect(await stored()).toMatchObject([replaced]);
      expect(await picker.execute()).toEqual({ status: 200, body: [] });
      expect(await catalogue.execute()).toMatchObject({ status: 200, body: [replaced] });

      const remove = await operation('deleteTemplate');
      await remove.fillParameter('templateId', created!.id);
      expect(await remove.execute()).toMatchObject({ status: 200, body: replaced });
      expect(await stored()).toEqual([]);
      expect(await catalogue.execute()).toEqual({ status: 200, body: [] });
    },
    FLOW_LIMIT_MS,
  );

  it(
    'shows why a template is refused',
    async () => {
      await authoriseAdmin();
      const create = await operation('createTemplate');
      const example = await create.body<Sent>();
      await create.execute();
      const before = await stored();

      expect(await create.execute()).toMatchObject({
        status: 412,
        body: {
          ...example,
          errorCode: 'TEMPLATE_KEY_CONFLICT',
          errors: [{ path: 'key', code: 'NOT_UNIQUE' }],
        },
      });
      await create.fillBody({ ...example, key: 'blank-title', title: { defaultValue: '  ' } });
      expect(await create.execute()).toMatchObject({
        status: 412,
        body: {
          key: 'blank-title',
          errorCode: 'VALIDATION_FAILED',
          errors: [{ path: 'title.defaultValue' }],
        },
      });
      expect(await stored()).toEqual(before);
      expect(tab.troubles()).toEqual([`412: POST ${TEMPLATES}`, `412: POST ${TEMPLATES}`]);
    },
    FLOW_LIMIT_MS,
  );

  it(
    'shows 401 to a session id that is none',
    async () => {
      await docs.authorise('companyAPISessionId', 'not-a-session');
      for (const name of ['listTemplates', 'createTemplate']) {
        const panel = await operation(name);
        expect(await panel.execute()).toMatchObject({
          status: 401,
          body: { errorCode: 'CREDENTIAL_REQUIRED' },
        });
      }
      expect(await stored()).toEqual([]);
      expect(tab.troubles()).toEqual([`401: GET ${TEMPLATES}`, `401: POST ${TEMPLATES}`]);
    },
    FLOW_LIMIT_MS,
  );
});
