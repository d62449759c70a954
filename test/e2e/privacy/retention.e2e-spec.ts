import { RetentionPreview } from '../../../src/privacy/retention/application/retention-preview.js';
import { RetentionRuns } from '../../../src/privacy/retention/application/retention-runs.js';
import { RetentionSchedule } from '../../../src/privacy/retention/application/retention-schedule.js';
import { DeletedPlansService } from '../../../src/action-plans/application/deleted-plans.service.js';
import type { JobPayload } from '../../../src/shared-kernel/jobs.js';
import { employeeRecord, INVITE } from '../../support/builders/employee.js';
import { COMPANY_SETTINGS } from '../../support/builders/look-ups.js';
import { minimalAction, PLANS } from '../../support/builders/plan.js';
import { HOLDS } from '../../support/builders/privacy.js';
import { deletedTimesheetRecord, minimalTimesheet } from '../../support/builders/timesheet.js';
import { eventually } from '../../support/eventually.js';
import { MailServer } from '../../support/mail-server.js';
import { PlanFixture } from '../../support/plan-fixture.js';
import { expectExactCounts, putDeleted, putLive } from '../../support/timesheets.js';

const YEAR_MS = 365.25 * 86_400_000;
const reason = 'Lawsuit';
const yearsAgo = (years: number): string => new Date(Date.now() - years * YEAR_MS).toISOString();

let fixture: PlanFixture;
let mails: MailServer;

beforeAll(async () => {
  mails = await MailServer.start();
});
afterAll(() => mails.close());
beforeEach(async () => {
  mails.deliveries.length = 0;
  fixture = await PlanFixture.start({ SMTP_URL: mails.url });
});
afterEach(() => fixture.stop());

const sql = <Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
  fixture.app.sql<Row>(statement, [fixture.companyId, ...values]);
const service = <T>(type: abstract new (...given: never[]) => T): T =>
  fixture.app.app.get(type as never, { strict: false });

async function set(retention: object): Promise<void> {
  expect((await fixture.admin.patch(COMPANY_SETTINGS, { retention })).status).toBe(200);
}

/** Makes the planned run due, and does it. @returns the progress that it has recorded */
async function run(): Promise<JobPayload> {
  await sql('UPDATE retention_setting SET next_run_at = now() WHERE company_id = $1');
  const progress: Record<string, JobPayload[string]> = {};
  await service(RetentionRuns).run(fixture.companyId, {
    signal: new AbortController().signal,
    progress: {},
    step: (name, value) => {
      progress[name] = value;
      return Promise.resolve();
    },
  });
  return progress;
}

const ids = async (statement: string): Promise<string[]> =>
  (await sql<{ id: string }>(statement)).map(({ id }) => id);
const timesheets = () => ids('SELECT id FROM timesheet_entry WHERE company_id = $1 ORDER BY id');
const plans = () => ids('SELECT id FROM action_plan WHERE company_id = $1 ORDER BY id');

