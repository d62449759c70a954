import { ActionPlanImporter } from '../../src/action-plans/index.js';
import type { Role } from '../../src/shared-kernel/actor.js';
import { newId } from '../../src/shared-kernel/id.js';
import type { Answer, ApiClient } from './api-client.js';
import { employeeRecord } from './builders/employee.js';
import { ME, USERS } from './builders/look-ups.js';
import { actionPath, minimalAction, planRecord, PLANS, type Body } from './builders/plan.js';
import { TestApp } from './test-app.js';
import { WorkforceFixture } from './workforce-fixture.js';

export type Caller = ApiClient & { userId: string; sessionId: string };

/** Ids that no plan, action or note has; PostgreSQL takes no NUL. */
export const UNKNOWN_IDS = ['0123456789abcdef01234567', 'nonsense', '%00'];

const TABLES = ['action_plan', 'plan_text', 'plan_action', 'action_text', 'action_note'];

/** A company with employees and a segmentation, and with users who work on its plans. */
export class PlanFixture {
  private constructor(
    readonly app: TestApp,
    readonly workforce: WorkforceFixture,
    /** Created the plans. */
    readonly creator: Caller,
    readonly manager: Caller,
    readonly admin: Caller,
    /** An admin of another company. */
    readonly stranger: Caller,
  ) {}

  /**
   * @param environment - settings, like in the environment
   * @param options - those of {@link TestApp.start}
   */
  static async start(
    environment: Record<string, string> = {},
    databaseUrl?: string,
    options: { readonly isWorker?: boolean } = {},
  ): Promise<PlanFixture> {
    const app = await TestApp.start(environment, databaseUrl, options);
    const workforce = await WorkforceFixture.open(app);
    const user = (role: Role): Promise<Caller> => app.user(role, workforce.companyId);
    return new PlanFixture(
      app,
      workforce,
      await user('MANAGER'),
      await user('MANAGER'),
      await user('ADMIN'),
      await app.user('ADMIN'),
    );
  }

  stop(): Promise<void> {
    return this.app.stop();
  }

  get companyId(): string {
    return this.workforce.companyId;
  }

  /** Imports employees. @returns their ids */
  async employees(count: number, into = this.companyId): Promise<string[]> {
    const records = Array.from({ length: count }, () => employeeRecord());
    await this.workforce.import(records, into);
    return records.map(({ id }) => id);
  }

  /** A new user, and the employee with the same e-mail address in capitals. */
  async person(role: Role = 'MANAGER'): Promise<Caller & { employeeId: string }> {
    const user = await this.app.user(role, this.companyId);
    const [row] = await this.app.sql<{ email: string }>('SELECT email FROM user_account WHERE id = $1', [
      user.userId,
    ]);
    const employeeId = newId();
    await this.workforce.import([employeeRecord({ id: employeeId, email: row!.email.toUpperCase() })]);
    return Object.assign(user, { employeeId });
  }

  /** Imports a plan of the creator, which everybody reads unless overridden. @returns its id */
  async plan(overrides: Body = {}): Promise<string> {
    const record = planRecord({ createdBy: this.creator.userId, ...overrides });
    await this.app.app.get(ActionPlanImporter).import(this.companyId, [record]);
    return record.id;
  }

  /** Imports a plan with one action. @returns the path of the action, and the ids of both */
  async action(
    overrides: Body = {},
    planOverrides: Body = {},
  ): Promise<{ path: string; planId: string; actionId: string }> {
    const action = minimalAction({ visibility: 'PUBLIC', ...overrides });
    const planId = await this.plan({ actions: [action], ...planOverrides });
    return { path: actionPath(planId, action.id), planId, actionId: action.id };
  }

  /** An action that is assigned to the admin, who becomes an employee for it. */
  async ownAction(): Promise<{ path: string; planId: string; actionId: string; employeeId: string }> {
    const { body: me } = await this.admin.get(ME);
    const employeeId = (me.employeeId ?? (await this.employees(1))[0]) as string;
    if (me.employeeId === undefined) await this.admin.patch(`${USERS}/${this.admin.userId}`, { employeeId });
    const assigneeStatuses = [{ assigneeId: employeeId, status: 'PENDING' }];
    return { ...(await this.action({ assigneeStatuses })), employeeId };
  }

