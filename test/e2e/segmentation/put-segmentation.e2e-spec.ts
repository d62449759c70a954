import { newId } from '../../../src/shared-kernel/id.js';
import type { ApiClient } from '../../support/api-client.js';
import { byEmail, employeeBody, INVITE, type Body } from '../../support/builders/employee.js';
import { minimalAction, planRecord } from '../../support/builders/plan.js';
import { CHARACTERISTICS, GROUPS, HIERARCHY } from '../../support/builders/segmentation.js';
import { ActionPlanImporter } from '../../../src/action-plans/index.js';
import { TestApp } from '../../support/test-app.js';
import { WorkforceFixture } from '../../support/workforce-fixture.js';

let app: TestApp;
let workforce: WorkforceFixture;
let client: ApiClient;

beforeAll(async () => {
  app = await TestApp.start({ DATABASE_STATEMENT_TIMEOUT: '1m' }); // a slow machine writes 10,000 areas, too
});
afterAll(() => app.stop());
beforeEach(async () => {
  workforce = await WorkforceFixture.open(app);
  client = await app.integration(['segmentation:read', 'segmentation:write'], workforce.companyId);
});

interface Tree {
  readonly name: string;
  readonly children: Tree[];
}

const line = (areas: readonly Tree[]): string =>
  areas.map(({ name, children }) => name + (children.length > 0 ? `(${line(children)})` : '')).join();
