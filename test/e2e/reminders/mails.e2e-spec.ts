import { ActionPlanImporter, DeletedPlansService } from '../../../src/action-plans/index.js';
import { ReminderPlanner } from '../../../src/reminders/application/reminder-planner.js';
import { ReminderPreview } from '../../../src/reminders/application/reminder-preview.js';
import type { DayOrMoment } from '../../../src/shared-kernel/date-time.js';
import { actionPath, actionRecord, PLANS, planRecord } from '../../support/builders/plan.js';
import { byEmail } from '../../support/builders/employee.js';
import { eventually } from '../../support/eventually.js';
import { MailServer, type Delivery } from '../../support/mail-server.js';
import { PlanFixture } from '../../support/plan-fixture.js';

/** A Monday; `DUE` is Wednesday. The fixture's company is in UTC. */
const MONDAY = new Date('2027-03-01T09:00:30Z');
const DUE = '2027-03-03';

let mailServer: MailServer;
let fixture: PlanFixture;

beforeAll(async () => {
  mailServer = await MailServer.start();
  fixture = await PlanFixture.start({
    SMTP_URL: mailServer.url,
    APP_URL: 'https://app.example/{planId}#{actionId}',
  });
});
afterAll(async () => {
  await fixture.stop();
  await mailServer.close();
});
beforeEach(async () => {
  mailServer.deliveries.length = 0;
  await fixture.app.sql('DELETE FROM action_plan');
  await fixture.app.sql('DELETE FROM job');
  await fixture.app.sql('DELETE FROM reminder_recipient');
  await turnOn();
});

/** As of January 2027. */
async function turnOn(since = '2027-01-01T00:00:00Z'): Promise<void> {
  await fixture.app.sql('DELETE FROM reminder_setting');
  await fixture.app.sql(
    `INSERT INTO reminder_setting (company_id, reminders, digest, language, hour, weekdays, reminders_since,
      digest_since)
     VALUES ($1, true, true, 'es', 9, '{MONDAY,TUESDAY,WEDNESDAY,THURSDAY,FRIDAY}', $2, $2)`,
    [fixture.companyId, since],
  );
}

interface Assigned {
  readonly planId: string;
  readonly actionId: string;
  readonly email: string;
  readonly employeeId: string;
}

/** An action of the creator's plan, made in January, with a person who is assigned to it. */
async function assigned({ dueDate = DUE, visibility = 'PUBLIC' } = {}): Promise<Assigned> {
  const { creator } = fixture;
  const { body: plan } = await creator.post(PLANS, { title: { defaultValue: 'Secret plan' }, visibility });
  const [employeeId = ''] = await fixture.employees(1);
  const [row] = await fixture.app.sql<{ email: string }>(
    `SELECT document ->> 'email' AS email FROM employee WHERE id = $1`,
    [employeeId],
  );
  const { body: action } = await creator.post(actionPath(plan.id), {
    title: { defaultValue: 'Call <the> baker', langValues: { es: 'Llamar al panadero' } },
    dueDate,
    assigneeIds: [employeeId],
  });
  await fixture.app.sql(`UPDATE plan_action SET stored_at = '2027-01-15' WHERE id = $1`, [action.id]);
  await fixture.app.sql(`UPDATE new_assignment SET assigned_at = '2027-01-15' WHERE action_id = $1`, [
    action.id,
  ]);
  return { planId: plan.id, actionId: action.id, email: row!.email, employeeId };
}

/** The mail about the assignment has been sent. */
async function told(person: Assigned): Promise<Assigned> {
  await fixture.app.sql('DELETE FROM new_assignment WHERE action_id = $1', [person.actionId]);
  return person;
}

const planner = (): ReminderPlanner => fixture.app.app.get(ReminderPlanner);

async function allSent(): Promise<void> {
  await eventually(async () => {
    const waiting = await fixture.app.sql(
      `SELECT id FROM job WHERE kind = 'reminder-mail' AND finished_at IS NULL`,
    );
    expect(waiting).toEqual([]);
  });
}

/** No mail could be handed to the mail server. */
async function allFailed(): Promise<void> {
  await eventually(async () => {
    const jobs = await fixture.app.sql<{ last_error: string | null }>(
      `SELECT last_error FROM job WHERE kind = 'reminder-mail' AND finished_at IS NULL`,
    );
    expect(jobs.map((job) => job.last_error)).not.toContain(null);
    expect(jobs.length).toBeGreaterThan(0);
  });
}

