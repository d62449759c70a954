import { SCOPES } from '../../../src/shared-kernel/actor.js';
import { COMPANY_MANAGERS, ROLES } from '../../../src/shared-kernel/actor.js';
import { COMPANY_SETTINGS } from '../../support/builders/look-ups.js';
import { PlanFixture } from '../../support/plan-fixture.js';

const DEFAULTS = {
  reminders: false,
  digest: false,
  language: 'en',
  hour: 9,
  weekdays: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'],
  retention: { warnByMail: false },
  grantableScopes: SCOPES.filter((scope) => scope !== 'people:erase'),
};

interface Row extends Record<string, unknown> {
  readonly reminders_since: Date | null;
  readonly digest_since: Date | null;
  readonly planned_morning: string | null;
  readonly planned_digest: string | null;
}

let fixture: PlanFixture;

beforeAll(async () => {
  fixture = await PlanFixture.start();
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  await fixture.app.sql('DELETE FROM reminder_setting');
  await fixture.app.sql('DELETE FROM retention_setting');
});

async function stored(): Promise<Row | undefined> {
  const [row] = await fixture.app.sql<Row>('SELECT * FROM reminder_setting WHERE company_id = $1', [
    fixture.companyId,
  ]);
  return row;
}

describe.each(['GET', 'PATCH'])(`%s ${COMPANY_SETTINGS}`, (method) => {
  const send = (caller: PlanFixture['admin'] | ReturnType<PlanFixture['app']['anonymous']>) =>
    caller.request(method, COMPANY_SETTINGS, method === 'GET' ? {} : { json: { hour: 7 } });

  it('answers 401 without a session and to a key', async () => {
    expect((await send(fixture.app.anonymous())).status).toBe(401);
    expect((await send(fixture.workforce.hr as never)).status).toBe(401);
  });

  it.each(ROLES.filter((role) => role !== 'ADMIN'))('answers 403 to the role %s', async (role) => {
    const { status, body } = await send(await fixture.app.user(role, fixture.companyId));
    expect([status, body.errorCode]).toEqual([403, 'FORBIDDEN']);
    expect(COMPANY_MANAGERS).toContain('ADMIN');
    expect(await stored()).toBeUndefined();
  });
});

describe(`GET ${COMPANY_SETTINGS}`, () => {
  it('shows the defaults of a company that has set nothing, and stores nothing', async () => {
    const { status, body, headers } = await fixture.admin.get(COMPANY_SETTINGS);
    expect([status, body, headers.has('etag')]).toEqual([200, DEFAULTS, true]);
    expect(await stored()).toBeUndefined();
  });

  it('shows nothing of another company', async () => {
    await fixture.admin.patch(COMPANY_SETTINGS, { reminders: true, hour: 3 });
    expect((await fixture.stranger.get(COMPANY_SETTINGS)).body).toEqual(DEFAULTS);
    await fixture.stranger.patch(COMPANY_SETTINGS, { hour: 4 });
    expect((await fixture.admin.get(COMPANY_SETTINGS)).body).toEqual({
      ...DEFAULTS,
      ...{ reminders: true, hour: 3 },
    });
  });
});

