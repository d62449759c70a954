import type { ApiClient } from '../../support/api-client.js';
import { minimalTemplate, TEMPLATES, templateBody } from '../../support/builders/template.js';
import { recordStatements } from '../../support/recorded-statements.js';
import { TestApp } from '../../support/test-app.js';

const ALL = `${TEMPLATES}/all`;

describe(`GET ${TEMPLATES} and ${ALL}`, () => {
  let app: TestApp;
  let admin: ApiClient;
  let manager: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start({}, undefined, { isWorker: false });
    admin = await app.user('ADMIN');
    manager = await app.user('MANAGER');
  });
  afterAll(() => app.stop());
  beforeEach(() => app.sql('DELETE FROM announcement_template'));

  const keys = async (client: ApiClient, path: string) =>
    (await client.get(path)).body.map(({ key }: { key: string }) => key);
  const create = async (...bodies: Record<string, unknown>[]) => {
    for (const body of bodies) expect((await admin.post(TEMPLATES, body)).status).toBe(200);
  };

  it('answers 401 without a credential', async () => {
    for (const path of [TEMPLATES, ALL]) expect((await app.anonymous().get(path)).status).toBe(401);
  });

  it.each([
    ['ADMIN', 200, 200],
    ['MANAGER', 200, 403],
    ['RESPONSIBLE', 200, 403],
    ['ADVISOR', 200, 403],
    ['EMPLOYEE', 403, 403],
    ['PUBLIC', 403, 403],
  ] as const)('answers %s with %i for the enabled and %i for all templates', async (role, enabled, all) => {
    const client = await app.user(role);
    expect((await client.get(TEMPLATES)).status).toBe(enabled);
    expect((await client.get(ALL)).status).toBe(all);
  });

  it('answers an empty array when there is nothing', async () => {
    expect((await manager.get(TEMPLATES)).body).toEqual([]);
    expect((await admin.get(ALL)).body).toEqual([]);
  });

  it('reads the catalogue and the credential from memory, whatever the number of requests', async () => {
    const statements = recordStatements(app);
    const answers = await Promise.all(Array.from({ length: 50 }, () => manager.get(TEMPLATES)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    for (const read of ['announcement-templates.catalogue', 'identity.find-session'])
      expect(statements.filter((name) => name === read).length).toBeLessThan(25);
  });

  it('sorts by order, then templates without one, ties by key', async () => {
    await create(
      minimalTemplate({ key: 'none-b' }),
      minimalTemplate({ key: 'ten-b', order: 10 }),
      minimalTemplate({ key: 'ten-Z', order: 10 }),
      minimalTemplate({ key: 'none-a' }),
      minimalTemplate({ key: 'max', order: 2_147_483_647 }),
      minimalTemplate({ key: 'min', order: -2_147_483_648 }),
      minimalTemplate({ key: 'zero', order: 0 }),
    );
    const expected = ['min', 'zero', 'ten-Z', 'ten-b', 'max', 'none-a', 'none-b'];
    expect(await keys(manager, TEMPLATES)).toEqual(expected);
    expect(await keys(admin, ALL)).toEqual(expected);
  });

  it('hides disabled templates from authors and shows them to admins', async () => {
    await create(minimalTemplate({ key: 'shown' }), minimalTemplate({ key: 'hidden', enabled: false }));
    expect(await keys(manager, TEMPLATES)).toEqual(['shown']);
    expect(await keys(admin, TEMPLATES)).toEqual(['shown']);
    expect(await keys(admin, ALL)).toEqual(['hidden', 'shown']);
  });

  it('shows a template as its creation answered it', async () => {
    const { body } = await admin.post(TEMPLATES, templateBody());
    expect((await manager.get(TEMPLATES)).body).toEqual([body]);
  });

  it('shows what this process has just written, at once', async () => {
    const { body } = await admin.post(TEMPLATES, minimalTemplate({ key: 'one' }));
    expect(await keys(manager, TEMPLATES)).toEqual(['one']);
    await admin.put(`${TEMPLATES}/${body.id}`, minimalTemplate({ key: 'two' }));
    expect(await keys(manager, TEMPLATES)).toEqual(['two']);
    await admin.delete(`${TEMPLATES}/${body.id}`);
    expect(await keys(manager, TEMPLATES)).toEqual([]);
  });

  it.each([TEMPLATES, ALL])(
    'names the bytes of %s with a strong ETag and answers 304 to it',
    async (path) => {
      await create(templateBody());
      const first = await admin.get(path);
      const etag = first.headers.get('etag')!;
      expect(etag).toMatch(/^"[\w-]{43}"$/);
      for (const tags of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
        const again = await admin.get(path, { headers: { 'If-None-Match': tags } });
        expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
      }
      await create(templateBody());
      const changed = await admin.get(path, { headers: { 'If-None-Match': etag } });
      expect(changed.status).toBe(200);
      expect(changed.headers.get('etag')).not.toBe(etag);
    },
  );

  describe('with conditions', () => {
    beforeEach(() =>
      create(
        minimalTemplate({
          key: 'Welcome.one',
          order: 1,
          category: 'Onboarding',
          title: { defaultValue: 'Straße 100%', langValues: { es: 'Bienvenida, {nombre}' } },
        }),
        minimalTemplate({
          key: 'farewell',
          order: 2,
          category: 'onboarding',
          enabled: false,
          body: { defaultValue: 'First line\nÉlan' },
          resume: { defaultValue: 'x', langValues: { de: 'Auf_Wiedersehen' } },
        }),
        minimalTemplate({ key: 'third', order: 3, category: 'Onboarding', enabled: false }),
      ),
    );

    it.each([
      ['', ['Welcome.one', 'farewell', 'third']],
      ['?category=&q=&enabled=', ['Welcome.one', 'farewell', 'third']],
      ['?category=Onboarding', ['Welcome.one', 'third']],
      ['?category=Onboard', []],
      ['?enabled=true', ['Welcome.one']],
      ['?enabled=FALSE', ['farewell', 'third']],
      ['?q=WELCOME', ['Welcome.one']],
      ['?q=strasse', ['Welcome.one']],
      ['?q=%7Bnombre%7D', ['Welcome.one']],
      ['?q=100%25', ['Welcome.one']],
      ['?q=%25', ['Welcome.one']],
      ['?q=auf_w', ['farewell']],
      ['?q=%C3%A9lan', ['farewell']],
      ['?q=E%CC%81LAN', ['farewell']],
      ['?q=elan', []],
      ['?q=onboarding', []],
      ['?q=title&category=Onboarding&enabled=false', ['third']],
      ['?q=&category=&enabled=', ['Welcome.one', 'farewell', 'third']],
    ])('lists with "%s" %j', async (query, expected) => {
      expect(await keys(admin, ALL + query)).toEqual(expected);
    });

    it.each([
      `q=${'x'.repeat(256)}`,
      `category=${'x'.repeat(101)}`,
      'enabled=yes',
      'q=a&q=b',
      'q=%00',
      'q=%FF',
    ])('answers 400 to %s', async (query) => {
      const { status, body } = await admin.get(`${ALL}?${query}`);
      expect([status, body.errorCode, body.errors]).toEqual([
        400,
        'VALIDATION_FAILED',
        [expect.objectContaining({ path: query.split('=')[0] })],
      ]);
    });

    it('answers 403 to a manager', async () => {
      expect((await manager.get(`${ALL}?enabled=true`)).status).toBe(403);
    });

    it('has a tag of its own, which stays until these templates change', async () => {
      const path = `${ALL}?category=Onboarding`;
      const { body, headers } = await admin.get(path);
      const known = { headers: { 'If-None-Match': headers.get('etag')! } };
      expect((await admin.get(ALL, known)).status).toBe(200);
      await create(minimalTemplate({ category: 'Other' }));
      expect((await admin.get(path, known)).status).toBe(304);
      await admin.delete(`${TEMPLATES}/${body[0].id}`);
      expect((await admin.get(path, known)).body).toEqual(body.slice(1));
    });
  });

  it('checks the credential before the entity tag', async () => {
    expect((await app.anonymous().get(TEMPLATES, { headers: { 'If-None-Match': '*' } })).status).toBe(401);
  });

  it('answers HEAD like GET without a body', async () => {
    await create(templateBody());
    const get = await manager.get(TEMPLATES);
    const head = await manager.request('HEAD', TEMPLATES);
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', get.headers.get('etag')]);
    expect(Number(head.headers.get('content-length'))).toBe(Buffer.byteLength(get.text));
  });

  it('takes no query parameters', async () => {
    const { status, body } = await manager.get(`${TEMPLATES}?status=x&from=-1&__proto__=1`);
    expect([status, body.errorCode, body.errors.length]).toEqual([400, 'UNKNOWN_PARAMETER', 3]);
  });

  it('asks the database for nothing while nothing changes', async () => {
    await create(templateBody());
    await manager.get(TEMPLATES);
    const statements = recordStatements(app);
    for (let round = 0; round < 20; round++) expect((await manager.get(TEMPLATES)).status).toBe(200);
    // Cache entries may expire: what they keep is then read once.
    const names = statements.filter((name) => !name.startsWith('identity.touch-'));
    expect(names).toEqual([...new Set(names)]);
  });
});

describe('with an operator company', () => {
  it('lets its admins alone manage the catalogue, and everybody read it', async () => {
    const setup = await TestApp.start();
    const operatorId = await setup.company();
    await setup.stop();
    const app = await TestApp.start({ OPERATOR_COMPANY_ID: operatorId }, setup.databaseUrl);
    try {
      const operator = await app.user('ADMIN', operatorId);
      const admin = await app.user('ADMIN');
      const { status, body } = await operator.post(TEMPLATES, templateBody());
      expect(status).toBe(200);
      const path = `${TEMPLATES}/${body.id}`;
      const refused = [
        admin.get(ALL),
        admin.post(TEMPLATES, templateBody()),
        admin.put(path, templateBody()),
        admin.patch(path, {}),
        admin.post(`${path}/preview`),
        admin.delete(path),
        (await app.user('MANAGER', operatorId)).delete(path),
      ];
      expect((await Promise.all(refused)).map((answer) => answer.status)).toEqual(Array(7).fill(403));
      expect((await admin.get(TEMPLATES)).body).toEqual([body]);
      expect((await operator.get(ALL)).status).toBe(200);
      expect((await operator.delete(path)).status).toBe(200);
    } finally {
      await app.stop();
    }
  });
});
