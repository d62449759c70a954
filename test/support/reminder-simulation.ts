import { MAX_LISTED_ACTIONS } from '../../src/reminders/application/mail-contents.js';
import { ReminderMails } from '../../src/reminders/application/reminder-mails.js';
import type { Listed, ReminderMail } from '../../src/reminders/application/reminder-mail.js';
import { ReminderMailer } from '../../src/reminders/application/reminder-mailer.js';
import {
  ReminderPlanner,
  type ReminderMailPayload,
} from '../../src/reminders/application/reminder-planner.js';
import { ReminderPreview } from '../../src/reminders/application/reminder-preview.js';
import { newId } from '../../src/shared-kernel/id.js';
import type { JobAttempt, JobPayload } from '../../src/shared-kernel/jobs.js';
import { EmployeeImporter } from '../../src/workforce/index.js';
import { ApiClient, type Answer } from './api-client.js';
import { actionPath, PLANS } from './builders/plan.js';
import { employeeRecord } from './builders/employee.js';
import { freshDatabase } from './databases.js';
import { ReminderModel, type ModelAction, type ModelMail } from './reminder-model.js';
import { TestApp } from './test-app.js';
import { WorkforceFixture } from './workforce-fixture.js';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A whole number from 0 on, below a bound. */
export type Random = (below: number) => number;

/** Mulberry32, so that a failure can be repeated by its seed. */
export function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

export interface SimulatedCompany {
  readonly timeZone: string;
  readonly hour: number;
  readonly weekdays: readonly string[];
  readonly from: Date;
}

interface Manager {
  readonly userId: string;
  readonly sessionId: string;
  /** Their own: a public and a private one. */
  plans: { readonly id: string; readonly isPrivate: boolean; readonly creator: string }[];
}

/** A company whose time is a parameter: what happens in it, and its model. */
export class ReminderSimulation {
  readonly model: ReminderModel;
  private sent: ModelMail[] = [];
  isMailServerUp = true;

  private constructor(
    private app: TestApp,
    private readonly databaseUrl: string,
    private readonly companyId: string,
    private readonly managers: readonly Manager[],
    { timeZone, hour, weekdays, from }: SimulatedCompany,
    private readonly random: Random,
  ) {
    this.model = new ReminderModel(timeZone, hour, weekdays, from.getTime());
  }

  static async start(company: SimulatedCompany, random: Random): Promise<ReminderSimulation> {
    const databaseUrl = await freshDatabase();
    const app = await TestApp.start({}, databaseUrl, { isWorker: false });
    const { companyId } = await WorkforceFixture.open(app);
    const { timeZone, hour, weekdays, from } = company;
    await app.sql('UPDATE company SET time_zone = $2 WHERE id = $1', [companyId, timeZone]);
    await app.sql(
      `INSERT INTO reminder_setting (company_id, reminders, digest, language, hour, weekdays, reminders_since,
        digest_since)
       VALUES ($1, true, true, 'en', $2, $3, $4, $4)`,
      [companyId, hour, weekdays, from],
    );
    const managers = [await app.user('MANAGER', companyId), await app.user('ADMIN', companyId)].map(
      ({ userId, sessionId }): Manager => ({ userId, sessionId, plans: [] }),
    );
    const simulation = new ReminderSimulation(app, databaseUrl, companyId, managers, company, random);
    await simulation.addPeople();
    simulation.watch();
    return simulation;
  }

  stop(): Promise<void> {
    return this.app.stop();
  }

  /** Ends the process, and starts another one. */
  async restart(): Promise<void> {
    await this.app.stop();
    this.app = await TestApp.start({}, this.databaseUrl, { isWorker: false });
    this.watch();
  }

  /** Something that people do, which is mostly about actions. */
  async happen(at: number): Promise<void> {
    const actions = [...this.model.actions.values()];
    const action = actions[this.random(actions.length || 1)];
    const choice = this.random(10);
    if (!action || choice < 4) await this.create(at);
    else if (choice < 6) await this.complete(action, at);
    else if (choice < 8) await this.move(action, at);
    else if (choice === 8) await this.assign(action, at);
    else await this.remove(action);
  }

  /** Plans and sends what is due. @returns what was sent, and what should have been */
  async tick(at: number): Promise<{ readonly sent: ModelMail[]; readonly expected: ModelMail[] }> {
    const planner = this.app.app.get(ReminderPlanner);
    await planner.planMornings(new Date(at));
    await planner.planAssigned(new Date(at));
    this.model.planMornings(at);
    this.model.planAssigned(at);
    this.sent = [];
    await this.runJobs(at);
    return { sent: sorted(this.sent), expected: this.isMailServerUp ? sorted(this.model.send(at)) : [] };
  }