async function morning(at = MONDAY): Promise<void> {
  await planner().planMornings(at);
  await allSent();
}

async function mailTo({ email }: { email: string }): Promise<Delivery['message']> {
  await allSent();
  const mails = mailServer.to(email);
  expect(mails).toHaveLength(1);
  return mails[0]!.message;
}

const header = ({ headers }: Delivery['message'], name: string): string | undefined =>
  headers.find(({ key }) => key === name)?.value;

describe('the mail of an assignment', () => {
  it('comes after a quiet minute, in the language of the company, with days and links', async () => {
    const person = await assigned();
    await planner().planAssigned(new Date('2027-01-15T00:00:59Z'));
    await allSent();
    expect(mailServer.deliveries).toEqual([]);
    await planner().planAssigned(new Date('2027-01-15T00:01:01Z'));
    const mail = await mailTo(person);
    expect(mail.text).toContain('Llamar al panadero\n  Vence el miércoles, 3 de marzo de 2027');
    expect(mail.text).toContain(`https://app.example/${person.planId}#${person.actionId}`);
    expect(header(mail, 'content-language')).toBe('es');
    expect(mail.messageId).toMatch(/^<assigned-2027-01-15-/);
  });

  it('comes once a day, and later assignments with the next morning', async () => {
    const person = await assigned();
    await planner().planAssigned(new Date('2027-01-15T00:02:00Z'));
    await mailTo(person);
    const { body: second } = await fixture.creator.post(actionPath(person.planId), {
      title: { defaultValue: 'Second' },
      assigneeIds: [person.employeeId],
    });
    await fixture.app.sql(
      `UPDATE new_assignment SET assigned_at = '2027-01-15T10:00Z' WHERE action_id = $1`,
      [second.id],
    );
    await planner().planAssigned(new Date('2027-01-15T10:05:00Z'));
    await mailTo(person);
    await morning(new Date('2027-01-18T09:00:00Z'));
    const mails = mailServer.to(person.email);
    expect(mails).toHaveLength(2);
    expect(mails[1]!.message.text).toContain('Second');
    expect(await fixture.app.sql('SELECT action_id FROM new_assignment')).toEqual([]);
  });

  it('does not come to people who assign themselves, and not for a status', async () => {
    const person = await fixture.person();
    const { body: plan } = await person.post(PLANS, { title: { defaultValue: 'Own' } });
    const { body: action } = await person.post(actionPath(plan.id), {
      title: { defaultValue: 'Own' },
      assigneeIds: [person.employeeId],
    });
    await person.put(`${actionPath(plan.id, action.id)}/assignees/${person.employeeId}`, {
      status: 'IN_PROGRESS',
    });
    await fixture.app.sql(`UPDATE new_assignment SET assigned_at = '2027-01-15'`);
    await planner().planAssigned(MONDAY);
    await allSent();
    expect(mailServer.deliveries).toEqual([]);
  });
});

