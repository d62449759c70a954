import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/database/sql.js';
import {
  PersonalDataEraser,
  type Person,
  type PersonalCounts,
} from '../../../shared-kernel/personal-data.js';

const COUNT = {
  name: 'scim.count-of-person',
  text: 'SELECT count(*)::integer AS count FROM scim_user WHERE company_id = $1 AND employee_id = ANY ($2)',
};

const DELETE_USERS = {
  name: 'scim.delete-users-of-person',
  text: 'DELETE FROM scim_user WHERE company_id = $1 AND employee_id = ANY ($2)',
};

const FORGET_MANAGERS = {
  name: 'scim.forget-managers',
  text: 'UPDATE scim_user SET manager_id = NULL WHERE company_id = $1 AND manager_id = ANY ($2)',
};

const DELETE_REQUESTS = {
  name: 'scim.delete-requests-of-person',
  text: 'DELETE FROM scim_request WHERE company_id = $1 AND object_id = ANY ($2)',
};

/** Removes what an identity provider has sent about a person, and the requests about them. */
@Injectable()
export class ScimEraser extends PersonalDataEraser {
  readonly tables = ['scim_user', 'scim_request'];

  constructor(private readonly sql: Sql) {
    super();
  }

  async count({ companyId, employeeIds }: Person): Promise<PersonalCounts> {
    const [row] = await this.sql.query<{ count: number }>(COUNT, [companyId, employeeIds]);
    return { scimUsers: row?.count ?? 0 };
  }

  async erase({ companyId, employeeIds }: Person): Promise<void> {
    for (const statement of [DELETE_USERS, FORGET_MANAGERS, DELETE_REQUESTS])
      await this.sql.query(statement, [companyId, employeeIds]);
  }
}
