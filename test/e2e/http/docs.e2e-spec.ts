import { TestApp } from '../../support/test-app.js';

const PAGES = [
  ['/docs', 'text/html; charset=utf-8'],
  ['/docs/', 'text/html; charset=utf-8'],
  ['/docs/index.html', 'text/html; charset=utf-8'],
  ['/docs/swagger-ui-init.js', 'application/javascript; charset=utf-8'],
  ['/docs/errors.md', 'text/plain; charset=utf-8'],
  ['/docs-json', 'application/json; charset=utf-8'],
  ['/docs-json?version=3.0', 'application/json; charset=utf-8'],
  ['/docs-yaml', 'text/yaml; charset=utf-8'],
  ['/docs-yaml?version=3.0', 'text/yaml; charset=utf-8'],
] as const;

describe('the documentation', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  const get = (path: string, headers: Record<string, string> = {}) => fetch(app.baseUrl + path, { headers });

  it('is where the bare address leads', async () => {
    const answer = await fetch(`${app.baseUrl}/`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs']);
    expect(await (await get('/')).text()).toContain('swagger-ui');
  });

  it.each(PAGES)('has at %s a page with an entity tag, of the type %s', async (path, type) => {
    const first = await get(path);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, type]);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    const again = await get(path);
    expect([again.headers.get('content-type'), again.headers.get('etag')]).toEqual([type, etag]);
    expect(await again.text()).toBe(await first.text());
    const known = await get(path, { 'If-None-Match': etag });
    expect([known.status, known.headers.get('etag'), await known.text()]).toEqual([304, etag, '']);
  });

  it('has different documents for the versions of OpenAPI', async () => {
    const versionAt = async (path: string): Promise<unknown> =>
      ((await (await get(path)).json()) as { openapi: unknown }).openapi;
    expect(await versionAt('/docs-json')).toBe('3.1.0');
    expect(await versionAt('/docs-json?version=3.0')).toBe('3.0.3');
    expect(await (await get('/docs-yaml?version=3.0')).text()).toMatch(/^openapi: 3\.0\.3$/m);
    expect(await versionAt('/docs-json?version=3.1&other=1')).toBe('3.1.0');
  });

  it.each(['/docs-yaml', '/docs-json?version=3.0'])('is rendered once: %s', async (path) => {
    await get(path);
    const before = process.cpuUsage();
    for (let round = 0; round < 20; round++) await fetch(app.baseUrl + path, { method: 'HEAD' });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 20_000).toBeLessThan(15); // milliseconds; to render takes several times as long
  });

  it('refuses a range that a file does not have, and a tag that is not its own', async () => {
    const beyond = await get('/docs/swagger-ui.css', { Range: 'bytes=99999999-' });
    expect([beyond.status, await beyond.json()]).toMatchObject([416, { errorCode: 'RANGE_NOT_SATISFIABLE' }]);
    expect(beyond.headers.get('content-range')).toMatch(/^bytes \*\/\d+$/);
    const changed = await get('/docs/swagger-ui.css', { 'If-Match': '"other"' });
    expect([changed.status, await changed.json()]).toMatchObject([412, { errorCode: 'PRECONDITION_FAILED' }]);
  });

  it('is not there with DOCS=off', async () => {
    const closed = await TestApp.start({ DOCS: 'off' }, app.databaseUrl);
    try {
      for (const path of ['/', '/docs/swagger-ui.css', ...PAGES.map(([page]) => page)]) {
        const { status, body } = await closed.anonymous().get(path);
        expect([path, status, body.errorCode]).toEqual([path, 404, 'ROUTE_NOT_FOUND']);
      }
    } finally {
      await closed.stop();
    }
  });
});
