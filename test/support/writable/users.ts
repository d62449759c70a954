import { ApiProperty, OmitType, PickType } from '@nestjs/swagger';
import { UserAccountResponse } from '../../../src/identity/application/user.response.js';
import {
  CreateUserRequest,
  CreateUserRow,
  UpdateUserRequest,
  UpdateUserRow,
} from '../../../src/identity/interface/user.requests.js';
import { newId } from '../../../src/shared-kernel/id.js';
import type { ApiClient } from '../api-client.js';
import { employeeBody, INVITE } from '../builders/employee.js';
import { BULK_USERS, USERS } from '../builders/look-ups.js';
import type { Body, Given, Written } from '../property-walk.js';
import { bodyOf, idOf, type WritableKind } from './writable-kind.js';

const USER_VALUES: Readonly<Record<string, Given>> = {
  email: { values: () => [`${newId()}@example.com`, `${newId()}@Example.COM`] },
  language: { values: () => ['zh-Hant-TW', 'pt-BR'] },
};

const newUser = (): Body => ({ email: `${newId()}@example.com`, name: 'Jo', role: 'MANAGER' });

async function read(admin: ApiClient, id: unknown): Promise<Body> {
  return bodyOf(await admin.get(`${USERS}/${String(id)}`));
}

async function sendRow(admin: ApiClient, row: Body): Promise<unknown> {
  const { results } = bodyOf(await admin.post(BULK_USERS, { rows: [row] })) as { results: [Body] };
  const [result] = results;
  if (result['status'] !== 200) throw new Error(`The row was answered with ${JSON.stringify(result)}`);
  return result['id'];
}

/** Users who are made by requests. */
function made(create: (admin: ApiClient, body: Body) => Promise<unknown>): WritableKind {
  return {
    dto: CreateUserRequest,
    response: UserAccountResponse,
    async open(app) {
      const admin = await app.user('ADMIN');
      return {
        dto: CreateUserRequest,
        base: newUser,
        create: async (body) => ({ answers: { GET: await read(admin, await create(admin, body)) } }),
        given: USER_VALUES,
      };
    },
  };
}

export const createdUser = made(async (admin, body) => bodyOf(await admin.post(USERS, body))['id']);

export const bulkUser = made((admin, user) => sendRow(admin, { operation: 'create', user }));

class AnsweredUserRow {
  @ApiProperty()
  user!: UserAccountResponse;
}

const CREATING_ROW = OmitType(CreateUserRow, ['operation']);

export const createUserRow: WritableKind = {
  dto: CREATING_ROW,
  response: AnsweredUserRow,
  open: async (app) => {
    const admin = await app.user('ADMIN');
    const create = async (body: Body): Promise<Written> => {
      const user = await read(admin, await sendRow(admin, { operation: 'create', ...body }));
      return { answers: { GET: { user } } };
    };
    const given = Object.entries(USER_VALUES).map(([name, values]) => [`user.${name}`, values] as const);
    return {
      dto: CREATING_ROW,
      base: () => ({ user: newUser() }),
      create,
      given: { ...Object.fromEntries(given), user: { values: () => [newUser()] } },
    };
  },
};

/** The properties of a row besides its operation and the user. */
export const updateUserRow: WritableKind = {
  dto: OmitType(UpdateUserRow, ['operation', 'user']),
  response: PickType(UserAccountResponse, ['id', 'email']),
  async open(app) {
    const admin = await app.user('ADMIN');
    const user = await read(admin, bodyOf(await admin.post(USERS, newUser()))['id']);
    const { id, email } = user;
    return {
      dto: OmitType(UpdateUserRow, ['operation', 'user']),
      base: () => ({ id }),
      create: async (body) => {
        const name = `Name ${newId()}`;
        const found = await read(
          admin,
          await sendRow(admin, { operation: 'update', ...body, user: { name } }),
        );
        return { answers: { GET: found['name'] === name ? found : {} } };
      },
      given: {
        id: { values: () => [id], beside: () => ({ email: undefined }) },
        email: { values: () => [email], beside: () => ({ id: undefined }) },
      },
    };
  },
};

/** No answer has `active` as it was sent: `deactivated` is its opposite. */
const CHANGES = OmitType(UpdateUserRequest, ['active']);

/** Users of a company with two employees, of whom each user is one. */
export const patchedUser: WritableKind = {
  dto: CHANGES,
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
      dto: CHANGES,
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
      given: {
        ...USER_VALUES,
        employeeId: { values: () => people.map(({ id }) => id) },
      },
      staysWhenAbsent: true,
    };
  },
};
