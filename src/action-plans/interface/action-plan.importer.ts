import { Injectable } from '@nestjs/common';
import { readRecords } from '../../platform/dto/read-dto.js';
import { RecordImporter, type ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { propertyPath, type ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { PlansImportService } from '../application/plans-import.service.js';
import { PlanImportRecord } from './action-plan.records.js';

@Injectable()
export class ActionPlanImporter extends RecordImporter<PlanImportRecord> {
  constructor(private readonly plans: PlansImportService) {
    super();
  }

  read(companyId: string, records: readonly unknown[]): readonly PlanImportRecord[] {
    const plans = readRecords(PlanImportRecord, records);
    const issues = plans.flatMap((plan, index) => ownerIssues(companyId, plan, `[${index}]`));
    if (issues.length > 0) throw new ValidationFailed(issues);
    return plans;
  }

  write(
    companyId: string,
    entries: readonly PlanImportRecord[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    return this.plans.upsertAll(companyId, entries, transaction);
  }
}

/** A plan belongs to the company of the import, and an action to its plan. */
function ownerIssues(
  companyId: string,
  { id, companyId: given, actions }: PlanImportRecord,
  path: string,
): ValidationIssue[] {
  return [
    ...belongsTo(companyId, given, propertyPath(path, 'companyId')),
    ...(actions ?? []).flatMap((action, index) => [
      ...belongsTo(companyId, action.companyId, `${path}.actions[${index}].companyId`),
      ...belongsTo(id ?? 'the plan', action.planId, `${path}.actions[${index}].planId`),
    ]),
  ];
}

function belongsTo(owner: string, given: string | undefined, path: string): ValidationIssue[] {
  if (given === undefined || given === owner) return [];
  return [{ path, code: 'FOREIGN', message: `must be ${owner}, to which it belongs` }];
}
