import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared-kernel/audit-trail.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { RowOutcome } from '../../shared-kernel/row-outcome.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { UserEmailConflict } from '../domain/identity.errors.js';
import { UserRepository } from '../domain/identity.repositories.js';
import { UserRows, type UserRow } from '../domain/user-rows.js';
import { CompanyAdmins } from './company-admins.js';
import { UserLinks } from './user-links.js';
import type { UserEditor } from './users.service.js';

interface Bulk {
  readonly rows: readonly UserRow[];
  /** Nothing is written. */
  readonly isDryRun: boolean;
}

/** Changes many users of a company. */
@Injectable()
export class UsersBulkService {
  constructor(
    private readonly users: UserRepository,
    private readonly admins: CompanyAdmins,
    private readonly links: UserLinks,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Carries out rows in their order, each as the single operation would. One that is refused changes nothing, and does
   * not concern the others.
   * @returns an outcome for each row
   * @param given - a transaction to take part in
   * @throws {UserEmailConflict} when another request takes an address meanwhile that a row gives
   */
  apply(editor: UserEditor, bulk: Bulk, given?: Transaction): Promise<RowOutcome[]> {
    if (bulk.rows.length === 0) return Promise.resolve([]);
    return this.unitOfWork.run((transaction) => this.applyIn(transaction, editor, bulk), given);
  }

  private async applyIn(
    transaction: Transaction,
    editor: UserEditor,
    { rows: given, isDryRun }: Bulk,
  ): Promise<RowOutcome[]> {
    const rows = await this.load(transaction, editor, given);
    const outcomes = given.map((row) => rows.apply(row));
    const created = new Set(rows.created.map(({ state }) => state.id));
    if (isDryRun)
      return outcomes.map((outcome) =>
        'id' in outcome && outcome.id !== undefined && created.has(outcome.id) ? { id: undefined } : outcome,
      );
    await this.write(transaction, editor, rows);
    return outcomes;
  }

  private async load(
    transaction: Transaction,
    editor: UserEditor,
    given: readonly UserRow[],
  ): Promise<UserRows> {
    const { companyId } = editor;
    const admins = await this.admins.lock(companyId, transaction);
    const ids = given.flatMap((row) => (row.operation === 'update' && row.id !== undefined ? [row.id] : []));
    const emails = given.flatMap((row) => [
      ...(row.user.email === undefined ? [] : [row.user.email]),
      ...(row.operation === 'update' && row.email !== undefined ? [row.email] : []),
    ]);
    const wanted = { ids: [...new Set(ids)], emailKeys: [...new Set(emails.map(foldEmail))] };
    const found = await this.users.lockAll(companyId, wanted, transaction);
    // Those who are reactivated have the addresses of others, perhaps.
    const returning = found.flatMap(({ state }) => (state.deactivatedAt ? [foldEmail(state.email)] : []));
    const holders = await this.users.lockAll(companyId, { ids: [], emailKeys: returning }, transaction);
    const users = [...new Map([...found, ...holders].map((user) => [user.state.id, user])).values()];
    const people = [
      ...emails.map((email) => ({ email })),
      ...users.map(({ state }) => ({ personId: state.id, email: state.email })),
    ];
    const erased = await this.links.erasedAmong(companyId, people, transaction);
    const callerId = editor.kind === 'user' ? editor.userId : undefined;
    return new UserRows({ companyId, users, admins, erased, callerId });
  }

  private async write(transaction: Transaction, editor: UserEditor, rows: UserRows): Promise<void> {
    const { companyId } = editor;
    const { created, changed, moved, steps } = rows;
    await this.users.updateAll(companyId, { users: changed, moved }, transaction);
    const inserted = await this.users.insertAll(companyId, created, transaction);
    // A row that is refused now could have been the one that left another row an admin.
    if (inserted.size < created.length) throw new UserEmailConflict();
    const returned = steps.filter(({ operation }) => operation === 'user.reactivate');
    const ids = returned.map(({ after }) => after.id);
    await this.links.endSessions(editor, ids, transaction);
    const changes = steps.map((step) => ({ ...step, objectId: step.after.id }));
    await this.audit.recordAll(editor, changes, transaction);
    await this.links.followUsers(editor, [...new Set(changes.map(({ objectId }) => objectId))], transaction);
  }
}
