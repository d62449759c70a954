import type { Answer, ApiClient } from '../../support/api-client.js';
import { employeeBody, type Body } from '../../support/builders/employee.js';
import { BULK_TIMESHEETS } from '../../support/builders/timesheet.js';
import { TestApp } from '../../support/test-app.js';
import { WorkforceFixture } from '../../support/workforce-fixture.js';

describe('working times that overlap', () => {
  let app: TestApp;
  let workforce: WorkforceFixture;
  let person: Body & { email: string; externalId: string };
  let writer: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    workforce = await WorkforceFixture.open(app);
    person = await workforce.invited();
    writer = await app.integration(['timesheets:write'], workforce.companyId);
  });

  const put = (externalId: string, from: string, to?: string, key: Body = { email: person.email }): Body => ({
    operation: 'put',
    externalId,
    entry: { ...key, startTime: `2026-03-${from}:00Z`, ...(to && { endTime: `2026-03-${to}:00Z` }) },
  });
  const send = (rows: Body[], query = ''): Promise<Answer> => writer.post(BULK_TIMESHEETS + query, { rows });
  const hintsOf = async (rows: Body[], query?: string): Promise<unknown[]> => {
    const { status, body } = await send(rows, query);
    expect([status, body.results.map((each: Body) => each['status'])]).toEqual([200, rows.map(() => 200)]);
    return body.results.map((each: Body) => each['hints'] ?? null);
  };
  const OVERLAP = ['OVERLAP'];

  it('have a hint among the rows of a request, and are stored', async () => {
    const rows = [
      put('1', '02T08:00', '02T12:00'),
      put('2', '02T12:00', '02T16:00'),
      put('3', '02T15:59', '03T02:00'),
      put('4', '02T09:00'),
    ];
    expect(await hintsOf(rows)).toEqual([null, OVERLAP, OVERLAP, null]);
    expect(
      await app.sql('SELECT id FROM timesheet_entry WHERE company_id = $1', [workforce.companyId]),
    ).toHaveLength(4);
  });

  it('have a hint with stored ones of the same address or external id, in a trial, too', async () => {
    const { email, externalId } = person;
    await send([put('1', '02T08:00', '02T12:00'), put('2', '03T08:00', '03T12:00', { externalId })]);
    const rows = [
      put('3', '02T11:00', '02T13:00', { email: email.toUpperCase() }),
      put('4', '03T07:00', '03T08:01', { externalId }),
      put('5', '03T12:00', '03T13:00', { externalId }),
    ];
    expect(await hintsOf(rows, '?dryRun=true')).toEqual([OVERLAP, OVERLAP, null]);
    expect(await hintsOf(rows)).toEqual([OVERLAP, OVERLAP, null]);
    const other = await workforce.invited();
    expect(await hintsOf([put('6', '02T08:00', '02T12:00', { email: other.email })])).toEqual([null]);
  });

  it('have none with what the request changes or deletes, nor with those of another company', async () => {
    await send([put('1', '02T08:00', '02T12:00'), put('2', '03T08:00', '03T12:00')]);
    const moved = [put('1', '04T08:00', '04T12:00'), { operation: 'delete', externalId: '2' }];
    const rows = [...moved, put('3', '02T08:00', '02T12:00'), put('4', '03T08:00', '03T12:00')];
    expect(await hintsOf(rows)).toEqual([null, null, null, null]);
    const elsewhere = await WorkforceFixture.open(app);
    const same = await elsewhere.invited(employeeBody({ email: person.email }));
    writer = await app.integration(['timesheets:write'], elsewhere.companyId);
    expect(await hintsOf([put('1', '02T08:00', '02T12:00', { email: same.email })])).toEqual([null]);
  });
});
