import { newId } from '../../src/shared-kernel/id.js';
import { employeeRecord, EMPLOYEES, type Body } from '../support/builders/employee.js';
import { planRecord } from '../support/builders/plan.js';
import {
  DELETED_TIMESHEETS,
  deletedTimesheetRecord,
  TIMESHEETS,
  timesheetRecord,
} from '../support/builders/timesheet.js';
import { ImportFixture } from '../support/import-fixture.js';
import type { WesResult } from '../support/run-wes.js';

const TABLES = [
  'area',
  'company_group',
  'characteristic',
  'employee',
  'action_plan',
  'timesheet_entry',
  'timesheet_day_count',
];

let fixture: ImportFixture;

beforeAll(async () => {
  fixture = await ImportFixture.open(TABLES);
});
afterAll(() => fixture.close());
beforeEach(() => fixture.newCompany());

const importDocument = async (document: object) => fixture.import(await fixture.document(document));

const counts = ({ stdout }: WesResult): Record<string, number[]> =>
  Object.fromEntries(
    stdout
      .trimEnd()
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split(/ +/))
      .map(([member, ...numbers]) => [member!, numbers.map(Number)]),
  );

/** A company of each kind of record, two people in the inner one of two areas. */
function documentOf() {
  const [outer, inner, group, characteristic, value, person, colleague] = Array.from(
    { length: 7 },
    newId,
  ) as [string, ...string[]];
  const where = {
    hierarchyId: inner!,
    groupIds: [group!],
    profile: [{ id: characteristic!, valueId: value! }],
  };
  return {
    ids: { outer, inner: inner!, group: group!, characteristic: characteristic!, value: value! },
    document: {
      areas: [{ id: outer, name: 'Outer', children: [{ id: inner!, name: 'Inner "1"', children: [] }] }],
      groups: [{ id: group!, name: 'Group' }],
      characteristics: [
        {
          id: characteristic!,
          type: 'LIST',
          name: 'Characteristic',
          allowedValues: [{ id: value!, label: 'Value' }],
          nodes: [],
        },
      ],
      employees: [employeeRecord({ id: person!, ...where }), employeeRecord({ id: colleague!, ...where })],
      plans: [planRecord()],
      timesheets: [timesheetRecord(), timesheetRecord()],
      deletedTimesheets: [deletedTimesheetRecord()],
    },
  };
}

