import fc from 'fast-check';
import { ActionPlanImporter } from '../../../src/action-plans/index.js';
import { employeeBody } from '../../support/builders/employee.js';
import { actionRecord, noteRecord, planRecord, PLANS } from '../../support/builders/plan.js';
import { CAST, PlanModel, type Plan, type Who } from '../../support/plan-life/model.js';
import type { Callers } from '../../support/plan-life/step.js';
import { stepsIn, TEXTS, type World } from '../../support/plan-life/steps.js';
import { TestApp } from '../../support/test-app.js';
import { WorkforceFixture } from '../../support/workforce-fixture.js';

const LIVES = 20;
const STEPS = 25;

const ORIGINS = ['private', 'public', 'imported', 'without creator'] as const;

describe('the life of a plan', () => {
  let app: TestApp;
  let callers: Callers;
  let world: World;

  beforeAll(async () => {
    app = await TestApp.start();
    const workforce = await WorkforceFixture.open(app);
    const { companyId } = workforce;
    callers = {
      creator: await app.user('MANAGER', companyId),
      admin: await app.user('ADMIN', companyId),
      other: await app.user('RESPONSIBLE', companyId),
      worker: await app.user('ADVISOR', companyId),
      stranger: await app.user('ADMIN'),
    };
    const [user] = await app.sql<{ email: string }>('SELECT email FROM user_account WHERE id = $1', [
      callers.worker.userId,
    ]);
    const employees = [employeeBody({ email: user!.email.toUpperCase() }), employeeBody(), employeeBody()];
    const people: string[] = [];
    for (const employee of employees) people.push((await workforce.invited(employee)).id);
    world = { workforce, people };
  });
  afterAll(() => app.stop());

  async function born(origin: (typeof ORIGINS)[number]): Promise<PlanModel> {
    const plan = origin === 'private' || origin === 'public' ? await created(origin) : await imported(origin);
    const userIds = Object.fromEntries(CAST.map((who) => [who, callers[who].userId])) as Record<Who, string>;
    return new PlanModel(plan, userIds, world.people[0]!, world.people);
  }

  async function created(origin: 'private' | 'public'): Promise<Plan> {
    const given = { title: TEXTS[0], visibility: origin.toUpperCase() };
    const { id, companyId, createdAt, updatedAt } = (await callers.creator.post(PLANS, given)).body;
    return {
      ...given,
      id,
      companyId,
      createdBy: callers.creator.userId,
      createdAt,
      updatedAt,
      actions: [],
    } as Plan;
  }

  /** A plan whose actions have statuses that no request could give them. */
  async function imported(origin: 'imported' | 'without creator'): Promise<Plan> {
    const { companyId } = world.workforce;
    const [worker, person] = world.people;
    const startedAt = '2026-01-02T08:00:00.000Z';
    const completedAt = '2026-01-03T08:00:00.000Z';
    const notes = [
      noteRecord({ authorId: callers.other.userId, visibility: 'PRIVATE' }),
      noteRecord({ authorId: callers.creator.userId }),
    ];
    const record = planRecord({
      ...(origin === 'imported' && { createdBy: callers.creator.userId }),
      actions: [
        actionRecord({ assigneeStatuses: [], status: 'EXPIRED', createdBy: callers.other.userId, notes }),
        actionRecord({
          assigneeStatuses: [
            { assigneeId: worker, status: 'EXPIRED', startedAt },
            { assigneeId: person, status: 'CANCELLED' },
          ],
          status: 'PENDING',
        }),
        actionRecord({
          assigneeStatuses: [{ assigneeId: worker, status: 'COMPLETED', startedAt, completedAt }],
          status: 'COMPLETED',
          startedAt,
          completedAt,
        }),
      ],
    });
    await app.app.get(ActionPlanImporter).import(companyId, [record]);
    return { ...record, companyId } as unknown as Plan;
  }

  it('is what the rules say, for every user, after every request', async () => {
    const steps = fc.oneof(...stepsIn(world));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ORIGINS),
        fc.commands([steps], { maxCommands: STEPS, size: 'max' }),
        (origin, commands) =>
          fc.asyncModelRun(async () => ({ model: await born(origin), real: callers }), commands),
      ),
      { numRuns: LIVES },
    );
  });
});
