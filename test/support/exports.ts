import { ActionPlanImporter } from '../../src/action-plans/index.js';
import { ObsoleteWorkbooks } from '../../src/action-plans/exports/application/obsolete-workbooks.js';
import { EXPORT_JOB } from '../../src/action-plans/exports/application/plan-exports.service.js';
import { MAX_EXPORT_ATTEMPTS } from '../../src/action-plans/exports/interface/plan-export.job.js';
import { jobKinds } from '../../src/platform/jobs/job-handler.js';
import type { JobOutcome } from '../../src/platform/jobs/job-log.js';
import { JobRunner } from '../../src/platform/jobs/job-runner.js';
import { FileStorage } from '../../src/platform/storage/file-storage.js';
import type { Role } from '../../src/shared-kernel/actor.js';
import type { ApiClient } from './api-client.js';
import { PLANS } from './builders/plan.js';
import { eventually } from './eventually.js';
import { linkIn, MailServer, type Delivery } from './mail-server.js';
import { TestApp } from './test-app.js';

export type Caller = ApiClient & { readonly userId: string };

/** An application with a mail server of its own, and helpers for exports. */
export class ExportFixture {
  private constructor(
    readonly app: TestApp,
    readonly mail: MailServer,
    readonly companyId: string,
  ) {}

  /** @param isWorker - without, nothing is carried out but what {@link run} carries out */
  static async open({ isWorker = true, settings = {} } = {}): Promise<ExportFixture> {
    const mail = await MailServer.start();
    const app = await TestApp.start({ SMTP_URL: mail.url, ...settings }, undefined, { isWorker });
    return new ExportFixture(app, mail, await app.company());
  }

  async close(): Promise<void> {
    await this.app.stop();
    await this.mail.close();
  }

  caller(role: Role = 'MANAGER'): Promise<Caller> {
    return this.app.user(role, this.companyId);
  }

  /** A plan of a caller with as many actions. */
  async plan(
    owner: Caller,
    { title = 'Team spirit', visibility = 'PUBLIC', actions = 2 } = {},
  ): Promise<string> {
    const { status, body } = await owner.post(PLANS, { title: { defaultValue: title }, visibility });
    if (status !== 200) throw new Error(`The plan was not created: ${JSON.stringify(body)}`);
    const { id } = body as { id: string };
    if (actions > 0) {
      const content = Array.from({ length: actions }, (_, index) => ({
        title: { defaultValue: `Action ${index + 1}` },
        status: 'PENDING',
        actionType: 'MANAGER',
        source: 'MANUAL',
      }));
      const plan = {
        id,
        title: { defaultValue: title },
        visibility,
        createdBy: owner.userId,
        actions: content,
      };
      await this.app.app.get(ActionPlanImporter, { strict: false }).import(this.companyId, [plan]);
    }
    return id;
  }

  /** Asks for an export. @returns the path of its status */
  async request(caller: ApiClient, planId: string): Promise<string> {
    const { status, headers } = await caller.post(`${PLANS}/${planId}/excel`);
    if (status !== 200) throw new Error(`The export was refused: ${status}`);
    return headers.get('location')!;
  }

  /** Makes one attempt at an export, as a worker would. */
  async run(location: string): Promise<JobOutcome> {
    const { id } = (await this.job(location)) as { id: string };
    const kind = jobKinds().find((declared) => declared.kind === EXPORT_JOB)!;
    return this.app.app.get(JobRunner).run(kind, { companyId: this.companyId, id });
  }

  /** Removes the files that are due, as workers do. Rejects when a file could not be removed. */
  removeFiles(): Promise<void> {
    return this.app.app.get(ObsoleteWorkbooks, { strict: false }).remove();
  }

  /** The storage of the application. */
  get storage(): FileStorage {
    return this.app.app.get(FileStorage, { strict: false });
  }

  /** The key of an export's workbook in the {@link storage}. */
  keyOf(location: string): string {
    return `exports/${idIn(location)}.xlsx`;
  }

  /** The size of an export's workbook in bytes; undefined when there is none. */
  sizeOfWorkbook(location: string): Promise<number | undefined> {
    return this.storage.sizeOf(this.keyOf(location));
  }

  /** Waits until an export has a status. */
  async reaches(caller: ApiClient, location: string, status: string): Promise<void> {
    await eventually(async () => {
      const { body } = await caller.get(location);
      if (body.status !== status) throw new Error(`The export is ${body.status}, not ${status}.`);
    }, 90_000);
  }

  /** Requests an export, waits for its mail, and returns the mail and the path of its link. */
  async deliver(
    caller: Caller,
    planId: string,
  ): Promise<{ location: string; delivery: Delivery; link: string }> {
    const location = await this.request(caller, planId);
    await this.reaches(caller, location, 'SENT');
    const [delivery] = await this.mailsTo(caller);
    return { location, delivery: delivery!, link: linkIn(delivery!) };
  }

  /** Mails to a caller, the newest first. */
  async mailsTo({ userId }: Caller): Promise<Delivery[]> {
    const [row] = await this.app.sql<{ email: string }>('SELECT email FROM user_account WHERE id = $1', [
      userId,
    ]);
    return this.mail.to(row!.email).reverse();
  }

  /** The record of an export. */
  async record(location: string): Promise<Record<string, unknown>> {
    const [row] = await this.app.sql('SELECT * FROM plan_export WHERE id = $1', [idIn(location)]);
    return row!;
  }

  /** The job of an export. */
  async job(location: string): Promise<Record<string, unknown>> {
    const [row] = await this.app.sql('SELECT * FROM job WHERE key = $1', [idIn(location)]);
    return row!;
  }

  /** Changes the job of an export directly in the database. */
  async alterJob(location: string, assignments: string): Promise<void> {
    await this.app.sql(`UPDATE job SET ${assignments} WHERE key = $1`, [idIn(location)]);
  }

  /** Makes an export that waits for its next attempt due now. */
  makeDue(location: string): Promise<void> {
    return this.alterJob(location, "due_at = now() - interval '1 minute'");
  }

  /** Leaves one attempt to an export that has not begun. */
  leaveOneAttempt(location: string): Promise<void> {
    return this.alterJob(location, `attempts = ${MAX_EXPORT_ATTEMPTS - 1}`);
  }

  /** Makes the links of an export expire. */
  expire(location: string): Promise<void> {
    return this.alter(location, 'expires_at = now()');
  }

  /** Makes files due that are to be removed later. @returns how many */
  async makeRemovalsDue(): Promise<number> {
    const rows = await this.app.sql(
      `UPDATE plan_export SET removal_due_at = now() - interval '1 minute' WHERE removal_due_at > now() RETURNING id`,
    );
    return rows.length;
  }

  /** Changes the record of an export directly in the database. */
  async alter(location: string, assignments: string): Promise<void> {
    await this.app.sql(`UPDATE plan_export SET ${assignments} WHERE id = $1`, [idIn(location)]);
  }

  download(link: string, init?: RequestInit): Promise<Response> {
    return fetch(this.app.baseUrl + link, init);
  }
}

export function idIn(location: string): string {
  return location.split('/').at(-1)!;
}
