import { AreaImporter, CharacteristicImporter, GroupImporter } from '../../../src/segmentation/index.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { CHARACTERISTICS, GROUPS, HIERARCHY } from '../../support/builders/segmentation.js';
import { SegmentationFixture } from '../../support/segmentation-fixture.js';

const KINDS = [
  ['areas', AreaImporter, 'area', HIERARCHY, {}, { children: [] }],
  ['groups', GroupImporter, 'company_group', GROUPS, {}, {}],
  [
    'characteristics',
    CharacteristicImporter,
    'characteristic',
    CHARACTERISTICS,
    { type: 'DATE' },
    { allowedValues: [], nodes: [] },
  ],
] as const;

describe.each(KINDS)('external ids of %s', (_, importer, table, path, given, answered) => {
  let fixture: SegmentationFixture;
  beforeAll(async () => {
    fixture = await SegmentationFixture.open(importer, table);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.newCompany());

  const record = (name: string, externalId?: string | null) => ({ ...given, name, externalId });
  const read = async (): Promise<Record<string, string>[]> => (await fixture.client.get(path)).body;

  it('find the object of a record without an id, and are answered where there are any', async () => {
    expect(await fixture.put([record('A', 'A-1'), record('B')])).toMatchObject({ created: 2 });
    const [a, b] = await read();
    expect(a).toEqual({ ...given, id: a!['id'], name: 'A', externalId: 'A-1', ...answered });
    expect(b).not.toHaveProperty('externalId');
    const before = await fixture.everything();
    expect(await fixture.put([record('A', 'A-1')])).toEqual({ created: 0, updated: 0, unchanged: 1 });
    expect(await fixture.put(await read())).toEqual({ created: 0, updated: 0, unchanged: 2 });
    expect(await fixture.everything()).toEqual(before);
    expect(await fixture.put([record('New', 'A-1')])).toEqual({ created: 0, updated: 1, unchanged: 0 });
    expect((await read())[0]).toMatchObject({ id: a!['id'], name: 'New' });
  });

  it('are compared exactly, stay where a record leaves them out, and are removed by null', async () => {
    await fixture.put([record('A', 'A-1'), record('B', 'a-1'), record('C', ' A-1')]);
    const [a, b, c] = await read();
    expect(new Set([a, b, c].map((one) => one!['id'])).size).toBe(3);
    await fixture.put([{ id: a!['id'], ...record('New') }]);
    expect((await read())[0]).toMatchObject({ name: 'New', externalId: 'A-1' });
    await fixture.put([{ id: a!['id'], ...record('New', null) }]);
    expect((await read())[0]).not.toHaveProperty('externalId');
    const swapped = [
      { id: b!['id'], ...record('B', ' A-1') },
      { id: c!['id'], ...record('C', 'a-1') },
    ];
    expect(await fixture.put(swapped)).toMatchObject({ updated: 2 });
    expect((await read()).map((one) => one['externalId'])).toEqual([undefined, ' A-1', 'a-1']);
  });

  it('belong to one object each', async () => {
    await fixture.put([record('A', 'A-1'), record('B', 'B-1')]);
    const [a, b] = await read();
    const before = await fixture.everything();
    const issues = (...records: object[]) => fixture.issues(...records);
    expect(await issues({ id: b!['id'], ...record('B', 'A-1') })).toEqual([['[0].externalId', 'ID_TAKEN']]);
    expect(await issues({ id: newId(), ...record('C', 'A-1') })).toEqual([['[0].externalId', 'ID_TAKEN']]);
    expect(await issues(record('C', 'C'), record('D', 'C'))).toEqual([['[1].externalId', 'NOT_UNIQUE']]);
    expect(await issues({ id: a!['id'], ...record('A') }, record('A', 'A-1'))).toEqual([
      ['[1].id', 'NOT_UNIQUE'],
    ]);
    expect(await issues(record('C', newId()))).toEqual([['[0].externalId', 'EXTERNAL_ID']]);
    expect(await issues(record('C', ''))).toEqual([['[0].externalId', 'BLANK']]);
    expect(await issues(record('C', 'x'.repeat(256)))).toEqual([['[0].externalId', 'TOO_LONG']]);
    expect(await fixture.everything()).toEqual(before);
    expect(
      await fixture.put([
        { id: b!['id'], ...record('B', 'A-1') },
        { id: a!['id'], ...record('A', null) },
      ]),
    ).toMatchObject({ updated: 2 });
    const other = await fixture.app.company();
    expect(await fixture.put([record('A', 'A-1')], other)).toMatchObject({ created: 1 });
  });
});

describe('external ids in a tree', () => {
  let fixture: SegmentationFixture;
  beforeAll(async () => {
    fixture = await SegmentationFixture.open(AreaImporter, 'area');
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.newCompany());

  const area = (name: string, ...children: object[]) => ({ name, externalId: name, children });
  const shown = async () => {
    const line = (areas: { name: string; children: never[] }[]): string =>
      areas.map(({ name, children }) => name + (children.length > 0 ? `(${line(children)})` : '')).join();
    return line((await fixture.client.get(HIERARCHY)).body);
  };

  it('move areas, which keep their ids', async () => {
    await fixture.put([area('A', area('B', area('C')), area('D'))]);
    const idsOf = () =>
      fixture.app.sql('SELECT id, name FROM area WHERE company_id = $1 ORDER BY name', [fixture.companyId]);
    const before = await idsOf();
    expect(await fixture.put([area('A', area('D', area('B', area('C'))))])).toMatchObject({
      ...{ created: 0, updated: 3, unchanged: 1 },
    });
    expect(await shown()).toBe('A(D(B(C)))');
    expect(await idsOf()).toEqual(before);
    expect(await fixture.replace([area('D', area('A'))])).toMatchObject({
      removed: [{ name: 'B' }, { name: 'C' }],
    });
    expect(await shown()).toBe('D(A)');
  });

  it('are refused where two records turn out to be one area', async () => {
    await fixture.put([area('A', area('B'))]);
    const [{ id }] = (await fixture.client.get(HIERARCHY)).body;
    expect(await fixture.issues({ name: 'A', id, children: [area('B', area('A'))] })).toEqual([
      ['[0].children[0].children[0].id', 'NOT_UNIQUE'],
    ]);
  });
});

describe('external ids of values', () => {
  let fixture: SegmentationFixture;
  beforeAll(async () => {
    fixture = await SegmentationFixture.open(CharacteristicImporter, 'characteristic');
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.newCompany());

  const list = (...allowedValues: object[]) => ({
    type: 'LIST',
    name: 'Contract',
    externalId: 'contract',
    allowedValues,
  });
  const tree = (...nodes: object[]) => ({ type: 'TREE', name: 'Job', externalId: 'job', nodes });
  const read = async () => (await fixture.client.get(CHARACTERISTICS)).body;

  it('find values and nodes, each in its characteristic', async () => {
    const records = [
      list({ label: 'Permanent', externalId: 'P' }, { label: 'Temporary', externalId: 'T' }),
      tree({ label: 'Cook', externalId: 'C' }, { label: 'Pastry cook', externalId: 'PP', position: 4 }),
    ];
    await fixture.put(records);
    const before = await read();
    expect(before).toMatchObject([
      { allowedValues: [{ externalId: 'P' }, { externalId: 'T' }] },
      {
        nodes: [
          { externalId: 'C', position: 0 },
          { externalId: 'PP', position: 4 },
        ],
      },
    ]);
    expect(await fixture.put(records)).toEqual({ created: 0, updated: 0, unchanged: 2 });
    expect(await fixture.put([list({ label: 'Temp', externalId: 'T' })])).toMatchObject({ updated: 1 });
    expect((await read())[0].allowedValues).toEqual([{ ...before[0].allowedValues[1], label: 'Temp' }]);
  });

  it('belong to one value of the company each', async () => {
    await fixture.put([tree({ label: 'Cook', externalId: 'C' })]);
    const taken = [['[0].allowedValues[0].externalId', 'ID_TAKEN']];
    expect(await fixture.issues(list({ label: 'Casual', externalId: 'C' }))).toEqual(taken);
  });

  it('belong to one value of a list each', async () => {
    const [one, other] = [newId(), newId()];
    await fixture.put([list({ id: one, label: 'A', externalId: 'A' }, { id: other, label: 'B' })]);
    const twice = list({ label: 'A', externalId: 'X' }, { label: 'B', externalId: 'X' });
    expect(await fixture.issues(twice)).toEqual([['[0].allowedValues[1].externalId', 'NOT_UNIQUE']]);
    const moved = list({ id: one, label: 'A' }, { id: other, label: 'B', externalId: 'A' });
    expect(await fixture.issues(moved)).toEqual([['[0].allowedValues[1].externalId', 'NOT_UNIQUE']]);
  });
});
