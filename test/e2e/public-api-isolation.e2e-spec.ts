import { ImportService } from '../../src/imports/import.service.js';
import { RecordLists } from '../../src/imports/record-lists.js';
import { newId } from '../../src/shared-kernel/id.js';
import type { Answer, ApiClient } from '../support/api-client.js';
import {
  byEmail,
  byExternalId,
  employeeRecord,
  EMPLOYEES,
  INVITE,
  RESET,
  type Body,
} from '../support/builders/employee.js';
import {
  DELETED_TIMESHEETS,
  deletedTimesheetRecord,
  TIMESHEETS,
  timesheetRecord,
} from '../support/builders/timesheet.js';
import { TestApp } from '../support/test-app.js';

/** The same in both companies; a person of each goes by them. */
const EMAIL = 'jo@example.com';
const EXTERNAL_ID = 'HR-1';
const TABLES = [
  'employee',
  'employee_profile_value',
  'timesheet_entry',
  'area',
  'company_group',
  'characteristic',
];

interface Company {
  readonly companyId: string;
  readonly records: Record<string, Body[]>;
  readonly ids: {
    readonly area: string;
    readonly group: string;
    readonly characteristic: string;
    readonly value: string;
  };
}

function company(companyId: string): Company {
  const ids = { area: newId(), group: newId(), characteristic: newId(), value: newId() };
  const refersTo = {
    hierarchyId: ids.area,
    groupIds: [ids.group],
    managedHierarchies: [ids.area],
    profile: [{ id: ids.characteristic, valueId: ids.value }],
  };
  return {
    companyId,
    ids,
    records: {
      areas: [{ id: ids.area, name: `Area of ${companyId}`, children: [] }],
      groups: [{ id: ids.group, name: `Group of ${companyId}` }],
      characteristics: [
        {
          id: ids.characteristic,
          type: 'LIST',
          name: `Characteristic of ${companyId}`,
          allowedValues: [{ id: ids.value, label: 'Yes' }],
          nodes: [],
        },
      ],
      employees: [
        employeeRecord({
          email: EMAIL,
          externalId: EXTERNAL_ID,
          name: `Person of ${companyId}`,
          ...refersTo,
        }),
        employeeRecord({ email: 'left@example.com', externalId: 'HR-2', deleted: true, ...refersTo }),
      ],
      timesheets: [timesheetRecord({ email: EMAIL, externalId: EXTERNAL_ID })],
      deletedTimesheets: [deletedTimesheetRecord({ email: EMAIL, externalId: EXTERNAL_ID })],
    },
  };
}

