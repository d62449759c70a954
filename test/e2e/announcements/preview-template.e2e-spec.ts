import { MAX_PREVIEW_BYTES } from '../../../src/announcements/domain/announcement-template.rules.js';
import type { ApiClient } from '../../support/api-client.js';
import { minimalTemplate, TEMPLATES, templateBody } from '../../support/builders/template.js';
import { TestApp } from '../../support/test-app.js';

describe(`POST ${TEMPLATES}/{templateId}/preview`, () => {
  let app: TestApp;
  let admin: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.user('ADMIN');
  });
  afterAll(() => app.stop());

  const create = async (body: Record<string, unknown>): Promise<string> =>
    `${TEMPLATES}/${(await admin.post(TEMPLATES, body)).body.id}/preview`;

  it('answers 401 without a credential and 403 to a manager', async () => {
    const path = await create(templateBody());
    expect((await app.anonymous().post(path)).status).toBe(401);
    for (const role of ['MANAGER', 'ADVISOR', 'PUBLIC'] as const)
      expect((await (await app.user(role)).post(path, {})).status).toBe(403);
  });

  it('answers 404 for an unknown template, after it has checked the body', async () => {
    for (const id of ['0123456789abcdef01234567', 'nonsense', '%00']) {
      const { status, body } = await admin.post(`${TEMPLATES}/${id}/preview`);
      expect([status, body.errorCode]).toEqual([404, 'TEMPLATE_NOT_FOUND']);
    }
    const { status } = await admin.post(`${TEMPLATES}/0123456789abcdef01234567/preview`, { language: 1 });
    expect(status).toBe(400);
  });

  const template = templateBody({
    enabled: false,
    title: { defaultValue: 'Hi, {firstName}!', langValues: { es: '¡Hola, {nombre}!', 'pt-BR': 'Olá!' } },
    body: { defaultValue: '{firstName}, see {link}\n{firstName}', langValues: { es: '{firstName}: {link}' } },
    resume: { defaultValue: 'Until {date}' },
    placeholders: ['{firstName}', 'date', '{unused}'],
  });

  it.each([
    [undefined, undefined, 'Hi, {firstName}!', ['{link}'], ['{unused}']],
    [{}, undefined, 'Hi, {firstName}!', ['{link}'], ['{unused}']],
    [{ language: null, values: null }, undefined, 'Hi, {firstName}!', ['{link}'], ['{unused}']],
    [{ language: 'de' }, undefined, 'Hi, {firstName}!', ['{link}'], ['{unused}']],
    [{ language: 'ES-mx' }, 'es', '¡Hola, {nombre}!', ['{nombre}', '{link}'], ['{unused}']],
    [{ language: 'pt-br' }, 'pt-BR', 'Olá!', ['{link}'], ['{unused}']],
    [{ values: { firstName: 'Ana' } }, undefined, 'Hi, Ana!', ['{link}'], ['{unused}']],
    [{ values: { '{firstName}': '' } }, undefined, 'Hi, !', ['{link}'], ['{unused}']],
    [{ values: { firstname: 'Ana' } }, undefined, 'Hi, {firstName}!', ['{link}'], ['{unused}']],
    [{ language: 'es', values: { nombre: '$&' } }, 'es', '¡Hola, $&!', ['{nombre}', '{link}'], ['{unused}']],
  ])('shows for %j', async (sent, language, title, unknownTokens, unusedPlaceholders) => {
    const path = await create({ ...template, key: templateBody()['key'] });
    const { status, body, headers } = await admin.post(path, sent);
    expect(status).toBe(200);
    expect(body).toMatchObject({ title, unknownTokens, unusedPlaceholders });
    expect(body.language).toBe(language);
    expect(body.resume).toBe('Until {date}');
    expect(headers.has('etag')).toBe(false);
  });

  it('puts values in everywhere, and nothing into values', async () => {
    const path = await create({ ...template, key: templateBody()['key'] });
    const values = { firstName: '{date}', date: 'May', link: 'a\nb' };
    expect((await admin.post(path, { values })).body).toEqual({
      title: 'Hi, {date}!',
      body: '{date}, see a\nb\n{date}',
      resume: 'Until May',
      unknownTokens: ['{link}'],
      unusedPlaceholders: ['{unused}'],
    });
  });

  it('has no text that the template has not', async () => {
    const path = await create(minimalTemplate());
    expect((await admin.post(path)).body).toEqual({
      title: 'Title',
      unknownTokens: [],
      unusedPlaceholders: [],
    });
  });

  it.each<[object, string, string]>([
    [{ language: 'en_US' }, 'language', 'LANGUAGE_TAG'],
    [{ language: 7 }, 'language', 'WRONG_TYPE'],
    [{ values: [] }, 'values', 'WRONG_TYPE'],
    [{ values: { a: null } }, 'values.a', 'WRONG_TYPE'],
    [{ values: { a: 'x'.repeat(1_001) } }, 'values.a', 'TOO_LONG'],
    [{ values: { a: '\u0001' } }, 'values.a', 'CONTROL_CHARACTER'],
    [{ values: { '{}': 'x' } }, 'values.{}', 'TOKEN'],
    [{ values: { ['x'.repeat(103)]: 'x' } }, `values.${'x'.repeat(99)}…`, 'TOKEN'],
    [{ values: { a: 'x', '{a}': 'y' } }, 'values.{a}', 'NOT_UNIQUE'],
    [
      { values: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`v${n}`, 'x'])) },
      'values',
      'TOO_MANY',
    ],
    [{ unknown: 1 }, 'unknown', 'UNKNOWN_MEMBER'],
  ])('answers 400 to %j', async (sent, path, code) => {
    const { status, body } = await admin.post(await create(templateBody()), sent);
    expect([status, body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.errors).toEqual([{ path, code, message: expect.any(String) }]);
  });

  it('has a limit for values that occur many times', async () => {
    const path = await create(minimalTemplate({ body: { defaultValue: '{a}'.repeat(6_000) } }));
    const { status, body } = await admin.post(path, { values: { a: 'x'.repeat(1_000) } });
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'values', code: 'TOO_LARGE', message: expect.stringContaining(String(MAX_PREVIEW_BYTES)) }],
    ]);
    const small = await admin.post(path, { values: { a: 'x'.repeat(100) } });
    expect(small.body.body).toHaveLength(600_000);
  });

  it('stores nothing, and is simply done again with the same Idempotency-Key', async () => {
    const path = await create(templateBody());
    const count = async () =>
      (
        await app.sql('SELECT (SELECT count(*) FROM audit_record), (SELECT count(*) FROM idempotency_key)')
      )[0];
    const before = await count();
    const options = { headers: { 'Idempotency-Key': 'preview' } };
    const first = await admin.post(path, { language: 'es' }, options);
    const second = await admin.post(path, { language: 'es' }, options);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(second.headers.has('idempotency-replayed')).toBe(false);
    expect(await count()).toEqual(before);
  });
});
