import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { PersonalDataSource, type Person, type PersonalRecord } from '../../shared-kernel/personal-data.js';

/** Also of those who have left. The document has everything about an employee. */
const FIND = {
  name: 'workforce.records-of-person',
  text: `
    SELECT e.document FROM employee e WHERE e.company_id = $1 AND e.id = ANY ($2) ORDER BY e.created_at, e.id`,
};

/** Employees as the API returns them. */
@Injectable()
export class EmployeeSource extends PersonalDataSource {
  constructor(private readonly sql: Sql) {
    super();
  }

  async *recordsOf({ companyId, employeeIds }: Person): AsyncGenerator<PersonalRecord> {
    const rows = await this.sql.query<{ document: object }>(FIND, [companyId, employeeIds]);
    for (const { document } of rows) yield { kind: 'employees', record: document };
  }
}
