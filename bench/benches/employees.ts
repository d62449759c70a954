import { companyOf, fillEmployees, somePeople } from '../data/employees.js';
import type { EmployeesFloorInput } from '../floors/employees.js';
import { answerOf } from '../harness/answer.js';
import type { LoadBench, Plan } from '../harness/bench.js';
import type { Target } from '../harness/target.js';

const PATH = '/api/v1/public/company/employees';
const FLOOR = new URL('../floors/employees.ts', import.meta.url);
const FLOOR_SCHEMA = 'bench_floor';
const PEOPLE = 100_000;
/** Asked for in turn: one alone would be in every cache of the processor. */
const PEOPLE_ASKED_FOR = 200;

/** One person of a large company, as integrations look them up. */
export const employees: LoadBench = {
  name: 'employees',
  summary: `GET ${PATH}/email/{e} and /externalid/{x} against bare node:http + pg`,

  async prepare(stage) {
    const { service, database } = stage;
    const companyId = await companyOf(database, service.apiKey);
    await fillEmployees(database, companyId, PEOPLE);
    const people = await somePeople(database, companyId, PEOPLE_ASKED_FOR);
    await database.copyTables(FLOOR_SCHEMA, ['employee']);

    const lookups: readonly { by: EmployeesFloorInput['by']; paths: readonly string[] }[] = [
      { by: 'e-mail', paths: people.map(({ email }) => `email/${email}`) },
      {
        by: 'external id',
        paths: people.map(({ externalId }) => `externalid/${externalId}`),
      },
    ];
    const targets: Target[] = [];
    const comparisons: Plan['comparisons'][number][] = [];
    let bytes = 0;
    for (const { by, paths: names } of lookups) {
      const paths = names.map((name) => `${PATH}/${name}`);
      const own = {
        name: `service, ${by}`,
        url: service.baseUrl,
        paths,
        headers: { serviceAPIKey: service.apiKey },
      };
      const floor = {
        name: `floor, ${by}`,
        url: await stage.startFloor<EmployeesFloorInput>(`floor, ${by}`, FLOOR, {
          databaseUrl: service.databaseUrl,
          schema: FLOOR_SCHEMA,
          by,
          companyId,
        }),
        paths,
      };
      bytes = await compare(own, floor);
      targets.push(own, floor);
      comparisons.push(
        { of: own.name, against: floor.name, atLeast: 0.7, hopedFor: 1 },
        { of: own.name, against: floor.name, figure: 'p99' },
      );
    }
    return {
      notes: [
        `${PEOPLE_ASKED_FOR} people of ${PEOPLE} in turn, some ${Math.round(bytes)} bytes each; the floors answer the same bytes for each of them.`,
      ],
      targets,
      comparisons,
      tables: { untouched: [], counted: ['employee', 'api_key', 'revision'] },
    };
  },
};

/** @returns the mean length of an answer @throws unless both answer the same bytes on every path */
async function compare(own: Target & { paths: readonly string[] }, floor: Target): Promise<number> {
  let bytes = 0;
  for (const path of own.paths) {
    const { body } = await answerOf({ ...own, url: own.url + path });
    const { body: floorBody } = await answerOf({ ...floor, url: floor.url + path });
    if (!floorBody.equals(body)) throw new Error(`${floor.name} does not answer the bytes of the service`);
    bytes += body.length;
  }
  return bytes / own.paths.length;
}
