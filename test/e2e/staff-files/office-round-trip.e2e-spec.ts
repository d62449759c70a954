import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { AreaImporter, CharacteristicImporter, GroupImporter } from '../../../src/segmentation/index.js';
import { EMPLOYEES, type Body } from '../../support/builders/employee.js';
import { area, characteristic, group } from '../../support/builders/segmentation.js';
import { SyncFixture, SYNCS } from '../../support/sync-fixture.js';
import { ensureInstalled, INSTALLATION_LIMIT_MS, SYSTEM_PACKAGES } from '../../support/system-packages.js';
import { TestApp } from '../../support/test-app.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PEOPLE = 5_000;
const TEST_MS = 300_000;

/** Separator, quotes, UTF-8, first line, columns, language; quoted cells are texts. */
const READ_CSV = 'CSV:44,34,76,1,,0,true,false';
/** The same; cells are written as they are shown. */
const WRITE_CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true';

/** Names in the languages of the service and others, and what spreadsheets like to change. */
const NAMES = [
  ...['Jo Doe', 'María José Ñúñez', 'Jürgen Groß', 'Éloïse Lefèvre', 'João da Conceição', 'Niccolò D’Angelò'],
  ...['Łukasz Żółć', 'Ελένη', 'Дмитрий', '山田 太郎', 'שרה כהן', 'مريم العلي', '👩‍🚀 Ana 🇪🇸', 'ﷺ', 'A\u200Fب'],
  ...[
    '=1+1',
    '=HYPERLINK("http://x")',
    '+34 600 000',
    '-1',
    '@SUM(A1)',
    "'=x",
    "'t Hart",
    "''",
    '"x"',
    'a,b;c\td'.replace('\t', ' '),
  ],
  ...[
    '007',
    '1E5',
    '1.2E+10',
    '12345678901234567890',
    '01/02/2024',
    '2024-03-01',
    '1,5',
    '50%',
    'TRUE',
    'FALSCH',
    '#N/A',
    '3/4',
    '10:30',
  ],
  ...[' x ', 'e\u0301', '_x0041_', '<b>&amp;</b>', '\\', '€ 5', '(5)'],
];

/** A source with everything that a report may need. */
const REPORT = {
  columns: {
    ...{ Nr: 'externalId', 'E-Mail dienstlich': 'email', 'E-Mail privat': 'email', Rolle: 'role' },
    ...{ Bereich: 'area', Gruppen: 'groups', '=Leitet': 'managedAreas' },
    ...{ Stimmung: 'profile.Stimmung', Beginn: 'profile.=Start' },
  },
  ...{ nameColumns: ['Nachname', 'Vorname'], nameSeparator: ', ', endColumn: 'Austritt' },
  ...{ headerRow: 3, sheet: 'Liste', dateFormat: 'dd.MM.yyyy', noDates: ['31.12.9999'] },
  ...{ leaveOut: { Status: ['inaktiv'], Nr: ['Summe*'] }, mainRows: { Vertrag: ['Haupt'] } },
};

