import type { ApiClient } from '../../support/api-client.js';
import { minimalTemplate, TEMPLATES, templateBody } from '../../support/builders/template.js';
import { TestApp } from '../../support/test-app.js';

const UNKNOWN_ID = '0123456789abcdef01234567';

describe(`PATCH ${TEMPLATES}/{templateId}`, () => {
  let app: TestApp;
  let admin: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.user('ADMIN');
  });
  afterAll(() => app.stop());

  const create = async (body = templateBody()) => (await admin.post(TEMPLATES, body)).body;
  const change = (id: string, body: unknown) => admin.request('PATCH', `${TEMPLATES}/${id}`, { json: body });
  const stored = (id: string) =>
    app.sql<{ xmin: string }>('SELECT xmin::text, document FROM announcement_template WHERE id = $1', [id]);

  it('answers 401 without a credential and 403 to a manager', async () => {
    const { id } = await create();
    const path = `${TEMPLATES}/${id}`;
    expect((await app.anonymous().patch(path, {})).status).toBe(401);
    for (const role of ['MANAGER', 'RESPONSIBLE', 'ADVISOR', 'EMPLOYEE', 'PUBLIC'] as const)
      expect((await (await app.user(role)).patch(path, { enabled: false })).status).toBe(403);
  });

  it('disables a template and leaves everything else', async () => {
    const created = await create();
    const { status, body } = await change(created.id, { enabled: false });
    expect([status, body]).toEqual([200, { ...created, enabled: false }]);
    expect(await stored(created.id)).toMatchObject([{ document: body }]);
    const manager = await app.user('MANAGER');
    const shown = (await manager.get(TEMPLATES)).body as { id: string }[];
    expect(shown.map(({ id }) => id)).not.toContain(created.id);
  });

  it('changes the properties that are sent; a text with all its languages', async () => {
    const created = await create();
    const sent = { key: `${created.key}-new`, title: { defaultValue: 'New' }, order: -1, placeholders: [] };
    const { body } = await change(created.id, sent);
    expect(body).toEqual({ ...created, ...sent, title: { defaultValue: 'New', valid: true } });
  });

  it('removes the properties that are null', async () => {
    const { id, key, title } = await create(templateBody({ enabled: false }));
    const { status, body } = await change(id, {
      ...{ body: null, resume: null, category: null, coverImageURL: null, order: null },
      ...{ enabled: null, placeholders: null },
    });
    expect([status, body]).toEqual([200, { id, key, title, enabled: true, placeholders: [] }]);
  });

  it('takes a template as it was read, and a merge patch by its media type', async () => {
    const created = await create();
    expect((await change(created.id, { ...created, order: 3 })).body).toEqual({ ...created, order: 3 });
    const { status, body } = await admin.request('PATCH', `${TEMPLATES}/${created.id}`, {
      json: { order: null },
      headers: { 'Content-Type': 'application/merge-patch+json' },
    });
    const { order: _, ...others } = created;
    expect([status, body]).toEqual([200, others]);
  });

  it('writes nothing where nothing differs', async () => {
    const { id, title } = await create(templateBody({ enabled: true, category: undefined }));
    const before = await stored(id);
    for (const same of [{}, { enabled: null }, { category: null }, { title }, { id: UNKNOWN_ID }])
      expect((await change(id, same)).status).toBe(200);
    expect(await stored(id)).toEqual(before);
  });

  it.each([
    [{ key: null }, 'key', 'REQUIRED'],
    [{ title: null }, 'title', 'REQUIRED'],
    [{ title: { defaultValue: null } }, 'title.defaultValue', 'REQUIRED'],
    [{ title: { defaultValue: ' ' } }, 'title.defaultValue', 'BLANK'],
    [{ title: { langValues: { es: 'Hola' } } }, 'title.defaultValue', 'REQUIRED'],
    [{ body: { langValues: { es: null } } }, 'body.defaultValue', 'REQUIRED'],
    [{ enabled: 'no' }, 'enabled', 'WRONG_TYPE'],
    [{ unknown: null }, 'unknown', 'UNKNOWN_MEMBER'],
    [undefined, '', 'REQUIRED'],
    [[], '', 'WRONG_TYPE'],
  ])('refuses %j and changes nothing', async (sent, path, code) => {
    const { id } = await create();
    const before = await stored(id);
    const { status, body } = await change(id, sent);
    expect([status, body.errorCode, body.id]).toEqual([412, 'VALIDATION_FAILED', id]);
    expect(body.errors).toContainEqual({ path, code, message: expect.any(String) });
    expect(await stored(id)).toEqual(before);
  });

  it('answers a refusal with the template as it was sent', async () => {
    const { id } = await create();
    const { body } = await change(id, { category: 'Sent', resume: null, order: 'x' });
    expect(body).toMatchObject({ id, key: '', title: { defaultValue: '' }, category: 'Sent' });
    expect(Object.keys(body)).not.toContain('resume');
    expect(Object.keys(body)).not.toContain('order');
  });

  it.each([UNKNOWN_ID, 'all', 'not-an-id', '%00', "';--"])('answers 412 for %s', async (unknown) => {
    const { status, body } = await change(unknown, { enabled: false });
    expect([status, body.errorCode, body.enabled]).toEqual([412, 'TEMPLATE_NOT_FOUND', false]);
  });

  it('refuses the key of another template', async () => {
    const [other, { id }] = [await create(), await create()];
    const { status, body } = await change(id, { key: other.key });
    expect([status, body.errorCode, body.key]).toEqual([412, 'TEMPLATE_KEY_CONFLICT', other.key]);
  });

  it('loses none of two changes at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await create(minimalTemplate());
      const sent = [{ category: 'A' }, { order: 7 }, { coverImageURL: 'https://a.example' }];
      const answers = await Promise.all(sent.map((each) => change(id, each)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await admin.get(`${TEMPLATES}/${id}`)).body).toMatchObject(Object.assign({}, ...sent));
    }
  });
});
