import {
  ActionResponse,
  AssigneeStatusResponse,
} from '../../../src/action-plans/application/action.response.js';
import { AssigneeRequest } from '../../../src/action-plans/interface/action-parts.requests.js';
import {
  CreateActionRequest,
  UpdateActionRequest,
} from '../../../src/action-plans/interface/action.requests.js';
import { SETTABLE_STATUSES } from '../../../src/action-plans/domain/enumerations.js';
import type { ApiClient } from '../api-client.js';
import { PLANS } from '../builders/plan.js';
import { Sample } from '../property-samples.js';
import type { Body, Given, Written } from '../property-walk.js';
import type { TestApp } from '../test-app.js';
import { WorkforceFixture } from '../workforce-fixture.js';
import { bodyOf, entryOf, idOf, type WritableKind } from './writable-kind.js';

/** A plan of an admin, in a company with people and a segmentation. */
class ActionsFixture {
  private constructor(
    readonly workforce: WorkforceFixture,
    readonly admin: ApiClient,
    readonly people: readonly string[],
    private readonly planPath: string,
  ) {}

  static async open(app: TestApp): Promise<ActionsFixture> {
    const workforce = await WorkforceFixture.open(app);
    const admin = await app.user('ADMIN', workforce.companyId);
    const people = [(await workforce.invited()).id, (await workforce.invited()).id];
    const { id } = bodyOf(await admin.post(PLANS, { title: { defaultValue: 'Plan' } }));
    return new ActionsFixture(workforce, admin, people, `${PLANS}/${String(id)}`);
  }

  actionPath(actionId: unknown): string {
    return `${this.planPath}/actions/${String(actionId)}`;
  }

  /** Creates an action. */
  async create(body: Body): Promise<Body> {
    return bodyOf(await this.admin.post(`${this.planPath}/actions`, body));
  }

  /** Creates an action with an entry in each list that a change replaces. */
  async createFull(): Promise<Body> {
    const { team, groups } = this.workforce;
    return this.create({
      title: { defaultValue: 'Action' },
      focusItems: [{ focusType: 'ENPS' }],
      hierarchyIds: [team.id],
      groupIds: [groups[0].id],
      characteristics: [this.target(1)],
    });
  }

  /** Every answer that has an action. */
  async read(answers: Readonly<Record<string, Body>>): Promise<Written> {
    const id = Object.values(answers)[0]?.['id'];
    const plan = bodyOf(await this.admin.get(this.planPath));
    const [listed] = bodyOf(await this.admin.get(PLANS))['result'] as Body[];
    return {
      answers: {
        ...answers,
        GET: bodyOf(await this.admin.get(this.actionPath(id))),
        'GET plan': entryOf(plan['actions'], id) ?? {},
        'GET list': entryOf(listed?.['actions'], id) ?? {},
      },
    };
  }

  /** A target by one of the two values of a list. */
  target(value: 0 | 1): Body {
    const { shift } = this.workforce;
    return { characteristicId: shift.id, id: shift.allowedValues[value]?.id };
  }

  /** Values of the references of an action. */
  given(): Record<string, Given> {
    const { team, department, groups, start, shift, remote, skill } = this.workforce;
    const midnight = '2024-03-01T00:00:00.000Z';
    const targets = [
      { characteristicId: start.id, questionType: 'DATE', value: midnight },
      { characteristicId: shift.id, questionType: 'LIST', value: shift.allowedValues[0]?.id },
      { characteristicId: remote.id, questionType: 'BOOLEAN', value: true },
      { characteristicId: remote.id, questionType: 'BOOLEAN', id: remote.allowedValues[0]?.id, value: false },
      { characteristicId: skill.id, questionType: 'TREE', id: skill.nodes[0]?.id },
    ];
    return {
      hierarchyIds: { values: () => [[team.id, department.id], [department.id], []] },
      groupIds: { values: () => [groups.map(({ id }) => id), [groups[1].id], []] },
      characteristics: { values: () => [targets, []] },
      'characteristics[]': { beside: () => this.target(1) },
      'characteristics[].characteristicId': { values: () => [shift.id], identifies: true },
      'characteristics[].id': {
        values: () => shift.allowedValues.map(({ id }) => id),
        isRequired: true,
      },
      // The service fills it in.
      'characteristics[].questionType': { values: () => ['LIST'], identifies: true },
      'characteristics[].value': {
        values: () => ['2199-12-31T23:59:59.999Z', new Sample('01032024', midnight)],
        beside: () => ({ characteristicId: start.id, id: undefined, value: midnight }),
        isRequired: true,
      },
    };
  }
}

export const createdAction: WritableKind = {
  dto: CreateActionRequest,
  response: ActionResponse,
  async open(app) {
    const fixture = await ActionsFixture.open(app);
    return {
      dto: CreateActionRequest,
      base: () => ({ title: { defaultValue: 'Action' } }),
      async create(body) {
        const created = await fixture.create(body);
        const written = await fixture.read({ POST: created });
        const statuses = created['assigneeStatuses'] as Body[];
        return { ...written, stored: { assigneeIds: statuses.map(({ assigneeId }) => assigneeId) } };
      },
      given: {
        ...fixture.given(),
        assigneeIds: { values: () => [fixture.people, [fixture.people[0]], []], isHidden: true },
        'assigneeStatuses[].assigneeId': { values: () => fixture.people },
      },
    };
  },
};

export const updatedAction: WritableKind = {
  dto: UpdateActionRequest,
  response: ActionResponse,
  async open(app) {
    const fixture = await ActionsFixture.open(app);
    const change = async (id: unknown, body: Body): Promise<Written> =>
      fixture.read({ PATCH: bodyOf(await fixture.admin.patch(fixture.actionPath(id), body)) });
    return {
      dto: UpdateActionRequest,
      base: () => ({}),
      create: async (body) => change((await fixture.createFull())['id'], body),
      update: (before, body) => change(idOf(before), body),
      staysWhenAbsent: true,
      given: {
        ...fixture.given(),
        // `EXPIRED` is taken back only where an import has set it.
        status: { values: () => SETTABLE_STATUSES },
      },
    };
  },
};

export const assignee: WritableKind = {
  dto: AssigneeRequest,
  response: AssigneeStatusResponse,
  async open(app) {
    const fixture = await ActionsFixture.open(app);
    const { id } = await fixture.createFull();
    const [assigneeId = ''] = fixture.people;
    const set = async (body: Body): Promise<Written> => {
      const path = `${fixture.actionPath(id)}/assignees/${assigneeId}`;
      const { answers } = await fixture.read({ PUT: bodyOf(await fixture.admin.put(path, body)) });
      const assignees = Object.entries(answers).map(([where, action]) => {
        const [only = {}] = action['assigneeStatuses'] as Body[];
        return [where, only] as const;
      });
      return { answers: Object.fromEntries(assignees) };
    };
    return {
      dto: AssigneeRequest,
      base: () => ({ status: 'PENDING' }),
      create: set,
      update: (_, body) => set(body),
    };
  },
};
