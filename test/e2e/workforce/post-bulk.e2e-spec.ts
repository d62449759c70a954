import { randomUUID } from 'node:crypto';
import type { Answer } from '../../support/api-client.js';
import {
  BULK,
  byEmail,
  byExternalId,
  employeeBody,
  INVITE,
  type Body,
} from '../../support/builders/employee.js';
import { ME } from '../../support/builders/look-ups.js';
import { TestApp } from '../../support/test-app.js';
import { issuesOf, WorkforceFixture } from '../../support/workforce-fixture.js';

const NOT_FOUND = {
  status: 404,
  problem: {
    type: 'urn:workforce-engagement:problem:employee-not-found',
    title: 'Not Found',
    status: 404,
    detail: 'There is no such employee.',
    errorCode: 'EMPLOYEE_NOT_FOUND',
  },
};

const invite = (employee: Body): Body => ({ operation: 'invite', employee });
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

describe('POST /api/v1/public/company/employees/bulk', () => {
  let app: TestApp;
  let fixture: WorkforceFixture;

  beforeAll(async () => {
    app = await TestApp.start();
    fixture = await WorkforceFixture.open(app);
  });
  afterAll(() => app.stop());

  const bulk = (rows: unknown, query = '', headers: Record<string, string> = {}): Promise<Answer> =>
    fixture.hr.post(BULK + query, { rows }, { headers });

  it('answers 401 without a key and with a session', async () => {
    expect((await app.anonymous().post(BULK, { rows: [] })).status).toBe(401);
    expect((await (await app.user('ADMIN')).post(BULK, { rows: [] })).status).toBe(401);
  });

  it('answers 403 to a key without the scope, before the body is read', async () => {
    const reader = await app.integration(['employees:read', 'segmentation:read', 'timesheets:read']);
    expect((await reader.post(BULK, undefined, { raw: '{' })).status).toBe(403);
  });

  it('invites, changes and ends, and answers a result for each row in order', async () => {
    const session = await app.user('MANAGER', fixture.companyId);
    const { email } = (await session.get(ME)).body.user;
    const [known, leaving] = [
      await fixture.invited(fixture.full()),
      await fixture.invited(employeeBody({ email })),
    ];
    const newcomer = fixture.full();
    const answer = await bulk([
      invite(newcomer),
      { operation: 'update', email: known.email.toUpperCase(), employee: { name: 'Renamed', groupIds: [] } },
      { operation: 'update', externalId: 'nobody', employee: {} },
      { operation: 'end', externalId: leaving.externalId, turnoverDate: '31122026', turnoverType: 'OTHER' },
    ]);
    const { id } = (await fixture.hr.get(byEmail(newcomer.email))).body;
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        results: [
          { status: 200, id },
          { status: 200, id: known.id },
          NOT_FOUND,
          { status: 200, id: leaving.id },
        ],
      },
    ]);
    expect(answer.headers.get('etag')).toBeNull();
    expect(await fixture.row(id)).toMatchObject({ ...newcomer, activated: false });
    expect(await fixture.row(known.id)).toMatchObject({ name: 'Renamed', groupIds: [], role: 'ADVISOR' });
    const left = await fixture.row(leaving.id);
    expect(left).toMatchObject({ turnover_date: new Date('2026-12-31'), turnover_type: 'OTHER' });
    expect(left.deleted_at).not.toBeNull();
    expect((await session.get(ME)).status).toBe(401);
  });

  it('carries out the rows of one person in order, each with its record', async () => {
    const person = employeeBody();
    const moved = employeeBody();
    const { body } = await bulk([
      invite(person),
      { operation: 'update', externalId: person.externalId, employee: { externalId: moved.externalId } },
      { operation: 'update', externalId: person.externalId, employee: { name: 'Not there' } },
      { operation: 'end', externalId: moved.externalId },
      { operation: 'end', email: person.email },
      invite({ email: person.email, name: 'Back' }),
      invite(person),
    ]);
    const [{ id }] = body.results;
    const back = (await fixture.hr.get(byEmail(person.email))).body;
    expect(back).toMatchObject({ id, ...person, name: 'Back' });
    expect(body.results.map((each: Body) => [each['status'], each['id']])).toEqual([
      [200, id],
      [200, id],
      [404, undefined],
      [200, id],
      [404, undefined],
      [200, id],
      [200, id],
    ]);
    const records = await app.sql<{ operation: string }>(
      'SELECT operation FROM audit_record WHERE object_id = $1 ORDER BY at, id',
      [id],
    );
    const operations = ['invite', 'update', 'end', 'invite', 'invite'].map((each) => `employee.${each}`);
    expect(records.map(({ operation }) => operation)).toEqual(operations);
  });

  it('lets identifiers pass from one person to another, in any order', async () => {
    const [one, other, third] = [await fixture.invited(), await fixture.invited(), await fixture.invited()];
    const taken = await bulk([
      { operation: 'update', email: one.email, employee: { externalId: other.externalId } },
      { operation: 'update', email: one.email, employee: { externalId: null } },
      { operation: 'update', email: other.email, employee: { externalId: one.externalId } },
      { operation: 'update', email: one.email, employee: { externalId: other.externalId } },
      { operation: 'end', email: third.email },
      { operation: 'update', email: other.email, employee: { email: third.email } },
    ]);
    expect(resultsOf(taken)).toEqual([[409, 'externalId TAKEN'], 200, 200, 200, 200, 200]);
    expect(await fixture.row(one.id)).toMatchObject({ external_id: other.externalId });
    expect(await fixture.row(other.id)).toMatchObject({ external_id: one.externalId, email: third.email });
  });

  it('refuses a row alone, with the problem of the single operation', async () => {
    const [one, other] = [await fixture.invited(), await fixture.invited()];
    const wrong = { email: 'nobody', role: 'BOSS', profile: [{ id: 1 }], extra: 1, ['__proto__']: 1 };
    const bodies: Body[] = [
      wrong,
      {},
      employeeBody({ hierarchyId: fixture.groups[0].id, groupIds: ['x'] }),
      { email: one.email, externalId: other.externalId },
    ];
    const answer = await bulk([...bodies.map(invite), invite(employeeBody())]);
    for (const [index, body] of bodies.entries()) {
      const { instance: _, requestId: __, ...problem } = (await fixture.hr.post(INVITE, body)).body;
      expect(answer.body.results[index]).toEqual({ status: problem.status, problem });
    }
    expect(answer.body.results[4].status).toBe(200);
    const change = { externalId: other.externalId, managedHierarchies: ['x'] };
    for (const employee of [change, { externalId: other.externalId }, { email: null, externalId: null }]) {
      const { body } = await fixture.hr.put(byEmail(one.email), employee);
      const { instance: _, requestId: __, ...problem } = body;
      const row = { operation: 'update', email: one.email, employee };
      expect((await bulk([row])).body.results).toEqual([{ status: problem.status, problem }]);
    }
  });

  it.each([
    ['no object', 1, [' WRONG_TYPE']],
    ['null', null, [' WRONG_TYPE']],
    ['a list', [], [' WRONG_TYPE']],
    ['without an operation', { email: 'a@example.com' }, ['operation REQUIRED']],
    ['with an unknown operation', { operation: 'remove' }, ['operation NOT_ALLOWED']],
    ['with an inherited operation', { operation: 'toString' }, ['operation NOT_ALLOWED']],
    [
      'with an unknown property',
      { operation: 'end', email: 'a@example.com', employee: {} },
      ['employee UNKNOWN_MEMBER'],
    ],
    ['without a key', { operation: 'end' }, ['email REQUIRED']],
    ['with two keys', { operation: 'end', email: 'a@example.com', externalId: 'x' }, ['email NOT_ALONE']],
    ['without an employee', { operation: 'update', email: 'a@example.com' }, ['employee REQUIRED']],
    ['with a list as employee', { operation: 'update', email: 'x', employee: [] }, ['employee WRONG_TYPE']],
    [
      'with a wrong date',
      { operation: 'end', email: 'x', turnoverDate: '31022026' },
      ['turnoverDate DATE_TIME'],
    ],
    [
      'with a wrong reason',
      { operation: 'end', email: 'x', turnoverType: 'BORED' },
      ['turnoverType NOT_ALLOWED'],
    ],
    ['with a number as key', { operation: 'end', externalId: 1 }, ['externalId WRONG_TYPE']],
    [
      'that invites another than it names',
      { operation: 'invite', externalId: 'x', employee: { externalId: 'y' } },
      ['externalId DISAGREES'],
    ],
  ])('answers 400 for a row %s', async (_, row, issues) => {
    expect(resultsOf(await bulk([row, invite(employeeBody())]))).toEqual([[400, ...issues], 200]);
  });

  it('calls a row that is no object a row', async () => {
    expect((await bulk([1])).body.results[0].problem.detail).toBe('The row must be an object.');
  });

  it('takes the key of an invitation beside the employee, inside, or at both places', async () => {
    const [one, other, third] = [employeeBody(), employeeBody(), employeeBody()];
    const { body } = await bulk([
      { operation: 'invite', externalId: one.externalId, employee: { name: 'Beside' } },
      { operation: 'invite', email: other.email },
      { operation: 'invite', email: third.email.toUpperCase(), employee: third },
      { operation: 'invite', email: one.email, employee: { externalId: one.externalId, email: null } },
    ]);
    expect(body.results.map(({ status }: Body) => status)).toEqual([200, 200, 200, 200]);
    expect((await fixture.hr.get(byExternalId(one.externalId))).body).toMatchObject({
      ...one,
      name: 'Beside',
    });
    expect((await fixture.hr.get(byEmail(other.email))).body.email).toBe(other.email);
    expect((await fixture.hr.get(byEmail(third.email))).body).toMatchObject(third);
  });

  it.each([
    ['nothing', undefined, ' REQUIRED'],
    ['a list', [], ' WRONG_TYPE'],
    ['no rows', {}, 'rows REQUIRED'],
    ['null as rows', { rows: null }, 'rows REQUIRED'],
    ['rows that are no list', { rows: {} }, 'rows WRONG_TYPE'],
    ['an unknown property', { rows: [], source: 'x' }, 'source UNKNOWN_MEMBER'],
    ['1,001 rows', { rows: times(1_001, () => 0) }, 'rows TOO_MANY'],
  ])('answers 400 for a body with %s', async (_, body, issue) => {
    const answer = await fixture.hr.post(BULK, body);
    expect([answer.status, issuesOf(answer).map((each) => each.join(' '))]).toEqual([400, [issue]]);
  });

  it('answers no results for no rows, and 400 for an unknown parameter', async () => {
    expect((await bulk([])).body).toEqual({ results: [] });
    const { status, body } = await bulk([], '?dryrun=true');
    expect([status, body.errorCode]).toEqual([400, 'UNKNOWN_PARAMETER']);
  });

  it('takes bodies of 4 MiB, rows of 20,000 values and 100,000 values in all', async () => {
    const send = (json: unknown, size = 0) =>
      fixture.hr.post(BULK, undefined, {
        raw: JSON.stringify(json).padEnd(size),
        headers: { 'Content-Type': 'application/json' },
      });
    const row = (groups: number) => ({
      operation: 'update',
      email: 'nobody@example.com',
      employee: { groupIds: times(groups, () => fixture.groups[0].id) },
    });
    // Each of the rows has five values besides the groups, and the body two.
    const largest = { rows: [...times(4, () => row(19_995)), row(19_993)] };
    expect(resultsOf(await send(largest, 4_194_304))).toEqual(times(5, () => [404]));
    const tooComplex = await send({ rows: [{ ...row(19_996) }, invite(employeeBody())] });
    expect(tooComplex.body.results[0].problem.errorCode).toBe('BODY_TOO_COMPLEX');
    expect(tooComplex.body.results[1].status).toBe(200);
    const over = await send({ rows: [...times(4, () => row(19_995)), row(19_994)] });
    expect([over.status, over.body.errorCode]).toEqual([400, 'BODY_TOO_COMPLEX']);
    const larger = await send({ rows: [] }, 4_194_305);
    expect([larger.status, larger.body.errorCode]).toEqual([413, 'BODY_TOO_LARGE']);
    const single = { ...(await fixture.hr.post(INVITE, { email: 'x'.repeat(1_048_576) })) };
    expect([single.status, single.body.errorCode]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it('names at most 10,000 validation errors', async () => {
    const broken = { operation: 'update', email: 'x', employee: { groupIds: times(95, () => 0), name: 1 } };
    const { body } = await bulk(times(900, () => broken));
    const named = body.results.map(
      ({ problem }: { problem: Body }) => (problem['errors'] as Body[] | undefined)?.length,
    );
    expect(named).toEqual(times(900, (index) => (index < 104 ? 96 : undefined)));
    expect(body.results[899].problem.detail).toMatch(/\(and 95 more\)\.$/);
  });

  it('writes nothing on trial, and answers what would happen', async () => {
    const [known, person] = [await fixture.invited(), employeeBody()];
    const rows = [
      invite(person),
      { operation: 'update', email: person.email, employee: { externalId: known.externalId } },
      { operation: 'end', email: known.email },
      { operation: 'end', email: known.email },
      { operation: 'nothing' },
    ];
    const before = [await fixture.everything(), await app.sql('SELECT count(*) FROM audit_record')];
    const headers = { 'Idempotency-Key': randomUUID() };
    const trial = await bulk(rows, '?dryRun=true', headers);
    expect(resultsOf(trial)).toEqual([
      200,
      [409, 'externalId TAKEN'],
      200,
      [404],
      [400, 'operation NOT_ALLOWED'],
    ]);
    expect(trial.body.results[0]).toEqual({ status: 200 });
    expect(trial.body.results[2]).toEqual({ status: 200, id: known.id });
    expect([await fixture.everything(), await app.sql('SELECT count(*) FROM audit_record')]).toEqual(before);
    const real = await bulk(rows, '', headers);
    expect([resultsOf(real), real.headers.get('idempotency-replayed')]).toEqual([resultsOf(trial), null]);
    expect((await bulk(rows, '?dryRun=true', headers)).body.results[2]).toEqual(NOT_FOUND);
  });

  it('answers a repeat with status, id and code of each row, of which nothing else is kept', async () => {
    const [person, other] = [employeeBody({ name: 'A secret name' }), await fixture.invited()];
    const rows = [
      invite(person),
      { operation: 'update', email: 'secret@example.com', employee: {} },
      { operation: 'update', email: person.email, employee: { externalId: other.externalId } },
      invite({ email: 'A secret' }),
      'A secret',
    ];
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await bulk(rows, '', headers);
    await fixture.hr.delete(byEmail(person.email));
    const second = await bulk(rows, '', headers);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    const [{ id }] = first.body.results;
    const shortOf = ({ body }: Answer) =>
      body.results.map((each: Body & { problem?: Body }) => [
        each['status'],
        each['id'],
        each.problem?.['errorCode'],
      ]);
    expect(shortOf(second)).toEqual([
      [200, id, undefined],
      [404, undefined, 'EMPLOYEE_NOT_FOUND'],
      [409, undefined, 'EMPLOYEE_CONFLICT'],
      [400, undefined, 'VALIDATION_FAILED'],
      [400, undefined, 'VALIDATION_FAILED'],
    ]);
    expect(shortOf(first)).toEqual(shortOf(second));
    const kept = await app.sql<{ row: string }>(
      'SELECT k::text AS row FROM idempotency_key k WHERE position($1 in resource_id) > 0',
      [id],
    );
    expect(kept).toHaveLength(1);
    for (const secret of ['secret', person.email, person.externalId, other.externalId])
      expect(kept[0]!.row).not.toContain(secret);
  });

  it('knows nothing of the people and the segmentation of another company', async () => {
    const other = await WorkforceFixture.open(app);
    const person = await fixture.invited(fixture.full());
    const rows = [
      { operation: 'update', email: person.email, employee: { name: 'x' } },
      { operation: 'end', externalId: person.externalId },
      invite({ ...person, id: undefined, hierarchyId: fixture.team.id }),
      invite({ email: person.email, externalId: person.externalId }),
    ];
    const { body } = await other.hr.post(BULK, { rows });
    expect(body.results.map(({ status }: Body) => status)).toEqual([404, 404, 400, 200]);
    expect(body.results[3].id).not.toBe(person.id);
    expect((await fixture.hr.get(byEmail(person.email))).body).toEqual(person);
  });

  it('makes one person of concurrent requests, and loses no row', async () => {
    for (let round = 0; round < 5; round++) {
      const people = times(30, () => employeeBody());
      const rows = people.map(invite);
      const requests = [
        bulk(rows),
        bulk(rows.toReversed()),
        bulk(people.map(({ email }) => ({ operation: 'invite', email }))),
        ...people.slice(0, 5).map((person) => fixture.hr.post(INVITE, person)),
      ];
      const answers = await Promise.all(requests);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const ids = answers.slice(0, 3).map(({ body }) => body.results.map(({ id }: Body) => id));
      expect(ids[1]).toEqual(ids[0].toReversed());
      expect(ids[2]).toEqual(ids[0]);
    }
  });
});
