import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '../../../identity/index.js';
import { FileStorage } from '../../../platform/storage/file-storage.js';
import { COMPANY_MANAGERS } from '../../../shared-kernel/actor.js';
import { JobRefused } from '../../../shared-kernel/jobs.js';
import { resolveText } from '../../../shared-kernel/multi-language.js';
import { ExportablePlans } from '../../index.js';
import type { BegunExport } from '../domain/plan-export.js';
import { workbookFileName } from '../domain/workbook-file-name.js';
import { WorkbookWriter, type ReadyExport } from './export.ports.js';
import { XLSX_TYPE } from './workbook-type.js';

/** A stored workbook and its reader. */
export interface MadeWorkbook extends Pick<ReadyExport, 'to' | 'language' | 'timeZone' | 'planTitle'> {
  readonly fileName: string;
}

/** Makes the workbook of an export, with the rights that its requester has now. */
@Injectable()
export class PlanWorkbooks {
  constructor(
    private readonly plans: ExportablePlans,
    private readonly identity: IdentityQueries,
    private readonly writer: WorkbookWriter,
    private readonly files: FileStorage,
  ) {}

  /**
   * @param signal - cancels the work
   * @throws {JobRefused} when the requester may not read the plan any more
   */
  async make(
    { companyId, planId, requestedBy, fileKey }: BegunExport,
    signal: AbortSignal,
  ): Promise<MadeWorkbook> {
    const person = await this.identity.findActivePerson(companyId, requestedBy);
    if (!person) throw new JobRefused('The user who asked for the export is not active any more.');
    const { actor, email, name, timeZone } = person;
    if (!COMPANY_MANAGERS.includes(actor.role)) {
      throw new JobRefused('The user who asked for the export has lost the right to use plans.');
    }
    const plan = await this.plans.workbookPlan(planId, actor, timeZone);
    if (!plan) {
      throw new JobRefused('The user who asked for the export may not read the plan any more.');
    }
    const locale = { language: actor.language, timeZone };
    await this.files.put(fileKey, await this.writer.write(plan, locale, signal), XLSX_TYPE);
    return {
      fileName: workbookFileName(resolveText(plan.title, actor.language), new Date()),
      to: { name, address: email },
      ...locale,
      planTitle: plan.title,
    };
  }
}
