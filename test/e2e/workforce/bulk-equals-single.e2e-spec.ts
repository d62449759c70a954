import fc, { type Arbitrary } from 'fast-check';
import {
  BULK,
  byEmail,
  byExternalId,
  employeeRecord,
  INVITE,
  type Body,
} from '../../support/builders/employee.js';
import { TestApp } from '../../support/test-app.js';
import { WorkforceFixture } from '../../support/workforce-fixture.js';

/** Few, so that rows of a request meet each other. */
const EMAILS = ['a@example.com', 'B@example.com', 'b@example.com', 'c@example.com'];
const EXTERNAL_IDS = ['1', '2', '3'];

/** Times differ, and so do the ids of companies, keys and what is without a name. */
const EMPLOYEES = `
  SELECT
    id, name, email_key, external_id, hierarchy_id, group_ids, activated, must_choose_profile, turnover_date,
    turnover_type, deleted_at IS NULL AS live,
    document::jsonb - '{createdAt,updatedAt,deletedAt}'::text[] AS document,
    (document ->> 'updatedAt')::timestamptz = updated_at AS "isDocumentCurrent",
    ARRAY(
      SELECT value FROM employee_profile_value v
      WHERE (v.company_id, v.employee_id) = (e.company_id, e.id) ORDER BY value
    ) AS values
  FROM employee e WHERE company_id = $1 ORDER BY id`;
const AUDIT = `
  SELECT
    operation, object_type, object_id, actor_kind,
    before::jsonb - '{companyId,createdAt,updatedAt,deletedAt}'::text[] AS before,
    after::jsonb - '{companyId,createdAt,updatedAt,deletedAt}'::text[] AS after
  FROM audit_record WHERE company_id = $1 AND operation LIKE 'employee.%' ORDER BY at, id`;

interface Row {
  readonly operation: 'invite' | 'update' | 'end';
  readonly key: { readonly email: string } | { readonly externalId: string };
  readonly employee: Body;
  readonly turnoverType: string | undefined;
}

/** A company, and names for its ids that the other company has, too. */
class Side {
  private readonly names = new Map<string, string>();

  constructor(readonly fixture: WorkforceFixture) {
    const { team, department, groups, shift } = fixture;
    const named = { team, department, night: groups[0], aid: groups[1], shift };
    for (const [name, { id }] of Object.entries(named)) this.names.set(id, name);
    shift.allowedValues.forEach(({ id }, index) => this.names.set(id, `shift ${index}`));
  }

  /** Names an id by the place where it is seen first, which is the same in both companies. */
  name(id: string | undefined): void {
    if (id !== undefined && !this.names.has(id)) this.names.set(id, `employee ${this.names.size}`);
  }

  /** Names in place of ids. */
  named(value: unknown): unknown {
    const text = JSON.stringify(value).replace(/\b[0-9a-f]{24}\b/g, (id) => this.names.get(id) ?? id);
    return JSON.parse(text);
  }

  /** Ids in place of names. */
  withIds(value: unknown): unknown {
    const ids = new Map([...this.names].map(([id, name]) => [name, id]));
    return JSON.parse(JSON.stringify(value), (_, part: unknown) => {
      return typeof part === 'string' ? (ids.get(part) ?? part) : part;
    });
  }

  async state(): Promise<unknown> {
    const { app, companyId } = this.fixture;
    const employees = await app.sql<{ id: string }>(EMPLOYEES, [companyId]);
    employees.forEach(({ id }) => this.name(id));
    return this.named([employees, await app.sql(AUDIT, [companyId])]);
  }
}

const texts = <T>(all: readonly T[]): Arbitrary<T> => fc.constantFrom(...all);
/** Undefined in most of the cases, so that not every row is refused. */
const oneIn = <T>(cases: number, all: readonly T[]): Arbitrary<T | undefined> =>
  fc.oneof({ weight: cases - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: texts(all) });

