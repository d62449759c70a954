import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../support/eventually.js';
import { pagesOf } from '../support/guides.js';
import { SCOPES } from '../../src/shared-kernel/actor.js';
import { outboxCode, userWith } from '../support/sign-in-fixture.js';
import { TestApp } from '../support/test-app.js';
import { compiled } from '../support/typescript.js';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Pages with TypeScript, and the output of their programs for a new company. */
const PAGES: Record<string, RegExp[]> = {
  'packages/client/README.md': [
    /^\[\]\nThe code of the mail: ana\.\d+@people\.example\nREADY \{\s+added: 2,/,
    /will be added: ana@example\.com/,
    /\nAPPLIED\n/,
    /has jo@example\.com/,
  ],
  'docs/guide/hr-system.md': [
    /^READY \{\s+added: 8,/,
    /will be added: HR-1 person-1@example\.com/,
    /\nAPPLIED \{\s+added: 8,/,
    /\n8 people are unchanged\n/,
    /\nTOO_MANY_ENDS undefined \{[^}]*ended: 7,/,
    /\nAPPLIED 7 people are ended\n$/,
  ],
  'docs/guide/new-company.md': [
    /^3 areas would be new\nAPPLIED 2 people\n\[ 200 \]\nKitchen is removed, 1 person moves\n$/,
  ],
  'docs/guide/change-feed.md': [/^has one@example\.com\n/],
  'docs/guide/webhooks.md': [/^$/],
  'docs/guide/paging.md': [/^one@example\.com\n$/],
  'docs/guide/managers-app.md': [/^Quieter kitchen\n/, /path: 'title\.defaultValue'/],
};

/** Its program reads the code of a mail. */
const WITH_CODE = 'packages/client/README.md';

let app: TestApp;
let folder: string;
let programs: Map<string, string>;

beforeAll(async () => {
  app = await TestApp.start();
  folder = await mkdtemp(join(tmpdir(), 'wes-pages-'));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

it('the TypeScript of pages compiles strictly', async () => {
  const texts = Object.keys(PAGES).map(
    async (page) => [page, await readFile(join(ROOT, page), 'utf8')] as const,
  );
  const result = await compiled(new Map(await Promise.all(texts)));
  expect(result.messages).toEqual([]);
  ({ programs } = result);
});

it.each(Object.keys(PAGES))('the TypeScript of %s runs', async (page) => {
  const companyId = await app.company();
  const integration = await app.integration(SCOPES, companyId);
  const { sessionId } = await app.user('MANAGER', companyId);
  if (/feed|paging/.test(page))
    await integration.post('/api/v1/public/company/employees/invite', {
      email: 'one@example.com',
      name: 'One',
    });
  const env = { WES_URL: app.baseUrl, WES_API_KEY: integration.key, WES_SESSION: sessionId };
  const { email } = await userWith(app, companyId);
  const program = run(process.execPath, [programs.get(page)!], {
    env: { ...env, WES_EMAIL: email },
    cwd: folder,
  });
  if (page === WITH_CODE) program.child.stdin?.end(`${await eventually(() => outboxCode(app))}\n`);
  const { stdout, stderr } = await program;
  expect(stderr).toBe('');
  for (const shown of PAGES[page]!) expect(stdout).toMatch(shown);
});

it('no guide with TypeScript is left out', () => {
  const pages = [...pagesOf('guide')].filter(([, blocks]) =>
    blocks.some(({ language }) => language === 'ts'),
  );
  for (const [page] of pages) expect(Object.keys(PAGES)).toContain(`docs/guide/${page}`);
});
