import type { ApiClient } from '../../support/api-client.js';
import { byEmail, employeeBody, INVITE, type Body } from '../../support/builders/employee.js';
import { CHARACTERISTICS, GROUPS, HIERARCHY } from '../../support/builders/segmentation.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { TestApp } from '../../support/test-app.js';
import { WorkforceFixture } from '../../support/workforce-fixture.js';

let app: TestApp;
let workforce: WorkforceFixture;
let client: ApiClient;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());
beforeEach(async () => {
  workforce = await WorkforceFixture.open(app);
  client = await app.integration(['segmentation:read', 'segmentation:write'], workforce.companyId);
});

const AREAS = `${HIERARCHY}/areas`;
const codes = ({ status, body }: { status: number; body: Body }): unknown[] => [
  status,
  body['errorCode'],
  ...((body['errors'] as { path: string; code: string }[] | undefined) ?? []).map(
    ({ path, code }) => `${path} ${code}`,
  ),
];
interface Tree {
  readonly name: string;
  readonly children: Tree[];
}
const line = (areas: readonly Tree[]): string =>
  areas.map(({ name, children }) => name + (children.length > 0 ? `(${line(children)})` : '')).join();
const shown = async (): Promise<string> => line((await client.get(HIERARCHY)).body);
const names = async (path: string): Promise<string[]> =>
  (await client.get(path)).body.map(({ name }: { name: string }) => name);

describe('single areas', () => {
  it('are added, changed, moved and removed, by id or external id', async () => {
    const { department, team, elsewhere } = workforce;
    const added = await client.post(AREAS, {
      name: 'Kitchen',
      externalId: 'K/1',
      parentId: department.id,
      position: 0,
    });
    expect([added.status, added.body]).toEqual([
      200,
      { id: added.body.id, name: 'Kitchen', externalId: 'K/1', parentId: department.id, position: 0 },
    ]);
    expect(await shown()).toBe('Department(Kitchen,Team),Elsewhere');
    const path = `${AREAS}/${encodeURIComponent('K/1')}`;
    const moved = await client.patch(path, { parentId: team.id });
    expect(moved.body).toMatchObject({ parentId: team.id, position: 0, externalId: 'K/1' });
    expect(await shown()).toBe('Department(Team(Kitchen)),Elsewhere');
    const top = await client.patch(path, { parentId: null, externalId: null, name: 'Top' });
    expect(top.body).toEqual({ id: added.body.id, name: 'Top', position: 2 });
    await client.patch(`${AREAS}/${added.body.id}`, { position: 0 });
    expect(await shown()).toBe('Top,Department(Team),Elsewhere');
    const removed = await client.delete(`${AREAS}/${elsewhere.id}`);
    expect(removed.body).toMatchObject({ counts: { removed: 1, unchanged: 3 }, people: 0 });
    expect(await shown()).toBe('Top,Department(Team)');
  });

  it('are refused where something is not right', async () => {
    const { department, team } = workforce;
    expect(codes(await client.post(AREAS, { name: 'A', parentId: 'nothing' }))).toEqual([
      ...[400, 'VALIDATION_FAILED', 'parentId UNKNOWN_REFERENCE'],
    ]);
    expect(codes(await client.post(AREAS, { name: 'A', id: team.id })).slice(2)).toEqual(['id ID_TAKEN']);
    await client.post(AREAS, { name: 'A', externalId: 'A' });
    expect(codes(await client.post(AREAS, { name: 'B', externalId: 'A' })).slice(2)).toEqual([
      'externalId ID_TAKEN',
    ]);
    expect(codes(await client.patch(`${AREAS}/${team.id}`, { externalId: 'A' })).slice(2)).toEqual([
      'externalId ID_TAKEN',
    ]);
    expect(codes(await client.patch(`${AREAS}/${department.id}`, { parentId: team.id })).slice(2)).toEqual([
      'parentId AREA_CYCLE',
    ]);
    expect(codes(await client.delete(`${AREAS}/${department.id}`))).toEqual([409, 'AREA_NOT_EMPTY']);
    expect(codes(await client.delete(`${AREAS}/${newId()}`))).toEqual([404, 'AREA_NOT_FOUND']);
    expect(codes(await client.patch(`${AREAS}/nothing`, {}))).toEqual([404, 'AREA_NOT_FOUND']);
    const person = employeeBody({ hierarchyId: team.id });
    await workforce.hr.post(INVITE, person);
    expect(codes(await client.delete(`${AREAS}/${team.id}`))).toEqual([
      ...[409, 'STRUCTURE_IN_USE', 'areas STILL_IN_USE'],
    ]);
    expect((await client.delete(`${AREAS}/${team.id}?moveTo=A`)).body).toMatchObject({ people: 1 });
    const { body } = await workforce.hr.get(byEmail(person.email));
    expect(body.hierarchyId).not.toBe(team.id);
  });

  it('are added once by one key, and changed only as they were seen', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const [first, second] = [
      await client.post(AREAS, { name: 'A' }, { headers }),
      await client.post(AREAS, { name: 'A' }, { headers }),
    ];
    expect(second.body).toEqual(first.body);
    const etag = (await client.get(HIERARCHY)).headers.get('etag')!;
    const rename = (name: string) =>
      client.patch(`${AREAS}/${first.body.id}`, { name }, { headers: { 'If-Match': etag } });
    expect((await rename('B')).status).toBe(200);
    expect(codes(await rename('C'))).toEqual([412, 'PRECONDITION_FAILED']);
  });
});

