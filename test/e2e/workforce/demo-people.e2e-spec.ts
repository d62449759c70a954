import { loadDemo } from '../../../src/demo/demo.module.js';
import type { DemoCredentials } from '../../../src/demo/welcome-box.js';
import { ApiClient } from '../../support/api-client.js';
import { byExternalId, EMPLOYEES, type Body } from '../../support/builders/employee.js';
import { CHARACTERISTICS, GROUPS, HIERARCHY, type AreaRecord } from '../../support/builders/segmentation.js';
import { DELETED_TIMESHEETS, TIMESHEETS } from '../../support/builders/timesheet.js';
import { TestApp } from '../../support/test-app.js';

interface Characteristic {
  readonly id: string;
  readonly type: string;
  readonly allowedValues: readonly { readonly id: string }[];
  readonly nodes: readonly { readonly id: string }[];
}

describe('the people of the demo companies', () => {
  let app: TestApp;
  let keys: ApiClient[];

  beforeAll(async () => {
    app = await TestApp.start();
    const demo = await loadDemo(app.app);
    await demo.recreate();
    const companies: DemoCredentials[] = await demo.issueCredentials();
    keys = companies.map(({ apiKey }) => new ApiClient(app.baseUrl, { serviceAPIKey: apiKey }));
  });
  afterAll(() => app.stop());

  const people = async (key: ApiClient, query = '') =>
    (await key.get(`${EMPLOYEES}?${query}`)).body as Body[];
  const idsOf = (areas: readonly AreaRecord[]): string[] =>
    areas.flatMap(({ id, children }) => [id, ...idsOf(children)]);

  it('let every filter find some of them, and not all', async () => {
    for (const key of keys) {
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
      const characteristics = (await key.get(CHARACTERISTICS)).body as Characteristic[];
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
    for (const key of keys) {
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
    for (const key of keys) {
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