  /** The mails that the preview of a day shows. */
  async preview(day: string): Promise<ModelMail[]> {
    const mails: ModelMail[] = [];
    for await (const mail of this.app.app.get(ReminderPreview).at(this.companyId, { day }))
      mails.push(summaryOf(mail));
    return sorted(mails);
  }

  private async addPeople(): Promise<void> {
    const emails = await this.app.sql<{ id: string; email: string }>('SELECT id, email FROM user_account');
    const records = Array.from({ length: 4 }, () => employeeRecord());
    for (const manager of this.managers) {
      const email = emails.find(({ id }) => id === manager.userId)?.email ?? '';
      const employeeId = newId();
      records.push(employeeRecord({ id: employeeId, email }));
      this.model.people.push({ address: email, employeeId, userId: manager.userId });
      for (const isPrivate of [false, true]) {
        const body = { title: { defaultValue: 'Plan' }, visibility: isPrivate ? 'PRIVATE' : 'PUBLIC' };
        const { body: plan } = await this.clientOf(manager).post(PLANS, body);
        manager.plans.push({ id: plan.id, isPrivate, creator: manager.userId });
      }
    }
    for (const { id, email } of records)
      if (!this.model.people.some(({ employeeId }) => employeeId === id))
        this.model.people.push({ address: email.toLowerCase(), employeeId: id, userId: undefined });
    await this.app.app.get(EmployeeImporter).import(this.companyId, records);
    for (const { employeeId, userId } of this.model.people)
      if (userId !== undefined) await this.app.identity.linkUser(userId, employeeId);
  }

  private async create(at: number): Promise<void> {
    const { userId, plans } = this.one(this.managers);
    const others = this.managers.flatMap((manager) => manager.plans).filter(({ isPrivate }) => !isPrivate);
    const plan = this.one(userId === this.managers[1]?.userId ? [...plans, ...others] : plans);
    const people = this.model.people.filter(() => this.random(3) === 0);
    const due = this.random(6) === 0 ? undefined : this.someDue(at);
    const { status, body } = await this.clientOf(userId).post(actionPath(plan.id), {
      title: { defaultValue: 'Action' },
      ...(due && { dueDate: dateOf(due) }),
      assigneeIds: people.map(({ employeeId }) => employeeId),
    });
    if (status !== 200) throw new Error(`The action was not created: ${JSON.stringify(body)}`);
    const { id } = body as { id: string };
    const assignees = new Map(people.map(({ employeeId = '' }) => [employeeId, false]));
    const { id: planId, isPrivate, creator: planCreator } = plan;
    const made = { id, planId, creator: userId, planCreator, isPrivate, storedAt: at };
    this.model.actions.set(id, { ...made, due, assignees, completedAt: undefined });
    for (const employeeId of assignees.keys()) this.model.assign(id, employeeId, userId, at);
    await this.app.sql('UPDATE plan_action SET stored_at = $2 WHERE id = $1', [id, new Date(at)]);
    await this.app.sql('UPDATE new_assignment SET assigned_at = $2 WHERE action_id = $1', [id, new Date(at)]);
  }

  private async assign(action: ModelAction, at: number): Promise<void> {
    const others = this.model.people.filter(({ employeeId = '' }) => !action.assignees.has(employeeId));
    if (others.length === 0) return;
    const person = this.one(others);
    if (!person.employeeId) return;
    const { id, creator } = action;
    await this.setStatus(action, person.employeeId, 'PENDING');
    action.assignees.set(person.employeeId, false);
    action.completedAt = undefined;
    this.model.assign(id, person.employeeId, creator, at);
    await this.app.sql(
      'UPDATE new_assignment SET assigned_at = $3 WHERE action_id = $1 AND employee_id = $2',
      [id, person.employeeId, new Date(at)],
    );
  }

  private async complete(action: ModelAction, at: number): Promise<void> {
    const open = [...action.assignees].flatMap(([employeeId, isDone]) => (isDone ? [] : [employeeId]));
    if (open.length === 0) return;
    const employeeId = this.one(open);
    await this.setStatus(action, employeeId, 'COMPLETED');
    action.assignees.set(employeeId, true);
    if (open.length > 1) return;
    action.completedAt = at;
    const time = new Date(at).toISOString();
    await this.app.sql(
      `UPDATE plan_action SET completed_at = $2::timestamptz,
         document = jsonb_set(document::jsonb, '{completedAt}', to_jsonb($2::text))::json
       WHERE id = $1`,
      [action.id, time],
    );
  }