describe('The retention of timesheets', () => {
  it('removes live and deleted entries by their start, exactly counted, and the feed tells of live ones', async () => {
    const live = [yearsAgo(3.99), yearsAgo(4.01), yearsAgo(9)].map((startTime) =>
      minimalTimesheet({ startTime }),
    );
    const deleted = [yearsAgo(3.99), yearsAgo(4.01)].map((startTime) =>
      deletedTimesheetRecord({
        startTime,
        endTime: null,
        breaks: null,
        changeHistory: null,
        deletedAt: yearsAgo(3),
      }),
    );
    await putLive(fixture.app, fixture.companyId, live);
    await putDeleted(fixture.app, fixture.companyId, deleted);
    const reader = await fixture.app.integration(['changes:read', 'timesheets:read'], fixture.companyId);
    const feed = '/api/v1/public/company/changes?kinds=timesheet';
    const { cursor } = (await reader.get(feed)).body as { cursor: string };
    await set({ timesheetsYears: 4 });
    expect(await run()).toEqual({ timesheets: 3 });
    expect(await timesheets()).toEqual([live[0]!.id, deleted[0]!.id].sort());
    await expectExactCounts(fixture.app);
    const { body } = await reader.get(`${feed}&after=${cursor}`);
    const gone = (body.changes as { id: string; deleted?: boolean }[]).filter((each) => each.deleted);
    expect(gone.map(({ id }) => id).sort()).toEqual([live[1]!.id, live[2]!.id].sort());
    const [record] = await sql(
      `SELECT operation, actor_kind, after FROM audit_record WHERE company_id = $1 AND object_type = 'retention'`,
    );
    expect(record).toEqual({
      operation: 'retention.run',
      actor_kind: 'operator',
      after: { removed: { timesheets: 3 } },
    });
  });

  it('keeps those of people who are held, by address and by external id', async () => {
    const person = employeeRecord({ email: 'Held@example.com', externalId: 'HELD-1' });
    await fixture.workforce.import([person]);
    const startTime = yearsAgo(5);
    const entries = [
      minimalTimesheet({ startTime, email: 'held@example.com' }),
      minimalTimesheet({ startTime, email: null, externalId: 'HELD-1' }),
      minimalTimesheet({ startTime, email: 'other@example.com' }),
    ];
    await putLive(fixture.app, fixture.companyId, entries);
    const key = await fixture.app.integration(['people:erase'], fixture.companyId);
    expect((await key.put(HOLDS, { externalId: 'HELD-1', reason })).status).toBe(200);
    await set({ timesheetsYears: 4 });
    expect(await run()).toEqual({ timesheets: 1 });
    expect(await timesheets()).toEqual([entries[0]!.id, entries[1]!.id].sort());
  });
});

describe('The retention of plans', () => {
  const closed = { status: 'COMPLETED', completionPercent: 100 };
  const age = (planId: string, years: number) =>
    fixture.app.sql(
      `WITH actions AS (
         UPDATE plan_action SET updated_at = $3::timestamptz WHERE company_id = $1 AND plan_id = $2
       )
       UPDATE action_plan SET updated_at = $3::timestamptz WHERE company_id = $1 AND id = $2`,
      [fixture.companyId, planId, yearsAgo(years)],
    );
  async function plan(status: string, overrides: object = {}): Promise<string> {
    const planId = await fixture.plan({ actions: [minimalAction({ ...closed, status })], ...overrides });
    await age(planId, 6);
    return planId;
  }

  it('removes closed plans by the last change, without keeping them for a restore, and the feed tells', async () => {
    const old = [await plan('COMPLETED'), await plan('CANCELLED'), await plan('EXPIRED')];
    const open = [await plan('PENDING'), await plan('IN_PROGRESS')];
    const empty = await fixture.plan({ actions: [] });
    await age(empty, 6);
    const young = await plan('COMPLETED');
    await age(young, 4);
    const noted = await plan('COMPLETED');
    const [action] = await fixture.app.sql<{ id: string }>('SELECT id FROM plan_action WHERE plan_id = $1', [
      noted,
    ]);
    await fixture.creator.post(`${PLANS}/${noted}/actions/${action!.id}/notes`, { content: 'New' });
    const feed = '/api/v1/company/changes?kinds=plan';
    const { cursor } = (await fixture.creator.get(feed)).body as { cursor: string };
    await set({ closedPlansYears: 5 });
    expect(await run()).toEqual({ closedPlans: 3 });
    expect(await plans()).toEqual([...open, empty, young, noted].sort());
    expect(await ids('SELECT plan_id AS id FROM deleted_plan WHERE company_id = $1')).toEqual([]);
    await expect(service(DeletedPlansService).restore(old[0]!)).rejects.toMatchObject({ kind: 'not-found' });
    const { body } = await fixture.creator.get(`${feed}&after=${cursor}`);
    const gone = (body.changes as { id: string; deleted?: boolean }[]).filter((each) => each.deleted);
    expect(gone.map(({ id }) => id).sort()).toEqual([...old].sort());
  });

  it('removes deleted plans by their deletion', async () => {
    const [first, second] = [await fixture.plan(), await fixture.plan()];
    for (const id of [first, second]) await fixture.creator.delete(`${PLANS}/${id}`);
    await sql('UPDATE deleted_plan SET deleted_at = $3 WHERE company_id = $1 AND plan_id = $2', [
      first,
      yearsAgo(2),
    ]);
    await set({ closedPlansYears: 1 });
    expect(await run()).toEqual({ deletedPlans: 1 });
    expect(await ids('SELECT plan_id AS id FROM deleted_plan WHERE company_id = $1')).toEqual([second]);
  });

  it('keeps plans that held people have created or are assigned in', async () => {
    const creator = await fixture.person();
    const assignee = await fixture.person();
    const kept = [
      await plan('COMPLETED', { createdBy: creator.userId }),
      await fixture.plan({
        actions: [
          minimalAction({
            ...closed,
            assigneeStatuses: [{ assigneeId: assignee.employeeId, status: 'COMPLETED' }],
          }),
        ],
      }),
    ];
    await age(kept[1]!, 6);
    const removed = await plan('COMPLETED');
    const key = await fixture.app.integration(['people:erase'], fixture.companyId);
    for (const { userId } of [creator, assignee]) {
      const [row] = await sql<{ email: string }>(
        'SELECT email FROM user_account WHERE company_id = $1 AND id = $2',
        [userId],
      );
      expect((await key.put(HOLDS, { email: row!.email, reason })).status).toBe(200);
    }
    await set({ closedPlansYears: 5 });
    expect(await run()).toEqual({ closedPlans: 1 });
    expect(await plans()).toEqual([...kept].sort());
    expect(await plans()).not.toContain(removed);
  });
});

