import { AreaImporter, CharacteristicImporter, GroupImporter } from '../../../src/segmentation/index.js';
import {
  BULK,
  byEmail,
  employeeBody,
  employeeRecord,
  INVITE,
  type Body,
} from '../../support/builders/employee.js';
import { planBody, PLANS } from '../../support/builders/plan.js';
import { recordStatements } from '../../support/recorded-statements.js';
import { SyncFixture } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';
import type { WorkforceFixture } from '../../support/workforce-fixture.js';

describe('references by external ids', () => {
  let app: TestApp;
  let fixture: SyncFixture;
  let workforce: WorkforceFixture;

  beforeAll(async () => {
    app = await TestApp.start();
    fixture = await SyncFixture.open(app);
    ({ workforce } = fixture);
    const { companyId, team, elsewhere, groups, start, shift, skill } = workforce;
    await app.app.get(AreaImporter).import(companyId, [
      { id: team.id, name: 'Team', externalId: 'A/1' },
      { id: elsewhere.id, name: 'Elsewhere', externalId: '002' },
    ]);
    await app.app.get(GroupImporter).import(companyId, [{ ...groups[0], externalId: '__proto__' }]);
    const [early, late] = shift.allowedValues;
    await app.app.get(CharacteristicImporter).import(companyId, [
      { id: start.id, type: 'DATE', name: 'Start', externalId: 'start' },
      { ...shift, externalId: 'shift', allowedValues: [{ ...early, externalId: 'E' }, late] },
      { ...skill, nodes: skill.nodes.map((node, index) => ({ ...node, externalId: `N${index}` })) },
    ]);
  });
  afterAll(() => app.stop());

  const written = (): Body => ({
    hierarchyId: 'A/1',
    managedHierarchies: ['002', workforce.department.id],
    groupIds: ['__proto__', workforce.groups[1].id],
    profile: [
      { id: 'start', date: '2024-03-01' },
      { id: 'shift', valueId: 'E' },
      { id: workforce.skill.id, leafId: 'N1' },
    ],
  });
  const stored = (): Body => ({
    hierarchyId: workforce.team.id,
    managedHierarchies: [workforce.elsewhere.id, workforce.department.id],
    groupIds: [workforce.groups[0].id, workforce.groups[1].id],
    profile: [
      { id: workforce.start.id, date: '2024-03-01T00:00:00.000Z' },
      { id: workforce.shift.id, valueId: workforce.shift.allowedValues[0]!.id },
      { id: workforce.skill.id, leafId: workforce.skill.nodes[1]!.id },
    ],
  });
  const read = async (email: string): Promise<Body> => (await workforce.hr.get(byEmail(email))).body;

  it('are those of ids in invitations and changes', async () => {
    const { body: invited } = await workforce.hr.post(INVITE, employeeBody(written()));
    expect(invited).toMatchObject(stored());
    const person = employeeBody();
    await workforce.hr.post(INVITE, person);
    const { body: changed } = await workforce.hr.put(byEmail(person.email), written());
    expect(changed).toMatchObject(stored());
    expect(await read(person.email)).toMatchObject(stored());
  });

  it('are those of ids in bulk, in syncs and in imports', async () => {
    const [one, other, listed, imported] = [employeeBody(), employeeBody(), employeeBody(), employeeRecord()];
    await workforce.hr.post(INVITE, other);
    const rows = [
      { operation: 'invite', employee: { ...one, ...written() } },
      { operation: 'update', email: other.email, employee: written() },
    ];
    const { body } = await workforce.hr.post(BULK, { rows });
    expect(body.results.map(({ status }: { status: number }) => status)).toEqual([200, 200]);
    const { counts } = await fixture.applied([{ ...listed, ...written() }], '?source=external');
    expect(counts).toMatchObject({ added: 1 });
    const again = await fixture.sync([{ ...listed, ...written() }], '?source=external');
    expect(again.counts).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    await workforce.import([{ ...imported, ...written() }]);
    for (const { email } of [one, other, listed, imported]) expect(await read(email)).toMatchObject(stored());
  });

  it('are those of ids in actions', async () => {
    const manager = await app.user('MANAGER', workforce.companyId);
    const action = {
      title: { defaultValue: 'Action' },
      hierarchyIds: ['A/1'],
      groupIds: ['__proto__'],
      characteristics: [
        { characteristicId: 'shift', id: 'E' },
        { characteristicId: workforce.skill.id, value: 'N0' },
      ],
    };
    const { body: plan } = await manager.post(PLANS, planBody());
    const path = `${PLANS}/${plan.id}/actions`;
    const { status, body } = await manager.post(path, action);
    expect([status, body]).toMatchObject([
      200,
      {
        hierarchyIds: [workforce.team.id],
        groupIds: [workforce.groups[0].id],
        characteristics: [
          {
            characteristicId: workforce.shift.id,
            id: workforce.shift.allowedValues[0]!.id,
            questionType: 'LIST',
          },
          { characteristicId: workforce.skill.id, value: workforce.skill.nodes[0]!.id, questionType: 'TREE' },
        ],
      },
    ]);
    const changed = await manager.patch(`${path}/${body.id}`, { hierarchyIds: ['002'] });
    expect(changed.body.hierarchyIds).toEqual([workforce.elsewhere.id]);
  });

  it('are refused where the company has none such, in any other case too', async () => {
    const other = await app.integration(undefined, await app.company());
    const issues = async (body: Body, client = workforce.hr): Promise<unknown> =>
      (await client.post(INVITE, employeeBody(body))).body.errors.map(({ path }: { path: string }) => path);
    expect(await issues({ hierarchyId: 'a/1', groupIds: ['A/1'], managedHierarchies: ['2', '002'] })).toEqual(
      [...['hierarchyId', 'managedHierarchies[0]', 'groupIds[0]']],
    );
    const profile = [
      { id: 'shift', valueId: 'N1' },
      { id: 'Shift', valueId: 'E' },
    ];
    expect(await issues({ profile })).toEqual(['profile[0].valueId', 'profile[1].id']);
    expect(await issues({ hierarchyId: 'A/1' }, other)).toEqual(['hierarchyId']);
  });

  it('cost a statement only where there are any', async () => {
    const named = recordStatements(app);
    await workforce.hr.post(INVITE, employeeBody(stored()));
    expect(named).not.toContain('segmentation.external-ids');
    await workforce.hr.post(INVITE, employeeBody(written()));
    expect(named.filter((name) => name === 'segmentation.external-ids')).toHaveLength(1);
  });
});
