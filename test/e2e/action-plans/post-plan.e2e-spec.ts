import type { ApiClient } from '../../support/api-client.js';
import { planBody, PLANS } from '../../support/builders/plan.js';
import { TestApp } from '../../support/test-app.js';

describe(`POST ${PLANS}`, () => {
  let app: TestApp;
  let companyId: string;
  let manager: ApiClient & { userId: string };

  beforeAll(async () => {
    app = await TestApp.start();
    companyId = await app.company();
    manager = await app.user('MANAGER', companyId);
  });
  afterAll(() => app.stop());

  const count = async () => (await app.sql('SELECT FROM action_plan')).length;

  it('answers 401 without a credential', async () => {
    expect((await app.anonymous().post(PLANS, planBody())).status).toBe(401);
  });

  it.each([
    ['ADMIN', 200],
    ['MANAGER', 200],
    ['RESPONSIBLE', 200],
    ['ADVISOR', 200],
    ['EMPLOYEE', 403],
    ['PUBLIC', 403],
  ] as const)('answers %s with %i', async (role, status) => {
    const before = await count();
    expect((await (await app.user(role)).post(PLANS, planBody())).status).toBe(status);
    expect((await count()) - before).toBe(status === 200 ? 1 : 0);
  });

  it('stores an empty plan of the caller and returns it', async () => {
    const sent = planBody();
    const { status, body } = await manager.post(PLANS, sent);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      companyId,
      title: { ...(sent['title'] as object), valid: true },
      description: { ...(sent['description'] as object), valid: true },
      visibility: 'PUBLIC',
      createdBy: manager.userId,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: body.createdAt,
      completionPercent: 0,
      actions: [],
    });
    const [row] = await app.sql('SELECT * FROM action_plan WHERE id = $1', [body.id]);
    expect(row).toMatchObject({
      company_id: companyId,
      visibility: 'PUBLIC',
      created_by: manager.userId,
      created_at: new Date(body.createdAt as string),
      document: sent,
    });
  });

  it('is private without a visibility, and leaves an absent description out', async () => {
    for (const absent of [undefined, null]) {
      const { body } = await manager.post(PLANS, {
        title: { defaultValue: 'x' },
        description: absent,
        visibility: absent,
      });
      expect(body.visibility).toBe('PRIVATE');
      expect(body).not.toHaveProperty('description');
    }
  });

  it('ignores properties that only the service writes, so that a read plan can be sent back', async () => {
    const { body: first } = await manager.post(PLANS, planBody());
    const { status, body } = await manager.post(PLANS, { ...first, valid: true, createdBy: 'x', actions: 7 });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...first,
      id: expect.not.stringMatching(first.id),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  it('computes valid from the default and all languages, blank as in JavaScript', async () => {
    const blanks = ['\u00a0', '\u1680', '\u2003', '\u2028', '\u202f', '\u205f', '\u3000', '\ufeff', ' ', ''];
    for (const blank of blanks) {
      const { body } = await manager.post(PLANS, { title: { defaultValue: 'x', langValues: { fr: blank } } });
      expect(body.title).toEqual({ defaultValue: 'x', langValues: { fr: blank }, valid: false });
    }
    const lines = { defaultValue: 'x', langValues: { fr: '\t\n\r' } };
    const { body } = await manager.post(PLANS, planBody({ description: lines }));
    expect(body.description).toEqual({ ...lines, valid: false });
    const visible = { defaultValue: '\u200b', langValues: {} };
    expect((await manager.post(PLANS, planBody({ title: visible }))).body.title).toEqual({
      ...visible,
      valid: true,
    });
  });

  it('keeps any Unicode text as it was sent', async () => {
    const text = 'e\u0301 é \u200f\u05e9\u05dc 👩🏽‍🚀 {x} %_\\ "\u2028" </script> \u{10ffff}';
    const sent = planBody({
      title: { defaultValue: text, langValues: { 'zh-Hant-TW': text } },
      description: { defaultValue: `${text}\r\n\t${text}` },
    });
    const { body } = await manager.post(PLANS, sent);
    expect(body.title).toEqual({ ...(sent['title'] as object), valid: true });
    expect(body.description).toEqual({ ...(sent['description'] as object), valid: true });
  });

  it('names every broken rule at once and stores nothing', async () => {
    const before = await count();
    const { status, body } = await manager.post(PLANS, {
      title: { langValues: { en_US: 'x' } },
      description: { defaultValue: 'x'.repeat(20_001) },
      visibility: 'public',
      extra: 1,
    });
    expect([status, body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.errors.map(({ path, code }: { path: string; code: string }) => [path, code]).sort()).toEqual([
      ['description.defaultValue', 'TOO_LONG'],
      ['extra', 'UNKNOWN_MEMBER'],
      ['title.defaultValue', 'REQUIRED'],
      ['title.langValues.en_US', 'LANGUAGE_TAG'],
      ['visibility', 'NOT_ALLOWED'],
    ]);
    expect(body.errors).toContainEqual({
      path: 'visibility',
      code: 'NOT_ALLOWED',
      message: 'must be one of PUBLIC, PRIVATE',
    });
    expect(await count()).toBe(before);
  });

  it.each([undefined, null, [], 'x', 7])('answers 400 to the body %j', async (sent) => {
    const { status, body } = await manager.post(PLANS, sent);
    expect([status, body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
  });
});