describe('The retention of audit records', () => {
  it('removes old ones of the company only, but for those by and about held people', async () => {
    const [employeeId] = (await fixture.employees(1)) as [string];
    const [row] = await sql<{ email: string }>(
      "SELECT document->>'email' AS email FROM employee WHERE company_id = $1",
    );
    const key = await fixture.app.integration(['people:erase'], fixture.companyId);
    expect((await key.put(HOLDS, { email: row!.email, reason })).body.employeeIds).toEqual([employeeId]);
    const add = (id: string, days: number, companyId: string, columns: Record<string, string> = {}) =>
      fixture.app.sql(
        `INSERT INTO audit_record (company_id, id, at, operation, object_type, object_id, actor_kind, actor_id, after)
         VALUES ($1, $2, now() - $3 * interval '1 day', 'plan.update', 'plan', $4, 'user', $5, $6)`,
        [companyId, id, days, columns['object'] ?? 'x', columns['actor'] ?? 'y', columns['after'] ?? '{}'],
      );
    await add('old', 31, fixture.companyId);
    await add('young', 29, fixture.companyId);
    await add('object', 31, fixture.companyId, { object: employeeId });
    await add('actor', 31, fixture.companyId, { actor: employeeId });
    await add('content', 31, fixture.companyId, { after: `{"assigneeId":"${employeeId}"}` });
    const other = await fixture.app.company();
    await add('other', 31, other);
    await set({ auditDays: 30 });
    expect(await run()).toEqual({ auditRecords: 1 });
    const left = await fixture.app.sql<{ id: string }>(
      `SELECT id FROM audit_record WHERE id IN ('old', 'young', 'object', 'actor', 'content', 'other') ORDER BY id`,
    );
    expect(left.map(({ id }) => id)).toEqual(['actor', 'content', 'object', 'other', 'young']);
  });
});

