import { employeeRecords, segmentation, someEmployees } from '../data/employees.js';
import { settle } from '../data/tables.js';
import { createCompany, importDocument, importLines, type Company } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { bodyOf, drive, type Target } from '../harness/load.js';
import type { Stage } from '../harness/stage.js';

export const EMPLOYEES_PATH = '/api/v1/public/company/employees';
export const EMPLOYEES = 100_000;
/** The row of a single employee would stay in the caches of the processor. */
const REQUESTED = 200;

const KEYS = [
  { name: 'e-mail', segment: 'email', column: 'email_key', keyOf: 'email' },
  { name: 'external id', segment: 'externalid', column: 'external_id', keyOf: 'externalId' },
] as const;

/** Look-ups of single employees in a large company. */
export const employees: Bench = {
  name: 'employees',
  summary: `GET ${EMPLOYEES_PATH}/email/{email} and /externalid/{id} against one statement per request`,

  async run(stage, effort) {
    const { companyId, apiKey } = await createEmployees(stage);
    const pairs: (readonly [Target, Target])[] = [];
    for (const { name, segment, column, keyOf } of KEYS) {
      const paths = someEmployees(REQUESTED).map((one) => `${EMPLOYEES_PATH}/${segment}/${one[keyOf]}`);
      const url = await stage.startBaseline({
        statement: `SELECT document::text AS answer FROM employee
          WHERE company_id = $1 AND deleted_at IS NULL AND ${column} = $2`,
        values: [companyId],
        takesPath: true,
        answer: 'text',
      });
      const service = { name: `service, ${name}`, url: stage.service.baseUrl, paths, headers: apiKey };
      const baseline = { name: `baseline, ${name}`, url, paths };
      for (const path of paths) await checkEqual(service, baseline, path);
      pairs.push([service, baseline]);
    }
    const turns = await drive(stage.driver, pairs.flat(), effort);
    return {
      notes: [`${REQUESTED} of ${EMPLOYEES} employees in turn.`],
      rows: turns.rows,
      goals: pairs.map(([service, baseline]) =>
        turns.ratioGoal('requestsPerSecond', service, baseline, { atLeast: 0.5 }),
      ),
    };
  },
};

/** A company with its segmentation and its employees. */
export async function createEmployees({ service }: Stage, count = EMPLOYEES): Promise<Company> {
  const company = await createCompany(service);
  await importDocument(service, company.companyId, segmentation);
  await importLines(service, company.companyId, 'employee', employeeRecords(count));
  await settle(service);
  return company;
}

async function checkEqual(service: Target, baseline: Target, path: string): Promise<void> {
  const [one, other] = await Promise.all(
    [service, baseline].map((target) => bodyOf({ ...target, url: target.url + path })),
  );
  if (one !== other) throw new Error(`${path}: the baseline does not answer as the service`);
}
