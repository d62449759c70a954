import { ExportRunner } from '../../src/action-plans/exports/application/export-runner.js';
import { ExportFiles, ExportLinks } from '../../src/action-plans/exports/application/export.ports.js';
import { PlanWorkbooks } from '../../src/action-plans/exports/application/plan-workbooks.js';
import type { ExportKey } from '../../src/action-plans/exports/domain/plan-export.js';
import { PlanExportRepository } from '../../src/action-plans/exports/domain/plan-export.repository.js';
import { ExportablePlans } from '../../src/action-plans/index.js';
import { IdentityQueries } from '../../src/identity/index.js';
import { PLANS } from './builders/plan.js';
import { KeptLog, KeptMail, QuickWriter } from './export-ports.js';
import { ExportFixture, idIn, type Caller } from './exports.js';

/** Attempts at exports with the database, the plans and the files of a service, which a test can interrupt. */
export class ExportAttempts {
  planId!: string;
  /** The export of the test: the path of its status, and its key. */
  location!: string;
  key!: ExportKey;
  writer!: QuickWriter;
  mail!: KeptMail;
  log!: KeptLog;
  runner!: ExportRunner;

  private constructor(
    readonly service: ExportFixture,
    readonly owner: Caller,
  ) {}

  static async open(): Promise<ExportAttempts> {
    const service = await ExportFixture.open({ isWorker: false });
    return new ExportAttempts(service, await service.caller());
  }

  close(): Promise<void> {
    return this.service.close();
  }

  /** Requests an export of a new plan, and starts a runner. */
  async prepare(): Promise<void> {
    this.planId = await this.service.plan(this.owner);
    this.location = await this.service.request(this.owner, this.planId);
    this.key = { companyId: this.service.companyId, exportId: idIn(this.location) };
    [this.writer, this.mail, this.log] = [new QuickWriter(), new KeptMail(), new KeptLog()];
    this.runner = this.newRunner();
  }

  /** Another process. */
  newRunner(exports = this.repository): ExportRunner {
    const { app } = this.service.app;
    const files = app.get(ExportFiles, { strict: false });
    const plans = app.get(ExportablePlans, { strict: false });
    const links = app.get(ExportLinks, { strict: false });
    const workbooks = new PlanWorkbooks(plans, app.get(IdentityQueries), this.writer, files);
    return new ExportRunner(exports, workbooks, files, this.mail, links, this.log);
  }

  get repository(): PlanExportRepository {
    return this.service.app.app.get(PlanExportRepository, { strict: false });
  }

  /** The stored row of the export. */
  record(): Promise<Record<string, unknown>> {
    return this.service.record(this.location);
  }

  sizeOfWorkbook(): Promise<number | undefined> {
    return this.service.sizeOfWorkbook(this.location);
  }

  async deletePlan(): Promise<void> {
    const { status } = await this.owner.delete(`${PLANS}/${this.planId}`);
    if (status !== 204) throw new Error(`The plan was not deleted: ${status}`);
  }

  /** Runs what the requester of the export must not be active for. */
  async whileDeactivated<T>(work: () => Promise<T>): Promise<T> {
    const deactivate = (time: string): Promise<unknown> =>
      this.service.app.sql(`UPDATE user_account SET deactivated_at = ${time} WHERE id = $1`, [
        this.owner.userId,
      ]);
    await deactivate('now()');
    try {
      return await work();
    } finally {
      await deactivate('NULL');
    }
  }
}
