import fc from 'fast-check';
import { PlanSummaryQueries } from '../../../src/action-plans/application/plan-summary.queries.js';
import { ACTION_STATUSES, ActionPlanImporter, FOCUS_TYPES } from '../../../src/action-plans/index.js';
import { AreaImporter } from '../../../src/segmentation/index.js';
import { EmployeeImporter } from '../../../src/workforce/index.js';
import { employeeRecord } from '../../support/builders/employee.js';
import { actionPath, minimalAction, planRecord, PLANS, type Body } from '../../support/builders/plan.js';
import { area, type AreaRecord } from '../../support/builders/segmentation.js';
import type { Caller } from '../../support/plan-fixture.js';
import { summaryModel, type ModelAction } from '../../support/plan-summary-model.js';
import { TestApp } from '../../support/test-app.js';

const SUMMARY = `${PLANS}/summary`;
const PAST = '2020-02-29T12:00:00.000Z';
const HOUR_MS = 3_600_000;

describe(`GET ${SUMMARY}`, () => {
  let app: TestApp;
  let companyId: string;
  let manager: Caller;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    companyId = await app.company();
    manager = await app.user('MANAGER', companyId);
  });

  const put = (...records: Body[]) => app.app.get(ActionPlanImporter).import(companyId, records);
  const putActions = (...actions: Body[]) => put(planRecord({ actions }));
  const putAreas = (...areas: AreaRecord[]) => app.app.get(AreaImporter).import(companyId, areas);
  const putPeople = (count: number, { id }: AreaRecord) =>
    app.app.get(EmployeeImporter).import(
      companyId,
      Array.from({ length: count }, () => employeeRecord({ hierarchyId: id })),
    );
  const summary = async (query = '', caller = manager) =>
    (await caller.get(`${SUMMARY}${query}`)).body as Body;
  const totalOf = ({ byStatus }: Body) =>
    Object.values(byStatus as Record<string, number>).reduce((sum, each) => sum + each, 0);
  const rowsOf = ({ areas }: Body) => (areas as Body[]).map(({ name, actions }) => [name, actions]);

  it('refuses callers without a session of a manager', async () => {
    expect(
      (await new (manager.constructor as new (url: string) => Caller)(app.baseUrl).get(SUMMARY)).status,
    ).toBe(401);
    for (const role of ['EMPLOYEE', 'PUBLIC'] as const)
      expect((await (await app.user(role, companyId)).get(SUMMARY)).status).toBe(403);
    for (const role of ['ADMIN', 'RESPONSIBLE', 'ADVISOR'] as const)
      expect((await (await app.user(role, companyId)).get(SUMMARY)).status).toBe(200);
  });

  it('answers figures of nothing for an empty company', async () => {
    const { weeks, focusTypes, ...rest } = await summary();
    const byStatus = Object.fromEntries(ACTION_STATUSES.map((status) => [status, 0]));
    expect(rest).toEqual({ byStatus, overdue: 0, dueIn7Days: 0, dueIn30Days: 0, areas: [] });
    expect(focusTypes).toEqual(
      FOCUS_TYPES.map((focusType) => ({ focusType, actions: 0, completed: 0, overdue: 0 })),
    );
    expect((weeks as Body[]).map(({ created, completed }) => [created, completed])).toEqual(
      Array.from({ length: 12 }, () => [0, 0]),
    );
  });

  it('has an entity tag', async () => {
    const { headers } = await manager.get(SUMMARY);
    const again = await manager.get(SUMMARY, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  describe('refuses', () => {
    it('a filter by a person, and says why', async () => {
      const { status, body } = await manager.get(`${SUMMARY}?assigneeId=665f1c2ab7e4d90012ab34cd`);
      expect([status, body.errorCode, body.errors]).toEqual([
        400,
        'VALIDATION_FAILED',
        [
          {
            path: 'assigneeId',
            code: 'NOT_ALLOWED',
            message: 'must not be sent: no figure of a summary is about one person',
          },
        ],
      ]);
    });

    it.each([
      'from=0',
      'to=10',
      'sort=title',
      'view=summary',
      'include=permissions',
      'status=DONE',
      'overdue=yes',
    ])('%s', async (query) => expect((await manager.get(`${SUMMARY}?${query}`)).status).toBe(400));

    it('areas that are unknown, and areas without a row, in the same words', async () => {
      const [small, large] = [area('Small'), area('Large')];
      await putAreas(small, large);
      await putPeople(4, small);
      await putPeople(5, large);
      const stranger = area('Elsewhere');
      const errors = await Promise.all(
        [small, stranger].map(async ({ id }) => {
          const { status, body } = await manager.get(`${SUMMARY}?hierarchyId=${id}`);
          return [status, body.detail, body.errors];
        }),
      );
      expect(errors[0]).toEqual(errors[1]);
      expect(errors[0]).toEqual([
        400,
        expect.stringContaining('at least 5 people'),
        [expect.objectContaining({ path: 'hierarchyId' })],
      ]);
      expect((await manager.get(`${SUMMARY}?hierarchyId=${large.id}`)).status).toBe(200);
    });
  });

  describe('counts', () => {
    it('actions of plans that the caller reads only', async () => {
      const actions = [minimalAction()];
      const colleague = await app.user('ADMIN', companyId);
      await put(
        planRecord({ actions }),
        planRecord({ visibility: 'PRIVATE', createdBy: manager.userId, actions: [minimalAction()] }),
        planRecord({ visibility: 'PRIVATE', actions: [minimalAction()] }),
      );
      const stranger = await app.user('ADMIN');
      const totals = [manager, colleague, stranger].map(async (caller) => totalOf(await summary('', caller)));
      expect(await Promise.all(totals)).toEqual([3, 2, 0]);
    });

    it('open actions only as overdue and due', async () => {
      const soon = new Date(Date.now() + HOUR_MS).toISOString();
      for (const dueDate of [PAST, soon])
        await putActions(...ACTION_STATUSES.map((status) => minimalAction({ status, dueDate })));
      const { overdue, dueIn7Days, dueIn30Days, byStatus } = await summary();
      expect([overdue, dueIn7Days, dueIn30Days]).toEqual([2, 2, 2]);
      expect(byStatus).toEqual(Object.fromEntries(ACTION_STATUSES.map((status) => [status, 2])));
    });

    it('what the API creates, completes, moves and deletes', async () => {
      const { body: plan } = await manager.post(PLANS, { title: { defaultValue: 'Plan' } });
      const { body: action } = await manager.post(
        actionPath(plan.id),
        minimalAction({ id: undefined, dueDate: PAST }),
      );
      const lastWeek = async () => ((await summary())['weeks'] as Body[]).at(-1);
      const path = actionPath(plan.id, action.id);
      expect([(await summary())['overdue'], await lastWeek()]).toEqual([
        1,
        expect.objectContaining({ created: 1, completed: 0 }),
      ]);
      await manager.patch(path, { status: 'COMPLETED', focusItems: [{ focusType: 'HI' }] });
      const after = await summary();
      expect([after['overdue'], await lastWeek()]).toEqual([0, expect.objectContaining({ completed: 1 })]);
      expect((after['focusTypes'] as Body[])[1]).toEqual({
        focusType: 'HI',
        actions: 1,
        completed: 1,
        overdue: 0,
      });
      await manager.patch(path, { status: 'PENDING' });
      expect(await lastWeek()).toEqual(expect.objectContaining({ created: 1, completed: 0 }));
      await manager.delete(path);
      expect(totalOf(await summary())).toBe(0);
    });

    it('the people of areas who are not deleted', async () => {
      const team = area('Team');
      const department = area('Department', team);
      await putAreas(department);
      await putPeople(5, team);
      await putActions(minimalAction({ hierarchyIds: [team.id, 'gone'] }), minimalAction());
      expect(rowsOf(await summary())).toEqual([
        ['Department', 1],
        ['Team', 1],
      ]);
      await app.sql(
        `UPDATE employee SET deleted_at = now()
         WHERE company_id = $1 AND id = (SELECT min(id) FROM employee WHERE company_id = $1)`,
        [companyId],
      );
      expect(rowsOf(await summary())).toEqual([]);
    });

    it('areas that are too many for an index', async () => {
      const areas = Array.from({ length: 80 }, (_, index) => area(`Area ${index}`));
      await putAreas(...areas);
      await putPeople(5, areas[79]!);
      await putActions(minimalAction({ hierarchyIds: areas.map(({ id }) => id) }));
      const rows = await app.sql('SELECT area_ids AS ids FROM plan_action WHERE company_id = $1', [
        companyId,
      ]);
      expect([rows, rowsOf(await summary())]).toEqual([[{ ids: null }], [['Area 79', 1]]]);
      expect(totalOf(await summary(`?hierarchyId=${areas[79]!.id}`))).toBe(1);
    });
  });

  it('finds with each filter the actions that the list finds', async () => {
    const north = area('North', area('North-east'));
    await putAreas(north);
    await putPeople(5, north.children[0]!);
    const action = (overrides: Body) => minimalAction({ hierarchyIds: [north.id], ...overrides });
    const title = (defaultValue: string) => ({ title: { defaultValue } });
    await put(
      planRecord({
        ...title('Survey'),
        createdBy: manager.userId,
        actions: [
          action({ focusItems: [{ focusType: 'HI' }], dueDate: PAST }),
          action({ status: 'EXPIRED', dueDate: PAST, ...title('Éclair') }),
          action({ actionType: 'COMPANY', hierarchyIds: [north.children[0]!.id] }),
        ],
      }),
      planRecord({ actions: [action({ status: 'COMPLETED' }), minimalAction(title('éclair, too'))] }),
    );
    const queries = [
      '',
      'status=EXPIRED',
      'focusType=HI',
      'actionType=COMPANY',
      `hierarchyId=${north.id}`,
      'overdue=true',
      'overdue=true&status=PENDING',
      'q=éclair',
      'q=éclair&status=EXPIRED',
      `createdBy=${manager.userId}`,
      'planText=survey',
      'planText=survey&q=éclair',
      `createdBy=${manager.userId}&overdue=true&q=clair&hierarchyId=${north.id}&actionType=MANAGER`,
    ];
    for (const query of queries) {
      const { result } = (await manager.get(`${PLANS}?${query}`)).body;
      const found = (result as Body[]).flatMap(({ actions }) => actions as Body[]).length;
      expect([query, totalOf(await summary(`?${query}`))]).toEqual([query, found]);
      expect(found).toBeGreaterThan(0);
    }
  });

  /** Around a change of the clock in each zone: the last days before it, its day, and the days after. */
  const ZONES = [
    ['Europe/Madrid', '2027-03-28T01:00:00.000Z'],
    ['Australia/Lord_Howe', '2027-04-03T15:00:00.000Z'],
    ['Pacific/Chatham', '2027-04-03T14:00:00.000Z'],
  ] as const;

  it.each(ZONES)('equals a plain model in %s around %s', async (timeZone, change) => {
    await app.sql('UPDATE company SET time_zone = $1 WHERE id = $2', [timeZone, companyId]);
    const tree = [area('A', area('B', area('C')), area('D')), area('E')];
    await putAreas(...tree);
    const flat = (one: AreaRecord): AreaRecord[] => [one, ...one.children.flatMap(flat)];
    const areas = tree.flatMap(flat);
    for (const each of areas) await putPeople(5, each);
    // Quarters of hours at which days begin in the zones, a little earlier or later.
    const time = fc
      .record({ quarters: fc.integer({ min: -100 * 96, max: 40 * 96 }), ms: fc.constantFrom(-1, 0, 1) })
      .map(({ quarters, ms }) => new Date(Date.parse(change) + quarters * 900_000 + ms).toISOString());
    const day = time.map((text) => `${text.slice(0, 10)}T00:00:00.000Z`);
    const optional = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
    const action = fc.record({
      status: fc.constantFrom(...ACTION_STATUSES),
      createdAt: time,
      completedAt: optional(time),
      dueDate: optional(fc.oneof(time, day)),
      hierarchyIds: fc.uniqueArray(fc.constantFrom('gone', ...areas.map(({ id }) => id)), { maxLength: 3 }),
      focusItems: fc.array(fc.record({ focusType: fc.constantFrom(...FOCUS_TYPES) }), { maxLength: 3 }),
    });
    const [actions] = fc.sample(fc.array(action, { minLength: 400, maxLength: 400 }), {
      numRuns: 1,
      seed: 24,
    });
    await putActions(...actions!.map((each) => minimalAction(each)));
    const queries = app.app.get(PlanSummaryQueries);
    const actor = {
      kind: 'user',
      userId: manager.userId,
      companyId,
      role: 'MANAGER',
      language: 'en',
    } as const;
    const times = fc.sample(time, { numRuns: 12, seed: 7 });
    for (const now of [change, ...times]) {
      const expected = summaryModel(actions as ModelAction[], tree, { now, timeZone });
      expect(await queries.summarize(actor, {}, new Date(now))).toEqual(expected);
    }
  });
});
