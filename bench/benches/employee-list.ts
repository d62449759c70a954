import { deepStrictEqual } from 'node:assert';
import { companyOf, fillEmployees, fillEmployeesInColumns, somePeople } from '../data/employees.js';
import type { EmployeeListFloorInput } from '../floors/employee-list.js';
import { answerOf } from '../harness/answer.js';
import type { TrialBench } from '../harness/bench.js';
import { judge } from '../harness/comparison.js';
import { download, type Download } from '../harness/download.js';
import { ResidentMemory } from '../harness/resident-memory.js';
import type { Stage } from '../harness/stage.js';
import { spread } from '../harness/statistics.js';
import type { Target } from '../harness/target.js';
import type { Measurement } from '../harness/trial.js';

const PATH = '/api/v1/public/company/employees';
const FLOOR = new URL('../floors/employee-list.ts', import.meta.url);
const FLOOR_SCHEMA = 'bench_floor';
const PEOPLE = 100_000;
/** MiB beyond what the service has once it has answered a request. */
const MAX_GROWTH = 48;

/** What is measured: a target, the process that it is, and what its lists took so far. */
interface Subject {
  readonly target: Target;
  readonly pid: number;
  readonly downloads: Download[];
}

/** All people of a large company in one answer: how long, and in how much memory. */
export const employeeList: TrialBench = {
  name: 'employee-list',
  summary: `GET ${PATH} of ${PEOPLE} people, against rows, objects and JSON.stringify`,

  async conduct(stage, { rounds }, tell) {
    const { service, database } = stage;
    const companyId = await companyOf(database, service.apiKey);
    await fillEmployees(database, companyId, PEOPLE);
    await database.copyTables(FLOOR_SCHEMA, ['employee']);
    await fillEmployeesInColumns(database, FLOOR_SCHEMA);
    const subjects = {
      service: {
        target: {
          name: 'service',
          url: service.baseUrl + PATH,
          headers: { serviceAPIKey: service.apiKey },
        },
        pid: service.pid,
        downloads: [],
      },
      floor: await startFloor(stage, 'floor', 'plain', companyId),
      textFloor: await startFloor(stage, 'text floor', 'text', companyId),
    } satisfies Record<string, Subject>;
    const all: readonly Subject[] = Object.values(subjects);

    // One request that is no list, so that what every first request takes is not taken for the list's.
    const [person] = await somePeople(database, companyId, 1);
    const { target } = subjects.service;
    await answerOf({ ...target, url: `${target.url}/externalid/${person?.externalId}` });
    const memories = await Promise.all(all.map(({ pid }) => ResidentMemory.watch(pid)));

    const bytes = await compareContents(all);
    for (let round = 0; round <= rounds; round++) {
      for (const { target, downloads } of all) {
        const taken = await download(target);
        if (round > 0) downloads.push(taken);
        const label = round === 0 ? 'warm-up' : `round ${round} of ${rounds}`;
        tell(`${label}: ${target.name} ${taken.time.toFixed(0)} ms`);
      }
    }
    const growths = await Promise.all(memories.map((memory) => memory.growth()));

    const times = ({ downloads }: Subject): number[] => downloads.map(({ time }) => time);
    return {
      notes: [
        `${PEOPLE} people in ${bytes} bytes; all answer the same content. Memory is the most of all lists, with the first.`,
      ],
      measurements: all.flatMap((subject, index) =>
        measurementsOf(subject, memories[index]?.before ?? NaN, growths[index] ?? NaN),
      ),
      comparisons: [
        judge(
          { of: 'service', against: 'floor', figure: 'time', atMost: 1 },
          times(subjects.service),
          times(subjects.floor),
        ),
        judge(
          { of: 'service', against: 'text floor', figure: 'time' },
          times(subjects.service),
          times(subjects.textFloor),
        ),
      ],
    };
  },
};

async function startFloor(
  stage: Stage,
  name: string,
  kind: EmployeeListFloorInput['kind'],
  companyId: string,
): Promise<Subject> {
  const { databaseUrl } = stage.service;
  const input = { databaseUrl, schema: FLOOR_SCHEMA, kind, companyId };
  const { url, pid } = await stage.startFloorProcess<EmployeeListFloorInput>(name, FLOOR, input);
  return { target: { name, url }, pid, downloads: [] };
}

/** @returns the length of the service's answer @throws unless all have the same content */
async function compareContents([service, ...floors]: readonly Subject[]): Promise<number> {
  if (!service) throw new Error('there is nothing to compare');
  const { body } = await answerOf(service.target);
  const people = JSON.parse(body.toString()) as unknown[];
  if (people.length !== PEOPLE) throw new Error(`the service lists ${people.length} people`);
  for (const { target } of floors) {
    const { body: floorBody } = await answerOf(target);
    deepStrictEqual(JSON.parse(floorBody.toString()), people, `${target.name} has other content`);
  }
  return body.length;
}

function measurementsOf(
  { target: { name }, downloads }: Subject,
  before: number,
  growth: number,
): Measurement[] {
  return [
    { name: `${name}, to the last byte`, unit: 'ms', value: spread(downloads.map(({ time }) => time)) },
    {
      name: `${name}, to the first byte`,
      unit: 'ms',
      value: spread(downloads.map(({ firstByte }) => firstByte)),
    },
    { name: `${name}, memory before`, unit: 'MiB', value: spread([before]) },
    {
      name: `${name}, growth of memory`,
      unit: 'MiB',
      value: spread([growth]),
      ...(name === 'service' && { atMost: MAX_GROWTH }),
    },
  ];
}
