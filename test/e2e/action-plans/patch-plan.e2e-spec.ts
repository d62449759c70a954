import { ActionPlanImporter } from '../../../src/action-plans/index.js';
import type { ApiClient } from '../../support/api-client.js';
import { actionRecord, planBody, planRecord, PLANS, type Body } from '../../support/builders/plan.js';
import { TestApp } from '../../support/test-app.js';

describe(`PATCH ${PLANS}/{planId}`, () => {
  let app: TestApp;
  let companyId: string;
  let manager: ApiClient & { userId: string };

  beforeAll(async () => {
    app = await TestApp.start();
    companyId = await app.company();
    manager = await app.user('MANAGER', companyId);
  });
  afterAll(() => app.stop());

  const create = async (overrides: Body = {}) => (await manager.post(PLANS, planBody(overrides))).body;
  const patch = (id: string, body: unknown, client = manager as ApiClient) =>
    client.patch(`${PLANS}/${id}`, body);
  const row = async (id: string) => (await app.sql('SELECT * FROM action_plan WHERE id = $1', [id]))[0]!;

  it('answers 401 without a credential and 403 without the role', async () => {
    const { id } = await create();
    const before = await row(id);
    expect((await patch(id, { visibility: 'PRIVATE' }, app.anonymous())).status).toBe(401);
    expect((await patch(id, { visibility: 'PRIVATE' }, await app.user('EMPLOYEE', companyId))).status).toBe(
      403,
    );
    expect(await row(id)).toEqual(before);
  });

  it.each([
    ['title', { defaultValue: 'New', langValues: { fr: 'Neuf' } }],
    ['description', { defaultValue: 'New\nlines' }],
    ['visibility', 'PRIVATE'],
  ])('changes %s alone and moves updatedAt', async (member, value) => {
    const plan = await create();
    const { status, body } = await patch(plan.id, { [member]: value });
    expect(status).toBe(200);
    const shown = typeof value === 'string' ? value : { ...value, valid: true };
    expect(body).toEqual({ ...plan, [member]: shown, updatedAt: expect.any(String) });
    expect(body.updatedAt >= plan.updatedAt).toBe(true);
    expect(await row(plan.id)).toMatchObject({ document: { [member]: value } });
    expect((await manager.get(`${PLANS}/${plan.id}`)).body).toEqual(body);
  });

  it.each([
    {},
    { title: null, description: null, visibility: null },
    { id: 'x', valid: false, actions: [1] },
  ])('changes nothing by %j', async (sent) => {
    const plan = await create();
    const { status, body } = await patch(plan.id, sent);
    expect([status, body]).toEqual([200, plan]);
  });

  it('changes what the actions say of their plan', async () => {
    const plan = planRecord({ createdBy: manager.userId, actions: [actionRecord(), actionRecord()] });
    await app.app.get(ActionPlanImporter).import(companyId, [plan]);
    const { body } = await patch(plan.id, { title: { defaultValue: 'New' } });
    for (const action of body.actions)
      expect(action.plan.title).toEqual({ defaultValue: 'New', valid: true });
    expect(body.actions).toHaveLength(2);
  });

  it('shows the plan once more to an admin who has just made it private', async () => {
    const plan = await create();
    const admin = await app.user('ADMIN', companyId);
    const { status, body } = await patch(plan.id, { visibility: 'PRIVATE' }, admin);
    expect([status, body.visibility]).toEqual([200, 'PRIVATE']);
    expect((await patch(plan.id, { visibility: 'PUBLIC' }, admin)).status).toBe(403);
  });

  it('names every broken rule at once and changes nothing', async () => {
    const plan = await create();
    const before = await row(plan.id);
    const { status, body } = await patch(plan.id, {
      title: {},
      description: [],
      visibility: 'X',
      actionz: 1,
    });
    expect(status).toBe(400);
    expect(body.errors.map(({ path }: Body) => path).sort()).toEqual([
      'actionz',
      'description',
      'title.defaultValue',
      'visibility',
    ]);
    expect(await row(plan.id)).toEqual(before);
  });

  it('checks the existence, then the right, then the body', async () => {
    const plan = await create();
    const foreign = await app.user('ADMIN');
    const other = await app.user('MANAGER', companyId);
    const json = { 'Content-Type': 'application/json' };
    const malformed = (client: ApiClient) =>
      client.patch(`${PLANS}/${plan.id}`, undefined, { raw: '{', headers: json });
    expect((await malformed(foreign)).status).toBe(404);
    expect((await malformed(other)).status).toBe(403);
    expect((await malformed(manager)).status).toBe(400);
    expect((await patch(plan.id, { visibility: 'X' }, foreign)).status).toBe(404);
    expect((await patch(plan.id, { visibility: 'X' }, other)).status).toBe(403);
    expect((await patch(plan.id, { visibility: 'X' }, manager)).status).toBe(400);
    for (const [id, client] of [
      [plan.id, foreign],
      ['0123456789abcdef01234567', manager],
      ['nonsense', manager],
      ['%00', manager],
    ] as const) {
      const { status, body } = await patch(id, {}, client);
      expect([status, body.errorCode]).toEqual([404, 'PLAN_NOT_FOUND']);
    }
    expect((await patch(plan.id, {}, other)).status).toBe(403);
  });

  it('loses none of many concurrent changes of different properties', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await create();
      const answers = await Promise.all([
        patch(id, { title: { defaultValue: `t${round}` } }),
        patch(id, { description: { defaultValue: `d${round}` } }),
        patch(id, { visibility: 'PRIVATE' }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await row(id)).toMatchObject({
        visibility: 'PRIVATE',
        document: {
          title: { defaultValue: `t${round}` },
          description: { defaultValue: `d${round}` },
          visibility: 'PRIVATE',
        },
      });
    }
  });

  it('meets a concurrent deletion with 200 or 404, and the plan is gone', async () => {
    for (let round = 0; round < 20; round++) {
      const { id } = await create();
      const [changed, deleted] = await Promise.all([
        patch(id, { visibility: 'PRIVATE' }),
        manager.delete(`${PLANS}/${id}`),
      ]);
      expect([200, 404]).toContain(changed.status);
      expect(deleted.status).toBe(204);
      expect(await row(id)).toBeUndefined();
    }
  });
});
