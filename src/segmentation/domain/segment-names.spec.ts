import { NamedAreas, NamedThings, SegmentNames } from './segment-names.js';

const area = (
  id: string,
  name: string,
  parentId: string | null = null,
  externalId: string | null = null,
) => ({
  ...{ id, name, parentId, externalId },
});

describe('NamedAreas', () => {
  const areas = new NamedAreas([
    area('es', 'Spain'),
    area('es-h', 'Hotels', 'es', 'H-1'),
    area('es-f', 'Front desk', 'es-h'),
    area('pt', 'Portugal'),
    area('pt-h', 'Hotels', 'pt'),
    area('pt-f', 'Front desk', 'pt-h'),
    area('bar', 'Bar', 'pt-h'),
    area('top', 'Bar'),
    area('odd', 'A > B', 'es'),
    area('straße', 'Straße 1'),
    area('es-h-2', 'Doubled', 'es'),
    area('es-h-3', 'Doubled', 'es'),
    area('es-d', 'Desk', 'es'),
    area('pt-d', 'DESK', 'pt'),
  ]);

  it.each([
    ['es-f', { id: 'es-f' }],
    ['H-1', { id: 'es-h' }],
    ['Spain > Hotels > Front desk', { id: 'es-f' }],
    ['spain>HOTELS>front  desk', { id: 'es-f' }],
    ['Portugal > Hotels', { id: 'pt-h' }],
    ['Hotels > Bar', { id: 'bar' }],
    ['Bar', { id: 'top' }],
    ['A > B', { id: 'odd' }],
    ['Spain > A > B', { id: 'odd' }],
    ['B', 'unknown'],
    ['STRASSE 1', { id: 'straße' }],
    ['Front desk', 'ambiguous'],
    ['Hotels > Front desk', 'ambiguous'],
    ['Spain > Doubled', 'ambiguous'],
    ['Desk', { id: 'es-d' }],
    ['DESK', { id: 'pt-d' }],
    ['desk', 'ambiguous'],
    ['Spain > Front desk', 'unknown'],
    ['Hotels >', 'unknown'],
    ['> Spain', 'unknown'],
    ['constructor', 'unknown'],
  ])('finds %j: %j', (text, found) => expect(areas.find(text)).toEqual(found));

  it('finds the deepest of many areas one below the other', () => {
    const deep = Array.from({ length: 10_000 }, (_, index) =>
      area(`${index}`, `A${index}`, index ? `${index - 1}` : null),
    );
    const path = deep.map(({ name }) => name).join('>');
    expect(new NamedAreas(deep).find(path)).toEqual({ id: '9999' });
  });
});

describe('NamedThings', () => {
  it('finds by id, then external id, then name', () => {
    const things = new NamedThings([
      { id: '1', externalId: 'x', name: 'Nights' },
      { id: '2', externalId: null, name: 'x' },
      { id: '3', externalId: null, name: 'Same' },
      { id: '4', externalId: null, name: 'SAME' },
    ]);
    const found = ['1', 'x', 'NIGHTS', 'same', 'SAME', 'Days'].map((text) => things.find(text));
    expect(found).toEqual([{ id: '1' }, { id: '1' }, { id: '1' }, 'ambiguous', { id: '4' }, 'unknown']);
  });
});

describe('SegmentNames', () => {
  it('finds the values of characteristics by their labels', () => {
    const shift = { id: 'c', type: 'LIST' as const, name: 'Schicht', nodes: [] };
    const allowedValues = [
      { id: 'v', label: 'Früh', externalId: 'F' },
      { id: 'w', label: 'Spät' },
    ];
    const names = new SegmentNames({ areas: [], groups: [], characteristics: [{ ...shift, allowedValues }] });
    const found = names.characteristic('SCHICHT');
    if (typeof found === 'string') throw new Error(found);
    expect(found).toMatchObject({ id: 'c', type: 'LIST' });
    expect(['früh', 'F', 'w', 'Nacht'].map((text) => found.values.find(text))).toEqual([
      ...[{ id: 'v' }, { id: 'v' }, { id: 'w' }, 'unknown'],
    ]);
    expect(names.characteristic('Sprache')).toBe('unknown');
  });
});
