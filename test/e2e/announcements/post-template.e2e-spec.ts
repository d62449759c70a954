import type { ApiClient } from '../../support/api-client.js';
import { minimalTemplate, TEMPLATES, templateBody } from '../../support/builders/template.js';
import { TestApp } from '../../support/test-app.js';

describe(`POST ${TEMPLATES}`, () => {
  let app: TestApp;
  let admin: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.user('ADMIN');
  });
  afterAll(() => app.stop());

  const stored = (key: unknown) =>
    app.sql('SELECT id, key, bytes, document FROM announcement_template WHERE key = $1', [key]);

  it('answers 401 without a credential', async () => {
    const { status, body } = await app.anonymous().post(TEMPLATES, templateBody());
    expect([status, body.errorCode]).toEqual([401, 'CREDENTIAL_REQUIRED']);
  });

  it.each(['MANAGER', 'RESPONSIBLE', 'ADVISOR', 'EMPLOYEE', 'PUBLIC'] as const)(
    'answers 403 to %s',
    async (role) => {
      const body = templateBody();
      expect((await (await app.user(role)).post(TEMPLATES, body)).status).toBe(403);
      expect(await stored(body['key'])).toEqual([]);
    },
  );

  it('stores a template with every property and returns it with a generated id', async () => {
    const sent = templateBody();
    const { status, body } = await admin.post(TEMPLATES, sent);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...sent,
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      title: { ...(sent['title'] as object), valid: true },
      body: { ...(sent['body'] as object), valid: true },
      resume: { ...(sent['resume'] as object), valid: true },
    });
    const [row] = await stored(sent['key']);
    expect(row).toEqual({
      id: body.id,
      key: body.key,
      bytes: Buffer.byteLength(JSON.stringify(body)),
      document: body,
    });
  });

  it('accepts a text in 100 languages and refuses one in 101', async () => {
    const withLanguages = (count: number) =>
      templateBody({
        title: {
          defaultValue: 'x',
          langValues: Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, 'y'])),
        },
      });
    const accepted = withLanguages(100);
    const { status, body } = await admin.post(TEMPLATES, accepted);
    expect([status, body.title]).toEqual([200, { ...(accepted['title'] as object), valid: true }]);
    const refused = await admin.post(TEMPLATES, withLanguages(101));
    expect([refused.status, refused.body.errors]).toMatchObject([
      412,
      [{ path: 'title.langValues', code: 'TOO_MANY' }],
    ]);
  });

  it('leaves absent properties out, shows placeholders empty, and enables by default', async () => {
    const sent = minimalTemplate();
    const { body } = await admin.post(TEMPLATES, sent);
    expect(body).toEqual({
      id: expect.any(String),
      key: sent['key'],
      title: { defaultValue: 'Title', valid: true },
      enabled: true,
      placeholders: [],
    });
  });

  it('takes null for an optional property as absent', async () => {
    const nothing = Object.fromEntries(
      ['body', 'resume', 'category', 'coverImageURL', 'order', 'enabled', 'placeholders'].map((name) => [
        name,
        null,
      ]),
    );
    const { status, body } = await admin.post(TEMPLATES, minimalTemplate(nothing));
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['enabled', 'id', 'key', 'placeholders', 'title']);
  });

  it('ignores properties that only the service writes, so that a read template can be sent back', async () => {
    const { body: first } = await admin.post(TEMPLATES, templateBody());
    const { status, body } = await admin.post(TEMPLATES, { ...first, key: `${first.key}-copy` });
    expect(status).toBe(200);
    expect(body).toEqual({ ...first, id: expect.not.stringMatching(first.id), key: `${first.key}-copy` });
  });

  it('computes valid from the default and all languages', async () => {
    const title = { defaultValue: 'Title', langValues: { fr: ' ' }, valid: true };
    const { body } = await admin.post(TEMPLATES, minimalTemplate({ title }));
    expect(body.title).toEqual({ defaultValue: 'Title', langValues: { fr: ' ' }, valid: false });
  });

  it('keeps any Unicode text and any token as it was sent', async () => {
    const text = 'e\u0301 é \u200f\u05e9\u05dc\u05d5\u05dd 👩🏽‍🚀 {token} {{x}} %_\\ "\u2028" \u{10ffff}';
    const sent = minimalTemplate({
      title: { defaultValue: text, langValues: { 'zh-Hant-TW': text, 'X-private': text } },
      body: { defaultValue: `${text}\r\n\t${text}` },
      placeholders: [text, text, ''],
    });
    const { body } = await admin.post(TEMPLATES, sent);
    const [row] = await stored(sent['key']);
    expect(body.title).toMatchObject(sent['title'] as object);
    expect(body.body.defaultValue).toBe(`${text}\r\n\t${text}`);
    expect(row).toEqual({
      id: body.id,
      key: body.key,
      bytes: Buffer.byteLength(JSON.stringify(body)),
      document: body,
    });
    expect(body.placeholders).toEqual(sent['placeholders']);
  });

  it('counts lengths in code points, up to the limit', async () => {
    const astral = '😀'.repeat(255);
    expect((await admin.post(TEMPLATES, minimalTemplate({ title: { defaultValue: astral } }))).status).toBe(
      200,
    );
    const refused = await admin.post(TEMPLATES, minimalTemplate({ title: { defaultValue: `${astral}x` } }));
    expect(refused.body.errors).toEqual([
      { path: 'title.defaultValue', code: 'TOO_LONG', message: 'must be at most 255 characters long' },
    ]);
  });

  it('refuses a key that is taken, with 412 and the template as it was sent', async () => {
    const sent = templateBody();
    await admin.post(TEMPLATES, sent);
    const { status, body } = await admin.post(TEMPLATES, { ...sent, order: 99 });
    expect(status).toBe(412);
    expect(body).toMatchObject({
      ...sent,
      order: 99,
      errorCode: 'TEMPLATE_KEY_CONFLICT',
      errors: [{ path: 'key', code: 'NOT_UNIQUE' }],
    });
    expect(await stored(sent['key'])).toMatchObject([{ document: { order: 10 } }]);
  });

  it('takes keys that differ in case for different, and a key again after its template was deleted', async () => {
    const sent = templateBody({ key: 'Case.Sensitive_1' });
    const first = await admin.post(TEMPLATES, sent);
    expect((await admin.post(TEMPLATES, { ...sent, key: 'case.sensitive_1' })).status).toBe(200);
    await admin.delete(`${TEMPLATES}/${first.body.id}`);
    expect((await admin.post(TEMPLATES, sent)).status).toBe(200);
  });

  it('lets exactly one of many concurrent creations with one key succeed', async () => {
    const sent = templateBody();
    const answers = await Promise.all(Array.from({ length: 30 }, () => admin.post(TEMPLATES, sent)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(29);
    expect(await stored(sent['key'])).toHaveLength(1);
  });

  it('names every broken rule at once and stores nothing', async () => {
    const sent = {
      key: 'a b',
      title: { langValues: { en_US: 'x', 'pt-br': 'a', 'pt-BR': 'b' } },
      order: 0.5,
      extra: 1,
    };
    const { status, body } = await admin.post(TEMPLATES, sent);
    expect(status).toBe(412);
    expect(body.errorCode).toBe('VALIDATION_FAILED');
    expect(body.errors.map(({ path, code }: { path: string; code: string }) => [path, code]).sort()).toEqual([
      ['extra', 'UNKNOWN_MEMBER'],
      ['key', 'PATTERN'],
      ['order', 'WRONG_TYPE'],
      ['title.defaultValue', 'REQUIRED'],
      ['title.langValues.en_US', 'LANGUAGE_TAG'],
      ['title.langValues.pt-BR', 'DUPLICATE_LANGUAGE'],
    ]);
    expect(await stored('a b')).toEqual([]);
  });
});
