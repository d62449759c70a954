import { ActionPlanImporter } from '../../../src/action-plans/index.js';
import type { ApiClient } from '../../support/api-client.js';
import { actionRecord, planBody, planRecord, PLANS } from '../../support/builders/plan.js';
import { TestApp } from '../../support/test-app.js';

describe(`DELETE ${PLANS}/{planId}`, () => {
  let app: TestApp;
  let companyId: string;
  let manager: ApiClient & { userId: string };

  beforeAll(async () => {
    app = await TestApp.start();
    companyId = await app.company();
    manager = await app.user('MANAGER', companyId);
  });
  afterAll(() => app.stop());

  const create = async () => (await manager.post(PLANS, planBody())).body;
  const remove = (id: string, client: ApiClient = manager) => client.delete(`${PLANS}/${id}`);
  const count = async (id: string) => (await app.sql('SELECT FROM action_plan WHERE id = $1', [id])).length;

  it('answers 401 without a credential, 403 without the role or the right, and deletes nothing', async () => {
    const { id } = await create();
    expect((await remove(id, app.anonymous())).status).toBe(401);
    expect((await remove(id, await app.user('EMPLOYEE', companyId))).status).toBe(403);
    const { status, body } = await remove(id, await app.user('MANAGER', companyId));
    expect([status, body.errorCode]).toEqual([403, 'PLAN_FORBIDDEN']);
    expect(await count(id)).toBe(1);
  });

  it('removes the plan and its actions with their notes, and answers 204 without a body', async () => {
    const plan = planRecord({ createdBy: manager.userId, actions: [actionRecord(), actionRecord()] });
    const other = planRecord({ createdBy: manager.userId, actions: [actionRecord()] });
    await app.app.get(ActionPlanImporter).import(companyId, [plan, other]);
    const { status, text } = await remove(plan.id);
    expect([status, text]).toEqual([204, '']);
    expect(await count(plan.id)).toBe(0);
    expect(await app.sql('SELECT plan_id FROM plan_action WHERE company_id = $1', [companyId])).toEqual([
      { plan_id: other.id },
    ]);
    expect((await manager.get(`${PLANS}/${plan.id}`)).status).toBe(404);
  });

  it('answers 404 for an unknown, a malformed and a foreign id, before any right', async () => {
    const { id } = await create();
    const foreign = await app.user('ADMIN');
    for (const [unknown, client] of [
      [id, foreign],
      ['0123456789abcdef01234567', manager],
      ['nonsense', manager],
      ['%00', manager],
    ] as const) {
      const { status, body } = await remove(unknown, client);
      expect([status, body.errorCode]).toEqual([404, 'PLAN_NOT_FOUND']);
    }
    expect(await count(id)).toBe(1);
  });

  it('lets exactly one of many concurrent deletions succeed', async () => {
    const { id } = await create();
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(id)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(9);
  });
});
