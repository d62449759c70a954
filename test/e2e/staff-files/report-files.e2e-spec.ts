import { utils, write } from 'xlsx';
import { EMPLOYEES, type Body } from '../../support/builders/employee.js';
import { SyncFixture, SYNCS, type Sync } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const CSV = 'text/csv';

/** Files as payroll programs write them, which are made for people to read. */
describe('a sync of the report of a program', () => {
  let app: TestApp;
  let fixture: SyncFixture;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await SyncFixture.open(app);
  });

  async function set(source: Body): Promise<void> {
    const { status, body } = await fixture.hr.put(`${EMPLOYEES}/sources/hr`, source);
    if (status !== 200) throw new Error(JSON.stringify(body));
  }

  const send = (file: string | Buffer, type = CSV, query = '?source=hr') =>
    fixture.post(undefined, query, { raw: file, headers: { 'Content-Type': type } });

  const synced = async (file: string | Buffer, type?: string): Promise<Sync> =>
    fixture.settled(await send(file, type));

  async function people(file: string | Buffer, type?: string): Promise<Body[]> {
    const sync = await fixture.settled(await send(file, type, '?source=hr&apply=true'));
    if (sync.status !== 'APPLIED') throw new Error(JSON.stringify(sync));
    return fixture.people();
  }

  const issuesOf = ({ issues = [] }: Sync) =>
    issues.map(({ path, code, line, value }) => [path, code, line, value].join(' | '));

  const NAMES = { columns: { Nr: 'externalId', Name: 'name', Mail: 'email' } };
  const ANA = { externalId: '007', name: 'Ana', email: 'a@example.com' };
  const TABLE = 'Nr;Name;Mail\n007;Ana;a@example.com\n';

  describe('finds the header row', () => {
    it.each([
      ['below a title', `Personalliste, Stand 1.3.2026\n\n${TABLE}`],
      ['below a title with its separator', `Firma;Aurora\nStand;01.03.2026\n\n${TABLE}`],
      ['below a title with another separator', `Aurora, Madrid\n${TABLE}008;B;b@example.com\n`],
      ['below a title of many parts', `Filter: A, B, C, D, E\n${TABLE}008;B;b@example.com\n`],
      ['below a line', `Mitarbeiter\n==========\n${TABLE}`],
    ])('%s', async (_, file) => {
      await set(NAMES);
      expect((await people(file))[0]).toMatchObject(ANA);
    });

    it('in the row that the source names', async () => {
      await set({ ...NAMES, headerRow: 3 });
      expect((await people(`Nr;Name;Mail\nx;y;z\n${TABLE}`)).map(({ externalId }) => externalId)).toEqual([
        '007',
      ]);
      const { issues } = await synced('Title\n\n\nNr;Name\n007;Ana\n');
      expect(issues).toMatchObject([{ code: 'REQUIRED', line: 3 }]);
      expect(await synced(`\n${TABLE}`)).toMatchObject({ status: 'READY', counts: { unchanged: 1 } });
    });

    it('before the columns are set, and shows it', async () => {
      const { id, reason, issues } = await synced(
        'DATEV LODAS Export\nBerater;12345\n\nPersonalnummer;Nachname;E-Mail\n007;Ana;a@example.com\n',
      );
      expect([reason, issues?.map(({ column, line }) => `${line} ${column}`)]).toEqual([
        'UNKNOWN_COLUMNS',
        ['4 Personalnummer', '4 Nachname', '4 E-Mail', '4 undefined'],
      ]);
      const { body } = await fixture.hr.get(`${SYNCS}/${id}/columns`);
      expect(body[0]).toMatchObject({
        header: 'Personalnummer',
        line: 4,
        values: ['007'],
        guess: 'externalId',
      });
    });
  });

  it('finds the separator of a file with as many lines of a title as are searched', async () => {
    await set(NAMES);
    expect(await people(`${'Title\n'.repeat(19)}${TABLE}`)).toMatchObject([ANA]);
  });

  it('counts a row without a main one as bad, and not as left out', async () => {
    await set({ ...NAMES, mainRows: { Vertrag: ['Haupt'] } });
    const rows = Array.from({ length: 30 }, (_, at) => `${at};Person;p${at}@example.com;Haupt\n`).join('');
    const file = `Nr;Name;Mail;Vertrag\n${rows}99;Eva;e@example.com;Neben\n1;Person;p1@example.com;Neben\n`;
    const sync = await fixture.settled(await send(file, CSV, '?source=hr&badRows=skip'));
    expect(sync.counts).toMatchObject({ added: 30, bad: 1, leftOut: 1 });
  });

  it('refuses a file in which people are above the header row', async () => {
    await set(NAMES);
    expect(await synced(`001;Eva;e@example.com\n${TABLE}`)).toMatchObject({
      reason: 'UNREADABLE_FILE',
      issues: [{ code: 'ABOVE_HEADER', line: 1 }],
    });
  });

  it('leaves out repeated header rows, lines, and rows by their values, and counts them', async () => {
    await set({
      columns: { ...NAMES.columns, Status: null },
      leaveOut: { Status: ['inaktiv'], Nr: ['Summe*', '*** Ende der Liste ***'] },
    });
    const file = [
      'Nr;Name;Mail;Status',
      '007;Ana;a@example.com;aktiv',
      '008;Ben;b@example.com;INAKTIV',
      '-----;-----;-----;-----',
      'NR;Name;Mail;Status',
      '009;Cleo;c@example.com;',
      'Summe: 3;;;',
      '*** Ende der Liste ***',
    ].join('\r\n');
    const sync = await fixture.settled(await send(file, CSV, '?source=hr&apply=true'));
    expect(sync).toMatchObject({ status: 'APPLIED', counts: { added: 2, leftOut: 4 } });
    expect((await fixture.people()).map(({ externalId }) => externalId)).toEqual(['007', '009']);
  });

  it('asks about rows that look like totals', async () => {
    await set({ columns: { ...NAMES.columns, Ort: null } });
    const rows = '007;Ana;a@example.com;\nSumme;1 Mitarbeiter;;\n*** Ende ***;;;\n';
    expect(issuesOf(await synced(`Nr;Name;Mail;Ort\n${rows}`))).toEqual([
      '[1] | LOOKS_LIKE_TOTAL | 3 | Summe 1 Mitarbeiter',
      '[2] | LOOKS_LIKE_TOTAL | 4 | *** Ende ***',
    ]);
  });

  it('reads the main row of several of a person, and asks where there is none', async () => {
    await set({ ...NAMES, mainRows: { Vertrag: ['Haupt', '1*'] } });
    const rows = [
      'Nr;Name;Mail;Vertrag',
      '007;Ana;a@example.com;Neben',
      '007;Ana Ruiz;a@example.com;HAUPT',
      '008;Ben;b@example.com;1 (von 2)',
      '008;Ben B.;b@example.com;2 (von 2)',
    ].join('\n');
    const sync = await fixture.settled(await send(rows, CSV, '?source=hr&apply=true'));
    expect(sync).toMatchObject({ status: 'APPLIED', counts: { added: 2, leftOut: 2 } });
    expect((await fixture.people()).map(({ name }) => name)).toEqual(['Ana Ruiz', 'Ben']);
    for (const other of ['009;Cleo;c@example.com;Neben', '009;Cleo;a@example.com;Neben']) {
      const { counts, ...refused } = await synced(`${rows}\n${other}`);
      expect([counts, issuesOf(refused)]).toEqual([undefined, ['[4] | NO_MAIN_ROW | 6 | ']]);
    }
  });

  it('makes the name of several columns, in the order and with the separator of the source', async () => {
    await set({
      columns: { Nr: 'externalId', Mail: 'email' },
      nameColumns: ['Nachname', 'Vorname'],
      nameSeparator: ', ',
    });
    const rows = '1;Ruiz;Ana;a@example.com\n2;Prince;;p@example.com\n3;;;n@example.com\n';
    expect((await people(`Nr;Nachname;Vorname;Mail\n${rows}`)).map(({ name }) => name)).toEqual([
      ...['Prince', 'Ruiz, Ana', undefined],
    ]);
    expect(issuesOf(await synced('Nr;Nachname;Vorname;Mail\n1;Ruiz;#NV;a@example.com\n'))).toEqual([
      '[0].name | ERROR_VALUE | 2 | #NV',
    ]);
  });

  it('reads the first of several columns that has a value', async () => {
    await set({ columns: { Nr: 'externalId', 'Mail dienstlich': 'email', 'Mail privat': 'email' } });
    const rows = '1;p1@example.com;d1@example.com\n2;p2@example.com;\n3;;\n';
    expect((await people(`Nr;Mail privat;Mail dienstlich\n${rows}`)).map(({ email }) => email)).toEqual([
      ...['d1@example.com', 'p2@example.com', undefined],
    ]);
    const { issues } = await synced('Nr;Mail dienstlich;Mail privat;Mail privat\n1;a;b;c\n');
    expect(issues).toMatchObject([
      { code: 'NOT_UNIQUE', message: expect.stringContaining('columns 3 and 4') as string },
    ]);
  });

  it('knows what stands for no day', async () => {
    await set({
      ...{ columns: { Nr: 'externalId', Start: 'profile.Start' }, dateFormat: 'dd.MM.yyyy' },
      ...{ endColumn: 'Ende', noDates: ['unbekannt'] },
    });
    const rows = [
      ['1', '01.02.2020 00:00:00', '31.12.9999'],
      ['2', 'unbekannt', '00.00.0000'],
      ['3', '', '9999-12-31'],
      ['4', '', '01.02.2020'],
    ];
    const file = ['Nr;Start;Ende', ...rows.map((row) => row.join(';'))].join('\n');
    const sync = await fixture.settled(await send(file, CSV, '?source=hr&apply=true'));
    expect(sync).toMatchObject({ status: 'APPLIED', counts: { added: 3, left: 1 } });
    expect((await fixture.people()).map(({ profile }) => (profile as Body[])[0]?.['date'])).toEqual([
      ...['2020-02-01T00:00:00.000Z', undefined, undefined],
    ]);
    const { issues } = await synced('Nr;Start;Ende\n1;31.12.9999;1.3.26\n');
    expect(issues).toMatchObject([
      { code: 'DATE', column: 'Ende', message: expect.stringContaining('four digits') },
      { code: 'DATE', column: 'Start', message: expect.stringContaining('noDates') },
    ]);
  });

  it('takes the last day as one of the time zone of the company', async () => {
    await set({ columns: { Nr: 'externalId' }, endColumn: 'Ende' });
    const hour = new Date().getUTCHours();
    // In one of the two, today is another day than in UTC.
    const [timeZone, offset] = hour < 10 ? ['Pacific/Honolulu', -10] : ['Pacific/Kiritimati', 14];
    await app.sql('UPDATE company SET time_zone = $2 WHERE id = $1', [fixture.companyId, timeZone]);
    const today = new Date(Date.now() + offset * 3_600_000);
    const yesterday = new Date(today.getTime() - 86_400_000);
    const [last, past] = [today, yesterday].map((day) => day.toISOString().slice(0, 10));
    const sync = await synced(`Nr;Ende\n1;${last}\n2;${past}\n3;\n`);
    expect(sync.counts).toMatchObject({ added: 2, left: 1 });
  });

  it('reads lists that are drawn with lines', async () => {
    await set(NAMES);
    const file = [
      '--------------------------------',
      '| Nr  | Name | Mail            |',
      '--------------------------------',
      '| 007 | Ana  | a@example.com   |',
      '--------------------------------',
    ].join('\r\n');
    expect(await people(file)).toMatchObject([ANA]);
  });

  it.each([
    ['iso-8859-15', Buffer.from('Nr;Name;Mail\n007;J\xfcrgen \xa4;a@example.com\n', 'latin1'), 'Jürgen €'],
    ['macintosh', Buffer.from('Nr;Name;Mail\n007;J\x9frgen;a@example.com\n', 'latin1'), 'Jürgen'],
    ['windows-1250', Buffer.from('Nr;Name;Mail\n007;\xa3ukasz;a@example.com\n', 'latin1'), 'Łukasz'],
    ['shift_jis', Buffer.from('Nr;Name;Mail\n007;\x8eR\x93c;a@example.com\n', 'latin1'), '山田'],
    ['utf-16le', Buffer.from('Nr;Name;Mail\n007;Jürgen;a@example.com\n', 'utf16le'), 'Jürgen'],
  ])('reads the charset %s', async (charset, file, name) => {
    await set(NAMES);
    expect(await people(file, `${CSV}; charset=${charset}`)).toMatchObject([{ ...ANA, name }]);
  });

  it('names the charsets and the place of a byte that is no text', async () => {
    const { status, body } = await send(TABLE, `${CSV}; charset=ibm850`);
    expect([status, body.errorCode, body.detail]).toEqual([
      ...[415, 'UNSUPPORTED_CHARSET', expect.stringContaining('iso-8859-15')],
    ]);
    const wrong = await send(Buffer.from('Nr;Name\n007;J\x81\xff\n', 'latin1'), `${CSV}; charset=euc-kr`);
    expect(wrong.body.detail).toBe('The file cannot be read: line 2, character 7 is not euc-kr.');
  });

  it.each(['text/plain', 'application/vnd.ms-excel', 'application/csv; charset=utf-8'])(
    'takes CSV as %s, as browsers send it',
    async (type) => {
      await set(NAMES);
      expect(await people(TABLE, type)).toMatchObject([ANA]);
    },
  );

  it('reads rows that end otherwise than the header row', async () => {
    await set(NAMES);
    expect(
      await people('Nr;Name;Mail\r\n007;Ana;a@example.com\n008;Ben;b@example.com\r009;C;c@example.com'),
    ).toHaveLength(3);
  });

  it('asks about rows with another separator than the header row', async () => {
    await set(NAMES);
    for (const row of ['008,Ben,b@example.com', '008|Ben|b@example.com', '008,Ben'])
      expect(issuesOf(await synced(`${TABLE}${row}\n009;Cleo;c@example.com\n`))).toEqual([
        `[1].externalId | LOOKS_LIKE_ROW | 3 | ${row}`,
      ]);
  });

  it('asks about names that many people lose or change by a file', async () => {
    await set(NAMES);
    const file = (nameOf: (at: number) => string) =>
      Array.from({ length: 8 }, (_, at) => `${at};${nameOf(at)};p${at}@example.com\n`).join('');
    await people(`Nr;Name;Mail\n${file((at) => `Person ${at}`)}`);
    for (const nameOf of [() => '', (at: number) => `Person ${at + 1}`])
      expect(await synced(`Nr;Name;Mail\n${file(nameOf)}`)).toMatchObject({
        ...{ reason: 'TOO_MANY_KEY_CHANGES', counts: { changed: 8, keyChanges: 8 } },
      });
    expect(issuesOf(await synced('Nr;Name;Mail\n1;JÃ¼rgen;p1@example.com\n'))).toEqual([
      '[0].name | LOST_CHARACTER | 2 | JÃ¼rgen',
    ]);
  });

  it('does not count lines that are drawn as people', async () => {
    await set(NAMES);
    const rows = Array.from({ length: 50_001 }, () => '------;-----;-----\n').join('');
    const { counts } = await synced(`Nr;Name;Mail\n${rows}${rows}1;Ana;a@example.com\n`);
    expect(counts).toMatchObject({ added: 1 });
  });

  it('keeps zeros that an export protects, and asks about those that it shows', async () => {
    await set(NAMES);
    expect(await people('Nr;Name;Mail\n"=""007""";Ana;a@example.com\n')).toMatchObject([ANA]);
    expect(issuesOf(await synced("Nr;Name;Mail\n'007;Ana;a@example.com\n"))).toEqual([
      "[0].externalId | APOSTROPHE | 2 | '007",
    ]);
  });

  it('asks about characters that were lost or that nobody sees, and cleans names', async () => {
    await set(NAMES);
    const rows = [
      '0\u200b07;Ana;a@example.com',
      '008;J\ufffdrgen;b@example.com',
      '009;Cleo;c\u200e@example.com',
    ];
    expect(issuesOf(await synced(['Nr;Name;Mail', ...rows, ''].join('\n')))).toEqual([
      '[0].externalId | INVISIBLE | 2 | 0\u200b07',
      '[1].name | LOST_CHARACTER | 3 | J\ufffdrgen',
      '[2].email | INVISIBLE | 4 | c\u200e@example.com',
    ]);
    const sync = await fixture.settled(
      await send(
        'Nr;Name;Mail\n1;Ana\u00a0Ma\u00adria;a@example.com\n2;Ben;\n3;"Cleo\r\nMay\n";\n',
        CSV,
        '?source=hr&apply=true',
      ),
    );
    expect(sync).toMatchObject({ status: 'APPLIED', counts: { added: 3, cleanedNames: 2 } });
    expect((await fixture.people()).map(({ name }) => name)).toEqual(['Ana Maria', 'Ben', 'Cleo May']);
    // A quote that is closed behind the next row.
    expect(issuesOf(await synced('Nr;Name;Mail\n4;"Dan,dan\n5,Eve";\n'))).toEqual([
      '[0].name | LOOKS_LIKE_ROW | 2 | Dan,dan\n5,Eve',
    ]);
  });

  it('shows the value of an issue, and the other row of a key', async () => {
    await set(NAMES);
    const { issues } = await synced('Nr;Name;Mail\n1;Ana;x\n2;Ben;b@example.com\n2;Cleo;c@example.com\n');
    expect(issues).toMatchObject([
      { code: 'EMAIL', value: 'x', line: 2 },
      {
        code: 'NOT_UNIQUE',
        value: '2',
        line: 4,
        message: 'must not occur twice in one list: row 3 has it, too',
      },
    ]);
  });

  it('puts areas, groups and answers into words', async () => {
    await set({
      columns: { Nr: 'externalId', Bereich: 'area', Schicht: 'profile.Shift', Start: 'profile.Start' },
    });
    const file = (...cells: string[]) => `Nr;Bereich;Schicht;Start\n1;${cells.join(';')}\n`;
    const added = await synced(file('Team', 'Early', '2026-03-01'));
    const [person] = await fixture.rows(added.id, 'added');
    const texts = (changes: Body[]) =>
      changes.map(({ property, fromText, toText }) => [property, fromText, toText]);
    expect(texts(person?.['changes'] as Body[])).toEqual(
      expect.arrayContaining([
        ['hierarchyId', undefined, expect.stringMatching(/(?:^| > )Team$/)],
        ['profile', undefined, 'Shift: Early; Start: 2026-03-01'],
      ]),
    );
    await people(file('Team', 'Early', '2026-03-01'));
    const [changed] = await fixture.rows((await synced(file('', 'Early', ''))).id, 'changed');
    expect(texts(changed?.['changes'] as Body[])).toEqual(
      expect.arrayContaining([
        ['hierarchyId', expect.stringMatching(/Team$/), undefined],
        ['profile', 'Shift: Early; Start: 2026-03-01', 'Shift: Early'],
      ]),
    );
  });

  describe('of a workbook', () => {
    const workbook = (sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Buffer => {
      const book = utils.book_new();
      for (const [name, rows] of Object.entries(sheets))
        utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name);
      return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    };
    const STAFF = [
      ['Personalliste'],
      [],
      ['Nr', 'Name', 'Mail'],
      ['007', 'Ana', 'a@example.com'],
      ['Nr', 'Name', 'Mail'],
    ];

    it('reads the sheet that the source names', async () => {
      await set({ ...NAMES, sheet: ' personal ' });
      expect(await people(workbook({ Deckblatt: [['Aurora']], Personal: STAFF }), XLSX)).toMatchObject([ANA]);
      const { reason, issues } = await synced(workbook({ Deckblatt: [['A']], Liste: STAFF }), XLSX);
      expect([reason, issues]).toMatchObject([
        'UNREADABLE_FILE',
        [{ code: 'NO_SHEET', message: expect.stringContaining('Deckblatt, Liste') }],
      ]);
      expect(await people(workbook({ Liste: STAFF }), XLSX)).toMatchObject([ANA]);
    });
  });

  it('changes nothing by a download that is sent back, with all forms', async () => {
    await set({
      columns: {
        Nr: 'externalId',
        'Mail dienstlich': 'email',
        'Mail privat': 'email',
        Start: 'profile.Start',
      },
      ...{ nameColumns: ['Nachname', 'Vorname'], nameSeparator: ', ', dateFormat: 'dd.MM.yyyy' },
      ...{
        endColumn: 'Ende',
        noDates: ['-'],
        leaveOut: { Status: ['inaktiv'] },
        mainRows: { Vertrag: ['Haupt*'] },
      },
      ...{ headerRow: 3, sheet: 'Personal' },
    });
    const list = [
      { externalId: '007', name: 'Ruiz, Ana', email: 'a@example.com' },
      { externalId: '008', name: 'Prince', email: null },
      { externalId: '009', name: 'Ana\u00a0Maria', email: 'c@example.com' },
      { externalId: '010', email: 'd@example.com' },
    ];
    await fixture.applied(list);
    for (const type of [CSV, XLSX]) {
      const bytes = await fixture.hr.download(`${EMPLOYEES}?source=hr`, { Accept: type });
      const { status, counts } = await synced(bytes, type);
      expect([type, status, counts]).toMatchObject([
        type,
        'READY',
        { added: 0, changed: 0, ended: 0, unchanged: 4 },
      ]);
    }
  });
});