describe('a key of one company', () => {
  let app: TestApp;
  /** Whose data nobody else may see or touch. */
  let a: Company;
  let b: Company;
  let keyOfB: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
    [a, b] = [company(await app.company()), company(await app.company())];
    for (const { companyId, records } of [a, b]) {
      await app.app.get(ImportService, { strict: false }).run(companyId, new RecordLists(records));
    }
    keyOfB = await app.integration(undefined, b.companyId);
  });
  afterAll(() => app.stop());

  /** Everything that company A has, as it lies in the database. */
  const everythingOfA = async () =>
    Promise.all(
      TABLES.map((table) =>
        table === 'employee_profile_value'
          ? app.sql(
              `SELECT v::text FROM employee_profile_value v JOIN employee e ON e.id = v.employee_id
               WHERE e.company_id = $1 ORDER BY 1`,
              [a.companyId],
            )
          : app.sql(`SELECT t::text FROM ${table} t WHERE company_id = $1 ORDER BY 1`, [a.companyId]),
      ),
    );

  /** Everything of A by which it could be known in an answer. */
  const marksOfA = () => {
    const ids = Object.values(a.records).flatMap((records) => records.map(({ id }) => id as string));
    return [a.companyId, ...ids, ...Object.values(a.ids)];
  };

  const own = (member: string, index = 0): string => b.records[member]![index]!['id'] as string;

  /** What is asked with the key of B, what is answered, and the ids that a list has. */
  const cases: [string, () => Promise<Answer>, number, (() => string[]) | undefined][] = [
    ['all areas', () => keyOfB.get('/api/v1/public/company/hierarchy'), 200, () => [b.ids.area]],
    ['all groups', () => keyOfB.get('/api/v1/public/company/groups'), 200, () => [b.ids.group]],
    [
      'all characteristics',
      () => keyOfB.get('/api/v1/public/company/characteristics'),
      200,
      () => [b.ids.characteristic],
    ],
    ['all people', () => keyOfB.get(EMPLOYEES), 200, () => [own('employees')]],
    ['all who left', () => keyOfB.get(`${EMPLOYEES}?deleted=true`), 200, () => [own('employees', 1)]],
    ['the activated', () => keyOfB.get(`${EMPLOYEES}?activated=true`), 200, () => [own('employees')]],
    ['people of an area of A', () => keyOfB.get(`${EMPLOYEES}?hierarchyId=${a.ids.area}`), 200, () => []],
    [
      'people of exactly an area of A',
      () => keyOfB.get(`${EMPLOYEES}?hierarchyId=${a.ids.area}&includeDescendants=false`),
      200,
      () => [],
    ],
    [
      'people of areas of both',
      () => keyOfB.get(`${EMPLOYEES}?hierarchyId=${a.ids.area},${b.ids.area}`),
      200,
      () => [own('employees')],
    ],
    ['people of a group of A', () => keyOfB.get(`${EMPLOYEES}?groupId=${a.ids.group}`), 200, () => []],
    [
      'people with a profile of A',
      () => keyOfB.get(`${EMPLOYEES}?profile=${a.ids.characteristic}:${a.ids.value}`),
      200,
      () => [],
    ],
    [
      'who left from an area of A',
      () => keyOfB.get(`${EMPLOYEES}?deleted=true&hierarchyId=${a.ids.area}`),
      200,
      () => [],
    ],
    ['entries of everybody', () => keyOfB.get(TIMESHEETS), 200, () => [own('timesheets')]],
    [
      'entries of the common e-mail',
      () => keyOfB.get(`${TIMESHEETS}?email=${EMAIL}`),
      200,
      () => [own('timesheets')],
    ],
    [
      'entries of a day',
      () => keyOfB.get(`${TIMESHEETS}?dateFrom=2026-03-02&dateTo=2026-03-02`),
      200,
      () => [own('timesheets')],
    ],
    ['deleted entries', () => keyOfB.get(DELETED_TIMESHEETS), 200, () => [own('deletedTimesheets')]],
    [
      'deleted entries of the common e-mail',
      () => keyOfB.get(`${DELETED_TIMESHEETS}?email=${EMAIL}`),
      200,
      () => [own('deletedTimesheets')],
    ],
    ['the common e-mail', () => keyOfB.get(byEmail(EMAIL)), 200, () => [own('employees')]],
    ['the common external id', () => keyOfB.get(byExternalId(EXTERNAL_ID)), 200, () => [own('employees')]],
    [
      'a person of A by id as external id',
      () => keyOfB.get(byExternalId(a.records['employees']![0]!['id'] as string)),
      404,
      undefined,
    ],
    [
      'an invitation by the common e-mail',
      () => keyOfB.post(INVITE, { email: EMAIL, name: 'B' }),
      200,
      () => [own('employees')],
    ],
    [
      'an invitation by the common external id',
      () => keyOfB.post(INVITE, { externalId: EXTERNAL_ID, name: 'C' }),
      200,
      () => [own('employees')],
    ],
    [
      'an invitation with the id of a person of A',
      () => keyOfB.post(INVITE, { id: a.records['employees']![0]!['id'], email: EMAIL }),
      200,
      () => [own('employees')],
    ],
    [
      'an invitation back of who left',
      () => keyOfB.post(INVITE, { email: 'left@example.com' }),
      200,
      () => [own('employees', 1)],
    ],
    [
      'an invitation into an area of A',
      () => keyOfB.post(INVITE, { email: 'new@example.com', hierarchyId: a.ids.area }),
      400,
      undefined,
    ],
    ['a change by e-mail', () => keyOfB.put(byEmail(EMAIL), { name: 'D' }), 200, () => [own('employees')]],
    [
      'a change by external id',
      () => keyOfB.put(byExternalId(EXTERNAL_ID), { name: 'E' }),
      200,
      () => [own('employees')],
    ],
    [
      'a change to an area of A',
      () => keyOfB.put(byEmail(EMAIL), { hierarchyId: a.ids.area }),
      400,
      undefined,
    ],
    [
      'a change to manage an area of A',
      () => keyOfB.put(byEmail(EMAIL), { managedHierarchies: [a.ids.area] }),
      400,
      undefined,
    ],
    [
      'a change to a group of A',
      () => keyOfB.put(byEmail(EMAIL), { groupIds: [a.ids.group] }),
      400,
      undefined,
    ],
    [
      'a change to a characteristic of A',
      () => keyOfB.put(byEmail(EMAIL), { profile: [{ id: a.ids.characteristic, valueId: a.ids.value }] }),
      400,
      undefined,
    ],
    [
      'a change to a value of A',
      () => keyOfB.put(byEmail(EMAIL), { profile: [{ id: b.ids.characteristic, valueId: a.ids.value }] }),
      400,
      undefined,
    ],
    ['a reset', () => keyOfB.put(RESET, { email: EMAIL }), 200, () => [own('employees')]],
    ['an end by e-mail', () => keyOfB.delete(byEmail(EMAIL)), 200, undefined],
    ['an end by e-mail once more', () => keyOfB.delete(byEmail(EMAIL)), 404, undefined],
    ['an end by external id', () => keyOfB.delete(byExternalId('HR-2')), 200, undefined],
  ];

  it.each(cases)('reaches nothing of another company by %s', async (_, ask, expectedStatus, ids) => {
    const before = await everythingOfA();
    const { status, body, text } = await ask();
    expect(status).toBe(expectedStatus);
    if (ids) expect(idsIn(body)).toEqual(ids());
    const asked = expectedStatus === 200 ? marksOfA() : [];
    for (const mark of asked) expect(text).not.toContain(mark);
    expect(await everythingOfA()).toEqual(before);
  });

  it('is no credential of the session area', async () => {
    expect((await keyOfB.get('/api/v1/company/action-plans')).status).toBe(401);
  });
});

function idsIn(body: unknown): string[] {
  const { results } = body as { results?: unknown };
  const entries = Array.isArray(body) ? body : Array.isArray(results) ? results : [body];
  return (entries as { id: string }[]).map(({ id }) => id);
}