describe('the staff through LibreOffice', () => {
  let app: TestApp;
  let fixture: SyncFixture;
  let office: string;
  let folder: string;

  beforeAll(async () => {
    office = await ensureInstalled(SYSTEM_PACKAGES.libreoffice);
    folder = await mkdtemp(join(tmpdir(), 'wes-office-'));
    app = await TestApp.start();
    fixture = await SyncFixture.open(app);
    await fixture.applied(await staff());
  }, INSTALLATION_LIMIT_MS + 60_000);
  afterAll(async () => {
    await app.stop();
    await rm(folder, { recursive: true });
  });

  /** People with every property, of which each has an awkward value somewhere. */
  async function staff(): Promise<Body[]> {
    const { companyId } = fixture;
    const areas = NAMES.map((name) => area(name, area('007'), area(`${name} > ${name}`)));
    const groups = NAMES.map((name, index) => group(`${name}${index % 2 ? '' : ';'}`));
    const mood = characteristic('LIST', 'Stimmung', ...NAMES);
    const start = characteristic('DATE', '=Start');
    await app.app.get(AreaImporter).import(companyId, areas);
    await app.app.get(GroupImporter).import(companyId, groups);
    await app.app.get(CharacteristicImporter).import(companyId, [mood, start]);
    const ids = areas.flatMap((one) => [one, ...(one.children as { id: string }[])]).map(({ id }) => id);
    const at = <T>(values: readonly T[], index: number): T => values[index % values.length]!;
    return Array.from({ length: PEOPLE }, (_, index) => ({
      externalId: at([`${index}`.padStart(6, '0'), `=${index}`, `${index}-1E`, `é${index}`], index),
      ...(index % 3 > 0 && { email: `person${index}@example.com` }),
      ...(index % 7 > 0 && { name: at(NAMES, index) }),
      ...(index % 5 > 0 && { role: at(['EMPLOYEE', 'MANAGER', 'ADVISOR'], index) }),
      ...(index % 4 > 0 && { hierarchyId: at(ids, index) }),
      groupIds: groups.slice(index % 40, (index % 40) + (index % 4)).map(({ id }) => id),
      managedHierarchies: index % 9 === 0 ? [at(ids, index), at(ids, index + 1)] : [],
      profile: [
        ...(index % 2 > 0 ? [{ id: mood.id, valueId: at(mood.allowedValues, index).id }] : []),
        ...(index % 3 > 0
          ? [{ id: start.id, date: `20${10 + (index % 20)}-03-0${1 + (index % 9)}T00:00:00.000Z` }]
          : []),
      ],
    }));
  }

  const convert = async (path: string, to: string, out: string, ...options: string[]): Promise<string> => {
    const profile = pathToFileURL(join(folder, 'profile')).href;
    const conversion = ['--headless', `-env:UserInstallation=${profile}`, ...options, '--convert-to', to];
    const target = join(folder, out);
    await promisify(execFile)(office, [...conversion, '--outdir', target, path], { timeout: TEST_MS });
    return join(target, `staff.${to.split(':')[0]!}`);
  };

  const download = async (accept: string, name: string, query = ''): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, await fixture.hr.download(EMPLOYEES + query, { Accept: accept }));
    return path;
  };

  const sentBack = async (path: string, type = 'text/csv'): Promise<unknown> => {
    const options = { raw: await readFile(path), headers: { 'Content-Type': type } };
    const sync = await fixture.settled(await fixture.hr.post(`${SYNCS}?source=hr`, undefined, options));
    return { ...sync.counts, status: sync.status, issues: sync.issues?.slice(0, 5) };
  };
  const unchanged = {
    added: 0,
    changed: 0,
    ended: 0,
    unchanged: PEOPLE,
    skipped: 0,
    status: 'READY',
    issues: undefined,
  };

  it(
    'changes nothing where nobody has opened it',
    async () => {
      expect(await sentBack(await download('text/csv', 'own.csv'))).toEqual(unchanged);
      expect(await sentBack(await download(XLSX, 'own.xlsx'), XLSX)).toEqual(unchanged);
    },
    TEST_MS,
  );

  it(
    'changes nothing as CSV',
    async () => {
      const saved = await convert(
        await download('text/csv', 'staff.csv'),
        WRITE_CSV,
        'csv',
        `--infilter=${READ_CSV}`,
      );
      expect(await sentBack(saved)).toEqual(unchanged);
    },
    TEST_MS,
  );

  it(
    'changes nothing as a workbook that is saved as a workbook, and as CSV',
    async () => {
      await fixture.hr.put(`${EMPLOYEES}/sources/hr`, {
        columns: {
          ...{
            Personalnummer: 'externalId',
            'E-Mail': 'email',
            Name: 'name',
            Rolle: 'role',
            Bereich: 'area',
          },
          ...{
            Gruppen: 'groups',
            '=Leitet': 'managedAreas',
            Stimmung: 'profile.Stimmung',
            Beginn: 'profile.=Start',
          },
        },
        dateFormat: 'dd.MM.yyyy',
      });
      const saved = await convert(await download(XLSX, 'staff.xlsx', '?source=hr'), 'xlsx', 'xlsx');
      expect(await sentBack(saved, XLSX)).toEqual(unchanged);
      expect(await sentBack(await convert(saved, WRITE_CSV, 'both'))).toEqual(unchanged);
    },
    TEST_MS,
  );

  it.each([
    ['CSV', 'text/csv', 'staff.csv', [`--infilter=${READ_CSV}`]],
    ['a workbook', XLSX, 'staff.xlsx', []],
  ])(
    'changes one person where one cell of a report was edited in %s',
    async (_, type, name, options) => {
      await fixture.hr.put(`${EMPLOYEES}/sources/hr`, REPORT);
      const file = await download(type, name, '?source=hr');
      expect(await sentBack(file, type)).toEqual(unchanged);
      const saved = await convert(file, WRITE_CSV, `report-${name}`, ...options);
      const text = await readFile(saved, 'utf8');
      expect(text.match(/person1@example\.com/g)).toHaveLength(1);
      await writeFile(saved, text.replace('person1@example.com', 'other1@example.com'));
      const oneChanged = { changed: 1, keyChanges: 1, unchanged: PEOPLE - 1 };
      expect(await sentBack(saved)).toEqual({ ...unchanged, ...oneChanged });
    },
    TEST_MS,
  );
});
