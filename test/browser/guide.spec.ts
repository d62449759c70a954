import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import type { Browser } from 'playwright-core';
import { builtGuide } from '../../src/platform/http/guide-build.js';
import { BROWSER_START_LIMIT_MS, openBrowser, Tab } from '../support/browser.js';
import { TestApp } from '../support/test-app.js';

/** Built by `npm test`, or by `npm run site`. */
const SITE = builtGuide() ?? '';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const read = (file: string): string => readFileSync(join(SITE, file), 'utf8');

/** The first groups of all matches in HTML. */
const matchesOf = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, text]) => text!.replaceAll('&amp;', '&'));

/** Paths of the pages without ending, as on the site. */
const pages = readdirSync(SITE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html') && file !== '404.html')
  .map((file) => file.replaceAll(sep, '/').replace(/(?:(?<=^|\/)index)?\.html$/, ''));

/** Pages for readers: the decisions are for contributors. */
const readable = pages.filter((page) => page !== '' && !page.startsWith('adr/'));

/** A page of each kind: text, tables, statements, requests with answers, a picture. */
const KINDS = ['', 'versions', 'postgresql', 'reference/notes', 'managers-app'];

const guides = readdirSync('docs/guide').flatMap((file) => (file.endsWith('.md') ? [file.slice(0, -3)] : []));

let service: TestApp;
let browser: Browser;
let tab: Tab;

beforeAll(async () => {
  service = await TestApp.start();
  browser = await openBrowser();
}, BROWSER_START_LIMIT_MS);

afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  await service.stop();
});

