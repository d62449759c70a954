import { randomUUID } from 'node:crypto';
import { newId } from '../../../src/shared-kernel/id.js';
import { MAX_TIMESHEET_CHANGES } from '../../../src/timesheets/domain/timesheet.rules.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { byEmail, employeeBody, type Body } from '../../support/builders/employee.js';
import {
  BULK_TIMESHEETS,
  DELETED_TIMESHEETS,
  deletedTimesheetRecord,
  timesheetRecord,
  TIMESHEETS,
} from '../../support/builders/timesheet.js';
import { issuesOf } from '../../support/issues.js';
import { TestApp } from '../../support/test-app.js';
import { everything, expectExactCounts, putDeleted, putLive } from '../../support/timesheets.js';
import { WorkforceFixture } from '../../support/workforce-fixture.js';

const CHANGES = '/api/v1/public/company/changes';

const NOT_FOUND = {
  status: 404,
  problem: {
    type: 'urn:workforce-engagement:problem:timesheet-not-found',
    title: 'Not Found',
    status: 404,
    detail: 'There is no such timesheet entry.',
    errorCode: 'TIMESHEET_NOT_FOUND',
  },
};

const times = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index));

/** Statuses, with the paths and codes of the issues of those that are refused. */
const resultsOf = ({ body }: Answer): unknown[] =>
  body.results.map(({ status, problem }: { status: number; problem?: Body }) =>
    problem
      ? [
          status,
          ...((problem['errors'] ?? []) as Body[]).map(({ path, code }) => `${String(path)} ${String(code)}`),
        ]
      : status,
  );

