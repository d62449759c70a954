import fc from 'fast-check';
import type { ApiClient } from '../../support/api-client.js';
import { byExternalId, INVITE } from '../../support/builders/employee.js';
import { BULK_USERS, USERS } from '../../support/builders/look-ups.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { TestApp } from '../../support/test-app.js';

type Caller = ApiClient & { readonly userId: string };

interface Row {
  readonly operation: 'create' | 'update';
  readonly email?: string;
  readonly user: Readonly<Record<string, unknown>>;
}

const ADDRESSES = ['a@example.com', 'B@example.com', 'c@example.com', 'first@example.com'];

/** Few people and addresses, so that rows meet each other. */
const ROW: fc.Arbitrary<Row> = fc.oneof(
  fc.record({
    operation: fc.constant('create' as const),
    user: fc.record({
      email: fc.constantFrom(...ADDRESSES, 'nobody'),
      name: fc.constantFrom('Ana', ' '),
      role: fc.constantFrom('ADMIN', 'MANAGER'),
    }),
  }),
  fc.record({
    operation: fc.constant('update' as const),
    email: fc.constantFrom(...ADDRESSES),
    user: fc.record(
      {
        email: fc.constantFrom(...ADDRESSES),
        name: fc.constantFrom('Bo', 'Cy'),
        role: fc.constantFrom('ADMIN', 'MANAGER', 'EMPLOYEE'),
        active: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  }),
);

describe(`POST ${BULK_USERS}`, () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  async function company(): Promise<Caller> {
    const admin = await app.user('ADMIN');
    const { status } = await admin.patch(`${USERS}/${admin.userId}`, {
      ...{ email: 'first@example.com', name: 'First' },
    });
    expect(status).toBe(200);
    return admin;
  }

  /** Everybody of a company, without ids. */
  async function everybody(admin: Caller): Promise<unknown[]> {
    const result = (await admin.get(`${USERS}?to=100`)).body as Record<string, unknown>[];
    return result.map(({ id: _, ...user }) => JSON.stringify(user)).sort();
  }

  async function single(admin: Caller, { operation, email, user }: Row): Promise<[number, unknown]> {
    if (operation === 'create') {
      const { status, body } = await admin.post(USERS, user);
      return [status, body.errorCode];
    }
    const result = (await admin.get(`${USERS}?deactivated=false&to=100`)).body as {
      id: string;
      email: string;
    }[];
    const found = result.find((each) => each.email.toLowerCase() === email?.toLowerCase());
    const { status, body } = await admin.patch(`${USERS}/${found?.id ?? newId()}`, user);
    return [status, body.errorCode];
  }

  it('does what its rows do one by one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ROW, { minLength: 1, maxLength: 8 }), async (rows) => {
        const [one, other] = [await company(), await company()];
        const expected: [number, unknown][] = [];
        for (const row of rows) {
          // One who has lost the session can do nothing more, and is not asked to.
          const { user, email } = row;
          if (email === 'first@example.com' && (user['active'] !== undefined || user['role'] !== undefined))
            return;
          expected.push(await single(one, row));
        }
        const { status, body } = await other.post(BULK_USERS, { rows });
        const results = (body.results as { status: number; problem?: { errorCode: string } }[]).map(
          ({ status: each, problem }): [number, unknown] => [each, problem?.errorCode],
        );
        expect([status, results]).toEqual([200, expected]);
        expect(await everybody(other)).toEqual(await everybody(one));
      }),
      { numRuns: 25 },
    );
  });

  it('makes 200 managers, who are linked to employees, and tries it first', async () => {
    const admin = await company();
    const rows = Array.from({ length: 200 }, (_, index) => ({
      operation: 'create',
      user: { email: `m${index}@example.com`, name: `Manager ${index}`, role: 'MANAGER', language: 'de' },
    }));
    const { body: trial } = await admin.post(`${BULK_USERS}?dryRun=true`, { rows });
    expect(trial.results).toEqual(rows.map(() => ({ status: 200 })));
    expect(Number((await admin.get(USERS)).headers.get('X-Total-Count'))).toBe(1);
    const headers = { 'Idempotency-Key': newId() };
    const { body } = await admin.post(BULK_USERS, { rows }, { headers });
    expect(new Set((body.results as { id: string }[]).map(({ id }) => id)).size).toBe(200);
    expect(Number((await admin.get(USERS)).headers.get('X-Total-Count'))).toBe(201);
    expect((await admin.post(BULK_USERS, { rows }, { headers })).body).toEqual(body);
    const { body: again } = await admin.post(BULK_USERS, { rows });
    expect((again.results as { problem: { errorCode: string } }[])[7]!.problem.errorCode).toBe(
      'USER_EMAIL_CONFLICT',
    );
  });

  it('passes addresses on from row to row, and exchanges them', async () => {
    const admin = await company();
    const create = async (email: string): Promise<string> =>
      (await admin.post(USERS, { email, name: email, role: 'MANAGER' })).body.id as string;
    const [one, two, left] = [
      await create('1@example.com'),
      await create('2@example.com'),
      await create('3@example.com'),
    ];
    const update = (id: string, user: object): object => ({ operation: 'update', id, user });
    const rows = [
      update(two, { email: 'free@example.com' }),
      update(one, { email: '2@example.com' }),
      update(two, { email: '1@example.com' }),
      update(left, { active: false }),
      { operation: 'create', user: { email: '3@example.com', name: 'Next', role: 'MANAGER' } },
    ];
    const { body } = await admin.post(BULK_USERS, { rows });
    expect((body.results as { status: number }[]).map(({ status }) => status)).toEqual(rows.map(() => 200));
    expect((await admin.get(`${USERS}/${one}`)).body.email).toBe('2@example.com');
    expect((await admin.get(`${USERS}/${two}`)).body.email).toBe('1@example.com');
  });

  it('leaves a company an admin who can act, whatever its rows say', async () => {
    const admin = await company();
    const companyId = (await admin.get('/api/v1/company/me')).body.company.id as string;
    const [mover, gone] = [await app.user('MANAGER', companyId), await app.user('ADMIN', companyId)];
    const hr = await app.integration(undefined, companyId);
    const employeeId = (await hr.post(INVITE, { externalId: 'gone' })).body.id as string;
    expect((await admin.patch(`${USERS}/${gone.userId}`, { employeeId })).status).toBe(200);
    await hr.delete(byExternalId('gone'));
    const { email } = (await admin.get(`${USERS}/${mover.userId}`)).body as { email: string };
    const leaving = { operation: 'update', id: admin.userId, user: { active: false } };
    const tries = [
      [{ operation: 'update', id: gone.userId, user: { name: 'Gone' } }, leaving],
      [{ operation: 'update', id: gone.userId, user: {} }, leaving],
      [leaving],
    ];
    for (const rows of tries) {
      const { body } = await admin.post(BULK_USERS, { rows });
      expect((body.results as { problem?: { errorCode: string } }[]).at(-1)!.problem?.errorCode).toBe(
        'LAST_ADMIN',
      );
    }
    const { body } = await admin.post(BULK_USERS, {
      rows: [
        { operation: 'update', id: mover.userId, user: { email: 'moved@example.com' } },
        { operation: 'create', user: { email, name: 'New', role: 'ADMIN' } },
        leaving,
      ],
    });
    expect((body.results as { status: number }[]).map(({ status }) => status)).toEqual([200, 200, 200]);
    const [{ count } = {}] = await app.sql<{ count: number }>(
      `SELECT count(*)::integer AS count FROM user_account
       WHERE company_id = $1 AND role = 'ADMIN' AND deactivated_at IS NULL AND email = $2`,
      [companyId, email],
    );
    expect(count).toBe(1);
  });

  it('refuses a row by its rule, and a body without rows', async () => {
    const admin = await company();
    const { body } = await admin.post(BULK_USERS, {
      rows: [
        { operation: 'create', user: { email: 'x@example.com' } },
        { operation: 'update', user: {} },
        { operation: 'update', id: newId(), email: 'x@example.com', user: {} },
        { operation: 'update', id: newId(), user: { name: 'Y' } },
        { operation: 'remove' },
        7,
      ],
    });
    const results = body.results as {
      status: number;
      problem: { errorCode: string; errors?: { path: string }[] };
    }[];
    expect(results.map(({ status, problem }) => [status, problem.errors?.map(({ path }) => path)])).toEqual([
      [400, ['name', 'role']],
      [400, ['id']],
      [400, ['email']],
      [404, undefined],
      [400, ['operation']],
      [400, ['']],
    ]);
    for (const wrong of [{}, { rows: 7 }, { rows: Array(1_001).fill({}) }, []])
      expect((await admin.post(BULK_USERS, wrong)).status).toBe(400);
  });

  it('is for admins', async () => {
    const manager = await app.user('MANAGER');
    expect((await manager.post(BULK_USERS, { rows: [] })).status).toBe(403);
  });
});