describe('the mail of a morning', () => {
  it('holds all that is due in one mail', async () => {
    const person = await told(await assigned());
    for (const dueDate of [DUE, '2027-02-28'])
      for (let index = 0; index < 15; index++)
        await fixture.creator.post(actionPath(person.planId), {
          title: { defaultValue: `Action ${index}` },
          dueDate,
          assigneeIds: [person.employeeId],
        });
    await fixture.app.sql(`UPDATE plan_action SET stored_at = '2027-01-15'`);
    await told(person);
    await morning();
    await planner().planMornings(new Date('2027-03-01T10:00:00Z'));
    const { html } = await mailTo(person);
    expect(html).toContain('Llamar al panadero');
    expect(html!.match(/Action \d+/g)!.length).toBeGreaterThanOrEqual(30);
  });

  it.each<[string, (person: Assigned) => Promise<unknown>]>([
    [
      'completed',
      ({ planId, actionId, employeeId }) =>
        fixture.creator.put(`${actionPath(planId, actionId)}/assignees/${employeeId}`, {
          status: 'COMPLETED',
        }),
    ],
    [
      'moved',
      ({ planId, actionId }) =>
        fixture.creator.patch(actionPath(planId, actionId), { dueDate: '2027-04-30' }),
    ],
    ['deleted', ({ planId, actionId }) => fixture.creator.delete(actionPath(planId, actionId))],
    [
      'taken from the person',
      ({ planId, actionId, employeeId }) =>
        fixture.creator.delete(`${actionPath(planId, actionId)}/assignees/${employeeId}`),
    ],
    ['of a person who was deleted', ({ email }) => fixture.workforce.hr.delete(byEmail(email))],
    [
      'of a company that has turned reminders off',
      () => fixture.app.sql('UPDATE reminder_setting SET reminders = false, reminders_since = NULL'),
    ],
    ['of a person who wants none', () => fixture.app.sql('UPDATE reminder_recipient SET reminders = false')],
  ])('is not sent for an action that is %s meanwhile', async (_, change) => {
    const person = await told(await assigned());
    mailServer.refusal = 'busy';
    await planner().planMornings(MONDAY);
    await allFailed();
    await change(person);
    mailServer.refusal = undefined;
    await fixture.app.sql('UPDATE job SET due_at = now()');
    await allSent();
    expect(mailServer.to(person.email)).toEqual([]);
  });

  it('comes once after a mail server that was down', async () => {
    const person = await told(await assigned());
    await mailServer.close();
    await planner().planMornings(MONDAY);
    await allFailed();
    await mailServer.open();
    await fixture.app.sql('UPDATE job SET due_at = now()');
    await mailTo(person);
    // An attempt that could not remove the assignments is made again, without the mail.
    const unsent = await fixture.app.sql(
      `SELECT id FROM job WHERE kind = 'reminder-mail' AND progress ->> 'sent' IS DISTINCT FROM 'true'`,
    );
    expect(unsent).toEqual([]);
  });

  it('shows the title of a private plan to its creator only', async () => {
    const person = await told(await assigned({ visibility: 'PRIVATE' }));
    await morning();
    const mail = await mailTo(person);
    expect(mail.html).toContain('Llamar al panadero');
    expect(`${mail.html}${mail.text}`).not.toContain('Secret plan');
    const [user] = await fixture.app.sql<{ email: string }>('SELECT email FROM user_account WHERE id = $1', [
      fixture.creator.userId,
    ]);
    expect((await mailTo(user!)).html).toContain('Secret plan');
  });

  it('escapes what people write', async () => {
    const person = await told(await assigned());
    await fixture.app.sql(`UPDATE reminder_setting SET language = 'en'`);
    await morning();
    expect((await mailTo(person)).html).toContain('Call &lt;the&gt; baker');
  });

  it('goes to nobody whose user is deactivated', async () => {
    const person = await told(await assigned());
    const user = await fixture.app.identity.createUser({
      companyId: fixture.companyId,
      email: person.email,
      name: 'Gone',
      role: 'EMPLOYEE',
    });
    await fixture.app.sql('UPDATE user_account SET deactivated_at = now() WHERE id = $1', [user.id]);
    await morning();
    expect(mailServer.to(person.email)).toEqual([]);
  });

  it('has a link by which one click ends all mails', async () => {
    const person = await told(await assigned());
    await morning();
    const mail = await mailTo(person);
    const link = header(mail, 'list-unsubscribe')!.replace(/[<>]/g, '');
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(link, { method: 'POST', body })).status).toBe(200);
    await morning(new Date('2027-03-04T09:00:00Z'));
    await mailTo(person);
  });

  it.each<[string, (person: Assigned) => Promise<unknown>]>([
    [
      'a restored plan',
      async ({ planId }) => {
        await fixture.creator.delete(`${PLANS}/${planId}`);
        await fixture.app.app.get(DeletedPlansService, { strict: false }).restore(planId);
      },
    ],
    [
      'an imported plan',
      ({ employeeId }) =>
        fixture.app.app.get(ActionPlanImporter).import(fixture.companyId, [
          planRecord({
            actions: [
              actionRecord({
                dueDate: '2027-02-20T00:00:00.000Z',
                status: 'PENDING',
                assigneeStatuses: [{ assigneeId: employeeId, status: 'PENDING' }],
              }),
            ],
          }),
        ]),
    ],
    ['a copied plan', ({ planId }) => fixture.creator.post(`${PLANS}/${planId}/copy`)],
  ])('is not sent for what was due before in %s', async (_, make) => {
    const person = await told(await assigned({ dueDate: '2027-02-20' }));
    await fixture.app.sql('UPDATE plan_action SET overdue_after = overdue_after');
    await make(person);
    await fixture.app.sql(
      `UPDATE plan_action SET stored_at = '2027-02-25' WHERE stored_at > now() - interval '1 hour'`,
    );
    await fixture.app.sql(`UPDATE plan_action SET stored_at = '2027-03-30' WHERE stored_at < '2027-01-31'`);
    for (let day = 0; day < 21; day++) await morning(new Date(MONDAY.getTime() + day * 86_400_000));
    expect(mailServer.to(person.email)).toEqual([]);
    expect(await fixture.app.sql('SELECT action_id FROM new_assignment')).toEqual([]);
  });

  it('is not sent for a company that has not turned reminders on', async () => {
    await fixture.app.sql('DELETE FROM reminder_setting');
    await assigned();
    await planner().planAssigned(MONDAY);
    await morning();
    expect(mailServer.deliveries).toEqual([]);
  });
});