  /** Creates an action by the API, in a new plan. */
  async created(body: Body = {}, creator: Caller = this.creator): Promise<Body & { path: string }> {
    const planId = await this.plan({ createdBy: creator.userId });
    const answer = await creator.post(actionPath(planId), { title: { defaultValue: 'Action' }, ...body });
    if (answer.status !== 200) throw new Error(`The action was not created: ${answer.text}`);
    return { ...answer.body, path: actionPath(planId, answer.body.id) };
  }

  /** All stored rows of plans. */
  everything(): Promise<unknown[]> {
    return Promise.all(TABLES.map((table) => this.app.sql(`SELECT * FROM ${table} t ORDER BY t::text`)));
  }

  /** Runs a function and expects that it changes no stored row. */
  async unchanged<T>(work: () => Promise<T>): Promise<T> {
    const before = await this.everything();
    const result = await work();
    expect(await this.everything()).toEqual(before);
    return result;
  }

  /** Expects that a function changes an action and its plan's `updatedAt`. @returns the answer, and the changed plan */
  async moved(planId: string, work: () => Promise<Answer>): Promise<Answer & { plan: Body }> {
    const before = (await this.creator.get(`${PLANS}/${planId}`)).body;
    const started = new Date().toISOString();
    const answer = await work();
    if (answer.status >= 300) throw new Error(`Refused: ${answer.text}`);
    const { body: plan } = await this.creator.get(`${PLANS}/${planId}`);
    expect(plan).toEqual({ ...before, ...pick(plan, 'updatedAt', 'actions', 'completionPercent') });
    expect(plan.updatedAt >= started).toBe(true);
    return { ...answer, plan };
  }

  /**
   * Expects the order of checks of an operation in a plan: credential, role, plan, right to read it,
   * action, and then the body, which is not JSON; nothing changes.
   * @param pathOf - the path of the operation from the path of an action
   */
  async expectOrderOfChecks(
    method: string,
    { pathOf, isReader = false }: { pathOf: (action: string) => string; isReader?: boolean },
    at: { planId: string; actionId: string },
  ): Promise<void> {
    const { planId, actionId } = at;
    const hidden = await this.action({}, { visibility: 'PRIVATE' });
    const other = await this.action();
    const hasAction = pathOf('/x') !== pathOf('/y');
    const send = async (caller: ApiClient, action: string): Promise<[number, string]> => {
      const headers = { 'Content-Type': 'application/json' };
      const options = method === 'GET' ? {} : { raw: '{', headers };
      const { status, body } = await caller.request(method, pathOf(action), options);
      return [status, body?.errorCode as string];
    };
    const path = actionPath(planId, actionId);
    await this.unchanged(async () => {
      expect(await send(this.app.anonymous(), path)).toEqual([401, 'CREDENTIAL_REQUIRED']);
      for (const role of ['EMPLOYEE', 'PUBLIC'] as const)
        expect(await send(await this.app.user(role, this.companyId), path)).toEqual([403, 'FORBIDDEN']);
      expect(await send(this.stranger, path)).toEqual([404, 'PLAN_NOT_FOUND']);
      for (const id of UNKNOWN_IDS)
        expect([id, ...(await send(this.creator, actionPath(id, actionId)))]).toEqual([
          id,
          404,
          'PLAN_NOT_FOUND',
        ]);
      for (const caller of [this.manager, this.admin]) {
        expect(await send(caller, hidden.path)).toEqual([403, 'PLAN_FORBIDDEN']);
        expect(await send(caller, actionPath(hidden.planId, newId()))).toEqual([403, 'PLAN_FORBIDDEN']);
      }
      if (hasAction) {
        for (const id of [...UNKNOWN_IDS, other.actionId])
          expect([id, ...(await send(this.creator, actionPath(planId, id)))]).toEqual([
            id,
            404,
            'ACTION_NOT_FOUND',
          ]);
      }
      if (!isReader) expect(await send(this.manager, path)).toEqual([403, 'PLAN_FORBIDDEN']);
      if (['POST', 'PATCH', 'PUT'].includes(method))
        expect(await send(this.creator, path)).toEqual([400, 'MALFORMED_JSON']);
    });
  }
}

function pick(body: Body, ...names: string[]): Body {
  return Object.fromEntries(names.map((name) => [name, body[name]]));
}