describe('POST /api/v1/public/company/timesheets/bulk', () => {
  let app: TestApp;
  let workforce: WorkforceFixture;
  let person: Body & { email: string; externalId: string };
  let writer: ApiClient;
  let reader: ApiClient;
  let apiKeyId: string;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    workforce = await WorkforceFixture.open(app);
    person = await workforce.invited();
    reader = workforce.hr;
    writer = await app.integration(['timesheets:write'], workforce.companyId);
    const keys = await app.sql<{ id: string }>(
      `SELECT id FROM api_key WHERE company_id = $1 AND scopes = '{timesheets:write}'`,
      [workforce.companyId],
    );
    apiKeyId = keys[0]!.id;
  });
  afterEach(() => expectExactCounts(app));

  const entry = (overrides: Body = {}): Body => ({
    externalId: person.externalId,
    startTime: '2026-03-02T09:00:00+01:00',
    endTime: '2026-03-02T17:00:00+01:00',
    ...overrides,
  });
  const put = (externalId: string, overrides: Body = {}, reason?: string): Body => ({
    operation: 'put',
    externalId,
    entry: entry(overrides),
    ...(reason !== undefined && { reason }),
  });
  const remove = (externalId: string, reason?: string): Body => ({
    operation: 'delete',
    externalId,
    ...(reason !== undefined && { reason }),
  });
  const bulk = (rows: unknown, query = '', headers: Record<string, string> = {}): Promise<Answer> =>
    writer.post(BULK_TIMESHEETS + query, { rows }, { headers });
  const list = async (path: string = TIMESHEETS) =>
    (await reader.get(`${path}?to=500`)).body.results as Body[];
  const recordsOf = (id: unknown) =>
    app.sql<{ operation: string; before: Body | null; after: Body | null }>(
      'SELECT operation, before, after FROM audit_record WHERE object_id = $1 ORDER BY at, id',
      [id],
    );

  it('answers 401 without a key and with a session, and 403 to a key without the scope', async () => {
    expect((await app.anonymous().post(BULK_TIMESHEETS, { rows: [] })).status).toBe(401);
    expect((await (await app.user('ADMIN')).post(BULK_TIMESHEETS, { rows: [] })).status).toBe(401);
    for (const key of [reader, await app.integration(['timesheets:read'], workforce.companyId)])
      expect((await key.post(BULK_TIMESHEETS, { rows: 'x' })).status).toBe(403);
  });

  it('creates, changes and deletes entries, and shows them like imported ones', async () => {
    const breaks = [
      { startTime: '2026-03-02T13:00:00+01:00', endTime: '2026-03-02T13:30:00+01:00', duration: 1_800 },
    ];
    const whole = {
      email: person.email,
      timeZone: 'Europe/Madrid',
      breaks,
      periodType: 'TRAVEL',
      active: true,
    };
    const created = await bulk([put('T-1', whole, 'New'), put('T-2')]);
    expect([created.status, resultsOf(created)]).toEqual([200, [200, 200]]);
    const [{ id }, { id: other }] = created.body.results;
    const first = {
      id,
      timesheetExternalId: 'T-1',
      email: person.email,
      externalId: person.externalId,
      timeZone: 'Europe/Madrid',
      startTime: '2026-03-02T08:00:00.000Z',
      endTime: '2026-03-02T16:00:00.000Z',
      active: true,
      breaks: [
        { startTime: '2026-03-02T12:00:00.000Z', endTime: '2026-03-02T12:30:00.000Z', duration: 1_800 },
      ],
      periodType: 'TRAVEL',
      changeHistory: [],
    };
    expect((await list()).find((each) => each['id'] === id)).toEqual(first);

    const changed = await bulk([
      put('T-1', { endTime: '2026-03-02T18:00:00+01:00' }, 'Forgot to clock out'),
      remove('T-2', 'Recorded\ntwice'),
    ]);
    expect(changed.body.results).toEqual([
      { status: 200, id },
      { status: 200, id: other },
    ]);
    const { startTime, endTime, breaks: before, periodType } = first;
    const [shown, ...others] = await list();
    expect(others).toEqual([]);
    expect(shown).toEqual({
      id,
      timesheetExternalId: 'T-1',
      externalId: person.externalId,
      startTime,
      endTime: '2026-03-02T17:00:00.000Z',
      breaks: [],
      changeHistory: [
        {
          ...{ startTime, endTime, breaks: before, periodType },
          changeReason: 'Forgot to clock out',
          changedBy: { apiKeyId },
          changedAt: expect.any(String),
        },
      ],
    });
    const [deleted] = await list(DELETED_TIMESHEETS);
    expect(deleted).toMatchObject({
      originalTimesheetId: other,
      timesheetExternalId: 'T-2',
      externalId: person.externalId,
      startTime,
      deletedBy: apiKeyId,
      deletedReason: 'Recorded\ntwice',
    });
    expect(deleted!['id']).not.toBe(other);
    expect(Date.parse(deleted!['deletedAt'] as string)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('leaves an audit record of each change, and none of a put without a difference', async () => {
    const { body } = await bulk([
      put('T-1', { breaks: null }),
      put('T-1', {}, 'Same'),
      put('T-1', { active: true }),
    ]);
    const [{ id }] = body.results;
    await bulk([put('T-1', { active: true, timeZone: null }, 'Same'), remove('T-1')]);
    const records = await recordsOf(id);
    expect(records.map(({ operation }) => operation)).toEqual(
      ['create', 'update', 'delete'].map((each) => `timesheet.${each}`),
    );
    expect(records[1]).toMatchObject({ before: {}, after: { active: true } });
    expect(records[2]).toMatchObject({ before: { timesheetExternalId: 'T-1' }, after: null });
  });

  it('changes nothing by a put without a difference', async () => {
    const rows = [put('T-1', { breaks: [{ duration: 60 }] }), put('T-2', { email: person.email })];
    const { body } = await bulk(rows);
    const before = await everything(app);
    expect((await bulk(rows.map((row) => ({ ...row, reason: 'Sent again' })))).body).toEqual(body);
    expect(await everything(app)).toEqual(before);
  });

  it('creates an entry again after its deletion, also in one request', async () => {
    const { body } = await bulk([put('T-1')]);
    const again = await bulk([
      remove('T-1'),
      put('T-1', {}, 'Back'),
      remove('T-1'),
      put('T-1'),
      remove('T-9'),
    ]);
    expect(resultsOf(again)).toEqual([200, 200, 200, 200, [404]]);
    const [live, ...others] = await list();
    expect([live!['id'], others]).toEqual([again.body.results[3].id, []]);
    expect(live!['id']).not.toBe(body.results[0].id);
    expect(live!['changeHistory']).toEqual([]);
    expect(await list(DELETED_TIMESHEETS)).toHaveLength(2);
    expect((await bulk([remove('T-1'), remove('T-1')])).body.results[1]).toEqual(NOT_FOUND);
  });

  it('finds entries by id, creates those of unknown ids, and creates them again', async () => {
    const id = newId();
    const row = { operation: 'put', id, entry: entry() };
    expect((await bulk([row, row])).body.results).toEqual([
      { status: 200, id },
      { status: 200, id },
    ]);
    const imported = timesheetRecord({ externalId: person.externalId });
    await putLive(app, workforce.companyId, [imported]);
    const change = { operation: 'put', id: imported.id, entry: entry({ periodType: 'ON_CALL' }) };
    await bulk([change, { operation: 'delete', id, reason: 'Gone' }, row]);
    const entries = await list();
    expect(entries.find((each) => each['id'] === id)).toMatchObject({ changeHistory: [] });
    const changed = entries.find((each) => each['id'] === imported.id);
    expect(changed).toMatchObject({
      timesheetExternalId: imported['timesheetExternalId'],
      periodType: 'ON_CALL',
    });
    expect(changed!['changeHistory']).toHaveLength(2);
    expect(await list(DELETED_TIMESHEETS)).toMatchObject([
      { originalTimesheetId: id, deletedReason: 'Gone' },
    ]);
  });

  it('lets an import of what the API answers change nothing, also after an entry came back', async () => {
    const id = newId();
    const row = { operation: 'put', id, entry: entry() };
    await bulk([row, put('T-1'), put('T-2')]);
    await bulk([{ operation: 'delete', id }, remove('T-1')]);
    await bulk([row, put('T-1'), put('T-2', { active: false }, 'Changed')]);
    const before = await everything(app);
    const nothing = { created: 0, updated: 0 };
    for (let round = 0; round < 2; round++) {
      expect(await putLive(app, workforce.companyId, await list())).toMatchObject(nothing);
      expect(await putDeleted(app, workforce.companyId, await list(DELETED_TIMESHEETS))).toMatchObject(
        nothing,
      );
    }
    expect(await everything(app)).toEqual(before);
  });

  it('refuses the id of a deleted entry, and takes one of another company for an unknown one', async () => {
    const deleted = deletedTimesheetRecord();
    await putDeleted(app, workforce.companyId, [deleted]);
    const foreign = timesheetRecord();
    const other = await app.company();
    await putLive(app, other, [foreign]);
    const rows = [
      { operation: 'put', id: deleted.id, entry: entry() },
      { operation: 'delete', id: deleted.id },
      { operation: 'delete', id: foreign.id },
      { operation: 'put', id: foreign.id, entry: entry() },
      { operation: 'delete', id: foreign.id },
    ];
    expect(resultsOf(await bulk(rows))).toEqual([[400, 'rows[0].id ID_TAKEN'], [404], [404], 200, 200]);
    const theirs = await app.integration(['timesheets:read'], other);
    expect((await theirs.get(TIMESHEETS)).body.results).toEqual([foreign]);
  });

  it('takes times with their offsets, over midnight and through both changes of the clocks', async () => {
    const night = (startTime: string, endTime: string, pause: readonly [string, string]): Body => ({
      ...{ startTime, endTime, timeZone: 'Europe/Madrid' },
      breaks: [{ startTime: pause[0], endTime: pause[1] }],
    });
    const answer = await bulk([
      put(
        'midnight',
        night('2026-03-02T22:00:00+01:00', '2026-03-03T06:00:00+01:00', [
          '2026-03-02T23:45:00+01:00',
          '2026-03-03T00:15:00+01:00',
        ]),
      ),
      // 02:00 to 03:00 is not there.
      put(
        'spring',
        night('2026-03-29T01:30:00+01:00', '2026-03-29T03:30:00+02:00', [
          '2026-03-29T01:45:00+01:00',
          '2026-03-29T03:00:00+02:00',
        ]),
      ),
      // 02:00 to 03:00 is there twice: the entry ends at an earlier time of the clock than it starts.
      put(
        'autumn',
        night('2026-10-25T02:45:00+02:00', '2026-10-25T02:30:00+01:00', [
          '2026-10-25T02:50:00+02:00',
          '2026-10-25T02:20:00+01:00',
        ]),
      ),
      put('reversed', { startTime: '2026-10-25T02:30:00+01:00', endTime: '2026-10-25T02:45:00+02:00' }),
      put('no offset', { startTime: '2026-10-25T02:30:00' }),
    ]);
    expect(resultsOf(answer)).toEqual([
      ...[200, 200, 200],
      [400, 'rows[3].entry.endTime END_BEFORE_START'],
      [400, 'rows[4].entry.startTime DATE_TIME'],
    ]);
    const minutes = (await list()).map(({ timesheetExternalId, startTime, endTime }) => [
      timesheetExternalId,
      (Date.parse(endTime as string) - Date.parse(startTime as string)) / 60_000,
    ]);
    expect(minutes).toEqual([
      ['midnight', 480],
      ['spring', 60],
      ['autumn', 45],
    ]);
  });

  it('refuses a row alone, with the path of each wrong property', async () => {
    const [begins, ends] = ['2026-03-02T12:00:00+01:00', '2026-03-02T13:00:00+01:00'];
    const other = await workforce.invited();
    const cases: [unknown, ...string[]][] = [
      [1, 'rows[0] WRONG_TYPE'],
      [{ ...put('x'), operation: 'end' }, 'operation NOT_ALLOWED'],
      [{ ...put('x'), operation: undefined }, 'operation REQUIRED'],
      [{ ...put('x'), id: newId() }, 'id NOT_ALONE'],
      [{ operation: 'delete' }, 'id REQUIRED'],
      [{ operation: 'delete', id: 'x' }, 'id ID'],
      [{ operation: 'delete', externalId: 'x', entry: {} }, 'entry UNKNOWN_MEMBER'],
      [{ operation: 'put', externalId: 'x' }, 'entry REQUIRED'],
      [put('x'.repeat(256)), 'externalId TOO_LONG'],
      [put('x', {}, 'x'.repeat(1_001)), 'reason TOO_LONG'],
      [put('x', { changeHistory: [] }), 'entry.changeHistory UNKNOWN_MEMBER'],
      [put('x', { startTime: null }), 'entry.startTime REQUIRED'],
      [put('x', { endTime: '2026-03-01' }), 'entry.endTime END_BEFORE_START'],
      [put('x', { externalId: null }), 'entry.email REQUIRED'],
      [put('x', { externalId: 'nobody' }), 'entry.externalId UNKNOWN_REFERENCE'],
      [put('x', { email: 'nobody@example.com' }), 'entry.email UNKNOWN_REFERENCE'],
      [put('x', { email: other.email }), 'entry.email DISAGREES'],
      [put('x', { breaks: times(51, () => ({})) }), 'entry.breaks TOO_MANY'],
      [
        put('x', { breaks: [{}, { startTime: ends, endTime: begins }] }),
        'entry.breaks[1].endTime END_BEFORE_START',
      ],
      [
        put('x', {
          breaks: [{ startTime: '2026-03-02T08:59:59+01:00' }, { endTime: '2026-03-02T17:00:01+01:00' }],
        }),
        'entry.breaks[0].startTime OUTSIDE_OF_ENTRY',
        'entry.breaks[1].endTime OUTSIDE_OF_ENTRY',
      ],
      [
        put('x', {
          breaks: [
            { startTime: '2026-03-02T12:59:00+01:00', endTime: '2026-03-02T14:00:00+01:00' },
            { startTime: begins, endTime: ends },
          ],
        }),
        'entry.breaks[0].startTime OVERLAPS',
      ],
    ];
    const before = await everything(app);
    const answer = await bulk(cases.map(([row]) => row));
    expect(resultsOf(answer)).toEqual(
      cases.map(([, ...issues], index) => [
        400,
        ...issues.map((each) => (each.startsWith('rows[') ? each : `rows[${index}].${each}`)),
      ]),
    );
    expect(await everything(app)).toEqual(before);
    expect(resultsOf(await bulk([1, put('T-1')]))).toEqual([[400, 'rows[0] WRONG_TYPE'], 200]);
  });

  it('takes breaks that touch, 50 of them, and entries of people who have left', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 8, minute)).toISOString();
    const breaks = times(50, (index) => ({ startTime: at(index), endTime: at(index + 1) }));
    await workforce.hr.delete(byEmail(person.email));
    expect(resultsOf(await bulk([put('T-1', { breaks: breaks.toReversed(), email: person.email })]))).toEqual(
      [200],
    );
  });

  it('keeps the last 50 earlier states of an entry', async () => {
    const rows = times(53, (index) => put('T-1', { periodType: `P_${index}` }, `Change ${index}`));
    expect(new Set(resultsOf(await bulk(rows)))).toEqual(new Set([200]));
    const [{ changeHistory }] = (await list()) as [{ changeHistory: Body[] }];
    expect(changeHistory).toHaveLength(MAX_TIMESHEET_CHANGES);
    expect(changeHistory.at(0)).toMatchObject({ periodType: 'P_2', changeReason: 'Change 3' });
    expect(changeHistory.at(-1)).toMatchObject({ periodType: 'P_51', changeReason: 'Change 52' });
  });

  it.each([
    ['nothing', undefined, ' REQUIRED'],
    ['no rows', {}, 'rows REQUIRED'],
    ['rows that are no list', { rows: {} }, 'rows WRONG_TYPE'],
    ['an unknown property', { rows: [], dryRun: true }, 'dryRun UNKNOWN_MEMBER'],
    ['1,001 rows', { rows: times(1_001, () => 0) }, 'rows TOO_MANY'],
  ])('answers 400 for a body with %s', async (_, body, issue) => {
    const answer = await writer.post(BULK_TIMESHEETS, body);
    const issues = answer.body.errors.map(({ path, code }: Body) => `${String(path)} ${String(code)}`);
    expect([answer.status, issues]).toEqual([400, [issue]]);
  });

  it('writes nothing on trial, and answers what would happen', async () => {
    const { body } = await bulk([put('T-1')]);
    const [{ id }] = body.results;
    const rows = [
      put('T-1', { active: true }),
      put('T-2'),
      remove('T-1'),
      remove('T-1'),
      put('T-3', { email: 'x' }),
    ];
    const before = [await everything(app), await app.sql('SELECT count(*) FROM audit_record')];
    const headers = { 'Idempotency-Key': randomUUID() };
    const trial = await bulk(rows, '?dryRun=true', headers);
    expect(trial.body.results.slice(0, 4)).toEqual([
      { status: 200, id },
      { status: 200 },
      { status: 200, id },
      NOT_FOUND,
    ]);
    expect([await everything(app), await app.sql('SELECT count(*) FROM audit_record')]).toEqual(before);
    const real = await bulk(rows, '', headers);
    expect([resultsOf(real), real.headers.get('idempotency-replayed')]).toEqual([resultsOf(trial), null]);
  });

  it('answers a repeat with status, id and code of each row, and carries nothing out twice', async () => {
    const rows = [put('T-1', {}, 'A secret'), remove('T-9'), put('T-2', { externalId: 'a secret' })];
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await bulk(rows, '', headers);
    await bulk([remove('T-1')]);
    const second = await bulk(rows, '', headers);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    const shortOf = ({ body }: Answer) =>
      body.results.map((each: Body & { problem?: Body }) => [
        each['status'],
        each['id'],
        each.problem?.['errorCode'],
      ]);
    expect(shortOf(second)).toEqual(shortOf(first));
    expect(await list()).toEqual([]);
  });

  it('tells the change feed of entries and of deletions', async () => {
    const feed = await app.integration(['changes:read', 'timesheets:read'], workforce.companyId);
    const read = async (after: string) => {
      const { body } = await feed.get(`${CHANGES}?after=${after}`);
      return { cursor: body.cursor as string, changes: body.changes as Body[] };
    };
    const { body: begin } = await feed.get(CHANGES);
    const { body } = await bulk([put('T-1'), put('T-2')]);
    const [{ id }] = body.results;
    const created = await read(begin.cursor);
    expect(created.changes.map(({ kind, deleted }) => [kind, deleted])).toEqual(
      times(2, () => ['timesheet', undefined]),
    );
    await bulk([remove('T-1')]);
    const deleted = await read(created.cursor);
    const kinds = deleted.changes.map((change) => [change['kind'], change['deleted']]).sort();
    expect(kinds).toEqual([
      ['deletedTimesheet', undefined],
      ['timesheet', true],
    ]);
    expect(deleted.changes.find(({ kind }) => kind === 'timesheet')).toMatchObject({ id });
  });

  it('keeps external ids of companies apart', async () => {
    const other = await WorkforceFixture.open(app);
    const foreign = await app.integration(['timesheets:write'], other.companyId);
    await bulk([put('T-1')]);
    const rows = [put('T-1'), remove('T-1')];
    expect(resultsOf(await foreign.post(BULK_TIMESHEETS, { rows }))).toEqual([
      [400, 'rows[0].entry.externalId UNKNOWN_REFERENCE'],
      [404],
    ]);
    expect(await list()).toHaveLength(1);
  });

  it('makes one entry of concurrent requests, and loses no row', async () => {
    const rows = times(100, (index) => put(`T-${index}`));
    const answers = await Promise.all([bulk(rows), bulk(rows.toReversed()), bulk(rows), bulk(rows)]);
    const [ids, reversed, ...others] = answers.map(({ body }) => body.results.map(({ id }: Body) => id));
    expect(reversed).toEqual(ids.toReversed());
    expect(others).toEqual([ids, ids]);
    expect(await list()).toHaveLength(100);
  });

  describe('and the import', () => {
    it('finds an entry without an id by its external id', async () => {
      const { body } = await bulk([put('T-1')]);
      const { id: _, ...record } = timesheetRecord({ timesheetExternalId: 'T-1' });
      const { id: __, ...added } = timesheetRecord();
      expect(await putLive(app, workforce.companyId, [record, added])).toMatchObject({
        created: 1,
        updated: 1,
      });
      expect(await putLive(app, workforce.companyId, [record, added])).toMatchObject({
        created: 0,
        updated: 0,
      });
      expect((await list()).find(({ timesheetExternalId }) => timesheetExternalId === 'T-1')).toEqual({
        ...record,
        id: body.results[0].id,
      });
    });

    it('refuses an external id that is that of another entry, or occurs twice', async () => {
      await bulk([put('T-1')]);
      const put2 = (...records: Body[]) => issuesOf(putLive(app, workforce.companyId, records));
      const record = timesheetRecord({ timesheetExternalId: 'T-1' });
      expect(await put2(timesheetRecord(), record)).toEqual([['[1].timesheetExternalId', 'ID_TAKEN']]);
      const twin = timesheetRecord({ timesheetExternalId: 'T-2' });
      expect(await put2(twin, { ...twin, id: newId() })).toEqual([['[1].timesheetExternalId', 'NOT_UNIQUE']]);
      await putDeleted(app, workforce.companyId, [deletedTimesheetRecord({ timesheetExternalId: 'T-1' })]);
    });
  });

  it('takes an employee who is named by e-mail in any case', async () => {
    const { email } = await workforce.invited(employeeBody({ externalId: undefined }));
    expect(
      resultsOf(await bulk([put('T-1', { externalId: undefined, email: email.toUpperCase() })])),
    ).toEqual([200]);
  });
});
