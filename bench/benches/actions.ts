import { isDeepStrictEqual } from 'node:util';
import { Client } from 'pg';
import type { ActionsBaselineInput } from '../baselines/actions.js';
import { employeeRecords, segmentation } from '../data/employees.js';
import { settle } from '../data/tables.js';
import { createCompany, importDocument, importLines } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { drive, type Target } from '../harness/load.js';
import type { Stage } from '../harness/stage.js';

const PATH = '/api/v1/company/action-plans';
const BASELINE = new URL('../baselines/actions.ts', import.meta.url);
const EMPLOYEES = 1_000;
/** So many that none gets as many actions as a plan may have. */
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

/** Writes into plans: a new action, and the status of an assignee. */
export const actions: Bench = {
  name: 'actions',
  summary: `POST ${PATH}/{planId}/actions and PUT …/assignees/{assigneeId} against bare node:http and pg`,

  async run(stage, effort) {
    const { service } = stage;
    const { companyId, userId, session } = await createCompany(service);
    await importDocument(service, companyId, segmentation);
    await importLines(service, companyId, 'employee', employees);
    await importLines(service, companyId, 'plan', planRecords(userId));
    await settle(service);
    const url = await stage.startBaselineFrom<ActionsBaselineInput>(BASELINE, { companyId, userId });

    const numbers = Array.from({ length: PLANS }, (_, number) => number);
    const writes = [
      {
        name: 'create',
        method: 'POST',
        paths: numbers.map((number) => `${PATH}/${id('1', number)}/actions`),
        body: JSON.stringify(NEW_ACTION),
      },
      {
        name: 'set status',
        method: 'PUT',
        paths: numbers.map(
          (number) => `${PATH}/${id('1', number)}/actions/${id('2', number)}/assignees/${assigneeId}`,
        ),
        body: JSON.stringify({ status: 'IN_PROGRESS' }),
      },
    ] as const;
    const pairs = writes.map(({ name, ...write }): [Target, Target] => [
      { ...write, name: `service, ${name}`, url: service.baseUrl, headers: session },
      { ...write, name: `baseline, ${name}`, url },
    ]);
    for (const pair of pairs) await checkEqual(stage, pair);

    const turns = await drive(stage.driver, pairs.flat(), effort);
    return {
      notes: [`${PLANS} plans in turn.`],
      rows: turns.rows,
      goals: pairs.map(([one, other]) => turns.ratioGoal('requestsPerSecond', one, other, { atLeast: 0.5 })),
    };
  },
};

/** Plans of the user with one action each, which all differ in their ids only. */
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

/** Writes into one plan by the service, into another by the baseline. @throws unless all is equal but ids and times */
async function checkEqual({ service }: Stage, targets: readonly Target[]): Promise<void> {
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    const outcomes: unknown[] = [];
    for (const [index, { name, url, paths = [], method = '', headers, body }] of targets.entries()) {
      const path = paths[index] ?? '';
      const response = await fetch(url + path, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body !== undefined && { body }),
      });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${name} answers ${response.status}: ${text}`);
      const { id: actionId } = JSON.parse(text) as { id: string };
      const { rows } = await client.query<{ written: unknown }>(WRITTEN, [id('1', index), actionId]);
      const outcome = JSON.stringify([JSON.parse(text), rows[0]?.written])
        .replaceAll(actionId, 'action')
        .replaceAll(id('1', index), 'plan')
        .replaceAll(/"20\d\d-[^"]*"/g, '"time"');
      outcomes.push(JSON.parse(outcome));
    }
    if (!isDeepStrictEqual(outcomes[0], outcomes[1])) {
      const [one, other] = outcomes.map((outcome) => JSON.stringify(outcome));
      throw new Error(`the baseline does not write and answer as the service:\n${one}\n${other}`);
    }
  } finally {
    await client.end();
  }
}

/** `$1` plan, `$2` action. */
const WRITTEN = `
  SELECT json_build_array(to_json(p), to_json(a), to_json(s)) AS written
  FROM action_plan p
    JOIN plan_action a ON a.company_id = p.company_id AND a.plan_id = p.id AND a.id = $2
    JOIN action_text s ON s.company_id = p.company_id AND s.action_id = a.id
  WHERE p.id = $1`;

function id(kind: string, number: number): string {
  return `0000${kind}${number.toString(16).padStart(19, '0')}`;
}