describe('the built site', () => {
  it('names each page in llms.txt, and has it as Markdown', () => {
    const named = [...read('llms.txt').matchAll(/\]\(\/guide\/(.+)\.md\)/g)].map(([, page]) => page);
    expect(named.sort()).toEqual([...readable].sort());
    const whole = read('llms-full.txt');
    for (const page of readable) {
      const markdown = read(`${page}.md`);
      const title = /^# .+$/m.exec(markdown)?.[0] ?? page;
      expect(whole).toContain(title);
    }
  });

  it('has each resource, operation, error code and setting in the index of its search', () => {
    const [index = ''] = readdirSync(join(SITE, 'assets/chunks')).filter((name) =>
      name.startsWith('@localSearchIndex'),
    );
    const indexed = read(join('assets/chunks', index));
    const { paths, tags } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
      paths: Record<string, Record<string, { operationId: string }>>;
      tags: { name: string }[];
    };
    const operations = Object.values(paths).flatMap((verbs) => Object.values(verbs));
    const codes = readFileSync('docs/errors.md', 'utf8').matchAll(/^\| `(\w+)`/gm);
    const settings = readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm);
    const anchors = [
      ...tags.map(({ name }) => `/guide/reference/${name.toLowerCase().replaceAll(' ', '-')}`),
      ...operations.map(({ operationId }) => `#${operationId}`),
      ...[...codes].map(([, name]) => `/guide/reference/errors#${name}`),
      ...[...settings].map(([, name]) => `/guide/reference/settings#${name}`),
    ];
    expect(anchors.length).toBeGreaterThan(150);
    expect(anchors.filter((anchor) => !indexed.includes(anchor))).toEqual([]);
  });

  it('has the same scripts inside of each page, and loads nothing from elsewhere', () => {
    const inline = (page: string): string[] =>
      [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>[\s\S]*?<\/script>/g)].map(([script]) => script);
    const first = inline(read('index.html'));
    for (const page of ['404', ...readable]) {
      const html = read(`${page}.html`);
      expect([page, inline(html)]).toEqual([page, first]);
      expect([page, /<(?:script|link|img)[^>]+(?:src|href)="(?:https?:)?\/\//.exec(html)]).toEqual([
        page,
        null,
      ]);
    }
  });

  it('links pages with one another, in HTML and in Markdown', () => {
    expect(read('start.html')).toContain('<a href="/guide/operations">Operation</a>');
    const links = readable.flatMap((page) =>
      [...read(`${page}.md`).matchAll(/\]\(\/guide\/([^)#]+)/g)].map(([, target]) => target!),
    );
    expect(links.length).toBeGreaterThan(50);
    const files = [...readable.map((page) => `${page}.md`), ...pages];
    expect(links.filter((link) => !files.includes(link))).toEqual([]);
  });

  it('leads by each link to an answer, and by each anchor to a place of the page', async () => {
    const places = new Map(
      pages.map((page) => {
        const html = read(`${page.replace(/(?:^|\/)$/, '$&index')}.html`);
        return [`/guide/${page}`, { html, ids: new Set(matchesOf(html, /\sid="([^"]+)"/g)) }];
      }),
    );
    const statuses = new Map<string, Promise<number>>();
    const statusOf = (path: string): Promise<number> => {
      const status = statuses.get(path) ?? fetch(`${service.baseUrl}${path}`).then((answer) => answer.status);
      statuses.set(path, status);
      return status;
    };
    const dead: string[] = [];
    let count = 0;
    for (const [path, { html }] of places)
      for (const href of matchesOf(html, /<a[^>]*\shref="([^"]+)"/g)) {
        count++;
        const { protocol, origin, pathname, hash } = new URL(href, `${service.baseUrl}${path}`);
        if (protocol === 'https:') continue;
        const isThere = origin === service.baseUrl && (await statusOf(pathname)) === 200;
        const ids = places.get(pathname)?.ids;
        if (!isThere || (hash !== '' && !ids?.has(decodeURIComponent(hash.slice(1)))))
          dead.push(`${path}: ${href}`);
      }
    expect([...new Set(dead)]).toEqual([]);
    expect(count).toBeGreaterThan(5_000);
  });

  it('has a page for each link of the sidebar', () => {
    const links = [...read('reference/errors.html').matchAll(/href="\/guide\/([\w/-]*)"/g)];
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter(([, path]) => !pages.includes(path ?? ''))).toEqual([]);
  });
});

describe('GET /guide', () => {
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${service.baseUrl}/guide${path}`, { headers });

  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['', 'text/html; charset=utf-8'],
    ['/reference/errors', 'text/html; charset=utf-8'],
    ['/adr/', 'text/html; charset=utf-8'],
    ['/llms.txt', 'text/plain; charset=utf-8'],
    ['/reference/errors.md', 'text/markdown; charset=utf-8'],
  ])('answers %s with an entity tag, as %s', async (path, type) => {
    const answer = await get(path);
    const { headers } = answer;
    expect([answer.status, headers.get('content-type')]).toEqual([200, type]);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none';script-src 'self' 'sha256-/);
    // As browsers do; fetch() would say `no-cache`, which asks for the whole answer.
    const known = { 'If-None-Match': headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' };
    expect((await get(path, known)).status).toBe(304);
  });

  it('lets browsers keep what has its content in its name', async () => {
    const [asset = ''] = /\/assets\/app\.[\w-]+\.js/.exec(read('index.html')) ?? [];
    expect((await get(asset)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it.each(['/nothing', '/reference/nothing', '/../package.json', '/%2e%2e/%2e%2e/package.json', '/%00'])(
    'answers no file outside of the site, and none that is not there: %s',
    async (path) => {
      const answer = await get(path);
      expect([400, 404]).toContain(answer.status);
      expect(await answer.text()).not.toContain('"dependencies"');
    },
  );

  it('is not there with DOCS=off', async () => {
    const closed = await TestApp.start({ DOCS: 'off' }, service.databaseUrl);
    try {
      for (const path of ['/guide', '/guide/', '/guide/reference/errors', '/guide/llms.txt']) {
        const { status, body } = await closed.anonymous().get(path);
        expect([path, status, body.errorCode]).toEqual([path, 404, 'ROUTE_NOT_FOUND']);
      }
    } finally {
      await closed.stop();
    }
  });
});

describe('in a browser', () => {
  beforeEach(async () => {
    tab = await Tab.open(browser, service.baseUrl);
  });

  afterEach(async () => {
    const troubles = tab.troubles();
    await tab.close();
    expect(troubles).toEqual([]);
  });

  const violations = async (): Promise<string[]> => {
    await tab.page.evaluate(AXE);
    const found = await tab.page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
      'axe.run()',
    );
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  };

  const views = [
    { width: 1400, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
  ] as const;

  it.each(views)(
    'is readable for everyone and fits, $width pixels wide and $colorScheme',
    async ({ width, colorScheme }) => {
      const { page } = tab;
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const found: string[] = [];
      for (const path of KINDS) {
        await page.goto(`/guide/${path}`, { waitUntil: 'networkidle' }); // it reads further pages ahead
        await page.locator('main h1').waitFor();
        found.push(...(await violations()).map((each) => `${path}: ${each}`));
        expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, width]);
      }
      expect(found).toEqual([]);
    },
  );

  it('fits into a narrow window, whatever the guide', async () => {
    const { page } = tab;
    await page.setViewportSize({ width: 390, height: 900 });
    for (const path of guides) {
      await page.goto(`/guide/${path}`, { waitUntil: 'networkidle' }); // it reads further pages ahead
      await page.locator('main h1').waitFor();
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 390]);
    }
  });

  it('leads from a page to Swagger UI', async () => {
    const { page } = tab;
    await page.goto('/guide/reference/errors');
    await page.getByRole('link', { name: 'Try it' }).click();
    await page.waitForURL('**/docs/');
    await page.getByRole('button', { name: 'Authorize' }).waitFor();
  });

  it('says that a page is not there', async () => {
    await tab.page.goto('/guide/nothing');
    await tab.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await violations()).toEqual([]);
    expect(tab.troubles()).toEqual(['404: GET /guide/nothing']);
  });

  it('finds an error code by the keyboard only', async () => {
    const { page } = tab;
    await page.goto('/guide/');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Skip to content');
    await page.keyboard.press('Control+k');
    await page.locator('#localsearch-input').waitFor();
    await page.keyboard.type('PLAN_TOO_LARGE');
    await page.locator('.result.selected', { hasText: 'PLAN_TOO_LARGE' }).waitFor();
    expect(await violations()).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/guide/reference/errors#PLAN_TOO_LARGE');
    await page.locator('[id="PLAN_TOO_LARGE"]').waitFor();
  });
});

it('has the site in the files of the package', () => {
  const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: string[] };
  expect(files).toContain('dist/guide');
  expect(pages).toContain('');
});
