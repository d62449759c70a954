import { table } from './table.js';

const HEADINGS = ['ID', 'NAME', 'CREATED'];
const ID = '0123456789abcdef01234567';
const ROWS = [
  [ID, 'Ana 😀 López de la Fuente', '2026-11-23T17:00:00.000Z'],
  [ID, undefined, '2026-11-23T17:00:00.000Z'],
];

describe('table', () => {
  it('has columns as wide as their cells', () => {
    expect(table(HEADINGS, ROWS).split('\n')).toEqual([
      'ID                        NAME                      CREATED',
      `${ID}  Ana 😀 López de la Fuente  2026-11-23T17:00:00.000Z`,
      `${ID}  -                         2026-11-23T17:00:00.000Z`,
    ]);
  });

  it('cuts the widest columns to the width of a line, never the ids', () => {
    expect(table(HEADINGS, ROWS, 50).split('\n')).toEqual([
      'ID                        NAME         CREATED',
      `${ID}  Ana 😀 Lópe…  2026-11-23…`,
      `${ID}  -            2026-11-23…`,
    ]);
    for (const line of table(HEADINGS, ROWS, 50).split('\n'))
      expect(Array.from(line).length).toBeLessThanOrEqual(50);
  });

  it('leaves narrow columns alone, and keeps the beginning of every cell', () => {
    expect(table(['A', 'B'], [['1', '2']], 1)).toBe('A  B\n1  2');
    expect(table(HEADINGS, ROWS, 10).split('\n')[1]).toBe(`${ID}  Ana 😀…  2026-…`);
  });
});
