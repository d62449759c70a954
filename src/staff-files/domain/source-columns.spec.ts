import { SourceColumns } from './source-columns.js';
import { DEFAULT_SOURCE } from './source-content.js';

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
      { headers: ['B'], property: 'email' },
      { headers: ['A'], property: 'externalId' },
    ]);
    expect(new SourceColumns().written().flatMap(({ headers }) => headers)).toEqual([
      ...['externalId', 'email', 'name', 'role', 'area', 'groups', 'managedAreas'],
    ]);
  });

  it('knows several columns of one property, the parts of the name, and the columns that decide about rows', () => {
    const columns = new SourceColumns({
      ...DEFAULT_SOURCE,
      columns: { 'E-Mail': 'email', Nr: 'externalId', 'Private E-Mail': 'email' },
      nameColumns: ['Nachname', 'Vorname'],
      nameSeparator: ', ',
      leaveOut: { Status: ['x'], Nr: ['Summe'] },
      mainRows: { Haupt: ['ja'] },
    });
    expect(columns.columnOf('email')).toEqual({ headers: ['E-Mail', 'Private E-Mail'], property: 'email' });
    expect(columns.columnOf('name')).toEqual({
      ...{ headers: ['Nachname', 'Vorname'], property: 'name', separator: ', ' },
    });
    expect(['VORNAME', 'status', 'Nr', 'Haupt'].map((header) => columns.propertyOf(header))).toEqual([
      ...['name', null, 'externalId', null],
    ]);
    expect(columns.missing(['E-Mail', 'nr', 'Nachname'])).toEqual([
      ...['Private E-Mail', 'Vorname', 'Status', 'Haupt'],
    ]);
  });
});
