import { Injectable } from '@nestjs/common';
import { givenTwice, idTaken, type ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { PlanTooLarge } from '../domain/action-plan.errors.js';
import { ActionPlanRepository, type ImportedPlan } from '../domain/action-plan.repository.js';
import { ActionPlan, type PlanRecord, type PlanState } from '../domain/action-plan.js';
import { ActionNote } from '../domain/action-note.js';
import { Action } from '../domain/action.js';
import { MAX_PLAN_BYTES } from '../domain/plan-size.js';

/** Imports plans with their actions and notes into a company, all or none. */
@Injectable()
export class PlansImportService {
  constructor(
    private readonly plans: ActionPlanRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Inserts and updates plans by their ids. Stored actions and notes that the records do not have stay. No right is
   * checked: the caller is an operator.
   * @param given - a transaction to take part in
   * @throws {ValidationFailed} with paths like `[2].actions[0].id`
   * @throws {PlanCompanyNotFound}
   */
  upsertAll(companyId: string, records: readonly PlanRecord[], given?: Transaction): Promise<ImportCounts> {
    return this.unitOfWork.run(async (transaction) => {
      const stored = await this.lock(companyId, records, transaction);
      const imported = records.map((record) => importedPlan(companyId, record, stored.get(record.id ?? '')));
      await this.checkActions(companyId, imported, transaction);
      const changed = await this.plans.upsertAll(companyId, imported, transaction);
      refuse(
        imported.flatMap(({ plan }, index) =>
          (changed.get(plan.state.id) ?? 0) > MAX_PLAN_BYTES ? [tooLarge(index)] : [],
        ),
      );
      const updated = [...changed.keys()].filter((id) => stored.has(id)).length;
      return { created: imported.length - stored.size, updated, unchanged: stored.size - updated };
    }, given);
  }

  /** @throws {ValidationFailed} for an id that occurs twice, or belongs to another company */
  private async lock(
    companyId: string,
    records: readonly PlanRecord[],
    transaction: Transaction,
  ): Promise<ReadonlyMap<string, PlanState>> {
    const ids = records.map(({ id }) => id);
    const given = ids.filter((id) => id !== undefined);
    const stored = await this.plans.lockAll(companyId, given, transaction);
    const foreign = await this.plans.findForeignIds(companyId, given, transaction);
    refuse(idIssues(ids, foreign, (index) => `[${index}].id`));
    return stored;
  }

  /** @throws {ValidationFailed} for an id that occurs twice, or belongs to another company or plan */
  private async checkActions(
    companyId: string,
    imported: readonly ImportedPlan[],
    transaction: Transaction,
  ): Promise<void> {
    const places = imported.flatMap(({ actions }, index) =>
      actions.map(({ action }, at) => ({ action, path: `[${index}].actions[${at}].id` })),
    );
    const actions = places.map(({ action }) => action);
    const foreign = await this.plans.findForeignActionIds(companyId, actions, transaction);
    const ids = actions.map(({ state }) => state.id);
    refuse(idIssues(ids, foreign, (index) => places[index]?.path ?? ''));
  }
}

function importedPlan(companyId: string, record: PlanRecord, stored?: PlanState): ImportedPlan {
  const plan = ActionPlan.imported(companyId, record, stored);
  const actions = (record.actions ?? []).map((action) => ({
    action: Action.imported(plan.state, action),
    notes: (action.notes ?? []).map((note) => ActionNote.imported(note)),
  }));
  return { plan, actions };
}

function tooLarge(index: number): ValidationIssue {
  return { path: `[${index}]`, code: 'PLAN_TOO_LARGE', message: new PlanTooLarge().message };
}

function idIssues(
  ids: readonly (string | undefined)[],
  foreign: ReadonlySet<string>,
  pathOf: (index: number) => string,
): ValidationIssue[] {
  const seen = new Set<string>();
  const [repeated, taken]: [ValidationIssue[], ValidationIssue[]] = [[], []];
  for (const [index, id] of ids.entries()) {
    if (id === undefined) continue;
    if (seen.has(id)) repeated.push(givenTwice(pathOf(index)));
    seen.add(id);
    if (foreign.has(id)) taken.push(idTaken(pathOf(index)));
  }
  return [...repeated, ...taken];
}

function refuse(issues: readonly ValidationIssue[]): void {
  if (issues.length > 0) throw new ValidationFailed(issues);
}