describe('a document of a whole company', () => {
  it('is imported, and the second time changes nothing', async () => {
    const { document } = documentOf();
    expect(counts(await importDocument(document))).toEqual({
      areas: [2, 0, 0],
      groups: [1, 0, 0],
      characteristics: [1, 0, 0],
      employees: [2, 0, 0],
      plans: [1, 0, 0],
      timesheets: [2, 0, 0],
      deletedTimesheets: [1, 0, 0],
    });
    const before = await fixture.everything();
    expect(counts(await importDocument(document))).toEqual({
      areas: [0, 0, 2],
      groups: [0, 0, 1],
      characteristics: [0, 0, 1],
      employees: [0, 0, 2],
      plans: [0, 0, 1],
      timesheets: [0, 0, 2],
      deletedTimesheets: [0, 0, 1],
    });
    expect(await fixture.everything()).toEqual(before);
  });

  it('may take away a value of a characteristic only when nobody has it', async () => {
    const { document, ids } = documentOf();
    await importDocument(document);
    const characteristics = [{ ...document.characteristics[0], allowedValues: [] }];
    await fixture.expectRefusal(
      await fixture.document({ characteristics }),
      `characteristics: must keep the value "Value" (${ids.value}): 2 employees use it`,
    );
  });

  it.each<[string, (known: ReturnType<typeof documentOf>) => object, string]>([
    [
      'an employee in an area that is neither in the file nor stored',
      ({ document }) => ({ ...document, areas: [] }),
      'employees[0].hierarchyId: must be the id or external id of an area of the company',
    ],
    [
      'an area below itself',
      ({ document: { areas } }) => ({
        areas: [{ ...areas[0], children: [{ ...areas[0]!.children[0], children: areas }] }],
      }),
      'areas[0].children[0].children[0].id: must not occur twice in one import',
    ],
    [
      'an id twice',
      ({ document: { groups } }) => ({ groups: [...groups, ...groups] }),
      'groups[1].id: must not occur twice in one import',
    ],
    [
      'an end before its start',
      () => ({ timesheets: [timesheetRecord(), timesheetRecord({ endTime: '2026-03-02T07:59:59.999Z' })] }),
      'timesheets[1].endTime: must not be before startTime',
    ],
    [
      'an entry that is both live and deleted',
      () => {
        const { active: _, ...entry } = timesheetRecord();
        return { timesheets: [entry], deletedTimesheets: [deletedTimesheetRecord({ id: entry['id'] })] };
      },
      'deletedTimesheets[0].id: must not occur twice in one import',
    ],
  ])('is refused for %s', async (_, documentFor, named) => {
    const { exitCode, stderr } = await importDocument(documentFor(documentOf()));
    expect({ exitCode, lines: stderr.split('\n') }).toEqual({
      exitCode: 1,
      lines: expect.arrayContaining([named]),
    });
    expect(await fixture.everything()).toEqual(TABLES.map(() => []));
  });

  it('is refused for two people with one e-mail', async () => {
    const employees = ['Jo@example.com', 'jo@EXAMPLE.com'].map((email) => employeeRecord({ email }));
    const { exitCode, stderr } = await importDocument({ employees });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringContaining('employees[1].email: '),
    });
    expect(await fixture.everything()).toEqual(TABLES.map(() => []));
  });

  it('may have breaks that overlap', async () => {
    const at = (time: string) => `2026-03-02T${time}:00.000Z`;
    const breaks = [
      { startTime: at('12:00'), endTime: at('12:30'), duration: 1_800 },
      { startTime: at('12:15'), endTime: at('12:45'), duration: 1_800 },
    ];
    await importDocument({ timesheets: [timesheetRecord({ breaks })] });
    const reader = await fixture.app.integration(undefined, fixture.companyId);
    expect((await reader.get(TIMESHEETS)).body.results[0].breaks).toEqual(breaks);
  });
});

describe('NDJSON', () => {
  it('takes records of all kinds in any order', async () => {
    const { document } = documentOf();
    const typed = (type: string, records: readonly object[]) =>
      records.map((record) => ({ type, ...record }));
    await importDocument({ characteristics: document.characteristics });
    const path = await fixture.lines(
      ...typed('deletedTimesheet', document.deletedTimesheets),
      ...typed('employee', document.employees),
      ...typed('timesheet', document.timesheets),
      ...typed('group', document.groups),
      ...typed('area', document.areas),
    );
    expect(counts(await fixture.import(path))).toEqual({
      areas: [2, 0, 0],
      groups: [1, 0, 0],
      employees: [2, 0, 0],
      timesheets: [2, 0, 0],
      deletedTimesheets: [1, 0, 0],
    });
    const reader = await fixture.app.integration(undefined, fixture.companyId);
    const people = (await reader.get(EMPLOYEES)).body as Body[];
    expect(people.map(({ id }) => id).sort()).toEqual(document.employees.map(({ id }) => id).sort());
    expect((await reader.get(DELETED_TIMESHEETS)).body.total).toBe(1);
  });

  it('is refused as a whole for an id that comes again many lines later', async () => {
    const lines = Array.from({ length: 12_000 }, () => ({ type: 'timesheet', ...timesheetRecord() }));
    await fixture.expectRefusal(
      await fixture.lines(...lines, lines[7]!),
      'line 12001: id: must not occur twice in one import',
    );
  });

  it('is refused as a whole when it is cut off', async () => {
    const lines = Array.from({ length: 6_000 }, () =>
      JSON.stringify({ type: 'timesheet', ...timesheetRecord() }),
    );
    const text = lines.join('\n');
    await fixture.expectRefusal(
      await fixture.file('cut.ndjson', text.slice(0, -200)),
      /^line 6000: is not JSON from column \d+ on: /,
    );
  });
});