describe('A run', () => {
  const entries = (count: number) =>
    Array.from({ length: count }, (_, index) => minimalTimesheet({ startTime: yearsAgo(5 + index / 1000) }));

  it('is not done before its time, and removes what was expired then, not what has expired since', async () => {
    await putLive(fixture.app, fixture.companyId, [minimalTimesheet({ startTime: yearsAgo(1.01) })]);
    await set({ timesheetsYears: 1 });
    await service(RetentionRuns).run(fixture.companyId, {
      signal: new AbortController().signal,
      progress: {},
      step: () => Promise.reject(new Error('It removes something.')),
    });
    expect(await timesheets()).toHaveLength(1);
    expect(await run()).toEqual({ timesheets: 1 });
    const [{ hours }] = (await sql<{ hours: number }>(
      `SELECT round(extract(epoch FROM next_run_at - now()) / 3600)::int AS hours FROM retention_setting
       WHERE company_id = $1`,
    )) as [{ hours: number }];
    expect(hours).toBe(24);
    expect(await run()).toEqual({});
  });

  it('goes on after an interruption, and counts all that was removed', async () => {
    await putLive(fixture.app, fixture.companyId, entries(1_500));
    await set({ timesheetsYears: 4 });
    await sql('UPDATE retention_setting SET next_run_at = now() WHERE company_id = $1');
    const stop = new AbortController();
    const progress: Record<string, number> = {};
    const attempt = (signal: AbortSignal, during: () => void) =>
      service(RetentionRuns).run(fixture.companyId, {
        signal,
        progress: { ...progress },
        step: (name, value) => {
          progress[name] = value as number;
          during();
          return Promise.resolve();
        },
      });
    await expect(attempt(stop.signal, () => stop.abort(new Error('Stopped.')))).rejects.toThrow();
    expect(progress).toEqual({ timesheets: 1_000 });
    expect(await timesheets()).toHaveLength(500);
    await attempt(new AbortController().signal, () => undefined);
    expect(await timesheets()).toEqual([]);
    await expectExactCounts(fixture.app);
    const [record] = await sql(
      `SELECT after FROM audit_record WHERE company_id = $1 AND object_type = 'retention'`,
    );
    expect(record!['after']).toEqual({ removed: { timesheets: 1_500 } });
  });

  it('removes nothing while the company is held, and is planned again', async () => {
    await putLive(fixture.app, fixture.companyId, entries(3));
    await set({ timesheetsYears: 4 });
    await fixture.app.sql(
      `INSERT INTO legal_hold (company_id, id, is_of_company, employee_ids, user_ids, reason, placed_at)
       VALUES ($1, 'h', true, '{}', '{}', 'x', now())`,
      [fixture.companyId],
    );
    expect(await run()).toEqual({});
    expect(await timesheets()).toHaveLength(3);
    const preview = await service(RetentionPreview).next(fixture.companyId, 5);
    expect(preview).toMatchObject({ isCompanyHeld: true, kinds: [] });
    expect(preview!.at.getTime()).toBeGreaterThan(Date.now());
  });

  it('is started by a worker when it is due', async () => {
    await putLive(fixture.app, fixture.companyId, entries(3));
    await set({ timesheetsYears: 4 });
    await sql('UPDATE retention_setting SET next_run_at = now() WHERE company_id = $1');
    await fixture.app.sql(`UPDATE job_schedule SET due_at = now() WHERE kind = 'retention-schedule'`);
    await eventually(async () => expect(await timesheets()).toEqual([]));
  });
});

describe('The mail before a run', () => {
  it('is sent once to each admin of the company, with the numbers, and not about nothing', async () => {
    await putLive(fixture.app, fixture.companyId, [minimalTimesheet({ startTime: yearsAgo(3.99) })]);
    await set({ timesheetsYears: 4, warnByMail: true });
    const round = () => service(RetentionSchedule).round(new AbortController().signal);
    await round();
    await eventually(() => {
      expect(mails.deliveries).toHaveLength(1);
    });
    const [{ message }] = mails.deliveries as [(typeof mails.deliveries)[0]];
    expect(message.subject).toMatch(/^Data of .* will be removed on /);
    expect(message.text).toContain('- Timesheet entries: 1');
    await round();
    await set({ timesheetsYears: 5, warnByMail: true });
    await round();
    expect(await sql(`SELECT FROM job WHERE company_id = $1 AND kind = 'retention-mail'`)).toHaveLength(1);
    expect(mails.deliveries).toHaveLength(1);
  });

  it('counts what will have expired at the run', async () => {
    const soon = new Date(Date.now() + 3 * 86_400_000);
    soon.setUTCFullYear(soon.getUTCFullYear() - 1);
    await putLive(fixture.app, fixture.companyId, [minimalTimesheet({ startTime: soon.toISOString() })]);
    await set({ timesheetsYears: 1, warnByMail: true });
    const preview = await service(RetentionPreview).next(fixture.companyId, 5);
    expect(preview?.kinds).toEqual([
      { kind: 'timesheets', before: expect.any(Date), count: 1, firstIds: await timesheets() },
    ]);
    await set({ timesheetsYears: 1, warnByMail: false });
    expect((await service(RetentionPreview).next(fixture.companyId, 5))?.kinds[0]?.count).toBe(0);
  });
});

