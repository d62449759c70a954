import type { ApiClient } from '../../support/api-client.js';
import { TEMPLATES, templateBody } from '../../support/builders/template.js';
import { TestApp } from '../../support/test-app.js';

describe(`DELETE ${TEMPLATES}/{templateId}`, () => {
  let app: TestApp;
  let admin: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.user('ADMIN');
  });
  afterAll(() => app.stop());

  const create = async (body = templateBody()) => (await admin.post(TEMPLATES, body)).body;
  const count = async (id: string) =>
    (await app.sql('SELECT FROM announcement_template WHERE id = $1', [id])).length;

  it('answers 401 without a credential and 403 to a manager, and deletes nothing', async () => {
    const { id } = await create();
    expect((await app.anonymous().delete(`${TEMPLATES}/${id}`)).status).toBe(401);
    expect((await (await app.user('MANAGER')).delete(`${TEMPLATES}/${id}`)).status).toBe(403);
    expect(await count(id)).toBe(1);
  });

  it('removes the template and returns it', async () => {
    const template = await create();
    const { status, body } = await admin.delete(`${TEMPLATES}/${template.id}`);
    expect([status, body]).toEqual([200, template]);
    expect(await count(template.id)).toBe(0);
  });

  it.each(['0123456789abcdef01234567', 'nonsense', '%2F', '%00'])(
    'answers 412 for the unknown template %s, with the id as it was asked for',
    async (unknown) => {
      const { status, body } = await admin.delete(`${TEMPLATES}/${unknown}`);
      expect(status).toBe(412);
      expect(body).toEqual({
        id: decodeURIComponent(unknown),
        key: '',
        title: { defaultValue: '', valid: false },
        placeholders: [],
        errorCode: 'TEMPLATE_NOT_FOUND',
        detail: expect.any(String),
        errors: [],
        requestId: expect.any(String),
      });
    },
  );

  it('lets exactly one of many concurrent deletions succeed', async () => {
    const { id } = await create();
    const answers = await Promise.all(Array.from({ length: 10 }, () => admin.delete(`${TEMPLATES}/${id}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(9);
  });
});
