import { ActionPlanImporter } from '../../../src/action-plans/index.js';
import type { ApiClient } from '../../support/api-client.js';
import { minimalAction, planRecord, PLANS } from '../../support/builders/plan.js';
import { TestApp } from '../../support/test-app.js';

type Who = 'creator' | 'manager' | 'admin' | 'stranger';
type Plan = 'public' | 'private' | 'orphan';

/** Whether the plan is listed, and the statuses of get, patch and delete (interface 5, decisions 3). */
const TABLE: readonly [Plan, Who, boolean, number, number, number][] = [
  ['public', 'creator', true, 200, 200, 204],
  ['public', 'manager', true, 200, 403, 403],
  ['public', 'admin', true, 200, 200, 204],
  ['public', 'stranger', false, 404, 404, 404],
  ['private', 'creator', true, 200, 200, 204],
  ['private', 'manager', false, 403, 403, 403],
  ['private', 'admin', false, 403, 403, 204],
  ['private', 'stranger', false, 404, 404, 404],
  ['orphan', 'creator', true, 200, 200, 204],
  ['orphan', 'manager', true, 200, 200, 204],
  ['orphan', 'admin', true, 200, 200, 204],
  ['orphan', 'stranger', false, 404, 404, 404],
];

describe('privacy', () => {
  let app: TestApp;
  let callers: Record<Who, ApiClient & { userId: string }>;
  let companyId: string;

  beforeAll(async () => {
    app = await TestApp.start();
    companyId = await app.company();
    callers = {
      creator: await app.user('MANAGER', companyId),
      manager: await app.user('MANAGER', companyId),
      admin: await app.user('ADMIN', companyId),
      stranger: await app.user('ADMIN'),
    };
  });
  afterAll(() => app.stop());

  it.each(TABLE)('of a %s plan: %s', async (kind, who, isListed, get, patch, remove) => {
    await app.sql('DELETE FROM action_plan');
    const plan = planRecord({
      visibility: kind === 'public' ? 'PUBLIC' : 'PRIVATE',
      ...(kind !== 'orphan' && { createdBy: callers.creator.userId }),
      actions: [
        minimalAction({ status: 'COMPLETED', hierarchyIds: ['area'], title: { defaultValue: 'needle' } }),
      ],
    });
    await app.app.get(ActionPlanImporter).import(companyId, [plan]);
    const caller = callers[who];
    const stored = async () =>
      app.sql('SELECT document, visibility FROM action_plan WHERE id = $1', [plan.id]);
    const before = await stored();

    for (const query of [
      '',
      '?status=COMPLETED',
      '?hierarchyId=area',
      '?q=needle',
      '?q=ne&status=COMPLETED',
    ]) {
      const { body, text } = await caller.get(PLANS + query);
      expect([query, body.total, body.result.length]).toEqual([query, ...(isListed ? [1, 1] : [0, 0])]);
      expect(text.includes(plan.id)).toBe(isListed);
    }
    expect((await caller.get(`${PLANS}/${plan.id}`)).status).toBe(get);

    const changed = await caller.patch(`${PLANS}/${plan.id}`, { title: { defaultValue: 'changed' } });
    expect(changed.status).toBe(patch);
    if (patch === 200)
      expect(await stored()).toMatchObject([{ document: { title: { defaultValue: 'changed' } } }]);
    else expect(await stored()).toEqual(before);

    expect((await caller.delete(`${PLANS}/${plan.id}`)).status).toBe(remove);
    expect(await stored()).toHaveLength(remove === 204 ? 0 : 1);
  });
});