  private async move(action: ModelAction, at: number): Promise<void> {
    action.due = this.random(5) === 0 ? undefined : this.someDue(at);
    const dueDate = action.due ? dateOf(action.due) : null;
    await this.done(this.clientOf(action.creator).patch(actionPath(action.planId, action.id), { dueDate }));
  }

  private async remove(action: ModelAction): Promise<void> {
    await this.done(this.clientOf(action.creator).delete(actionPath(action.planId, action.id)));
    this.model.forget(action.id);
  }

  private async setStatus(action: ModelAction, employeeId: string, status: string): Promise<void> {
    const path = `${actionPath(action.planId, action.id)}/assignees/${employeeId}`;
    await this.done(this.clientOf(action.creator).put(path, { status }));
  }

  private async done(request: Promise<Answer>): Promise<void> {
    const { status, body } = await request;
    if (status >= 300) throw new Error(`The request was refused: ${JSON.stringify(body)}`);
  }

  private someDue(at: number): NonNullable<ModelAction['due']> {
    const moment = at - 3 * DAY + this.random(30 * DAY);
    if (this.random(2) === 0) return { day: new Date(moment).toISOString().slice(0, 10) };
    return { moment: Math.floor(moment / MINUTE) * MINUTE + 1_000 }; // never midnight UTC, which is a day
  }

  private clientOf(manager: string | Manager): ApiClient {
    const userId = typeof manager === 'string' ? manager : manager.userId;
    const { sessionId } = this.managers.find((one) => one.userId === userId) ?? {};
    return new ApiClient(this.app.baseUrl, { SessionId: sessionId ?? '' });
  }

  private one<T>(list: readonly T[]): T {
    return list[this.random(list.length)] as T;
  }

  private watch(): void {
    this.app.app.get(ReminderMailer).send = (mail) => {
      if (!this.isMailServerUp) return Promise.reject(new Error('The mail server is down.'));
      this.sent.push(summaryOf(mail));
      return Promise.resolve();
    };
  }

  /** Carries out the jobs that are due, as workers do. Due times in the future are those of the simulation. */
  private async runJobs(at: number): Promise<void> {
    const jobs = await this.app.sql<{ id: string; payload: ReminderMailPayload; progress: JobPayload }>(
      `SELECT id, payload, progress FROM job WHERE kind = 'reminder-mail' AND finished_at IS NULL AND due_at <= $1
       ORDER BY id`,
      [new Date(at)],
    );
    for (const { id, payload, progress } of jobs) {
      const { companyId } = this;
      const signal = new AbortController().signal;
      const job: JobAttempt = { companyId, id, attempt: 1, signal, progress, step: () => Promise.resolve() };
      const isDone = await this.app.app
        .get(ReminderMails)
        .run(payload, job)
        .then(
          () => true,
          (error: unknown) => {
            if (this.isMailServerUp) throw error;
            return false;
          },
        );
      if (isDone)
        await this.app.sql(`UPDATE job SET status = 'DONE', finished_at = now() WHERE id = $1`, [id]);
    }
  }
}

function dateOf(due: NonNullable<ModelAction['due']>): string {
  return 'day' in due ? due.day : new Date(due.moment).toISOString();
}

function summaryOf({
  to,
  assigned,
  dueSoon,
  overdue,
  digest,
}: Omit<ReminderMail, 'wishesUrl' | 'key'>): ModelMail {
  const ids = ({ entries, more }: Listed<{ readonly actionId: string }>): string[] => {
    const listed = entries.map(({ actionId }) => actionId);
    return more > 0 ? [...listed, ...Array.from({ length: more }, () => 'more')] : listed;
  };
  return {
    to: to.address.toLowerCase(),
    assigned: ids(assigned),
    dueSoon: ids(dueSoon),
    overdue: ids(overdue),
    digest: digest && {
      due: ids(digest.dueThisWeek),
      overdue: ids(digest.overdue),
      completed: ids(digest.completedLastWeek),
    },
  };
}

/** Of a list that mails show a part of, only the length is compared. */
function inShort(ids: readonly string[]): string[] {
  return ids.length > MAX_LISTED_ACTIONS ? [String(ids.length)] : [...ids].sort();
}

export function sorted(mails: readonly ModelMail[]): ModelMail[] {
  return mails
    .map(({ to, assigned, dueSoon, overdue, digest }) => ({
      to,
      assigned: inShort(assigned),
      dueSoon: inShort(dueSoon),
      overdue: inShort(overdue),
      digest: digest && {
        due: inShort(digest.due),
        overdue: inShort(digest.overdue),
        completed: inShort(digest.completed),
      },
    }))
    .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}
