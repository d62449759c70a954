import { CharacteristicImporter } from '../../../src/segmentation/index.js';
import { newId } from '../../../src/shared-kernel/id.js';
import {
  characteristic,
  CHARACTERISTICS,
  type CharacteristicRecord,
} from '../../support/builders/segmentation.js';
import { SegmentationFixture } from '../../support/segmentation-fixture.js';

describe('the import of characteristics', () => {
  let fixture: SegmentationFixture;

  beforeAll(async () => {
    fixture = await SegmentationFixture.open(CharacteristicImporter, 'characteristic');
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.newCompany());

  const stored = async () => (await fixture.client.get(CHARACTERISTICS)).body as CharacteristicRecord[];
  const all = () => [
    characteristic('DATE', 'First day'),
    characteristic('LIST', 'Contract', 'Permanent', 'Temporary', 'Seasonal'),
    characteristic('BOOLEAN', 'Works shifts', 'Yes', 'No'),
    characteristic('TREE', 'Skill', 'Kitchen', 'Pastry'),
  ];

  it('creates, and changes nothing at all the second time', async () => {
    const records = all();
    expect(await fixture.put(records)).toEqual({ created: 4, updated: 0, unchanged: 0 });
    const before = await fixture.everything();
    expect(await fixture.put(records)).toEqual({ created: 0, updated: 0, unchanged: 4 });
    expect(await fixture.put(await stored())).toEqual({ created: 0, updated: 0, unchanged: 4 });
    expect(await fixture.everything()).toEqual(before);
  });

  it('replaces lists that are given, in their order, and leaves lists that are not', async () => {
    const [, list, , tree] = all();
    await fixture.put([list!, tree!]);
    const [permanent, temporary] = list!.allowedValues;
    const added = { id: newId(), label: 'Trainee' };
    const values = [added, { ...temporary!, label: 'Temp' }, permanent!];
    const nodes = [tree!.nodes[1]!, { ...tree!.nodes[0]!, position: 7 }];
    expect(
      await fixture.put([
        { id: list!.id, type: 'LIST', name: 'Kind of contract', allowedValues: values },
        { id: tree!.id, type: 'TREE', name: 'Skill', nodes },
      ]),
    ).toEqual({ created: 0, updated: 2, unchanged: 0 });
    expect(await stored()).toEqual([
      { ...list, name: 'Kind of contract', allowedValues: values },
      { ...tree, nodes },
    ]);
    const named = [list!, tree!].map(({ id, type }, at) => ({ id, type, name: `Name ${at}` }));
    await fixture.put(named);
    expect((await stored()).map(({ allowedValues, nodes: kept }) => [...allowedValues, ...kept])).toEqual([
      values,
      nodes,
    ]);
    await fixture.put(named.map((record) => ({ ...record, allowedValues: [], nodes: [] })));
    expect((await stored()).map(({ allowedValues, nodes: kept }) => [...allowedValues, ...kept])).toEqual([
      [],
      [],
    ]);
  });

  it('takes lists to a type that has them, and drops them with one that has not', async () => {
    const [, list] = all();
    const { id, name, allowedValues } = list!;
    await fixture.put([list!]);
    await fixture.put([{ id, name, type: 'BOOLEAN' }]);
    expect(await stored()).toEqual([{ ...list, type: 'BOOLEAN' }]);
    await fixture.put([{ id, name, type: 'DATE' }]);
    expect(await stored()).toEqual([{ ...list, type: 'DATE', allowedValues: [] }]);
    await fixture.put([{ id, name, type: 'LIST', allowedValues: null, nodes: null }]);
    expect(await stored()).toEqual([{ ...list, allowedValues: [] }]);
    expect(allowedValues).toHaveLength(3);
  });

  it('gives ids and positions where there are none', async () => {
    await fixture.put([
      { type: 'TREE', name: 'Skill', nodes: [{ label: 'A', position: 5 }, { label: 'B' }] },
    ]);
    const [tree] = await stored();
    expect(tree!.nodes.map(({ label, position }) => [label, position])).toEqual([
      ['A', 5],
      ['B', 1],
    ]);
    const ids = [tree!.id, ...tree!.nodes.map(({ id }) => id)];
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
  });

  it('leaves ids of values to each characteristic', async () => {
    const shared = { id: newId(), label: 'Other' };
    const records = ['A', 'B'].map((name) => ({ ...characteristic('LIST', name), allowedValues: [shared] }));
    await fixture.put(records);
    expect(await stored()).toEqual(records);
  });

  it('refuses an id twice or of another company, and writes nothing', async () => {
    const foreign = characteristic('DATE', 'Foreign');
    await fixture.put([foreign], await fixture.app.company());
    await fixture.put(all());
    const before = await fixture.everything();
    expect(await fixture.issues(characteristic('DATE', 'A'), foreign)).toEqual([['[1].id', 'ID_TAKEN']]);
    const twice = characteristic('DATE', 'Twice');
    expect(await fixture.issues(twice, twice)).toEqual([['[1].id', 'NOT_UNIQUE']]);
    expect(await fixture.everything()).toEqual(before);
  });

  const value = { id: 'a'.repeat(24), label: 'A' };
  it.each([
    [null, '[0]', 'WRONG_TYPE'],
    [{ type: 'LIST' }, '[0].name', 'REQUIRED'],
    [{ name: 'A' }, '[0].type', 'REQUIRED'],
    [{ name: 'A', type: 'list' }, '[0].type', 'NOT_ALLOWED'],
    [{ name: 'A', type: ['LIST'] }, '[0].type', 'NOT_ALLOWED'],
    [{ name: 'A\u0085', type: 'LIST' }, '[0].name', 'CONTROL_CHARACTER'],
    [{ name: 'A', type: 'LIST', id: 5 }, '[0].id', 'ID'],
    [{ name: 'A', type: 'LIST', values: [] }, '[0].values', 'UNKNOWN_MEMBER'],
    [{ name: 'A', type: 'LIST', allowedValues: {} }, '[0].allowedValues', 'WRONG_TYPE'],
    [{ name: 'A', type: 'LIST', allowedValues: [7] }, '[0].allowedValues[0]', 'WRONG_TYPE'],
    [{ name: 'A', type: 'LIST', allowedValues: [{}] }, '[0].allowedValues[0].label', 'REQUIRED'],
    [{ name: 'A', type: 'LIST', allowedValues: [{ label: ' ' }] }, '[0].allowedValues[0].label', 'BLANK'],
    [
      { name: 'A', type: 'LIST', allowedValues: [{ label: 'x'.repeat(256) }] },
      '[0].allowedValues[0].label',
      'TOO_LONG',
    ],
    [{ name: 'A', type: 'LIST', allowedValues: [{ id: 'x', label: 'A' }] }, '[0].allowedValues[0].id', 'ID'],
    [
      { name: 'A', type: 'LIST', allowedValues: [{ ...value, position: 1 }] },
      '[0].allowedValues[0].position',
      'UNKNOWN_MEMBER',
    ],
    [{ name: 'A', type: 'LIST', allowedValues: [value, value] }, '[0].allowedValues[1].id', 'NOT_UNIQUE'],
    [{ name: 'A', type: 'TREE', nodes: [value, value] }, '[0].nodes[1].id', 'NOT_UNIQUE'],
    [
      { name: 'A', type: 'TREE', nodes: [{ ...value, position: 0.5 }] },
      '[0].nodes[0].position',
      'WRONG_TYPE',
    ],
    [
      { name: 'A', type: 'TREE', nodes: [{ ...value, position: 2 ** 31 }] },
      '[0].nodes[0].position',
      'OUT_OF_RANGE',
    ],
    [{ name: 'A', type: 'TREE', allowedValues: [value] }, '[0].allowedValues', 'TYPE_DISAGREES'],
    [{ name: 'A', type: 'DATE', allowedValues: [value] }, '[0].allowedValues', 'TYPE_DISAGREES'],
    [{ name: 'A', type: 'DATE', nodes: [value] }, '[0].nodes', 'TYPE_DISAGREES'],
    [{ name: 'A', type: 'LIST', nodes: [value] }, '[0].nodes', 'TYPE_DISAGREES'],
  ])('refuses %j', async (record, path, code) => {
    expect(await fixture.issues(record)).toEqual([[path, code]]);
    expect(await stored()).toEqual([]);
  });

  it('writes nothing when the company is not there', async () => {
    await expect(fixture.put(all(), newId())).rejects.toMatchObject({ code: 'COMPANY_NOT_FOUND' });
  });
});
