import type { ApiClient } from '../../support/api-client.js';
import { minimalTemplate, TEMPLATES, templateBody } from '../../support/builders/template.js';
import { TestApp } from '../../support/test-app.js';

const UNKNOWN_ID = '0123456789abcdef01234567';

describe(`PUT ${TEMPLATES}/{templateId}`, () => {
  let app: TestApp;
  let admin: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.user('ADMIN');
  });
  afterAll(() => app.stop());

  const create = async (body = templateBody()) => (await admin.post(TEMPLATES, body)).body;

  it('answers 401 without a credential and 403 to a manager', async () => {
    const { id, ...content } = await create();
    const path = `${TEMPLATES}/${id}`;
    expect((await app.anonymous().put(path, content)).status).toBe(401);
    expect((await (await app.user('MANAGER')).put(path, content)).status).toBe(403);
  });

  it('replaces every property and keeps the id', async () => {
    const { id } = await create();
    const sent = templateBody({ enabled: false, order: -5, title: { defaultValue: 'New' } });
    const { status, body } = await admin.put(`${TEMPLATES}/${id}`, sent);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...sent, id });
    const rows = await app.sql('SELECT key, document FROM announcement_template WHERE id = $1', [id]);
    expect(rows).toEqual([{ key: sent['key'], document: body }]);
  });

  it('removes properties that are not sent and enables again', async () => {
    const { id, key } = await create(templateBody({ enabled: false }));
    const { body } = await admin.put(`${TEMPLATES}/${id}`, minimalTemplate({ key }));
    expect(body).toEqual({
      id,
      key,
      title: { defaultValue: 'Title', valid: true },
      enabled: true,
      placeholders: [],
    });
    const [row] = await app.sql('SELECT document FROM announcement_template WHERE id = $1', [id]);
    expect(row).toEqual({ document: body });
  });

  it('ignores the id in the body', async () => {
    const { id, key } = await create();
    const { body } = await admin.put(`${TEMPLATES}/${id}`, minimalTemplate({ key, id: UNKNOWN_ID }));
    expect(body.id).toBe(id);
  });

  it.each([UNKNOWN_ID, 'all', 'not-an-id', UNKNOWN_ID.toUpperCase(), '%00', '%F0%9F%98%80', "';--"])(
    'answers 412 for the unknown template %s, with the template as it was sent',
    async (unknown) => {
      const sent = templateBody();
      const { status, body } = await admin.put(`${TEMPLATES}/${unknown}`, sent);
      expect(status).toBe(412);
      expect(body).toMatchObject({
        ...sent,
        id: decodeURIComponent(unknown),
        errorCode: 'TEMPLATE_NOT_FOUND',
        errors: [],
      });
      expect(await app.sql('SELECT FROM announcement_template WHERE key = $1', [sent['key']])).toEqual([]);
    },
  );

  it('checks the body before the existence, and the existence before the key', async () => {
    const { key } = await create();
    const invalid = await admin.put(`${TEMPLATES}/${UNKNOWN_ID}`, { key: '' });
    expect([invalid.status, invalid.body.errorCode]).toEqual([412, 'VALIDATION_FAILED']);
    const missing = await admin.put(`${TEMPLATES}/${UNKNOWN_ID}`, minimalTemplate({ key }));
    expect([missing.status, missing.body.errorCode]).toEqual([412, 'TEMPLATE_NOT_FOUND']);
  });

  it('refuses the key of another template and changes nothing', async () => {
    const other = await create();
    const { id, key } = await create();
    const { status, body } = await admin.put(`${TEMPLATES}/${id}`, minimalTemplate({ key: other.key }));
    expect([status, body.errorCode, body.id]).toEqual([412, 'TEMPLATE_KEY_CONFLICT', id]);
    const [row] = await app.sql('SELECT key, document FROM announcement_template WHERE id = $1', [id]);
    expect(row).toMatchObject({ key, document: { key, category: 'Onboarding' } });
  });

  it('lets exactly one of two concurrent moves to one key succeed', async () => {
    for (let round = 0; round < 10; round++) {
      const [a, b] = await Promise.all([create(), create()]);
      const key = `contested-${round}`;
      const answers = await Promise.all(
        [a, b].map(({ id }) => admin.put(`${TEMPLATES}/${id}`, minimalTemplate({ key }))),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      expect(await app.sql('SELECT FROM announcement_template WHERE key = $1', [key])).toHaveLength(1);
    }
  });
});
