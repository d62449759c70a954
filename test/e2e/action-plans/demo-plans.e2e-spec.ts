import {
  ACTION_SOURCES,
  ACTION_STATUSES,
  ACTION_TYPES,
  FOCUS_TYPES,
} from '../../../src/action-plans/domain/enumerations.js';
import { loadDemo } from '../../../src/demo/demo.module.js';
import { ApiClient } from '../../support/api-client.js';
import { PLANS, type Body } from '../../support/builders/plan.js';
import { TestApp } from '../../support/test-app.js';

interface Progress {
  readonly status: string;
  readonly startedAt?: string;
  readonly completedAt?: string;
}

interface Progressing extends Progress {
  readonly id: string;
  readonly assigneeStatuses: readonly Progress[];
}

/** The status of an action that follows from those of its assignees. */
function statusFrom(statuses: readonly string[]): string {
  const has = (status: string): boolean => statuses.includes(status);
  if (!has('PENDING') && !has('IN_PROGRESS')) {
    return has('COMPLETED') ? 'COMPLETED' : has('EXPIRED') ? 'EXPIRED' : 'CANCELLED';
  }
  return has('IN_PROGRESS') || has('COMPLETED') ? 'IN_PROGRESS' : 'PENDING';
}

describe('the plans of the demo companies', () => {
  let app: TestApp;
  let callers: { admin: ApiClient; manager: ApiClient }[];

  beforeAll(async () => {
    app = await TestApp.start();
    const demo = await loadDemo(app.app);
    await demo.recreate();
    callers = (await demo.issueCredentials()).map(({ adminSessionId, managerSessionId }) => ({
      admin: new ApiClient(app.baseUrl, { SessionId: adminSessionId }),
      manager: new ApiClient(app.baseUrl, { SessionId: managerSessionId }),
    }));
  });
  afterAll(() => app.stop());

  const total = async (client: ApiClient, query = '') => (await client.get(`${PLANS}?${query}`)).body.total;

  it('are eight in each, of which the admin and the manager see their own private one', async () => {
    for (const { admin, manager } of callers) {
      expect([await total(admin), await total(manager)]).toEqual([7, 7]);
    }
    expect(await app.sql('SELECT FROM action_plan')).toHaveLength(16);
  });

  it('let every filter find something', async () => {
    for (const { admin, manager } of callers) {
      const { result } = (await admin.get(`${PLANS}?to=20`)).body;
      const actions = result.flatMap((plan: Body) => plan['actions'] as Body[]) as Body[];
      const queries = [
        ...ACTION_STATUSES.map((status) => `status=${status}`),
        ...FOCUS_TYPES.map((type) => `focusType=${type}`),
        ...ACTION_TYPES.map((type) => `actionType=${type}`),
        ...actions.flatMap(({ hierarchyIds }) => (hierarchyIds as string[]).map((id) => `hierarchyId=${id}`)),
        ...actions.flatMap(({ assigneeStatuses }) =>
          (assigneeStatuses as Body[]).map(({ assigneeId }) => `assigneeId=${assigneeId as string}`),
        ),
        'q=a',
      ];
      for (const query of new Set(queries)) {
        expect([query, (await total(admin, query)) > 0, (await total(manager, query)) > 0]).toEqual([
          query,
          true,
          true,
        ]);
      }
      expect(new Set(actions.map(({ source }) => source))).toEqual(new Set(ACTION_SOURCES));
      expect(actions.some(({ notes }) => (notes as Body[]).length > 0)).toBe(true);
    }
  });

  it('have actions that follow the rules of the service', async () => {
    for (const { admin, manager } of callers) {
      for (const client of [admin, manager]) {
        const { result } = (await client.get(`${PLANS}?to=20`)).body;
        const actions = result.flatMap((plan: Body) => plan['actions']) as Progressing[];
        for (const { id, status, assigneeStatuses, ...action } of actions) {
          const statuses = assigneeStatuses.map((assignee) => assignee.status);
          if (statuses.length > 0) expect([id, status]).toEqual([id, statusFrom(statuses)]);
          for (const one of [{ status, ...action }, ...assigneeStatuses]) {
            const isStarted = ['IN_PROGRESS', 'COMPLETED'].includes(one.status);
            expect([id, one.startedAt !== undefined]).toEqual([id, isStarted]);
            expect([id, one.completedAt !== undefined]).toEqual([id, one.status === 'COMPLETED']);
          }
        }
      }
    }
  });

  it('are created again by the next run', async () => {
    await (await loadDemo(app.app)).recreate();
    expect(await app.sql('SELECT FROM action_plan')).toHaveLength(16);
  });
});
