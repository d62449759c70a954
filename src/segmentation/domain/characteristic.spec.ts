import { characteristicIssues, completed, type Characteristic } from './characteristic.js';
import { IdsTaken, SegmentationCompanyNotFound } from './segmentation.errors.js';

const value = (id: string) => ({ id, label: id.toUpperCase() });
const node = (id: string, position = 0) => ({ ...value(id), position });
const list = { id: 'c', name: 'Site', type: 'LIST' } as const;
const tree = { id: 'c', name: 'Site', type: 'TREE' } as const;

describe('characteristicIssues', () => {
  it.each([
    [{ ...list, allowedValues: [value('a'), value('b')], nodes: [] }],
    [{ ...list, type: 'BOOLEAN' as const, allowedValues: [value('yes'), value('no')] }],
    [{ ...tree, nodes: [node('a'), node('b')], allowedValues: [] }],
    [{ ...list, type: 'DATE' as const }],
    [list],
  ])('has none for %j', (given) => {
    expect(characteristicIssues(given)).toEqual([]);
  });

  it('has one for each list that the type does not have', () => {
    const both = { allowedValues: [value('a'), value('a')], nodes: [node('a'), node('a')] };
    const of = (type: Characteristic['type']) =>
      characteristicIssues({ ...list, ...both, type }).map(({ path, code }) => `${path} ${code}`);
    expect(of('DATE')).toEqual(['allowedValues TYPE_DISAGREES', 'nodes TYPE_DISAGREES']);
    expect(of('LIST')).toEqual(['allowedValues[1].id NOT_UNIQUE', 'nodes TYPE_DISAGREES']);
    expect(of('BOOLEAN')).toEqual(['allowedValues[1].id NOT_UNIQUE', 'nodes TYPE_DISAGREES']);
    expect(of('TREE')).toEqual(['allowedValues TYPE_DISAGREES', 'nodes[1].id NOT_UNIQUE']);
  });
});

describe('complete', () => {
  const stored = { allowedValues: [value('a')], nodes: [node('n')] };

  it('has empty lists where nothing is stored', () => {
    expect(completed(list, undefined)).toEqual({ ...list, allowedValues: [], nodes: [] });
  });

  it('keeps the stored list of the type, and no other', () => {
    expect(completed(list, { ...list, ...stored })).toEqual({ ...list, ...stored, nodes: [] });
    expect(completed(tree, { ...list, ...stored })).toEqual({ ...tree, ...stored, allowedValues: [] });
    expect(completed({ ...list, type: 'DATE' }, { ...list, ...stored })).toMatchObject({
      allowedValues: [],
      nodes: [],
    });
  });

  it('takes what is given', () => {
    const given = { ...list, name: 'Place', allowedValues: [], nodes: [node('m')] };
    expect(completed(given, { ...list, ...stored })).toEqual(given);
  });
});

describe('errors of the segmentation', () => {
  it('have stable codes', () => {
    expect(new SegmentationCompanyNotFound('c')).toMatchObject({
      kind: 'not-found',
      code: 'COMPANY_NOT_FOUND',
    });
    expect(new IdsTaken(['a'])).toMatchObject({ name: 'IdsTaken', ids: ['a'] });
  });
});