describe('People who have left', () => {
  const leaver = (left: string | null, overrides: object = {}) =>
    employeeRecord({ deleted: left !== null, ...(left !== null && { turnoverDate: left }), ...overrides });
  /** People whose end was recorded when it came. */
  const importThen = async (records: readonly ReturnType<typeof leaver>[]): Promise<void> => {
    await fixture.workforce.import([...records]);
    await sql(
      'UPDATE employee SET deleted_at = turnover_date WHERE company_id = $1 AND deleted_at IS NOT NULL',
    );
  };

  it('are those whose last employment ended before, and who are not held', async () => {
    const old = [leaver(yearsAgo(2.1)), leaver(yearsAgo(3))];
    const kept = [leaver(yearsAgo(1.9)), leaver(null)];
    await importThen([...old, ...kept]);
    await set({ leaversMonths: 24 });
    const found = async () => (await service(RetentionPreview).next(fixture.companyId, 5))?.kinds[0];
    expect(await found()).toMatchObject({
      kind: 'leavers',
      count: 2,
      firstIds: old.map(({ id }) => id).sort(),
    });
    await sql(
      `INSERT INTO legal_hold (company_id, id, is_of_company, employee_ids, user_ids, reason, placed_at)
       VALUES ($1, 'h', false, ARRAY[$2::text], '{}', 'x', now())`,
      [old[0]!.id],
    );
    expect(await found()).toMatchObject({ count: 1, firstIds: [old[1]!.id] });
    // Employed again.
    await sql(
      `INSERT INTO employee (company_id, id, external_id, activated, must_choose_profile, created_at, updated_at,
        document)
       SELECT company_id, repeat('e', 24), external_id, true, false, now(), now(), document
       FROM employee WHERE company_id = $1 AND id = $2`,
      [old[1]!.id],
    );
    expect(await found()).toMatchObject({ count: 0 });
  });

  it('are erased for good, and counted, but for the others', async () => {
    const gone = [leaver(yearsAgo(2.1)), leaver(yearsAgo(3)), leaver(yearsAgo(4), { externalId: null })];
    const kept = [leaver(yearsAgo(1)), leaver(null)];
    await importThen([...gone, ...kept]);
    const entryOf = ({ email }: { email?: unknown }) => minimalTimesheet({ email: email as string });
    await putLive(fixture.app, fixture.companyId, [...gone, ...kept].map(entryOf));
    await set({ leaversMonths: 24 });
    expect(await run()).toEqual({ leavers: 3 });
    const left = kept.map(({ id }) => id).sort();
    expect(await ids('SELECT id FROM employee WHERE company_id = $1 ORDER BY id')).toEqual(left);
    expect(await timesheets()).toHaveLength(2);
    await expectExactCounts(fixture.app);
    const ledger = await sql(
      'SELECT state, reason, requested_by, person FROM person_erasure WHERE company_id = $1',
    );
    const done = { state: 'DONE', reason: 'retention', requested_by: 'retention', person: null };
    expect(ledger).toEqual([done, done, done]);
    const invited = await fixture.workforce.hr.post(INVITE, { externalId: gone[0]!['externalId'] });
    expect([invited.status, invited.body.errorCode]).toEqual([409, 'PERSON_ERASED']);
    expect(await run()).toEqual({});
  });

  it('are not erased while they are held, by requests either', async () => {
    const held = leaver(yearsAgo(3));
    await importThen([held]);
    const key = await fixture.app.integration(['people:erase'], fixture.companyId);
    const { externalId } = held as { externalId?: string };
    expect((await key.put(HOLDS, { externalId, reason })).status).toBe(200);
    await set({ leaversMonths: 24 });
    expect(await run()).toEqual({});
    const erasures = '/api/v1/public/company/people/erasures';
    const refused = await key.post(erasures, { externalId, reason: 'Wish' });
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'LEGAL_HOLD']);
    const [hold] = (await key.get(HOLDS)).body as [{ id: string }];
    expect((await key.delete(`${HOLDS}/${hold.id}`)).status).toBe(200);
    expect(await run()).toEqual({ leavers: 1 });
  });
});
