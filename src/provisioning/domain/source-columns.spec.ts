import {
  columnsIssues,
  DEFAULT_SOURCE,
  MAX_SOURCE_COLUMNS,
  SourceColumns,
  sourceIssues,
} from './source-columns.js';

const issues = (columns: unknown): string[] =>
  columnsIssues(columns).map(({ path, code }) => `${path} ${code}`);

describe('the columns of a source', () => {
  it('have known properties, each by one header', () => {
    expect(
      issues({ Nummer: 'externalId', Bereich: 'area', Schicht: 'profile.Shift', A: null, B: null }),
    ).toEqual([]);
    expect(issues({ a: 'colour', b: 'profile.', c: 1, d: 'email', e: 'email', f: 'profile.X\0' })).toEqual([
      ...['a NOT_ALLOWED', 'b NOT_ALLOWED', 'c NOT_ALLOWED', 'e NOT_UNIQUE', 'f NOT_ALLOWED'],
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

describe('SourceColumns', () => {
  it('finds the property of a header, by its entry or its name', () => {
    const columns = new SourceColumns({
      ...DEFAULT_SOURCE,
      columns: { 'Personal-Nr.': 'externalId', Note: null, name: 'profile.Name' },
      endColumn: 'Left on',
    });
    expect(columns.propertyOf(' personal-nr. ')).toBe('externalId');
    expect(columns.propertyOf('NOTE')).toBeNull();
    expect(columns.propertyOf('name')).toBe('profile.Name');
    expect(columns.propertyOf('email')).toBe('email');
    expect(columns.propertyOf('hierarchyId')).toBe('area');
    expect(columns.propertyOf('EMAIL ')).toBe('email');
    expect(columns.propertyOf('Profile.Shift')).toBe('profile.Shift');
    for (const unknown of ['E-Mail', 'profile.', 'constructor', '__proto__', ''])
      expect(columns.propertyOf(unknown)).toBeUndefined();
    expect(columns.isEnd('left  ON')).toBe(true);
    expect(columns.isEnd('email')).toBe(false);
  });

  it('gives the columns to write: those with a property, or all properties', () => {
    const columns = { B: 'email', X: null, A: 'externalId' } as const;
    expect(new SourceColumns({ ...DEFAULT_SOURCE, columns }).written()).toEqual([
      { header: 'B', property: 'email' },
      { header: 'A', property: 'externalId' },
    ]);
    expect(new SourceColumns().written().map(({ header }) => header)).toEqual([
      ...['externalId', 'email', 'name', 'role', 'area', 'groups', 'managedAreas'],
    ]);
  });
});
