import { planBody, PLANS } from '../../support/builders/plan.js';
import { BULK_TIMESHEETS } from '../../support/builders/timesheet.js';
import { leastQuery, type DocumentedRequest } from '../../support/documented-requests.js';
import { LargestBodies } from '../../support/largest-bodies.js';
import { GROUPS, USERS } from '../../support/scim-fixture.js';
import { isDone, type Call, type CallResult } from '../harness/calls.js';
import { counted, type Failures } from '../harness/failures.js';
import type { LargeCompany } from '../harness/large-company.js';
import type { Ids } from '../harness/learned-ids.js';
import { bodyOf, CHANGES, CREATIONS, DELETIONS, READS } from '../harness/operations.js';
import type { Finding } from '../harness/program.js';
import type { Service } from '../harness/service.js';
import type { Stage } from '../harness/stage.js';
import type { GrowthClient } from './growth-client.js';
import { multiplyRows } from '../../support/multiplied-rows.js';

/** The people of SCIM of a company with 200 others, its managers, plans and the like; all of it is copied. */
const SEEDED = 40;
const COPIES = 21;
const COPIES_OF_OTHER = 242;

/** Requests of an operation, each for an object of its own; the fastest counts, because other work delays single ones. */
const REPETITIONS = 5;

const MOST_TIMES = 3;
/** Shorter times differ by chance. */
const LEAST_MS = 25;

/** Rows that the statistics do not know are those of a single company, beside one that has nine tenths of all. */
const WITHOUT_AUTOVACUUM = ['ALTER SYSTEM SET autovacuum = off', 'SELECT pg_reload_conf()'];
/** Foreign keys of copies name what is copied later. */
const WITHOUT_KEYS = 'SET session_replication_role = replica';

/** A company with the objects of an operation. */
interface Side {
  readonly company: LargeCompany;
  readonly client: GrowthClient;
  readonly bodies: LargestBodies;
  readonly objects: readonly Ids[];
}

/** The company that the statistics do not know, and the one that they know. */
type Sides = readonly [fresh: Side, known: Side];

/** The fastest requests of a kind: in the company that the statistics do not know, and in the other one. */
type Times = readonly [fresh: number, known: number];

/**
 * Sends every operation to a company of 5,000 people of which the statistics of PostgreSQL know nothing, beside one of
 * 58,000, and to one that is as large and that they know. Both get the requests in turns, so that other work on the
 * machine delays both.
 */
export class FreshCompany {
  private readonly times = new Map<string, Times>();
  private turn = 0;

  /** @param open - adds a company with everything to which bodies refer */
  constructor(
    private readonly stage: Stage,
    private readonly service: Service,
    private readonly failures: Failures,
    private readonly open: (name: string) => Promise<{ company: LargeCompany; client: GrowthClient }>,
  ) {}

  async run(): Promise<Finding[]> {
    const sides = await this.fill();
    await this.measure(sides);
    let worst = { times: 0, line: '' };
    for (const [name, [freshMs, knownMs]] of this.times) {
      const line = `${name}: ${freshMs.toFixed(1)} ms, with statistics ${knownMs.toFixed(1)} ms`;
      this.stage.note(line);
      const times = freshMs / Math.max(knownMs, LEAST_MS / MOST_TIMES);
      if (times > worst.times) worst = { times, line };
      if (times > MOST_TIMES) this.failures.add(`${name} depends on the statistics of PostgreSQL`, line);
    }
    this.failures.expectNone();
    return [
      {
        promise:
          `the first requests of a company of 5,000 that the statistics do not know, beside one of 58,000, take at ` +
          `most ${MOST_TIMES} times those with statistics, or ${LEAST_MS} ms`,
        seen: `${this.times.size} kinds of requests, at most ${worst.times.toFixed(1)} times (${worst.line})`,
        holds: true,
      },
    ];
  }

