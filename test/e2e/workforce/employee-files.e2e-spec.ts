import { read, utils } from 'xlsx';
import { AreaImporter, CharacteristicImporter, GroupImporter } from '../../../src/segmentation/index.js';
import { EMPLOYEES, employeeBody, type Body } from '../../support/builders/employee.js';
import { area, characteristic, group } from '../../support/builders/segmentation.js';
import { SyncFixture, SYNCS } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const CSV = 'text/csv';

describe(`GET ${EMPLOYEES} as a file`, () => {
  let app: TestApp;
  let fixture: SyncFixture;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await SyncFixture.open(app);
  });

  const list = (query = '', accept = CSV) =>
    fixture.hr.request('GET', EMPLOYEES + query, { headers: { Accept: accept } });
  const linesOf = (text: string): string[] =>
    text
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n');
  const lines = async (query?: string): Promise<string[]> => linesOf((await list(query)).text);
  /** Sends a file back as it came. @returns the counts of the sync */
  const sentBack = async (raw: string, query = '?source=hr'): Promise<unknown> => {
    const options = { raw, headers: { 'Content-Type': CSV } };
    const sync = await fixture.settled(await fixture.hr.post(SYNCS + query, undefined, options));
    return [sync.status, sync.counts, sync.issues];
  };
  const unchanged = (count: number): unknown => [
    'READY',
    { added: 0, changed: 0, ended: 0, unchanged: count, skipped: 0 },
    undefined,
  ];

  it('is refused as the list of JSON is', async () => {
    const headers = { Accept: CSV };
    expect((await app.anonymous().request('GET', EMPLOYEES, { headers })).status).toBe(401);
    const writer = await app.integration(['employees:write'], fixture.companyId);
    expect((await writer.request('GET', EMPLOYEES, { headers })).status).toBe(403);
    expect((await list('?deleted=x')).body.errorCode).toBe('VALIDATION_FAILED');
    expect((await list(`?source=${'x'.repeat(101)}`)).body.errorCode).toBe('VALIDATION_FAILED');
  });

  it.each([
    ['', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['text/html', 'application/json; charset=utf-8'],
    ['text/csv;q=0.5, application/json', 'application/json; charset=utf-8'],
    ['text/csv, application/json;q=0.5', 'text/csv; charset=utf-8; header=present'],
    [XLSX, XLSX],
  ])('is chosen by Accept: %s', async (accept, type) => {
    const { status, headers } = await list('', accept);
    expect([status, headers.get('content-type')]).toEqual([200, type]);
    expect(headers.get('vary')).toMatch(/\bAccept\b(?!-)/);
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  it('has the names of properties as columns, and names in place of ids', async () => {
    const { workforce } = fixture;
    await workforce.invited(workforce.full({ externalId: '007', email: 'jo@example.com', name: '=1+"1"' }));
    await workforce.invited({ externalId: '-8' });
    const { text, headers } = await list();
    expect(headers.get('content-disposition')).toBe('attachment; filename="employees.csv"');
    const bytes = await fixture.hr.download(EMPLOYEES, { Accept: CSV });
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from('\uFEFF'));
    const names = ['externalId', 'email', 'name', 'role', 'area', 'groups', 'managedAreas'];
    const profile = ['Start', 'Shift', 'Remote', 'Skill'].map((name) => `profile.${name}`);
    const quoted = (cells: readonly string[]): string => cells.map((cell) => `"${cell}"`).join(',');
    const person = ['007', 'jo@example.com', `'=1+""1""`, 'ADVISOR', 'Department > Team', 'Night shift'];
    const [header, ...rows] = linesOf(text);
    expect(header!.split(',').sort()).toEqual(
      quoted([...names, ...profile])
        .split(',')
        .sort(),
    );
    expect(rows[0]).toContain(quoted([...person, 'Department']));
    for (const cell of ['2024-03-01', 'Early', 'No', 'Baking']) expect(rows[0]).toContain(`"${cell}"`);
    expect(rows[1]).toBe(`"'-8"${','.repeat(10)}`);
  });

  it('has the columns of a source, and those by which people are found', async () => {
    const { workforce } = fixture;
    await workforce.invited(
      workforce.full({
        externalId: '007',
        email: 'jo@example.com',
        groupIds: workforce.groups.map(({ id }) => id),
      }),
    );
    await workforce.invited({ externalId: '008' });
    await app.sql(`UPDATE employee SET source = 'hr' WHERE company_id = $1 AND external_id = '007'`, [
      fixture.companyId,
    ]);
    const set = (columns: object, rest: object = {}) =>
      fixture.hr.put(`${EMPLOYEES}/sources/hr`, { columns, ...rest });
    await set(
      { Nummer: 'externalId', Beginn: 'profile.Start', Gruppen: 'groups', Bemerkung: null },
      { dateFormat: 'dd.MM.yyyy', listSeparator: '|' },
    );
    expect(await lines('?source=hr')).toEqual([
      '"Nummer","Beginn","Gruppen"',
      '"007","01.03.2024","Night shift|First aid"',
    ]);
    const json = await fixture.hr.get(`${EMPLOYEES}?source=hr`);
    expect(json.body.map(({ externalId }: Body) => externalId)).toEqual(['007']);
    expect((await fixture.hr.get(`${EMPLOYEES}?source=hr&all=true`)).body).toHaveLength(2);
    expect(await lines('?source=other')).toEqual([expect.stringContaining('"externalId"')]);
    const everyone = (await list('?source=hr&all=true')).text;
    expect(linesOf(everyone)).toEqual([
      '"email","Nummer","Beginn","Gruppen","source"',
      '"jo@example.com","007","01.03.2024","Night shift|First aid","hr"',
      ',"008",,,',
    ]);
    expect(linesOf((await list('?source=hr&all=true&from=1&to=2')).text)[1]).toBe(',"008",,,');
    const counts = { added: 0, changed: 0, ended: 0, unchanged: 1, skipped: 1 };
    expect(await sentBack(everyone)).toEqual(['READY', counts, undefined]);
    await set({ Beginn: 'profile.Start' });
    expect((await lines('?source=hr'))[0]).toBe('"externalId","email","Beginn"');
  });

  it('has those whom the filters of the list find, and a window of them', async () => {
    for (const name of ['a', 'b', 'c'])
      await fixture.workforce.invited(employeeBody({ name, externalId: name }));
    const ids = async (query: string): Promise<string[]> =>
      (await lines(query)).slice(1).map((line) => line.split(',')[0]!);
    expect(await ids('?externalId=b')).toEqual(['"b"']);
    expect(await ids('?from=1&to=3')).toEqual(['"b"', '"c"']);
    expect(await ids('?deleted=true')).toEqual([]);
    const { status, text } = await fixture.hr.request('HEAD', EMPLOYEES, { headers: { Accept: CSV } });
    expect([status, text]).toEqual([200, '']);
  });

  it('changes nothing when it is sent back', async () => {
    const { workforce } = fixture;
    const north = area('North; South', area('Team'), area('Team > Left'));
    const twice = [area('Team', area('Team')), area('TEAM')];
    const groups = [group('A;B'), group('A'), group('B'), group('a'), group('=G')];
    const mood = characteristic('LIST', "'+Mood", '=Good', '=good', 'Ärger', '007');
    await app.app.get(AreaImporter).import(fixture.companyId, [north, ...twice]);
    await app.app.get(GroupImporter).import(fixture.companyId, groups);
    await app.app.get(CharacteristicImporter).import(fixture.companyId, [mood]);
    const areas = [north, ...twice].flatMap((each) => [each, ...(each.children as { id: string }[])]);
    const names = [
      'Ångström',
      "'=x",
      "''=x",
      '=1',
      '+1',
      '-1',
      '@x',

      "O'Neil",
      '007',
      '1E5',
      'TRUE',
      '٣ مرحبا',
      'שלום',
      '👩‍🚀',
      'a"b',
      'a,b;c',

      '01/02/2024',
      '_x0041_',
    ];
    const people: Body[] = [
      ...names.map((name, index) => employeeBody({ name, externalId: `0${index}` })),
      ...areas.map(({ id }) =>
        employeeBody({ hierarchyId: id, managedHierarchies: areas.map((one) => one.id) }),
      ),
      ...groups.map(({ id }) => employeeBody({ groupIds: [id] })),
      employeeBody({ groupIds: [groups[1]!.id, groups[2]!.id] }),
      ...mood.allowedValues.map(({ id }) => employeeBody({ profile: [{ id: mood.id, valueId: id }] })),
      employeeBody({ profile: [{ id: workforce.start.id, date: '2024-03-01T12:00:00.000Z' }] }),
      workforce.full(),
    ];
    await fixture.applied(people);
    const { text } = await list();
    expect(await sentBack(text)).toEqual(unchanged(people.length));
    await fixture.hr.put(`${EMPLOYEES}/sources/hr`, {
      columns: {
        Nr: 'externalId',
        '=Mood': `profile.${mood.id}`,
        '@G': 'groups',
        A: 'area',
        M: 'managedAreas',
        N: 'name',
      },
      listSeparator: '/',
    });
    expect(await sentBack((await list('?source=hr')).text)).toEqual(unchanged(people.length));
  });

  it('is a workbook with the same cells, all of them texts', async () => {
    const { workforce } = fixture;
    const names = ['<&>"', '_x0041_', '=1', '👩‍🚀', ' x '];
    await fixture.applied(names.map((name, index) => ({ externalId: `00${index}`, name })));
    await workforce.invited(workforce.full({ externalId: '1E5' }));
    const bytes = await fixture.hr.download(EMPLOYEES, { Accept: XLSX });
    const workbook = read(bytes);
    expect(workbook.SheetNames).toEqual(['Employees']);
    const rows = utils.sheet_to_json<string[]>(workbook.Sheets['Employees']!, {
      header: 1,
      defval: '',
      raw: true,
    });
    const csv = read((await list()).text, { type: 'string', raw: true });
    const expected = utils.sheet_to_json<string[]>(csv.Sheets[csv.SheetNames[0]!]!, {
      header: 1,
      defval: '',
      raw: true,
    });
    expect(rows).toEqual(expected);
    expect(rows).toHaveLength(names.length + 2);
    expect(rows.map(([externalId]) => externalId)).toContain('000');
  });
});
