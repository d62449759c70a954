import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { addTombstones } from '../../platform/database/tombstones.js';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import { PersonalDataEraser, type Person, type PersonalCounts } from '../../shared-kernel/personal-data.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';

const COUNT = {
  name: 'workforce.count-of-person',
  text: 'SELECT count(*)::integer AS employees FROM employee WHERE company_id = $1 AND id = ANY ($2)',
};

/** In the order of their ids, like all who lock employees. */
const LOCK = {
  name: 'workforce.lock-of-person',
  text: 'SELECT id FROM employee WHERE company_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE',
};

/** Profile, groups and what SCIM keeps of an employee go with the row. */
const DELETE = {
  name: 'workforce.delete-of-person',
  text: 'DELETE FROM employee WHERE company_id = $1 AND id = ANY ($2)',
};

/** Removes employees, and tells the change feed that they are gone. Actions keep the id of nobody as their assignee. */
@Injectable()
export class EmployeeEraser extends PersonalDataEraser {
  readonly tables = ['employee', 'employee_profile_value'];

  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  async count({ companyId, employeeIds }: Person): Promise<PersonalCounts> {
    const [row] = await this.sql.query<{ employees: number }>(COUNT, [companyId, employeeIds]);
    return { employees: row?.employees ?? 0 };
  }

  async erase({ companyId, employeeIds }: Person): Promise<void> {
    if (employeeIds.length === 0) return;
    await this.unitOfWork.run(async (transaction) => {
      const locked = await this.sql.query<{ id: string }>(LOCK, [companyId, employeeIds], transaction);
      const ids = locked.map(({ id }) => id);
      if (ids.length === 0) return;
      await addTombstones(managerOf(transaction), companyId, 'employee', ids);
      await this.sql.query(DELETE, [companyId, ids], transaction);
    });
  }
}