describe('single groups', () => {
  it('are added, changed and removed', async () => {
    const [night] = workforce.groups;
    const added = await client.post(GROUPS, { name: 'New', externalId: 'N', position: 0 });
    expect(added.body).toEqual({ id: added.body.id, name: 'New', externalId: 'N' });
    expect(await names(GROUPS)).toEqual(['New', 'Night shift', 'First aid']);
    expect((await client.patch(`${GROUPS}/N`, { name: 'Newer', position: 2 })).body).toMatchObject({
      name: 'Newer',
    });
    expect(await names(GROUPS)).toEqual(['Night shift', 'First aid', 'Newer']);
    const person = employeeBody({ groupIds: [night.id] });
    await workforce.hr.post(INVITE, person);
    expect(codes(await client.delete(`${GROUPS}/${night.id}`))[1]).toBe('STRUCTURE_IN_USE');
    expect((await client.delete(`${GROUPS}/${night.id}?moveTo=N`)).body).toMatchObject({ people: 1 });
    expect((await workforce.hr.get(byEmail(person.email))).body.groupIds).toEqual([added.body.id]);
    expect(codes(await client.delete(`${GROUPS}/${night.id}`))).toEqual([404, 'GROUP_NOT_FOUND']);
  });
});

describe('single characteristics and their values', () => {
  it('are added, changed and removed', async () => {
    const added = await client.post(CHARACTERISTICS, {
      ...{ type: 'LIST', name: 'Level', externalId: 'level' },
      allowedValues: [{ label: 'One', externalId: '1' }],
    });
    expect(added.body).toMatchObject({ name: 'Level', allowedValues: [{ label: 'One', externalId: '1' }] });
    const path = `${CHARACTERISTICS}/level`;
    const two = await client.post(`${path}/values`, { label: 'Two', externalId: '2', position: 0 });
    expect(two.body.allowedValues).toMatchObject([{ label: 'Two' }, { label: 'One' }]);
    const changed = await client.patch(`${path}/values/2`, { label: 'II' });
    expect(changed.body.allowedValues).toMatchObject([{ label: 'II', externalId: '2' }, { label: 'One' }]);
    const person = employeeBody({ profile: [{ id: 'level', valueId: '2' }] });
    await workforce.hr.post(INVITE, person);
    expect(codes(await client.delete(`${path}/values/2`))[1]).toBe('STRUCTURE_IN_USE');
    expect(codes(await client.delete(`${path}/values/2?moveTo=3`))).toEqual([
      ...[400, 'VALIDATION_FAILED', 'moveTo UNKNOWN_REFERENCE'],
    ]);
    expect((await client.delete(`${path}/values/2?moveTo=1`)).body).toMatchObject({ people: 1 });
    const { body } = await workforce.hr.get(byEmail(person.email));
    expect(body.profile).toEqual([{ id: added.body.id, valueId: added.body.allowedValues[0].id }]);
    expect(codes(await client.patch(path, { type: 'DATE' }))[1]).toBe('STRUCTURE_IN_USE');
    expect(codes(await client.delete(path))[1]).toBe('STRUCTURE_IN_USE');
    await workforce.hr.put(byEmail(person.email), { profile: [] });
    expect((await client.patch(path, { type: 'DATE' })).body).toMatchObject({
      type: 'DATE',
      allowedValues: [],
    });
    expect(codes(await client.post(`${path}/values`, { label: 'A' })).slice(1)).toEqual([
      ...['VALIDATION_FAILED', ' TYPE_DISAGREES'],
    ]);
    expect((await client.delete(path)).body).toMatchObject({ counts: { removed: 1 } });
    expect(codes(await client.delete(`${path}/values/1`))).toEqual([404, 'CHARACTERISTIC_NOT_FOUND']);
  });

  it('are nodes of a tree, too', async () => {
    const path = `${CHARACTERISTICS}/${workforce.skill.id}/values`;
    const { body } = await client.post(path, { label: 'Grilling', externalId: 'G' });
    expect(body.nodes.at(-1)).toMatchObject({ label: 'Grilling', externalId: 'G', position: 2 });
    const other = await client.post(CHARACTERISTICS, { type: 'LIST', name: 'Grade', externalId: 'grade' });
    const taken = [400, 'VALIDATION_FAILED', 'externalId ID_TAKEN'];
    const values = `${CHARACTERISTICS}/${other.body.id}/values`;
    expect(codes(await client.post(values, { label: 'Good', externalId: 'G' }))).toEqual(taken);
    const allowedValues = [{ label: 'Good', externalId: 'G' }];
    expect(codes(await client.patch(`${CHARACTERISTICS}/grade`, { allowedValues }))).toEqual([
      ...[400, 'VALIDATION_FAILED', 'allowedValues[0].externalId ID_TAKEN'],
    ]);
    expect((await client.patch(`${path}/G`, { position: 7 })).body.nodes.at(-1)).toMatchObject({
      position: 7,
    });
    expect((await client.delete(`${path}/G`)).status).toBe(200);
    expect(codes(await client.delete(`${path}/G`))).toEqual([404, 'VALUE_NOT_FOUND']);
  });
});