const shown = async (): Promise<string> => line((await client.get(HIERARCHY)).body);
const area = (name: string, ...children: object[]) => ({ name, externalId: name, children });
const put = async (path: string, body: unknown, query = ''): Promise<Body> => {
  const answer = await client.put(`${path}${query}`, body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
const codes = ({ status, body }: { status: number; body: Body }): unknown[] => [
  status,
  body['errorCode'],
  ...((body['errors'] as { path: string; code: string }[] | undefined) ?? []).map(
    ({ path, code }) => `${path} ${code}`,
  ),
];
const operations = async (): Promise<string[]> => {
  const rows = await app.sql(
    `
      SELECT operation, count(*)::integer FROM audit_record WHERE company_id = $1
        AND object_type <> ALL ('{api-key,company}') GROUP BY 1 ORDER BY 1`,
    [workforce.companyId],
  );
  return rows.map((row) => `${String(row['operation'])} ${String(row['count'])}`);
};

describe('PUT /api/v1/public/company/hierarchy', () => {
  it('writes the whole tree, and takes back what GET answers', async () => {
    expect(await put(HIERARCHY, [area('A', area('B', area('C')), area('D'))], '?prune=true')).toMatchObject({
      counts: { added: 4, changed: 0, moved: 0, removed: 3, unchanged: 0 },
      added: [{ name: 'A', externalId: 'A' }, { name: 'B' }, { name: 'C' }, { name: 'D' }],
    });
    expect(await shown()).toBe('A(B(C),D)');
    expect(await operations()).toEqual(['area.create 4', 'area.delete 3']);
    const { body } = await client.get(HIERARCHY);
    const again = await put(HIERARCHY, body, '?prune=true');
    expect(again).toMatchObject({ counts: { added: 0, changed: 0, moved: 0, removed: 0, unchanged: 4 } });
    const changed = await put(HIERARCHY, [area('D', area('B')), { externalId: 'A', name: 'New' }]);
    expect(changed).toMatchObject({
      counts: { added: 0, changed: 1, moved: 2, removed: 0, unchanged: 1 },
      changed: [{ id: body[0].id, name: 'New' }],
    });
    expect(await shown()).toBe('D(B(C)),New');
    const feed = await app.sql('SELECT kind FROM change_tombstone WHERE company_id = $1', [
      workforce.companyId,
    ]);
    expect(feed).toHaveLength(3);
  });

  it('answers with dryRun what would change, and writes nothing', async () => {
    const before = await client.get(HIERARCHY);
    const tried = await put(HIERARCHY, [area('A')], '?prune=true&dryRun=true');
    expect(tried).toMatchObject({ counts: { added: 1, removed: 3 } });
    expect(await client.get(HIERARCHY)).toMatchObject({ body: before.body });
    expect(await operations()).toEqual([]);
  });

  it('is carried out only on the list that the client has seen', async () => {
    const { headers } = await client.get(HIERARCHY);
    const ifMatch = { 'If-Match': headers.get('etag')! };
    const send = () => client.put(HIERARCHY, [area('A')], { headers: ifMatch });
    expect((await send()).status).toBe(200);
    expect(codes(await send())).toEqual([412, 'PRECONDITION_FAILED']);
  });

  it('removes only what nobody belongs to, or moves everybody', async () => {
    const { team, elsewhere, department } = workforce;
    const person = employeeBody({ hierarchyId: team.id, managedHierarchies: [team.id, elsewhere.id] });
    await workforce.hr.post(INVITE, person);
    const [plan, action] = [planRecord(), minimalAction({ hierarchyIds: [team.id] })];
    await app.app.get(ActionPlanImporter).import(workforce.companyId, [{ ...plan, actions: [action] }]);
    const left = [
      { id: department.id, name: 'Department', children: [] },
      { id: elsewhere.id, name: 'X', externalId: 'E' },
    ];
    expect(codes(await client.put(`${HIERARCHY}?prune=true`, left))).toEqual([
      ...[409, 'STRUCTURE_IN_USE', 'areas STILL_IN_USE'],
    ]);
    expect(codes(await client.put(`${HIERARCHY}?prune=true&moveTo=${team.id}`, left))).toEqual([
      ...[400, 'VALIDATION_FAILED', 'moveTo UNKNOWN_REFERENCE'],
    ]);
    expect(await shown()).toBe('Department(Team),Elsewhere');
    expect(await put(HIERARCHY, left, '?prune=true&moveTo=E&dryRun=true')).toMatchObject({ people: 1 });
    expect(await put(HIERARCHY, left, '?prune=true&moveTo=E')).toMatchObject({
      ...{
        counts: { removed: 1, changed: 1, unchanged: 1 },
        people: 1,
        actions: 1,
        removed: [{ id: team.id }],
      },
    });
    const { body } = await workforce.hr.get(byEmail(person.email));
    expect(body).toMatchObject({ hierarchyId: elsewhere.id, managedHierarchies: [elsewhere.id] });
    const [stored] = await app.sql('SELECT document, area_ids FROM plan_action WHERE id = $1', [action.id]);
    expect(stored).toMatchObject({ document: { hierarchyIds: [elsewhere.id] }, area_ids: elsewhere.id });
    expect(await operations()).toEqual([
      ...['action.update 1', 'area.delete 1', 'area.update 1', 'employee.invite 1', 'employee.update 1'],
    ]);
  });

  it('refuses what is not valid, and writes nothing', async () => {
    const before = await client.get(HIERARCHY);
    const refused = async (body: unknown) => codes(await client.put(HIERARCHY, body)).slice(2);
    expect(await refused({ name: 'A' })).toEqual([' WRONG_TYPE']);
    expect(await refused([{ name: 'A', children: [{ name: 'B' }] }])).toEqual([
      ...['[0].id REQUIRED', '[0].children[0].id REQUIRED'],
    ]);
    expect(await refused([area('A', area('A'))])).toEqual(['[0].children[0].externalId NOT_UNIQUE']);
    expect(await refused([{ ...area('A'), color: 'red' }])).toEqual(['[0].color UNKNOWN_MEMBER']);
    expect((await client.get(HIERARCHY)).body).toEqual(before.body);
  });

  it('takes the id of an object of another company for a new one of its own', async () => {
    const other = await WorkforceFixture.open(app);
    expect(await put(HIERARCHY, [{ id: other.team.id, name: 'Ours' }])).toMatchObject({
      counts: { added: 1 },
    });
    const { body } = await other.hr.get(HIERARCHY);
    expect(line(body)).toBe('Department(Team),Elsewhere');
  });

  it('needs the scope', async () => {
    const reader = await app.integration(['segmentation:read'], workforce.companyId);
    expect((await reader.put(HIERARCHY, [])).status).toBe(403);
    expect((await app.anonymous().put(HIERARCHY, [])).status).toBe(401);
  });

  it('writes 10,000 areas', async () => {
    const tree = Array.from({ length: 100 }, (_, top) =>
      area(`${top}`, ...Array.from({ length: 99 }, (__, below) => area(`${top}-${below}`))),
    );
    const started = performance.now();
    expect(await put(HIERARCHY, tree)).toMatchObject({ counts: { added: 9_900 + 100 } });
    const reversed = tree.toReversed().map((one) => ({ ...one, children: one.children.toReversed() }));
    expect(await put(HIERARCHY, reversed)).toMatchObject({ counts: { added: 0, changed: 0 } });
    expect(performance.now() - started).toBeLessThan(60_000);
  }, 120_000);
});

describe('PUT /api/v1/public/company/groups', () => {
  it('writes all groups, and moves their people', async () => {
    const [night, aid] = workforce.groups;
    const person = employeeBody({ groupIds: [night.id, aid.id] });
    await workforce.hr.post(INVITE, person);
    const body = [
      { id: aid.id, name: 'First aid', externalId: 'AID' },
      { externalId: 'NEW', name: 'New' },
    ];
    expect(await put(GROUPS, body)).toMatchObject({
      counts: { added: 1, changed: 1, removed: 0, unchanged: 1 },
    });
    expect(codes(await client.put(`${GROUPS}?prune=true`, body))).toEqual([
      ...[409, 'STRUCTURE_IN_USE', 'groups STILL_IN_USE'],
    ]);
    expect(await put(GROUPS, body, '?prune=true&moveTo=AID')).toMatchObject({
      people: 1,
      removed: [{ id: night.id }],
    });
    expect((await workforce.hr.get(byEmail(person.email))).body).toMatchObject({ groupIds: [aid.id] });
    expect((await client.get(GROUPS)).body).toMatchObject([{ name: 'First aid' }, { name: 'New' }]);
  });
});

describe('PUT /api/v1/public/company/characteristics', () => {
  it('writes all characteristics, and removes values only with prune', async () => {
    const { shift, skill, start } = workforce;
    const [early, late] = shift.allowedValues;
    await workforce.hr.post(INVITE, employeeBody({ profile: [{ id: shift.id, valueId: early!.id }] }));
    const body = [
      {
        ...shift,
        allowedValues: [
          { ...late, label: 'Late shift' },
          { externalId: 'N', label: 'Night' },
        ],
      },
      {
        externalId: 'level',
        type: 'LIST',
        name: 'Level',
        allowedValues: [{ externalId: '1', label: 'One' }],
      },
    ];
    expect(await put(CHARACTERISTICS, body)).toMatchObject({
      counts: { added: 1, changed: 1, unchanged: 3 },
    });
    const stored = (await client.get(CHARACTERISTICS)).body.find(({ id }: Body) => id === shift.id);
    expect(stored.allowedValues.map(({ label }: Body) => label)).toEqual(['Late shift', 'Night', 'Early']);
    expect(codes(await client.put(`${CHARACTERISTICS}?prune=true`, body))).toEqual([
      ...[409, 'STRUCTURE_IN_USE', 'characteristics STILL_IN_USE'],
    ]);
    const kept = [{ ...shift, allowedValues: [early] }, skill];
    expect(await put(CHARACTERISTICS, kept, '?prune=true')).toMatchObject({
      counts: { removed: 3, unchanged: 1 },
    });
    expect(start.id).toMatch(/^[0-9a-f]{24}$/);
    const unnamed = [{ id: newId(), type: 'LIST', name: 'A', allowedValues: [{ label: 'B' }] }];
    expect(codes(await client.put(CHARACTERISTICS, unnamed)).slice(2)).toEqual([
      '[0].allowedValues[0].id REQUIRED',
    ]);
  });
});
