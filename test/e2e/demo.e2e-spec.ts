import {
  ACTION_SOURCES,
  ACTION_STATUSES,
  ACTION_TYPES,
  FOCUS_TYPES,
} from '../../src/action-plans/domain/enumerations.js';
import { loadDemo } from '../../src/demo/demo.module.js';
import { ApiClient } from '../support/api-client.js';
import { byExternalId, EMPLOYEES } from '../support/builders/employee.js';
import { PLANS, type Body } from '../support/builders/plan.js';
import {
  CHARACTERISTICS,
  GROUPS,
  HIERARCHY,
  type AreaRecord,
  type CharacteristicRecord,
} from '../support/builders/segmentation.js';
import { DELETED_TIMESHEETS, TIMESHEETS } from '../support/builders/timesheet.js';
import { TestApp } from '../support/test-app.js';

interface Progress {
  readonly status: string;
  readonly startedAt?: string;
  readonly completedAt?: string;
}

interface Progressing extends Progress {
  readonly id: string;
  readonly assigneeStatuses: readonly Progress[];
}

/** The status of an action, computed from those of its assignees. */
function statusFrom(statuses: readonly string[]): string {
  const has = (status: string): boolean => statuses.includes(status);
  if (!has('PENDING') && !has('IN_PROGRESS')) {
    return has('COMPLETED') ? 'COMPLETED' : has('EXPIRED') ? 'EXPIRED' : 'CANCELLED';
  }
  return has('IN_PROGRESS') || has('COMPLETED') ? 'IN_PROGRESS' : 'PENDING';
}

interface Company {
  readonly admin: ApiClient;
  readonly manager: ApiClient;
  readonly key: ApiClient;
}

let app: TestApp;
let companies: readonly Company[];

beforeAll(async () => {
  app = await TestApp.start();
  const demo = await loadDemo(app.app);
  await demo.recreate();
  companies = (await demo.issueCredentials()).map(({ adminSessionId, managerSessionId, apiKey }) => ({
    admin: new ApiClient(app.baseUrl, { SessionId: adminSessionId }),
    manager: new ApiClient(app.baseUrl, { SessionId: managerSessionId }),
    key: new ApiClient(app.baseUrl, { serviceAPIKey: apiKey }),
  }));
});
afterAll(() => app.stop());

const idsOf = (areas: readonly AreaRecord[]): string[] =>
  areas.flatMap(({ id, children }) => [id, ...idsOf(children)]);

