import { employeeRecords, segmentation } from '../data/employees.js';
import { settle } from '../data/tables.js';
import { createCompany, importDocument, importLines, type Company } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { drive, type Target } from '../harness/load.js';
import type { Service } from '../harness/service-process.js';

const PATH = '/api/v1/company/action-plans';
/** New actions per second that the service must take. */
const BUDGET = 300;
const EMPLOYEES = 1_000;
/** Enough that no plan reaches the limit of its actions. */
const PLANS = 500;

const assigneeIds = [...(employeeRecords(3) as Iterable<{ id: string }>)].map(({ id }) => id);
const { areas, groups, characteristics } = segmentation;
const [, list] = characteristics;

/** A new action with a reference of each kind. */
const NEW_ACTION = {
  title: { defaultValue: 'Publish the rota earlier', langValues: { es: 'Publicar antes los turnos' } },
  description: { defaultValue: 'Two weeks before the shift.\nEverybody may object.' },
  focusItems: [{ focusType: 'SCORE', targetValue: 7.5 }],
  assigneeIds,
  hierarchyIds: [areas[0]!.id, areas[1]!.id],
  groupIds: [groups[0]!.id],
  characteristics: [{ characteristicId: list.id, id: (list.allowedValues as { id: string }[])[0]!.id }],
  dueDate: '2027-03-31T00:00:00.000Z',
};

/** The paths of plans that {@link createPlansToWrite} creates. */
export const PLAN_PATHS = Array.from({ length: PLANS }, (_, number) => `${PATH}/${id('1', number)}`);

/** New actions in these plans. */
export const NEW_ACTIONS = {
  method: 'POST',
  paths: PLAN_PATHS.map((path) => `${path}/actions`),
  body: JSON.stringify(NEW_ACTION),
} as const;

/** Writes into plans. */
export const actions: Bench = {
  name: 'actions',
  summary: `POST ${PATH}/{planId}/actions`,

  async run(stage, effort) {
    const { service } = stage;
    const { session } = await createPlansToWrite(service);
    await settle(service);
    const create: Target = {
      name: 'service, create',
      url: service.baseUrl,
      headers: session,
      ...NEW_ACTIONS,
    };
    const turns = await drive(stage.driver, [create], effort);
    return {
      notes: [`${PLANS} plans in turn.`],
      rows: turns.rows,
      goals: [turns.goal('requestsPerSecond', create, { atLeast: BUDGET })],
    };
  },
};

/** A company with plans of its user, who may write into all of them. */
export async function createPlansToWrite(service: Service, count = EMPLOYEES): Promise<Company> {
  const company = await createCompany(service);
  const { companyId, userId } = company;
  await importDocument(service, companyId, segmentation);
  await importLines(service, companyId, 'employee', employeeRecords(count));
  await importLines(service, companyId, 'plan', planRecords(userId));
  return company;
}

/** Plans of the user with one action each. Only their ids differ. */
function* planRecords(userId: string): Generator<object> {
  const createdAt = '2026-03-01T09:00:00.000Z';
  for (let number = 0; number < PLANS; number++) {
    const { assigneeIds: people, ...action } = NEW_ACTION;
    const assigneeStatuses = people.map((one) => ({ assigneeId: one, status: 'PENDING' }));
    yield {
      id: id('1', number),
      title: { defaultValue: 'A better week', langValues: { es: 'Una semana mejor' } },
      description: { defaultValue: 'What the teams have agreed on after the survey of spring.' },
      visibility: 'PUBLIC',
      createdBy: userId,
      createdAt,
      actions: [{ ...action, id: id('2', number), assigneeStatuses, createdAt }],
    };
  }
}

function id(kind: string, number: number): string {
  return `0000${kind}${number.toString(16).padStart(19, '0')}`;
}