  private async fill(): Promise<Sides> {
    for (const statement of WITHOUT_AUTOVACUUM) await this.service.sql(statement);
    const known = await this.seeded('Known');
    const fresh = await this.seeded('Fresh');
    const other = await this.service.addCompany('Other');
    const multiply = async (from: Side, to: string, copies: number): Promise<void> => {
      await this.service.sql(WITHOUT_KEYS);
      const run = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
        this.service.sql<Row & Record<string, unknown>>(text, values);
      await multiplyRows(run, from.company.id, to, copies);
      await this.service.sql('RESET session_replication_role');
    };
    await multiply(known, other, COPIES_OF_OTHER);
    await multiply(known, known.company.id, COPIES - 1);
    await this.service.sql('ANALYZE');
    await multiply(fresh, fresh.company.id, COPIES - 1);
    const people = await this.service.sql<{ count: string }>(
      'SELECT count(*) FROM employee GROUP BY company_id ORDER BY 1 DESC LIMIT 3',
    );
    this.stage.note(`People of companies: ${people.map(({ count }) => counted(Number(count))).join(', ')}`);
    return [fresh, known];
  }

  /** A company with some of everything, to be copied. */
  private async seeded(name: string): Promise<Side> {
    const { company, client } = await this.open(name);
    const { employees } = company.references;
    const create = async (path: string, json: object): Promise<string> => {
      const result = await client.request({ method: 'POST', path, json });
      if (!isDone(result)) throw new Error(`${path} answered ${result.status}: ${result.body}`);
      return (JSON.parse(result.body) as { readonly id: string }).id;
    };
    for (let number = 0; number < SEEDED; number++) {
      await this.service.addUser(company.id, 'MANAGER');
      const actions = `${PLANS}/${await create(PLANS, planBody())}/actions`;
      const title = { defaultValue: `Action ${number}` };
      await create(actions, { title });
      const action = await create(actions, { title, assigneeIds: [employees[number]] });
      await create(`${actions}/${action}/notes`, { content: 'A note' });
      await create(USERS, { userName: `seed${number}@example.com`, externalId: `seed-${number}` });
    }
    const rows = Array.from({ length: 5 * SEEDED }, (_, number) => ({
      operation: 'put',
      externalId: `seed-${number}`,
      entry: { email: `seed${number % SEEDED}@example.com`, startTime: '2026-03-02T08:00:00Z' },
    }));
    const entries = await client.request({ method: 'POST', path: BULK_TIMESHEETS, json: { rows } });
    this.expectDone('seed', entries);
    // The second half has people only: they are deleted by their e-mail, those of the first half by their external id.
    const objects = Array.from({ length: 2 * REPETITIONS }, (_, index) => ({
      userId: company.userId,
      assigneeId: employees[index]!,
    }));
    return { company, client, bodies: new LargestBodies(company.references), objects };
  }

  private async measure(sides: Sides): Promise<void> {
    for (const operation of CREATIONS) {
      const isOfPeople = operation.path.includes('/employees/') && !operation.path.endsWith('/bulk');
      await this.write(sides, operation, 0, (isOfPeople ? 2 : 1) * REPETITIONS);
    }
    for (const operation of CHANGES) await this.write(sides, operation);
    for (let index = 0; index < REPETITIONS; index++) {
      for (const operation of READS.filter((each) =>
        sides[0].client.hasIds(each, sides[0].objects[index]!),
      )) {
        const path = ({ client, objects }: Side): string =>
          client.pathOf(operation, objects[index]!) + leastQuery(operation, objects[index]!);
        const { operationId, query } = operation;
        await this.inTurns(sides, operationId, (side) => side.client.read(path(side)));
        if ('q' in query)
          await this.inTurns(sides, `${operationId}?q`, (side) =>
            side.client.read(`${path(side)}?q=a${index}`),
          );
      }
      await this.provision(sides, index);
    }
    for (const operation of DELETIONS) await this.write(sides, operation);
  }