const employees = fc.record({
  name: oneIn(4, [null, 'Ana', 'Bo']),
  email: oneIn(4, [null, ...EMAILS, 'wrong']),
  externalId: oneIn(4, [null, ...EXTERNAL_IDS]),
  hierarchyId: oneIn(8, [null, 'team', 'department', 'unknown']),
  groupIds: oneIn(8, [null, [], ['night'], ['aid', 'night', 'aid'], ['unknown']]),
  role: oneIn(8, [null, 'ADVISOR', 'BOSS']),
  profile: oneIn(8, [[], [{ id: 'shift', valueId: 'shift 0' }], [{ id: 'shift' }]]),
  managedHierarchies: oneIn(8, [[], ['team', 'department']]),
});

const rows: Arbitrary<Row> = fc.record({
  operation: texts(['invite', 'invite', 'update', 'update', 'end'] as const),
  key: fc.oneof(
    texts(EMAILS).map((email) => ({ email })),
    texts(EXTERNAL_IDS).map((externalId) => ({ externalId })),
  ),
  employee: employees,
  turnoverType: texts([undefined, 'OTHER', 'BORED']),
});

function defined(body: Body): Body {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

/** The row as a part of a body. An invitation names its employee inside. */
function inBulk({ operation, key, employee, turnoverType }: Row): Body {
  if (operation === 'invite') return { operation, employee: { ...key, ...defined(employee) } };
  return operation === 'end' ? { operation, ...key, turnoverType } : { operation, ...key, employee };
}

describe('rows of one request', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  async function single({ fixture }: Side, row: Row, sent: Body): Promise<Body> {
    const { operation, key, turnoverType } = row;
    const path = 'email' in key ? byEmail(key.email) : byExternalId(key.externalId);
    const query = turnoverType === undefined ? '' : `?turnoverType=${turnoverType}`;
    const answer =
      operation === 'end'
        ? await fixture.hr.delete(path + query)
        : await fixture.hr.request(
            operation === 'invite' ? 'POST' : 'PUT',
            operation === 'invite' ? INVITE : path,
            { json: sent['employee'] },
          );
    const { status, body } = answer;
    if (status === 200) return { status, ...(operation !== 'end' && { id: body.id }) };
    const { instance: _, requestId: __, ...problem } = body;
    return { status, problem };
  }

  it('have the results of single operations, and leave the same behind', async () => {
    const sides = [
      new Side(await WorkforceFixture.open(app)),
      new Side(await WorkforceFixture.open(app)),
    ] as const;
    const [one, other] = sides;
    for (const side of sides) {
      // Two who left with the same e-mail address, and one with what is gone by now.
      const [email, externalId] = [EMAILS[0], EXTERNAL_IDS[0]];
      const left = { deleted: true, turnoverDate: '2020-01-01' };
      await side.fixture.import([
        employeeRecord({ email, externalId: '7', ...left }),
        employeeRecord({ email, externalId, hierarchyId: side.fixture.team.id, ...left }),
        employeeRecord({ email: EMAILS[3], externalId: undefined, name: 'Cy' }),
      ]);
      await side.state();
    }
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(rows, { minLength: 1, maxLength: 20 }),
        fc.boolean(),
        async (all, isTried) => {
          const sent = all.map((row) => one.withIds(inBulk(row)) as Body);
          if (isTried) await one.fixture.hr.post(`${BULK}?dryRun=true`, { rows: sent });
          const { status, body } = await one.fixture.hr.post(BULK, { rows: sent });
          expect(status).toBe(200);
          const expected: Body[] = [];
          for (const row of all) expected.push(await single(other, row, other.withIds(inBulk(row)) as Body));
          const results = body.results as Body[];
          results.forEach(({ id }, index) => {
            const otherId = expected[index]?.['id'] as string | undefined;
            if (otherId !== undefined) one.name(id as string);
            other.name(otherId);
          });
          const compared = results.map(({ id, ...result }, index) =>
            all[index]?.operation === 'end' || id === undefined ? result : { ...result, id },
          );
          expect(one.named(compared)).toEqual(other.named(expected));
          expect(await one.state()).toEqual(await other.state());
          for (const { operation } of all) seen.set(operation, (seen.get(operation) ?? 0) + 1);
          for (const result of results) {
            const name = String(result['status']);
            seen.set(name, (seen.get(name) ?? 0) + 1);
          }
        },
      ),
      { numRuns: 200, endOnFailure: true },
    );
    for (const status of ['200', '400', '404', '409']) expect(seen.get(status)).toBeGreaterThan(20);
  });
});
