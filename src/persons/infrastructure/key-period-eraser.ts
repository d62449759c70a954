import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { PersonalDataEraser, type Person, type PersonalCounts } from '../../shared-kernel/personal-data.js';

const COUNT = {
  name: 'persons.count-key-periods',
  text: 'SELECT count(*)::integer AS count FROM key_period WHERE company_id = $1 AND holder_id = ANY ($2)',
};

const DELETE = {
  name: 'persons.delete-key-periods',
  text: 'DELETE FROM key_period WHERE company_id = $1 AND holder_id = ANY ($2)',
};

/** Removes the keys that a person had before, and since when the person has others. */
@Injectable()
export class KeyPeriodEraser extends PersonalDataEraser {
  readonly tables = ['key_period'];

  constructor(private readonly sql: Sql) {
    super();
  }

  async count(person: Person): Promise<PersonalCounts> {
    const [row] = await this.sql.query<{ count: number }>(COUNT, valuesOf(person));
    return { formerKeys: row?.count ?? 0 };
  }

  async erase(person: Person): Promise<void> {
    await this.sql.query(DELETE, valuesOf(person));
  }
}

function valuesOf({ companyId, employeeIds, userIds }: Person): unknown[] {
  return [companyId, [...employeeIds, ...userIds]];
}
