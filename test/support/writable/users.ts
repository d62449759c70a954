import { UserAccountResponse } from '../../../src/identity/application/user.response.js';
import { UpdateUserRequest } from '../../../src/identity/interface/user.requests.js';
import { employeeBody, INVITE } from '../builders/employee.js';
import { USERS } from '../builders/look-ups.js';
import type { Body, Written } from '../property-walk.js';
import { bodyOf, idOf, type WritableKind } from './writable-kind.js';

/** Users of a company with two employees, of whom each user is one. */
export const patchedUser: WritableKind = {
  dto: UpdateUserRequest,
  response: UserAccountResponse,
  async open(app) {
    const companyId = await app.company();
    const admin = await app.user('ADMIN', companyId);
    const hr = await app.integration(undefined, companyId);
    const change = async (id: string, body: Body): Promise<Written> => ({
      answers: { PATCH: bodyOf(await admin.patch(`${USERS}/${id}`, body)) },
    });
    const people = [
      bodyOf(await hr.post(INVITE, employeeBody())),
      bodyOf(await hr.post(INVITE, employeeBody())),
    ];
    return {
      dto: UpdateUserRequest,
      base: () => ({}),
      create: async (body) => {
        for (const { id } of await app.sql<{ id: string }>(
          'SELECT id FROM user_account WHERE company_id = $1 AND employee_id IS NOT NULL',
          [companyId],
        ))
          await change(id, { employeeId: null });
        return change((await app.user('MANAGER', companyId)).userId, body);
      },
      update: (before, body) => change(idOf(before), body),
      given: { employeeId: { values: () => people.map(({ id }) => id) } },
      staysWhenAbsent: true,
    };
  },
};
