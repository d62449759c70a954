import { DEFAULT_SOURCE, MAX_ROW_RULE_VALUES, MAX_SOURCE_COLUMNS } from './source-content.js';
import { columnsIssues, leaveOutIssues, mainRowsIssues, sourceIssues } from './source-rules.js';

const issues = (columns: unknown): string[] =>
  columnsIssues(columns).map(({ path, code }) => `${path} ${code}`);

describe('the columns of a source', () => {
  it('have known properties', () => {
    expect(
      issues({ Nummer: 'externalId', Bereich: 'area', Schicht: 'profile.Shift', A: null, B: null }),
    ).toEqual([]);
    expect(issues({ a: 'colour', b: 'profile.', c: 1, d: 'email', e: 'email', f: 'profile.X\0' })).toEqual([
      ...['a NOT_ALLOWED', 'b NOT_ALLOWED', 'c NOT_ALLOWED', 'f NOT_ALLOWED'],
    ]);
  });

  it('have headers that differ by more than case and spaces, and are not too long', () => {
    expect(issues({ Straße: null, 'STRASSE ': null, 'E  Mail': null, 'e mail': null })).toEqual([
      ...['STRASSE  NOT_UNIQUE', 'e mail NOT_UNIQUE'],
    ]);
    expect(issues({ '': null })).toEqual(['[""] BLANK']);
    expect(issues({ ['x'.repeat(256)]: null })[0]).toMatch(/TOO_LONG$/);
  });

  it('are an object of at most so many', () => {
    for (const wrong of ['x', 1, null, []]) expect(issues(wrong)).toEqual([' WRONG_TYPE']);
    const columns = Array.from({ length: MAX_SOURCE_COLUMNS + 1 }, (_, index) => [`c${index}`, null]);
    expect(issues(Object.fromEntries(columns))).toEqual([' TOO_MANY']);
    expect(issues(Object.fromEntries(columns.slice(1)))).toEqual([]);
  });

  it('may not have the last day of an employment as a property, too', () => {
    const source = { ...DEFAULT_SOURCE, columns: { Austritt: 'name' } as const };
    expect(sourceIssues({ ...source, endColumn: 'AUSTRITT' })[0]?.path).toBe('endColumn');
    expect(sourceIssues({ ...source, endColumn: 'Ende' })).toEqual([]);
    expect(sourceIssues({ ...source, columns: { Austritt: null }, endColumn: 'Austritt' })).toEqual([]);
  });
});

describe('the name of several columns', () => {
  const of = (content: object) =>
    sourceIssues({ ...DEFAULT_SOURCE, ...content }).map(({ path, code }) => `${path} ${code}`);

  it('has columns of its own, and is no other property', () => {
    expect(of({ nameColumns: ['Vorname', 'Nachname'] })).toEqual([]);
    expect(of({ nameColumns: ['A', 'a', ''], columns: { A: 'email', B: 'name' } })).toEqual([
      'nameColumns[0] DISAGREES',
      'nameColumns[1] DISAGREES',
      'nameColumns[1] NOT_UNIQUE',
      'nameColumns[2] DISAGREES',
      'nameColumns DISAGREES',
    ]);
    expect(of({ nameColumns: ['Vorname'], endColumn: 'vorname' })).toEqual(['endColumn DISAGREES']);
  });
});

describe('the values of columns by which rows are left out', () => {
  const of = (value: unknown) => leaveOutIssues(value).map(({ path, code }) => `${path} ${code}`);

  it('are lists of texts, by headers that differ', () => {
    expect(of({ Status: ['x', 'y'] })).toEqual([]);
    expect(of({ A: 'x', B: [], C: [1, ''], D: ['x'], d: ['x'] })).toEqual([
      ...['A WRONG_TYPE', 'B TOO_FEW', 'C[0] WRONG_TYPE', 'C[1] BLANK', 'd NOT_UNIQUE'],
    ]);
    expect(of({ A: Array.from({ length: MAX_ROW_RULE_VALUES + 1 }, () => 'x') })).toEqual(['A TOO_MANY']);
  });

  it('are of one column for the main row', () => {
    expect(mainRowsIssues({ A: ['x'], B: ['x'] })[0]?.message).toBe('must have at most 1 property');
    expect(mainRowsIssues({ A: ['x'] })).toEqual([]);
  });
});