describe('the preview', () => {
  const preview = async (at: DayOrMoment): Promise<string[]> => {
    const mails: string[] = [];
    for await (const { to, digest } of fixture.app.app.get(ReminderPreview).at(fixture.companyId, at))
      mails.push(digest ? `${to.address} digest` : to.address);
    return mails;
  };

  it('shows the mails of a morning, and changes nothing', async () => {
    const person = await told(await assigned());
    const [manager] = await fixture.app.sql<{ email: string }>(
      'SELECT email FROM user_account WHERE id = $1',
      [fixture.creator.userId],
    );
    const digest = `${manager?.email} digest`;
    expect(await preview({ day: '2027-03-01' })).toEqual([digest, person.email]);
    expect(await preview({ moment: MONDAY })).toEqual([person.email]);
    expect(await preview({ moment: new Date('2027-03-01T08:59:30Z') })).toEqual([person.email]);
    expect(await preview({ moment: new Date('2027-03-01T08:00:00Z') })).toEqual([digest]);
    expect(await fixture.app.sql('SELECT id FROM reminder_recipient')).toEqual([]);
    expect(await fixture.app.sql('SELECT id FROM job')).toEqual([]);
  });

  it.each<[string, DayOrMoment]>([
    ['a free day', { day: '2027-02-28' }],
    ['the day after a digest', { day: '2027-03-02' }],
    ['a time after the morning', { moment: new Date('2027-03-01T09:02:00Z') }],
  ])('shows none on %s', async (_, at) => {
    await told(await assigned());
    expect(await preview(at)).toEqual([]);
  });

  it('shows the mails of a day in the order of their times', async () => {
    const due = await told(await assigned());
    const { actionId, email } = await assigned({ dueDate: '2027-04-30' });
    await fixture.app.sql(
      `UPDATE new_assignment SET assigned_at = '2027-03-01T00:05:00Z' WHERE company_id = $1 AND action_id = $2`,
      [fixture.companyId, actionId],
    );
    const [first, digest, last, ...others] = await preview({ day: '2027-03-01' });
    expect([first, digest?.split(' ')[1], last, others]).toEqual([email, 'digest', due.email, []]);
  });

  it('shows a new assignment in the first mail about it only', async () => {
    const person = await assigned({ dueDate: '2027-04-30' });
    expect(await preview({ day: '2027-01-15' })).toEqual([person.email]);
    expect(await preview({ day: '2027-01-18' })).not.toContain(person.email);
    await planner().planAssigned(new Date('2027-01-15T00:01:01Z'));
    await mailTo(person);
    await fixture.app.sql(
      `INSERT INTO new_assignment (company_id, employee_id, action_id, assigned_by, assigned_at)
       VALUES ($1, $2, $3, $4, '2027-01-15T10:00Z')`,
      [fixture.companyId, person.employeeId, person.actionId, fixture.creator.userId],
    );
    expect(await preview({ day: '2027-01-15' })).toEqual([]);
    expect(await preview({ day: '2027-01-18' })).toContain(person.email);
    expect(await preview({ day: '2027-01-19' })).toEqual([]);
  });
});
