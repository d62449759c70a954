import { employeeRecords, segmentation } from '../data/employees.js';
import { settle } from '../data/tables.js';
import { createCompany, importDocument, importLines } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { drive, type Target } from '../harness/load.js';

const PATH = '/api/v1/company/action-plans';
/** New actions per second that the service must take. */
const BUDGET = 300;
const EMPLOYEES = 1_000;
/** Enough that no plan reaches the limit of its actions. */
const PLANS = 500;

const employees = [...employeeRecords(EMPLOYEES)] as { id: string }[];
const [assigneeId = '', ...others] = employees.slice(0, 3).map(({ id }) => id);
const { areas, groups, characteristics } = segmentation;
const [, list] = characteristics;

/** A new action with a reference of each kind. */
const NEW_ACTION = {
  title: { defaultValue: 'Publish the rota earlier', langValues: { es: 'Publicar antes los turnos' } },
  description: { defaultValue: 'Two weeks before the shift.\nEverybody may object.' },
  focusItems: [{ focusType: 'SCORE', targetValue: 7.5 }],
  assigneeIds: [assigneeId, ...others],
  hierarchyIds: [areas[0]!.id, areas[1]!.id],
  groupIds: [groups[0]!.id],
  characteristics: [{ characteristicId: list.id, id: (list.allowedValues as { id: string }[])[0]!.id }],
  dueDate: '2027-03-31T00:00:00.000Z',
};

/** Writes into plans. */
export const actions: Bench = {
  name: 'actions',
  summary: `POST ${PATH}/{planId}/actions`,

  async run(stage, effort) {
    const { service } = stage;
    const { companyId, userId, session } = await createCompany(service);
    await importDocument(service, companyId, segmentation);
    await importLines(service, companyId, 'employee', employees);
    await importLines(service, companyId, 'plan', planRecords(userId));
    await settle(service);
    const create: Target = {
      name: 'service, create',
      url: service.baseUrl,
      headers: session,
      method: 'POST',
      paths: Array.from({ length: PLANS }, (_, number) => `${PATH}/${id('1', number)}/actions`),
      body: JSON.stringify(NEW_ACTION),
    };
    const turns = await drive(stage.driver, [create], effort);
    return {
      notes: [`${PLANS} plans in turn.`],
      rows: turns.rows,
      goals: [turns.goal('requestsPerSecond', create, { atLeast: BUDGET })],
    };
  },
};

/** Plans of the user with one action each. Only their ids differ. */
function* planRecords(userId: string): Generator<object> {
  const createdAt = '2026-03-01T09:00:00.000Z';
  for (let number = 0; number < PLANS; number++) {
    const { assigneeIds, ...action } = NEW_ACTION;
    const assigneeStatuses = assigneeIds.map((one) => ({ assigneeId: one, status: 'PENDING' }));
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