  private async write(
    sides: Sides,
    operation: DocumentedRequest,
    first = operation.path.includes('{employeeEmail}') ? REPETITIONS : 0,
    count = REPETITIONS,
  ): Promise<void> {
    const { operationId } = operation;
    for (let index = first; index < first + count; index++)
      await this.inTurns(sides, operationId, async ({ client, bodies, objects }) => {
        const ids = objects[index]!;
        const json = bodyOf(bodies, operation, ids);
        return (await client.write(operation, ids, json, `${operationId}-${index}`)).result;
      });
  }

  /** Requests of SCIM, each for another person. */
  private async provision(sides: Sides, index: number): Promise<void> {
    const made = new Map<Side, { user: string; group: string }>();
    const call = (name: string, of: (ids: { user: string; group: string }) => Call): Promise<void> =>
      this.inTurns(sides, `SCIM, ${name}`, async (side) => {
        const ids = made.get(side) ?? { user: '', group: '' };
        const request = of(ids);
        const result = await side.client.request(request);
        if (request.method === 'POST' && isDone(result)) {
          const { id } = JSON.parse(result.body) as { readonly id: string };
          made.set(side, { ...ids, [request.path === USERS ? 'user' : 'group']: id });
        }
        return result;
      });
    const get = (name: string, path: (ids: { user: string; group: string }) => string): Promise<void> =>
      call(name, (ids) => ({ method: 'GET', path: path(ids) }));
    const filtered = (path: string, filter: string): string => `${path}?filter=${encodeURIComponent(filter)}`;
    const text = `scim-${index}`;
    const json = { userName: `${text}@example.com`, externalId: text };
    await call('create a user', () => ({ method: 'POST', path: USERS, json }));
    for (const [attribute, value] of [
      ['userName', `seed${index}@example.com`],
      ['externalId', `seed-${index}`],
      ['emails.value', `seed${index}@example.com`],
      ['displayName', text],
    ])
      await get(`find by ${attribute}`, () => filtered(USERS, `${attribute} eq "${value}"`));
    await get('find by id', ({ user }) => filtered(USERS, `id eq "${user}"`));
    await get('read a user', ({ user }) => `${USERS}/${user}`);
    await get('a page', () => `${USERS}?cursor=&count=100`);
    await get('a page by its number', () => `${USERS}?startIndex=2001&count=100`);
    await call('replace a user', ({ user }) => ({ method: 'PUT', path: `${USERS}/${user}`, json }));
    await call('create a group', ({ user }) => ({
      method: 'POST',
      path: GROUPS,
      json: { displayName: text, members: [{ value: user }] },
    }));
    await get('read a group', ({ group }) => `${GROUPS}/${group}`);
    await get('groups of a user', ({ user }) => filtered(GROUPS, `members eq "${user}"`));
    await call('delete a group', ({ group }) => ({ method: 'DELETE', path: `${GROUPS}/${group}` }));
    await call('delete a user', ({ user }) => ({ method: 'DELETE', path: `${USERS}/${user}` }));
  }

  /** Sends a request of a kind to each company. */
  private async inTurns(
    sides: Sides,
    name: string,
    send: (side: Side) => Promise<CallResult>,
  ): Promise<void> {
    const took = new Map<Side, number>();
    // The first one fills what the companies share, such as the cache of templates.
    this.turn++;
    for (const side of this.turn % 2 === 0 ? sides : sides.toReversed()) {
      const result = await send(side);
      this.expectDone(name, result);
      took.set(side, result.tookMs);
    }
    const [freshMs, knownMs] = this.times.get(name) ?? [Infinity, Infinity];
    const [fresh, known] = sides;
    this.times.set(name, [Math.min(freshMs, took.get(fresh)!), Math.min(knownMs, took.get(known)!)]);
  }

  private expectDone(name: string, result: CallResult): void {
    if (isDone(result)) return;
    this.failures.add(`${name} answered ${result.status}`, result.failure ?? result.body.slice(0, 500));
  }
}
