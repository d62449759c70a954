import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { utils, write, type CellObject } from 'xlsx';
import type { Answer } from '../../support/api-client.js';
import { EMPLOYEES } from '../../support/builders/employee.js';
import { SyncFixture } from '../../support/sync-fixture.js';
import { ensureInstalled, INSTALLATION_LIMIT_MS, SYSTEM_PACKAGES } from '../../support/system-packages.js';
import { TestApp } from '../../support/test-app.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const CONVERSION_MS = 60_000;

/** Separator, quotes, charset (1: windows-1252, 65535: UTF-16, 76: UTF-8), first line; cells as they are shown. */
const csv = (separator: number, charset: number): string =>
  `csv:Text - txt - csv (StarCalc):${separator},34,${charset},1,,0,false,true`;

/** A number with leading zeros, one by a formula, a date, and what is not in every charset. */
function staff(): Buffer {
  const sheet = utils.aoa_to_sheet([
    ['Nr', 'Name', 'Eintritt'],
    [7, 'Jürgen €; "Jo"', 45_352],
    ['', 'Zoë', ''],
  ]);
  sheet['A2'] = { t: 'n', v: 7, z: '00000' } satisfies CellObject;
  sheet['A3'] = { t: 's', v: '00815', f: 'TEXT(815,"00000")' } satisfies CellObject;
  sheet['C2'] = { t: 'n', v: 45_352, z: 'dd.mm.yyyy' } satisfies CellObject;
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Staff');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}

describe('a sync of a file that LibreOffice has saved', () => {
  let app: TestApp;
  let fixture: SyncFixture;
  let office: string;
  let folder: string;

  beforeAll(async () => {
    office = await ensureInstalled(SYSTEM_PACKAGES.libreoffice);
    folder = await mkdtemp(join(tmpdir(), 'wes-office-'));
    await writeFile(join(folder, 'staff.xlsx'), staff());
    app = await TestApp.start();
  }, INSTALLATION_LIMIT_MS);
  afterAll(async () => {
    await app.stop();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    fixture = await SyncFixture.open(app);
    const columns = { Nr: 'externalId', Eintritt: 'profile.Start' };
    await fixture.hr.put(`${EMPLOYEES}/sources/hr`, { columns, dateFormat: 'dd.MM.yyyy' });
  });

  /** Saves the file in a form, and sends it. */
  async function send(form: string, type: string): Promise<Answer> {
    const target = join(folder, String(Math.random()));
    const profile = pathToFileURL(join(folder, 'profile')).href;
    const given = [
      '--headless',
      `-env:UserInstallation=${profile}`,
      '--convert-to',
      form,
      '--outdir',
      target,
    ];
    await promisify(execFile)(office, [...given, join(folder, 'staff.xlsx')], { timeout: CONVERSION_MS });
    const raw = await readFile(join(target, `staff.${form.split(':')[0]!}`));
    return fixture.post(undefined, '?source=hr&apply=true', { raw, headers: { 'Content-Type': type } });
  }

  it.each([
    ['a workbook', 'xlsx:Calc MS Excel 2007 XML', XLSX],
    ['CSV with semicolons in windows-1252', csv(59, 1), 'text/csv; charset=windows-1252'],
    ['CSV with tabs in UTF-16', csv(9, 65_535), 'text/csv'],
    ['CSV with commas in UTF-8', csv(44, 76), 'text/csv'],
  ])(
    'has the people of %s',
    async (_, form, type) => {
      expect((await fixture.settled(await send(form, type))).status).toBe('APPLIED');
      const people = await fixture.people();
      expect(people).toMatchObject([
        { externalId: '00007', name: 'Jürgen €; "Jo"', profile: [{ date: '2024-03-01T00:00:00.000Z' }] },
        { externalId: '00815', name: 'Zoë', profile: [] },
      ]);
    },
    CONVERSION_MS,
  );

  it(
    'refuses other kinds of workbooks',
    async () => {
      for (const kind of ['ods', 'xls']) {
        const { status, body } = await send(kind, XLSX);
        expect([status, body.errorCode]).toEqual([400, 'MALFORMED_FILE']);
        expect(body.detail).toContain(`.${kind}`);
      }
    },
    2 * CONVERSION_MS,
  );
});
