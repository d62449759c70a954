import { employeeRecord, type Body } from '../support/builders/employee.js';
import { area, group, GROUPS, HIERARCHY, type AreaRecord } from '../support/builders/segmentation.js';
import { ImportFixture } from '../support/import-fixture.js';

let fixture: ImportFixture;

beforeAll(async () => {
  fixture = await ImportFixture.open(['area', 'company_group', 'segmentation', 'employee']);
});
afterAll(() => fixture.close());

/** Hotel(Kitchen(Bakery), Bar), Office */
let [bakery, bar, office] = [area(''), area(''), area('')];
let kitchen: AreaRecord;
let hotel: AreaRecord;
/** Nights, Cooks */
let [nights, cooks] = [group(''), group('')];

beforeEach(async () => {
  await fixture.newCompany();
  [bakery, bar, office] = [area('Bakery'), area('Bar'), area('Office')];
  kitchen = area('Kitchen', bakery);
  hotel = area('Hotel', kitchen, bar);
  [nights, cooks] = [group('Nights'), group('Cooks')];
  expect(await put({ areas: [hotel, office], groups: [nights, cooks] })).toMatchObject({ exitCode: 0 });
});

const put = async (document: object, ...options: string[]) =>
  fixture.import(await fixture.document(document), ...options);

const summary = (...lines: string[]) => ({
  exitCode: 0,
  stdout: lines.map((line) => `${line}\n`).join(''),
  stderr: '',
});
const HEADINGS = 'records  created  updated  unchanged';
const named = ({ id, name }: { id: string; name: string }) => `  "${name}" (${id})`;

/** The areas in a line, like `Hotel(Kitchen(Bakery),Bar),Office`. */
const areas = async (): Promise<string> => {
  const line = (found: readonly AreaRecord[]): string =>
    found.map(({ name, children }) => name + (children.length > 0 ? `(${line(children)})` : '')).join();
  const reader = await fixture.app.integration(undefined, fixture.companyId);
  return line((await reader.get(HIERARCHY)).body as AreaRecord[]);
};
const groups = async (): Promise<string> => {
  const reader = await fixture.app.integration(undefined, fixture.companyId);
  return ((await reader.get(GROUPS)).body as Body[]).map(({ name }) => name).join();
};

describe('wes import', () => {
  it('keeps an area that its parent leaves out, as the last of its children', async () => {
    const reader = await fixture.app.integration(undefined, fixture.companyId);
    const tag = async () => (await reader.get(HIERARCHY)).headers.get('etag');
    const before = await tag();
    const document = { areas: [{ ...hotel, children: [bar] }], groups: [cooks] };
    expect(await put(document)).toEqual(
      summary(HEADINGS, 'areas    0        1        1', 'groups   0        0        1', 'Imported.'),
    );
    expect([await areas(), await groups()]).toEqual(['Hotel(Bar,Kitchen(Bakery)),Office', 'Nights,Cooks']);
    const after = await tag();
    expect(after).not.toBe(before);

    const stored = await fixture.everything();
    expect(JSON.parse((await put(document, '--json')).stdout)).toEqual({
      dryRun: false,
      records: {
        areas: { created: 0, updated: 0, unchanged: 2 },
        groups: { created: 0, updated: 0, unchanged: 1 },
      },
    });
    expect(await fixture.everything()).toEqual(stored);
    expect(await tag()).toBe(after);
  });
});

