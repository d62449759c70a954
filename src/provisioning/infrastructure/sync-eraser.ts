import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { PersonalDataEraser, type Person, type PersonalCounts } from '../../shared-kernel/personal-data.js';

const IS_ROW = `
  company_id = $1 AND (employee_id = ANY ($2) OR lower(email) = ANY ($3) OR external_id = ANY ($4))`;

const COUNT = {
  name: 'syncs.count-of-person',
  text: `SELECT count(*)::integer AS count FROM employee_sync_row WHERE ${IS_ROW}`,
};

const DELETE_ROWS = {
  name: 'syncs.delete-of-person',
  text: `DELETE FROM employee_sync_row WHERE ${IS_ROW}`,
};

/** Which person the examples are of is not known: a column that no property reads has them, too. */
const FORGET_EXAMPLES = {
  name: 'syncs.forget-examples',
  text: 'UPDATE employee_sync SET columns = NULL WHERE company_id = $1 AND columns IS NOT NULL',
};

/** Removes a person from the lists of syncs, and the first values of the columns of all files. */
@Injectable()
export class SyncEraser extends PersonalDataEraser {
  readonly tables = ['employee_sync', 'employee_sync_row'];

  constructor(private readonly sql: Sql) {
    super();
  }

  async count(person: Person): Promise<PersonalCounts> {
    const [row] = await this.sql.query<{ count: number }>(COUNT, valuesOf(person));
    return { syncRows: row?.count ?? 0 };
  }

  async erase(person: Person): Promise<void> {
    await this.sql.query(DELETE_ROWS, valuesOf(person));
    await this.sql.query(FORGET_EXAMPLES, [person.companyId]);
  }
}

function valuesOf({ companyId, employeeIds, emailKeys, externalIds }: Person): unknown[] {
  return [companyId, employeeIds, emailKeys, externalIds];
}
