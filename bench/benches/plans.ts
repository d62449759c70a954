import { deepStrictEqual } from 'node:assert';
import { fillPlans, readerOf } from '../data/plans.js';
import type { PlansFloorInput } from '../floors/plans.js';
import { answerOf } from '../harness/answer.js';
import type { LoadBench } from '../harness/bench.js';
import type { Target } from '../harness/target.js';

const PATH = '/api/v1/company/action-plans';
const STATEMENTS = new URL(
  '../../dist/src/action-plans/application/plan-statements.queries.js',
  import.meta.url,
);
const FLOOR = new URL('../floors/plans.ts', import.meta.url);
const FLOOR_SCHEMA = 'bench_floor';
const VOLUME = { companies: 10, plansPerCompany: 1_000 } as const;
const PAGE_SIZE = 10;

/** The first page of plans, as everybody sees it who opens the list. */
export const plans: LoadBench = {
  name: 'plans',
  summary: `GET ${PATH} against bare node:http + pg`,

  async prepare(stage) {
    const { service, database } = stage;
    const { LIST_PLANS: statement } = (await import(
      STATEMENTS.href
    )) as typeof import('../../src/action-plans/application/plan-statements.queries.js');
    const reader = await readerOf(database, service.managerSessionId);
    await fillPlans(database, reader, VOLUME);
    await database.copyTables(FLOOR_SCHEMA, ['action_plan', 'plan_action']);
    const startFloor = async (name: string, sql: PlansFloorInput['sql']): Promise<Target> => ({
      name,
      url: await stage.startFloor<PlansFloorInput>(name, FLOOR, {
        databaseUrl: service.databaseUrl,
        schema: FLOOR_SCHEMA,
        sql,
        statement,
        values: [reader.companyId, reader.userId, 0, PAGE_SIZE],
      }),
    });

    const list: Target = {
      name: 'service',
      url: service.baseUrl + PATH,
      headers: { SessionId: service.managerSessionId },
    };
    const floor = await startFloor('floor', 'own');
    const plainFloor = await startFloor('plain floor', 'plain');

    const { body } = await answerOf(list);
    const { body: floorBody } = await answerOf(floor);
    const { body: plainBody } = await answerOf(plainFloor);
    if (!floorBody.equals(body)) throw new Error('the floor does not answer the bytes of the service');
    deepStrictEqual(
      contentOf(plainBody),
      contentOf(body),
      'the plain floor does not answer what the service does',
    );

    const total = VOLUME.companies * VOLUME.plansPerCompany;
    return {
      notes: [
        `${PAGE_SIZE} of ${contentOf(body).total} readable plans in ${body.length} bytes, of ${total} plans of ${VOLUME.companies} companies; the floor answers the same bytes, the plain floor the same content.`,
      ],
      targets: [list, floor, plainFloor],
      comparisons: [
        { of: 'service', against: 'floor', atLeast: 0.7, hopedFor: 1 },
        { of: 'service', against: 'floor', figure: 'p99', atMost: 2 },
        { of: 'service', against: 'plain floor' },
        { of: 'service', against: 'plain floor', figure: 'p99' },
      ],
      tables: { untouched: [], counted: ['action_plan', 'plan_action', 'session'] },
    };
  },
};

function contentOf(body: Buffer): { readonly total: number } {
  return JSON.parse(body.toString()) as { total: number };
}