describe(`PATCH ${COMPANY_SETTINGS}`, () => {
  const patch = (json: unknown) => fixture.admin.patch(COMPANY_SETTINGS, json);

  it('changes what is sent, and answers what is then read', async () => {
    const change = { language: 'pt-BR', hour: 23, weekdays: ['SUNDAY', 'MONDAY'] };
    const { status, body } = await patch(change);
    expect([status, body]).toEqual([200, { ...DEFAULTS, ...change, weekdays: ['MONDAY', 'SUNDAY'] }]);
    expect((await patch({ hour: 0 })).body).toEqual({ ...body, hour: 0 });
    expect((await patch({})).body).toEqual({ ...body, hour: 0 });
    const read = await fixture.admin.get(COMPANY_SETTINGS);
    expect(read.body).toEqual({ ...body, hour: 0 });
    expect((await patch(read.body)).text).toBe(read.text);
    expect((await patch({ hour: null, weekdays: null })).text).toBe(read.text);
  });

  it.each([
    [{ hour: 24 }, 'hour', 'OUT_OF_RANGE'],
    [{ hour: -1 }, 'hour', 'OUT_OF_RANGE'],
    [{ hour: '9' }, 'hour', 'WRONG_TYPE'],
    [{ weekdays: [] }, 'weekdays', 'TOO_FEW'],
    [{ weekdays: ['MONDAY', 'Monday'] }, 'weekdays[1]', 'NOT_ALLOWED'],
    [{ weekdays: ['MONDAY', 'MONDAY'] }, 'weekdays[1]', 'NOT_UNIQUE'],
    [{ language: 'no tag' }, 'language', 'LANGUAGE_TAG'],
    [{ reminders: 'yes' }, 'reminders', 'WRONG_TYPE'],
    [{ retention: { leaversMonths: 0 } }, 'retention.leaversMonths', 'OUT_OF_RANGE'],
    [{ retention: { leaversMonths: 121 } }, 'retention.leaversMonths', 'OUT_OF_RANGE'],
    [{ retention: { timesheetsYears: 31 } }, 'retention.timesheetsYears', 'OUT_OF_RANGE'],
    [{ retention: { closedPlansYears: 1.5 } }, 'retention.closedPlansYears', 'WRONG_TYPE'],
    [{ retention: { auditDays: 29 } }, 'retention.auditDays', 'OUT_OF_RANGE'],
    [{ retention: { auditDays: 3_651 } }, 'retention.auditDays', 'OUT_OF_RANGE'],
    [{ retention: { warnByMail: 'yes' } }, 'retention.warnByMail', 'WRONG_TYPE'],
    [{ retention: { months: 1 } }, 'retention.months', 'UNKNOWN_MEMBER'],
    [{ retention: [] }, 'retention', 'WRONG_TYPE'],
    [{ timeZone: 'UTC' }, 'timeZone', 'UNKNOWN_MEMBER'],
    [{ reminders: true, companyId: 'x' }, 'companyId', 'UNKNOWN_MEMBER'],
  ])('refuses %j', async (json, path, code) => {
    const { status, body } = await patch(json);
    expect([status, body.errors]).toEqual([400, [{ path, code, message: expect.any(String) }]]);
    expect(await stored()).toBeUndefined();
  });

  it('counts from the moment at which it is turned on, and plans again', async () => {
    await patch({ reminders: true });
    const first = await stored();
    expect(Math.abs(first!.reminders_since!.getTime() - Date.now())).toBeLessThan(60_000);
    expect([first!.digest_since, first!.planned_morning]).toEqual([null, null]);

    const past = new Date('2026-01-01T00:00:00Z');
    await fixture.app.sql(
      `UPDATE reminder_setting SET reminders_since = $1, planned_morning = '2026-03-01', planned_digest = '2026-03-02'`,
      [past],
    );
    await patch({ reminders: true, hour: 5, digest: true });
    const second = await stored();
    expect(second!.reminders_since).toEqual(past);
    expect(second!.planned_morning).not.toBeNull();
    expect(second!.digest_since).not.toBeNull();
    expect(second!.planned_digest).toBeNull();

    await fixture.app.sql(`UPDATE reminder_setting SET planned_digest = '2026-03-02'`);
    await patch({ reminders: false });
    const third = await stored();
    expect([third!.reminders_since, third!.planned_morning]).toEqual([null, null]);
    expect(third!.digest_since).toEqual(second!.digest_since);
    expect(third!.planned_digest).not.toBeNull();
  });

  it('loses no change of two at the same time', async () => {
    await Promise.all([patch({ hour: 5 }), patch({ language: 'de' }), patch({ weekdays: ['SATURDAY'] })]);
    const expected = { ...DEFAULTS, hour: 5, language: 'de', weekdays: ['SATURDAY'] };
    expect((await fixture.admin.get(COMPANY_SETTINGS)).body).toEqual(expected);
  });

  it('replaces the retention that is sent, and gives time until the first run', async () => {
    const all = { leaversMonths: 12, timesheetsYears: 4, closedPlansYears: 5, auditDays: 30 };
    const { status, body } = await patch({ retention: { ...all, warnByMail: true } });
    expect([status, body.retention]).toEqual([200, { ...all, warnByMail: true }]);
    expect(await daysToRun()).toBe(7);
    await patch({ hour: 3 });
    expect((await fixture.admin.get(COMPANY_SETTINGS)).body.retention).toEqual({ ...all, warnByMail: true });
    const some = await patch({ retention: { leaversMonths: 6, auditDays: null } });
    expect(some.body.retention).toEqual({ leaversMonths: 6, warnByMail: false });
    expect(await daysToRun()).toBe(1);
    expect((await patch({ retention: null })).body).toEqual(some.body);
    expect((await patch({ retention: {} })).body.retention).toEqual({ warnByMail: false });
    expect(await daysToRun()).toBeNull();
  });

  it('counts the time until the first run from a change only', async () => {
    await patch({ retention: { auditDays: 30 } });
    await fixture.app.sql(`UPDATE retention_setting SET next_run_at = now() + interval '1 hour'`);
    await patch({ hour: 4, retention: { auditDays: 30 } });
    expect(await daysToRun()).toBe(0);
    await patch({ retention: { auditDays: 31 } });
    expect(await daysToRun()).toBe(1);
  });

  it('records who changed the retention, and what', async () => {
    await patch({ retention: { auditDays: 30 } });
    const [record] = await fixture.app.sql(
      `SELECT operation, before, after FROM audit_record WHERE company_id = $1 ORDER BY at DESC, id DESC LIMIT 1`,
      [fixture.companyId],
    );
    expect(record).toEqual({
      operation: 'settings.update',
      before: { retention: { warnByMail: false } },
      after: { retention: { auditDays: 30, warnByMail: false } },
    });
  });
});

async function daysToRun(): Promise<number | null> {
  const [row] = await fixture.app.sql<{ days: number | null }>(
    `SELECT round(extract(epoch FROM next_run_at - now()) / 86400)::int AS days FROM retention_setting
     WHERE company_id = $1`,
    [fixture.companyId],
  );
  return row?.days ?? null;
}
