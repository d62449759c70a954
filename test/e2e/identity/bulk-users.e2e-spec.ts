import fc from 'fast-check';
import type { ApiClient } from '../../support/api-client.js';
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
    const { result } = (await admin.get(`${USERS}?to=100`)).body as { result: Record<string, unknown>[] };
    return result.map(({ id: _, ...user }) => JSON.stringify(user)).sort();
  }

  async function single(admin: Caller, { operation, email, user }: Row): Promise<[number, unknown]> {
    if (operation === 'create') {
      const { status, body } = await admin.post(USERS, user);
      return [status, body.errorCode];
    }
    const { result } = (await admin.get(`${USERS}?deactivated=false&to=100`)).body as {
      result: { id: string; email: string }[];
    };
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
    expect((await admin.get(USERS)).body.total).toBe(1);
    const headers = { 'Idempotency-Key': newId() };
    const { body } = await admin.post(BULK_USERS, { rows }, { headers });
    expect(new Set((body.results as { id: string }[]).map(({ id }) => id)).size).toBe(200);
    expect((await admin.get(USERS)).body.total).toBe(201);
    expect((await admin.post(BULK_USERS, { rows }, { headers })).body).toEqual(body);
    const { body: again } = await admin.post(BULK_USERS, { rows });
    expect((again.results as { problem: { errorCode: string } }[])[7]!.problem.errorCode).toBe(
      'USER_EMAIL_CONFLICT',
    );
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
