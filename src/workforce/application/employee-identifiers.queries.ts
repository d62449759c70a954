import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { Transaction } from '../../shared-kernel/transaction.js';

/** Both states and keys are named, because each condition has the index of its own. */
const CONDITIONS = ['NULL', 'NOT NULL'].flatMap((state) =>
  ['e.email_key = ANY ($2)', 'e.external_id = ANY ($3)'].map((key) => `e.deleted_at IS ${state} AND ${key}`),
);

/** `$1` company, `$2` folded e-mail addresses, `$3` external ids. */
const READ_IDENTIFIERS: Statement = {
  name: 'workforce.identifiers',
  text: CONDITIONS.map(
    (condition) => `
    SELECT e.email_key AS "emailKey", e.external_id AS "externalId" FROM employee e
    WHERE e.company_id = $1 AND ${condition}`,
  ).join(' UNION '),
};

/** Identifiers of an employee, the e-mail address folded. */
export interface EmployeeIdentifiers {
  readonly emailKey: string | null;
  readonly externalId: string | null;
}

/** Reads who employees are, also those who have left. */
@Injectable()
export class EmployeeIdentifiersQueries {
  constructor(private readonly sql: Sql) {}

  /** The identifiers of the employees who have one of those that are wanted. */
  find(
    companyId: string,
    wanted: { readonly emails: readonly string[]; readonly externalIds: readonly string[] },
    transaction?: Transaction,
  ): Promise<EmployeeIdentifiers[]> {
    const values = [companyId, [...new Set(wanted.emails.map(foldEmail))], [...new Set(wanted.externalIds)]];
    return this.sql.query<EmployeeIdentifiers & Record<string, unknown>>(
      READ_IDENTIFIERS,
      values,
      transaction,
    );
  }
}