describe('the plans of the demo companies', () => {
  const total = async (client: ApiClient, query = '') => (await client.get(`${PLANS}?${query}`)).body.total;

  it('are eight in each, of which the admin and the manager see their own private one', async () => {
    for (const { admin, manager } of companies) {
      expect([await total(admin), await total(manager)]).toEqual([7, 7]);
    }
    expect(await app.sql('SELECT FROM action_plan')).toHaveLength(16);
  });

  it('let every filter find something', async () => {
    for (const { admin, manager } of companies) {
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
    for (const { admin, manager } of companies) {
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
});

describe('the segmentation of the demo companies', () => {
  const read = async ({ key }: Company) => {
    const [areas, groups, characteristics] = await Promise.all(
      [HIERARCHY, GROUPS, CHARACTERISTICS].map(async (path) => (await key.get(path)).body as Body[]),
    );
    return {
      areaIds: idsOf(areas as unknown as AreaRecord[]),
      groups: groups!,
      characteristics: characteristics as unknown as CharacteristicRecord[],
    };
  };

  it('has areas, groups and characteristics of every type', async () => {
    for (const company of companies) {
      const { areaIds, groups, characteristics } = await read(company);
      expect(areaIds.length).toBeGreaterThanOrEqual(20);
      expect(groups).toHaveLength(5);
      expect(new Set(characteristics.map(({ type }) => type))).toEqual(
        new Set(['DATE', 'LIST', 'BOOLEAN', 'TREE']),
      );
    }
  });

  it('is what the plans refer to', async () => {
    for (const company of companies) {
      const { areaIds, groups, characteristics } = await read(company);
      const plans = (await company.admin.get(`${PLANS}?to=20`)).body.result as Body[];
      const actions = plans.flatMap(({ actions: own }) => own as Record<string, Body[]>[]);
      const targets = (member: string) => actions.flatMap((action) => action[member] as unknown[]);
      const groupIds = groups.map(({ id }) => id);
      const booleans = characteristics.filter(({ type }) => type === 'BOOLEAN').map(({ id }) => id);
      expect(targets('hierarchyIds').length).toBeGreaterThan(0);
      for (const id of targets('hierarchyIds')) expect(areaIds).toContain(id);
      for (const id of targets('groupIds')) expect(groupIds).toContain(id);
      for (const { characteristicId } of targets('characteristics') as Body[]) {
        expect(booleans).toContain(characteristicId);
      }
    }
  });
});

describe('the people of the demo companies', () => {
  const people = async (key: ApiClient, query = '') =>
    (await key.get(`${EMPLOYEES}?${query}`)).body as Body[];

  it('let every filter find some of them, and not all', async () => {
    for (const { key } of companies) {
      const everybody = await people(key);
      const all = everybody.length;
      expect(all).toBeGreaterThan(40);
      const dayOf = (characteristicId: string) =>
        everybody
          .flatMap((person) => person['profile'] as { id: string; date?: string }[])
          .find(({ id }) => id === characteristicId)!
          .date!.slice(0, 10);
      const areas = (await key.get(HIERARCHY)).body as AreaRecord[];
      const groups = (await key.get(GROUPS)).body as Body[];
      const characteristics = (await key.get(CHARACTERISTICS)).body as CharacteristicRecord[];
      const profile = characteristics.map(({ id, type, allowedValues, nodes }) =>
        type === 'DATE' ? `${id}:${dayOf(id)}..${dayOf(id)}` : `${id}:${[...allowedValues, ...nodes][0]!.id}`,
      );
      const queries = [
        ...areas[0]!.children.map(({ id }) => `hierarchyId=${id}`),
        ...groups.map(({ id }) => `groupId=${String(id)}`),
        ...profile.map((pair) => `profile=${pair}`),
        'activated=true',
        'activated=false',
        'deleted=true',
      ];
      for (const query of queries) {
        const found = (await people(key, query)).length;
        expect([query, found > 0, found < all]).toEqual([query, true, true]);
      }
    }
  });

  it('belong to areas all over the tree, and some manage areas', async () => {
    for (const { key } of companies) {
      const areas = idsOf((await key.get(HIERARCHY)).body as AreaRecord[]);
      const all = await people(key);
      const used = new Set(all.map(({ hierarchyId }) => hierarchyId));
      expect([...used].filter((id) => id !== undefined && !areas.includes(id as string))).toEqual([]);
      expect(used.size).toBeGreaterThan(areas.length / 2);
      expect(all.filter(({ managedHierarchies }) => (managedHierarchies as string[]).length > 0)).not.toEqual(
        [],
      );
    }
  });

  it('have timesheets by every filter, and deleted ones', async () => {
    for (const { key } of companies) {
      const { total, results } = (await key.get(`${TIMESHEETS}?to=500`)).body;
      expect(total).toBeGreaterThan(500);
      expect(new Set(results.map(({ periodType }: Body) => periodType)).size).toBeGreaterThan(2);
      expect(results.some(({ breaks }: Body) => (breaks as unknown[]).length > 0)).toBe(true);
      expect(results.some(({ changeHistory }: Body) => (changeHistory as unknown[]).length > 0)).toBe(true);
      const [{ email, externalId, startTime }] = results.filter(
        (entry: Body) => entry['externalId'] && entry['email'],
      ) as [{ email: string; externalId: string; startTime: string }];
      const own = (await key.get(`${TIMESHEETS}?email=${encodeURIComponent(email)}`)).body.total as number;
      expect([own > 0, own < total]).toEqual([true, true]);
      const day = startTime.slice(0, 10);
      const ofDay = (await key.get(`${TIMESHEETS}?dateFrom=${day}&dateTo=${day}`)).body.total as number;
      expect([ofDay > 0, ofDay < total]).toEqual([true, true]);
      expect((await key.get(DELETED_TIMESHEETS)).body.total).toBeGreaterThan(0);
      expect((await key.get(byExternalId(externalId))).body).toMatchObject({ email });
    }
  });
});

it('everything is created again by the next run', async () => {
  const counts = `
    SELECT (SELECT count(*) FROM action_plan) AS plans, (SELECT count(*) FROM area) AS areas,
      (SELECT count(*) FROM employee) AS employees, (SELECT count(*) FROM timesheet_entry) AS entries`;
  const before = await app.sql(counts);
  await (await loadDemo(app.app)).recreate();
  expect(await app.sql(counts)).toEqual(before);
});