describe('wes import --prune', () => {
  it('removes areas with all below them, and groups, and names them', async () => {
    const reader = await fixture.app.integration(undefined, fixture.companyId);
    const before = await reader.get(HIERARCHY);
    const document = { areas: [{ ...hotel, children: [bar] }], groups: [cooks] };
    expect(await put(document, '--prune')).toEqual(
      summary(
        HEADINGS,
        'areas    0        0        2',
        'groups   0        0        1',
        'areas: 3 removed',
        ...[kitchen, bakery, office].map(named),
        'groups: 1 removed',
        named(nights),
        'Imported.',
      ),
    );
    expect([await areas(), await groups()]).toEqual(['Hotel(Bar)', 'Cooks']);
    const again = await reader.get(HIERARCHY, { headers: { 'If-None-Match': before.headers.get('etag')! } });
    expect(again.status).toBe(200);

    const stored = await fixture.everything();
    expect(await put(document, '--prune')).toEqual(
      summary(
        HEADINGS,
        'areas    0        0        2',
        'groups   0        0        1',
        'areas: 0 removed',
        'groups: 0 removed',
        'Imported.',
      ),
    );
    expect(await fixture.everything()).toEqual(stored);
  });

  it('names up to twenty as text, and up to a thousand to a program', async () => {
    const more = Array.from({ length: 1_020 }, (_, at) => area(`Shop ${at}`));
    await put({ areas: more });
    const document = { areas: [hotel, office], plans: [] };
    const { stdout } = await put(document, '--prune', '--dry-run');
    expect(stdout.split('\n').slice(3, -2)).toEqual([
      'areas: 1020 removed',
      ...more.slice(0, 20).map(named),
      '  … and 1000 more',
    ]);
    expect(JSON.parse((await put(document, '--prune', '--json')).stdout)).toEqual({
      dryRun: false,
      records: {
        areas: {
          created: 0,
          updated: 0,
          unchanged: 5,
          removed: 1_020,
          removedRecords: more.slice(0, 1_000).map(({ id, name }) => ({ id, name })),
        },
        plans: { created: 0, updated: 0, unchanged: 0 },
      },
    });
    expect(await areas()).toBe('Hotel(Kitchen(Bakery),Bar),Office');
  });

  it('keeps what the file contains elsewhere', async () => {
    const { stdout } = await put({ areas: [{ ...hotel, children: [bakery] }, bar] }, '--prune');
    expect(stdout).toContain(`areas: 2 removed\n${named(kitchen)}\n${named(office)}\nImported.\n`);
    expect(await areas()).toBe('Hotel(Bakery),Bar');
  });

  it('writes nothing in a dry run, and reports the same', async () => {
    const stored = await fixture.everything();
    const path = await fixture.document({ areas: [office], groups: [] });
    const { stdout: planned } = await fixture.import(path, '--prune', '--dry-run');
    expect(await fixture.everything()).toEqual(stored);
    const { stdout: done } = await fixture.import(path, '--prune');
    expect(planned).toBe(done.replace('Imported.', 'Nothing was written: this was a dry run.'));
    expect([await areas(), await groups()]).toEqual(['Office', '']);
  });

  it.each<[string, () => object, string, string]>([
    ['groups', () => ({ groups: [cooks] }), 'Hotel(Kitchen(Bakery),Bar),Office', 'Cooks'],
    ['areas', () => ({ areas: [office] }), 'Office', 'Nights,Cooks'],
    ['areas, empty, and groups null', () => ({ areas: [], groups: null }), '', 'Nights,Cooks'],
    ['neither', () => ({ employees: [] }), 'Hotel(Kitchen(Bakery),Bar),Office', 'Nights,Cooks'],
  ])('leaves lists alone that the file does not have: %s', async (_, document, areasLeft, groupsLeft) => {
    expect(await put(document(), '--prune')).toMatchObject({ exitCode: 0 });
    expect([await areas(), await groups()]).toEqual([areasLeft, groupsLeft]);
  });

  it('goes by the types of the lines of NDJSON', async () => {
    const line = { type: 'area', id: bakery.id, name: 'Pastry' };
    const { stdout } = await fixture.import(await fixture.lines(line), '--prune');
    expect(stdout).toContain(
      `areas: 4 removed\n${[hotel, kitchen, bar, office].map(named).join('\n')}\nImported.\n`,
    );
    expect([await areas(), await groups()]).toEqual(['Pastry', 'Nights,Cooks']);
  });

  it.each<[string, () => Body, string]>([
    ['an area', () => ({ hierarchyId: bakery.id }), 'areas: must keep the area "Bakery"'],
    [
      'an area that they manage',
      () => ({ managedHierarchies: [bakery.id] }),
      'areas: must keep the area "Bakery"',
    ],
    ['a group', () => ({ groupIds: [nights.id] }), 'groups: must keep the group "Nights"'],
  ])('is refused while employees belong to %s', async (_, properties, message) => {
    const [jo, ana] = [employeeRecord(properties()), employeeRecord(properties())];
    await put({ employees: [jo, ana] });
    const document = { areas: [{ ...hotel, children: [] }], groups: [cooks] };
    const path = await fixture.document(document);
    const refused = new RegExp(`^${message} \\([0-9a-f]{24}\\): 2 employees use it$`);
    await fixture.expectRefusal(path, refused, '--prune');
    await fixture.expectRefusal(path, refused, '--prune', '--dry-run');

    const left = { ...jo, hierarchyId: hotel.id, managedHierarchies: [], groupIds: [cooks.id] };
    await put({ employees: [{ ...ana, deleted: true, turnoverDate: '2026-01-01', turnoverType: 'OTHER' }] });
    expect(await put({ ...document, employees: [left] }, '--prune')).toMatchObject({ exitCode: 0 });
    expect([await areas(), await groups()]).toEqual(['Hotel', 'Cooks']);
  });
});
