import { EMPLOYEES, type Body } from '../../support/builders/employee.js';
import { eventually } from '../../support/eventually.js';
import { SyncFixture, SYNCS } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';

const COLUMNS = {
  Personalnummer: 'externalId',
  'E-Mail': 'email',
  Name: 'name',
  Bereich: 'area',
  Gruppen: 'groups',
  Verantwortet: 'managedAreas',
  Schicht: 'profile.Shift',
  Eintritt: 'profile.Start',
  Notiz: null,
};

describe('a sync of a CSV file', () => {
  let app: TestApp;
  let fixture: SyncFixture;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await SyncFixture.open(app);
    await setColumns(Object.keys(COLUMNS));
  });

  /** The columns of the source: a file must have each. */
  async function setColumns(headers: readonly string[]): Promise<void> {
    const columns = Object.fromEntries(
      Object.entries(COLUMNS).filter(([header]) => headers.includes(header)),
    );
    const source = {
      ...{ columns, dateFormat: 'dd.MM.yyyy', listSeparator: '|' },
      ...(headers.includes('Austritt') && { endColumn: 'Austritt' }),
    };
    expect((await fixture.hr.put(`${EMPLOYEES}/sources/hr`, source)).status).toBe(200);
  }

  /** Sends a file, after the source has been given the columns of the file. */
  async function send(file: string | Buffer, type = 'text/csv', query = '?source=hr') {
    const text = Buffer.from(file).toString('latin1').replaceAll('\0', '').toLowerCase();
    const known = [...Object.keys(COLUMNS), 'Austritt'];
    await setColumns(known.filter((header) => text.includes(header.toLowerCase())));
    return fixture.post(undefined, query, { raw: file, headers: { 'Content-Type': type } });
  }

  /** The people of a file that is applied. */
  async function people(file: string | Buffer, type?: string): Promise<Body[]> {
    const sync = await fixture.settled(await send(file, type, '?source=hr&apply=true'));
    if (sync.status !== 'APPLIED') throw new Error(JSON.stringify(sync));
    return fixture.people();
  }

  async function issues(file: string): Promise<string[]> {
    const sync = await fixture.settled(await send(file));
    expect(sync.status).toBe('BLOCKED');
    return [
      sync.reason!,
      ...sync.issues!.map(({ path, code, line, column }) =>
        [path, code, line, column].filter((each) => each !== undefined).join(' | '),
      ),
    ];
  }

  const NAMES = 'Personalnummer;Name;E-Mail';
  const JUERGEN = [{ externalId: '007', name: 'Jürgen Weiß', email: 'jw@example.com' }];
  const ROW = '007;Jürgen Weiß;jw@example.com';
  /** As `Export-Csv` writes it unless -NoTypeInformation is given. */
  const TYPE_LINE = '#TYPE System.Management.Automation.PSCustomObject\r\n';
  const inQuotes = (row: string): string => `"${row.replaceAll(';', '";"')}"\r\n`;

  describe.each<[string, string | Buffer, string?]>([
    ['with semicolons', `${NAMES}\r\n${ROW}\r\n`],
    ['with commas', `${NAMES}\n${ROW}`.replaceAll(';', ',')],
    ['with tabs', `${NAMES}\n${ROW}`.replaceAll(';', '\t')],
    ['in quotes', `"Personalnummer";"Name";"E-Mail"\n"007";"Jürgen Weiß";"jw@example.com"`],
    ['of a Mac', `${NAMES}\r${ROW}\r`],
    ['with a byte order mark', `\ufeff${NAMES}\n${ROW}`],
    [
      'in UTF-16, by Windows PowerShell',
      Buffer.from(`\ufeff${TYPE_LINE}${inQuotes(NAMES)}${inQuotes(ROW)}`, 'utf16le'),
      'text/csv; charset=utf-16',
    ],
    ['in UTF-8, by Windows PowerShell', `\ufeff${TYPE_LINE}${inQuotes(NAMES)}${inQuotes(ROW)}`],
    ['by PowerShell 7', `${inQuotes(NAMES)}${inQuotes(ROW)}`],
    ['in UTF-16 with big ends', Buffer.from(`\ufeff${NAMES}\r\n${ROW}`, 'utf16le').swap16()],
    [
      'in windows-1252, by Excel',
      Buffer.from(`${NAMES}\r\n${ROW}`, 'latin1'),
      'text/csv; charset=windows-1252',
    ],
    ['in ISO 8859-1', Buffer.from(`${NAMES}\r\n${ROW}`, 'latin1'), 'text/csv; charset="ISO-8859-1"'],
    ['with the hint of Excel', `sep=;\r\n${NAMES}\r\n${ROW}`],
    ['with empty lines', `\n\n${NAMES}\n\n${ROW}\n;;\n\n`],
    ['with headers in other cases', `PERSONALNUMMER; name ;e-mail\n${ROW}`],
    ['with an empty column', `${NAMES};\n${ROW};`],
    ['with a column that is not read', `${NAMES};Notiz\n${ROW};"a\nb"`],
    ['with spaces around the address', `${NAMES}\n007;Jürgen Weiß; jw@example.com `],
  ])('%s', (_, file, type) => {
    it('has the person', async () => expect(await people(file, type)).toMatchObject(JUERGEN));
  });

  it('keeps values as they are', async () => {
    const file = [
      'Personalnummer;Name',
      ...['007;"A ""B"" C"', "'=1+1;'-Jo", "''=x;+49", '1.10;" Jo "', '1E5x;名前 😀', 'ABC-Ä;\u202bעברית'],
    ].join('\n');
    const found = await people(file);
    expect(Object.fromEntries(found.map(({ externalId, name }) => [externalId, name]))).toEqual({
      '007': 'A "B" C',
      '=1+1': '-Jo',
      "'=x": '+49',
      '1.10': ' Jo ',
      '1E5x': '名前 😀',
      'ABC-Ä': '\u202bעברית',
    });
  });

  it('reads areas, groups and characteristics by names, and days of the source', async () => {
    const { department, team, elsewhere, groups, shift, start } = fixture.workforce;
    const file = [
      'Personalnummer;Bereich;Gruppen;Verantwortet;Schicht;Eintritt',
      'a;Department > Team;Night shift|first aid;elsewhere | department;EARLY;1.3.2024',
      `b;${team.id};${groups[0].id};;Late;2024-03-02`,
      'c;team;;;;',
    ].join('\n');
    expect(await people(file)).toMatchObject([
      {
        externalId: 'a',
        hierarchyId: team.id,
        groupIds: [groups[0].id, groups[1].id],
        managedHierarchies: [elsewhere.id, department.id],
        profile: [
          { id: shift.id, valueId: shift.allowedValues[0]!.id },
          { id: start.id, date: '2024-03-01T00:00:00.000Z' },
        ],
      },
      {
        externalId: 'b',
        hierarchyId: team.id,
        profile: [{ id: shift.id }, { date: '2024-03-02T00:00:00.000Z' }],
      },
      { externalId: 'c', hierarchyId: team.id, groupIds: [], managedHierarchies: [], profile: [] },
    ]);
  });

  it('clears by empty and missing cells, and leaves alone what has no column', async () => {
    const { workforce } = fixture;
    const person = workforce.full({ externalId: 'a' });
    await fixture.applied([person]);
    await people('Personalnummer;Bereich;Schicht;Gruppen\na;;Late\n');
    const [changed] = await fixture.people();
    expect(changed).toMatchObject({
      ...{ externalId: 'a', name: person['name'], email: person.email, role: 'ADVISOR', groupIds: [] },
      managedHierarchies: person['managedHierarchies'],
      profile: (person['profile'] as Body[]).map((entry) =>
        entry['id'] === workforce.shift.id
          ? { ...entry, valueId: workforce.shift.allowedValues[1]!.id }
          : entry,
      ),
    });
    expect(changed).not.toHaveProperty('hierarchyId');
    await people('Personalnummer;Schicht\na;');
    expect((await fixture.people())[0]!['profile']).toHaveLength(3);
  });

  it('changes nothing when it is sent again', async () => {
    const file = 'Personalnummer;Bereich;Schicht\na;Team;Late\nb;Elsewhere;';
    await people(file);
    const { counts } = await fixture.settled(await send(file));
    expect(counts).toEqual({ added: 0, changed: 0, ended: 0, unchanged: 2, skipped: 0 });
  });

  it('does not have those whose last day is over', async () => {
    const file = 'Personalnummer;Austritt\na;\nb;31.12.2020\nc;31.12.2190';
    expect((await people(file)).map(({ externalId }) => externalId)).toEqual(['a', 'c']);
    const { counts } = await fixture.settled(await send('Personalnummer;Austritt\na;\nb;\nc;01.02.2021'));
    expect(counts).toMatchObject({ added: 1, ended: 1, unchanged: 1 });
    expect(await issues('Personalnummer;Austritt\na;soon')).toEqual([
      'BAD_ROWS',
      '[0] | DATE | 2 | Austritt',
    ]);
  });

  it('names row and column of what is wrong', async () => {
    const file = [
      'Personalnummer;E-Mail;Bereich;Gruppen;Schicht;Eintritt;Name',
      '1;no address;;;;;',
      '',
      '2;;Nowhere;;;;',
      '3;;;Night shift|Nobody;Night;31.02.2024;',
      '1.2E+10;;;;;;',
      ' 5;;;;;;',
      '6;;;;;;two\u0007lines',
      '7;;;;;;;surplus',
      '8;;;;;;',
      '8;;;;;;',
      ';;;;;;Nobody',
    ].join('\r\n');
    const [reason, ...found] = await issues(file);
    expect(reason).toBe('BAD_ROWS');
    expect(found.sort()).toEqual(
      [
        '[0].email | EMAIL | 2 | E-Mail',
        '[1].hierarchyId | UNKNOWN_REFERENCE | 4 | Bereich',
        '[2].groupIds | UNKNOWN_REFERENCE | 5 | Gruppen',
        '[2].profile | UNKNOWN_REFERENCE | 5 | Schicht',
        '[2].profile | DATE | 5 | Eintritt',
        '[3].externalId | SHORTENED_NUMBER | 6 | Personalnummer',
        '[4].externalId | SPACES | 7 | Personalnummer',
        '[5].name | CONTROL_CHARACTER | 8 | Name',
        '[6] | NO_HEADER | 9',
        '[8].externalId | NOT_UNIQUE | 11 | Personalnummer',
        '[9].email | REQUIRED | 12 | E-Mail',
      ].sort(),
    );
  });

  it('refuses names that two areas have', async () => {
    const { companyId } = fixture;
    await app.sql(`UPDATE area SET name = 'Same' WHERE company_id = $1`, [companyId]);
    expect(await issues('Personalnummer;Bereich\n1;same')).toEqual([
      'BAD_ROWS',
      '[0].hierarchyId | AMBIGUOUS | 2 | Bereich',
    ]);
  });

  it('is blocked by columns that are not known, and names them', async () => {
    expect(await issues('Personalnummer;Kostenstelle;Name;NAME;profile.Colour\n1;2;3;4;5')).toEqual([
      'UNKNOWN_COLUMNS',
      'Kostenstelle | UNKNOWN_COLUMN | 1 | Kostenstelle',
      'NAME | NOT_UNIQUE | 1 | NAME',
      'profile.Colour | UNKNOWN_REFERENCE | 1 | profile.Colour',
    ]);
    expect(await issues('Name\nJo')).toEqual(['UNKNOWN_COLUMNS', ' | REQUIRED | 1']);
    const { id } = await fixture.settled(await send('Kostenstelle\n1'));
    expect((await fixture.apply(id)).body.errorCode).toBe('SYNC_BLOCKED');
  });

  it('takes no cell for empty of which it does not know the value', async () => {
    const file = [
      'Personalnummer;Name;E-Mail',
      '#NV;Jo;jo@example.com',
      '2;#NAME?;#BEZUG!',
      '3;#1;a@example.com',
    ].join('\n');
    expect(await issues(file)).toEqual([
      'BAD_ROWS',
      '[0].externalId | ERROR_VALUE | 2 | Personalnummer',
      '[1].name | ERROR_VALUE | 3 | Name',
      '[1].email | ERROR_VALUE | 3 | E-Mail',
    ]);
  });

  it('takes no row of another separator for a key or a name', async () => {
    const file = 'Personalnummer;Name\n1|Jo|jo@example.com;x\n2;Ana|b|c\n3;Doe, John, Jr.\n';
    expect(await issues(file)).toEqual([
      'BAD_ROWS',
      '[0].externalId | LOOKS_LIKE_ROW | 2 | Personalnummer',
      '[1].name | LOOKS_LIKE_ROW | 3 | Name',
    ]);
  });

  it('is blocked without a column of the source', async () => {
    await setColumns(['Personalnummer', 'Name', 'E-Mail', 'Austritt', 'Notiz']);
    const raw = 'Personalnummer;Name\n1;Jo\n';
    const sent = await fixture.post(undefined, '?source=hr', {
      raw,
      headers: { 'Content-Type': 'text/csv' },
    });
    expect(await fixture.settled(sent)).toMatchObject({
      reason: 'UNKNOWN_COLUMNS',
      issues: [
        { code: 'MISSING_COLUMN', column: 'E-Mail', line: 1 },
        { code: 'MISSING_COLUMN', column: 'Austritt', line: 1 },
      ],
    });
  });

  it('is refused when its last row was cut off', async () => {
    const whole = `${NAMES}\n${ROW}`;
    for (let length = NAMES.length + 2; length < whole.lastIndexOf(';') + 1; length++) {
      const { status, body } = await send(whole.slice(0, length));
      expect([status, body.errorCode]).toEqual([400, 'MALFORMED_FILE']);
      expect(body.detail).toContain('line 2 has fewer cells than the first one, and no line end');
    }
  });

  it('is refused when its rows have another separator than its header', async () => {
    const file = 'externalId,name,email\n1;Ana;a@example.com\n2;Jo;j@example.com\n';
    const { reason, issues: found } = await fixture.settled(await send(file));
    expect([reason, found]).toEqual([
      'UNREADABLE_FILE',
      [expect.objectContaining({ code: 'SEPARATOR', line: 2 })],
    ]);
  });

  it('shows what the columns of a first file may mean, so that they can be set', async () => {
    const file = [
      'Personal-Nr.;Mail;Abteilung;Shift;Austritt am;Notiz;externalId',
      ...[
        '007;a@example.com;Team;Early;;x;1',
        '007;b@example.com;Team;;;;2',
        '9;c@example.com;Elsewhere;;;;3',
      ],
      '10;d@example.com;;;;;',
    ].join('\n');
    const { id, reason } = await fixture.settled(await send(file, 'text/csv', '?source=first'));
    expect(reason).toBe('UNKNOWN_COLUMNS');
    const { body } = await fixture.hr.get(`${SYNCS}/${id}/columns`);
    expect(body.map(({ line }: Body) => line)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(body.map(({ line: _, ...column }: Body) => column)).toEqual([
      { header: 'Personal-Nr.', values: ['007', '9', '10'], isRead: false, guess: 'externalId' },
      {
        ...{ header: 'Mail', values: ['a@example.com', 'b@example.com', 'c@example.com'], isRead: false },
        guess: 'email',
      },
      { header: 'Abteilung', values: ['Team', 'Elsewhere'], isRead: false, guess: 'area' },
      { header: 'Shift', values: ['Early'], isRead: false, guess: 'profile.Shift' },
      { header: 'Austritt am', values: [], isRead: false },
      { header: 'Notiz', values: ['x'], isRead: false },
      {
        ...{ header: 'externalId', values: ['1', '2', '3'], property: 'externalId', isRead: true },
        guess: 'externalId',
      },
    ]);
    const json = await fixture.settled(await fixture.post([{ externalId: 'a' }]));
    expect((await fixture.hr.get(`${SYNCS}/${json.id}/columns`)).body).toEqual([]);
    const other = await app.integration(['employees:sync']);
    expect((await other.get(`${SYNCS}/${id}/columns`)).body.errorCode).toBe('SYNC_NOT_FOUND');
  });

  it('is blocked without people', async () => {
    for (const file of [
      'Personalnummer\n',
      'Personalnummer;Name\r\n;;\r\n',
      'Personalnummer;Austritt\n1;2020-01-01',
    ])
      expect(await fixture.settled(await send(file))).toMatchObject({
        status: 'BLOCKED',
        reason: 'EMPTY_LIST',
      });
  });

  it('is read by the names of properties without columns of the source', async () => {
    const file = 'externalId,hierarchyId,profile.Shift\n1,Team,Early';
    const sync = await fixture.settled(await send(file, 'text/csv', '?source=other&apply=true'));
    expect(sync).toMatchObject({ status: 'APPLIED', counts: { added: 1 } });
    expect(await fixture.people()).toMatchObject([{ hierarchyId: fixture.workforce.team.id }]);
  });

  it.each<[string, string | Buffer, RegExp]>([
    ['an empty file', '', /it is empty/],
    ['a workbook', Buffer.from('PK\x03\x04xxxx', 'latin1'), /it is a zip, perhaps a workbook/],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /old form .xls/],
    [
      'another charset',
      Buffer.from(`${NAMES}\n${ROW}`, 'latin1'),
      /line 2, character 6 is not UTF-8.*windows-1252/,
    ],
    ['UTF-16 without its mark', Buffer.from(NAMES, 'utf16le'), /NUL/],
    ['an open quote', `${NAMES}\n1;"Jo;x`, /line 2 has a quote that is not closed/],
    ['301 columns', `Personalnummer${';'.repeat(300)}\n`, /line 1 has more than 300 columns/],
  ])('refuses %s, and keeps nothing of it', async (_, file, detail) => {
    const { status, body } = await send(file);
    expect([status, body.errorCode]).toEqual([400, 'MALFORMED_FILE']);
    expect(body.detail).toMatch(detail);
    expect(await app.sql('SELECT * FROM employee_sync WHERE company_id = $1', [fixture.companyId])).toEqual(
      [],
    );
  });

  it('refuses bytes that windows-1252 does not have', async () => {
    const { body } = await send(Buffer.from('Name\nJ\x81', 'latin1'), 'text/csv; charset=windows-1252');
    expect(body.detail).toBe('The file cannot be read: line 2, character 2 is not windows-1252.');
  });

  it('refuses more than 100,000 people, 64 KiB of one and 64 MiB', async () => {
    for (const file of [
      `Personalnummer\n${'1\n'.repeat(100_001)}`,
      `Personalnummer\n${'1'.repeat(65_600)}`,
      Buffer.alloc(67_108_865, '\n'),
    ]) {
      const { status, body } = await send(file);
      expect([status, body.errorCode]).toEqual([413, 'LIST_TOO_LARGE']);
    }
    await eventually(async () => expect(await app.sql('SELECT * FROM employee_sync_upload')).toEqual([]));
  });

  it('takes 300 columns', async () => {
    const headers = Array.from({ length: 199 }, (_, index) => `Column ${index}`);
    const columns = { ...Object.fromEntries(headers.map((header) => [header, null])), Nr: 'externalId' };
    await fixture.hr.put(`${EMPLOYEES}/sources/wide`, { columns });
    const file = `Nr;${headers.join(';')}${';'.repeat(100)}\n1;${'x;'.repeat(199)}`;
    const { counts } = await fixture.settled(await send(file, 'text/csv', '?source=wide'));
    expect(counts).toMatchObject({ added: 1 });
  });
});
