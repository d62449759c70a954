import { loadDemo } from '../../../src/demo/demo.module.js';
import type { DemoCredentials } from '../../../src/demo/welcome-box.js';
import { ApiClient } from '../../support/api-client.js';
import { PLANS, type Body } from '../../support/builders/plan.js';
import {
  CHARACTERISTICS,
  GROUPS,
  HIERARCHY,
  type AreaRecord,
  type CharacteristicRecord,
} from '../../support/builders/segmentation.js';
import { TestApp } from '../../support/test-app.js';

describe('the segmentation of the demo companies', () => {
  let app: TestApp;
  let companies: DemoCredentials[];

  const recreate = async () => {
    const demo = await loadDemo(app.app);
    await demo.recreate();
    companies = await demo.issueCredentials();
  };
  beforeAll(async () => {
    app = await TestApp.start();
    await recreate();
  });
  afterAll(() => app.stop());

  const idsOf = (areas: readonly AreaRecord[]): string[] =>
    areas.flatMap(({ id, children }) => [id, ...idsOf(children)]);
  const read = async ({ apiKey }: DemoCredentials) => {
    const client = new ApiClient(app.baseUrl, { serviceAPIKey: apiKey });
    const [areas, groups, characteristics] = await Promise.all(
      [HIERARCHY, GROUPS, CHARACTERISTICS].map(async (path) => (await client.get(path)).body as Body[]),
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
      const admin = new ApiClient(app.baseUrl, { SessionId: company.adminSessionId });
      const plans = (await admin.get(`${PLANS}?to=20`)).body.result as Body[];
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

  it('is created again by the next run', async () => {
    const before = await app.sql('SELECT count(*) FROM area');
    await recreate();
    expect(await app.sql('SELECT count(*) FROM area')).toEqual(before);
  });
});
