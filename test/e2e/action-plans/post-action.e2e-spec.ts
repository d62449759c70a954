import { newId } from '../../../src/shared-kernel/id.js';
import { actionPath, minimalAction, PLANS, type Body } from '../../support/builders/plan.js';
import { PlanFixture, type Caller } from '../../support/plan-fixture.js';
import { issuesOf, WorkforceFixture } from '../../support/workforce-fixture.js';

const title = { defaultValue: 'Ask every team', langValues: { es: 'Preguntar a cada equipo' } };

describe(`POST ${PLANS}/{planId}/actions`, () => {
  let fixture: PlanFixture;
  let planId: string;

  beforeAll(async () => {
    fixture = await PlanFixture.start();
  });
  afterAll(() => fixture.stop());
  beforeEach(async () => {
    planId = await fixture.plan();
  });

  const post = (body: unknown, caller: Caller = fixture.creator, plan = planId) =>
    caller.post(actionPath(plan), body);
  const create = async (body: Body = {}) => (await post({ title, ...body })).body;

  /** A body with every property. */
  const full = ([employee]: string[]): Body => {
    const { department, groups, start, shift, remote, skill } = fixture.workforce;
    return {
      title,
      description: { defaultValue: 'Half an hour\nfor each team.' },
      focusItems: [
        {
          focusType: 'ENPS',
          focusId: 'not checked',
          targetValue: -7.5,
          targetTimestamp: '2027-06-30T00:00:00.000Z',
        },
      ],
      assigneeStatuses: [{ assigneeId: employee, status: 'PENDING' }],
      hierarchyIds: [department.id],
      groupIds: [groups[1].id],
      characteristics: [
        { characteristicId: start.id, questionType: 'DATE', value: '2026-02-01T00:00:00.000Z' },
        { characteristicId: shift.id, questionType: 'LIST', id: shift.allowedValues[1]!.id },
        { characteristicId: remote.id, questionType: 'BOOLEAN', value: true },
        { characteristicId: skill.id, questionType: 'TREE', value: skill.nodes[0]!.id },
      ],
      actionType: 'MANAGER',
      source: 'SUGGESTION',
      visibility: 'PRIVATE',
      dueDate: '2027-03-31T00:00:00.000Z',
    };
  };

  it('checks credential, role, plan and right before the body', async () => {
    const pathOf = (action: string) => action.replace(/\/[^/]*$/, '');
    await fixture.expectOrderOfChecks('POST', { pathOf }, { planId, actionId: newId() });
  });

  it.each(['ADMIN', 'MANAGER', 'RESPONSIBLE', 'ADVISOR'] as const)(
    'lets %s add to a plan of their own and to one without a creator',
    async (role) => {
      const caller = await fixture.app.user(role, fixture.companyId);
      const own = await fixture.plan({ createdBy: caller.userId, visibility: 'PRIVATE' });
      const orphan = await fixture.plan({ createdBy: undefined, visibility: 'PRIVATE' });
      for (const plan of [own, orphan]) expect((await post({ title }, caller, plan)).status).toBe(200);
    },
  );

  it('adds an action with defaults to the plan', async () => {
    const { status, body, plan } = await fixture.moved(planId, () => post({ title }));
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      companyId: fixture.companyId,
      planId,
      plan: { id: planId, title: { defaultValue: 'Plan', valid: true } },
      title: { ...title, valid: true },
      focusItems: [],
      assigneeStatuses: [],
      hierarchyIds: [],
      groupIds: [],
      characteristics: [],
      actionType: 'MANAGER',
      source: 'MANUAL',
      visibility: 'PUBLIC',
      status: 'PENDING',
      completionPercent: 0,
      createdBy: fixture.creator.userId,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: body.createdAt,
      notes: [],
    });
    expect(plan).toMatchObject({ actions: [body], completionPercent: 0 });
    expect((await fixture.creator.get(PLANS)).body.result).toContainEqual(plan);
    expect(await fixture.app.sql('SELECT * FROM plan_action WHERE id = $1', [body.id])).toMatchObject([
      { company_id: fixture.companyId, plan_id: planId, status: 'PENDING', assignee_statuses: [] },
    ]);
  });

  it('keeps every property, and again when the action is sent back', async () => {
    const sent = full(await fixture.employees(1));
    const body = await create(sent);
    const { title: _title, description, ...rest } = sent;
    expect(body).toMatchObject({ ...rest, description: { ...(description as object), valid: true } });
    const again = await post(body);
    expect(again.status).toBe(200);
    const own = { id: again.body.id, createdAt: again.body.createdAt, updatedAt: again.body.updatedAt };
    expect(again.body).toEqual({ ...body, ...own });
    expect(again.body.id).not.toBe(body.id);
  });

  it('ignores what the service computes, whatever it is, and takes null as absent', async () => {
    const computed = { id: 7, companyId: [], planId: 'x', plan: null, completionPercent: 'x', notes: 'x' };
    const times = { startedAt: 'x', completedAt: {}, createdBy: 1, createdAt: '', updatedAt: null };
    const optional = [
      ...['description', 'focusItems', 'assigneeIds', 'assigneeStatuses', 'hierarchyIds', 'groupIds'],
      ...['characteristics', 'actionType', 'source', 'visibility', 'status', 'dueDate'],
    ];
    const nulls = Object.fromEntries(optional.map((name) => [name, null]));
    const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...plain } = await create();
    expect(await create({ ...computed, ...times, ...nulls })).toMatchObject(plain);
  });

  it.each(['PUBLIC', 'PRIVATE'])(
    'has the visibility of a plan that is %s, unless sent',
    async (visibility) => {
      planId = await fixture.plan({ visibility });
      expect((await create()).visibility).toBe(visibility);
      const other = visibility === 'PUBLIC' ? 'PRIVATE' : 'PUBLIC';
      expect((await create({ visibility: other })).visibility).toBe(other);
    },
  );

  it('reads dates in every form, and collapses repeated areas, groups and assignees', async () => {
    const { team, groups, start } = fixture.workforce;
    const [employee] = await fixture.employees(1);
    const body = await create({
      dueDate: '31032027',
      hierarchyIds: [team.id, team.id],
      groupIds: [groups[0].id, groups[0].id],
      assigneeIds: [employee, employee],
      characteristics: [{ characteristicId: start.id, value: '2026-02-01T02:00:00+02:00' }],
    });
    expect(body).toMatchObject({
      dueDate: '2027-03-31T00:00:00.000Z',
      hierarchyIds: [team.id],
      groupIds: [groups[0].id],
      assigneeStatuses: [{ assigneeId: employee, status: 'PENDING' }],
      characteristics: [
        { characteristicId: start.id, questionType: 'DATE', value: '2026-02-01T00:00:00.000Z' },
      ],
    });
  });

  it.each([
    ['PENDING', false, false, 0],
    ['IN_PROGRESS', true, false, 0],
    ['COMPLETED', true, true, 100],
    ['CANCELLED', false, false, 0],
  ])('takes %s for an action without assignees', async (status, isStarted, isCompleted, percent) => {
    const body = await create({ status });
    expect(body).toMatchObject({ status, completionPercent: percent });
    expect([body.startedAt, body.completedAt]).toEqual([
      isStarted ? body.createdAt : undefined,
      isCompleted ? body.createdAt : undefined,
    ]);
  });

  it.each([
    [['PENDING', 'CANCELLED'], 'PENDING', 0],
    [['IN_PROGRESS', 'PENDING'], 'IN_PROGRESS', 0],
    [['COMPLETED', 'PENDING', 'CANCELLED'], 'IN_PROGRESS', 33],
    [['CANCELLED', 'COMPLETED'], 'COMPLETED', 50],
    [['CANCELLED', 'CANCELLED'], 'CANCELLED', 0],
  ])('follows assignees that are %j: %s', async (statuses, status, percent) => {
    const ids = await fixture.employees(statuses.length);
    const assigneeStatuses = statuses.map((one, index) => ({ assigneeId: ids[index], status: one }));
    const other = status === 'PENDING' ? 'COMPLETED' : 'PENDING';
    const refused = await fixture.unchanged(() => post({ title, assigneeStatuses, status: other }));
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'STATUS_FOLLOWS_ASSIGNEES']);
    expect(refused.body.detail).toContain(`must be ${status} or absent`);
    expect(refused.body.detail).toContain(`Send those in assigneeStatuses: ${ids.join(', ')}.`);
    await create({ assigneeStatuses });
    const body = await create({ assigneeStatuses, status });
    expect(body).toMatchObject({ status, completionPercent: percent, updatedAt: body.createdAt });
    const time = (isThere: boolean) => (isThere ? body.createdAt : undefined);
    const timesOf = (one: string) => [time(/PROGRESS|COMPLETED/.test(one)), time(one === 'COMPLETED')];
    expect([body.startedAt, body.completedAt]).toEqual(timesOf(status));
    expect(
      body.assigneeStatuses.map((one: Body) => [
        one['assigneeId'],
        one['status'],
        one['startedAt'],
        one['completedAt'],
      ]),
    ).toEqual(statuses.map((one, index) => [ids[index], one, ...timesOf(one)]));
  });

  it('takes every form of a characteristic, and fills in its type', async () => {
    const { start, shift, remote, skill } = fixture.workforce;
    const [early, yes, trade] = [shift.allowedValues[0]!.id, remote.allowedValues[0]!.id, skill.nodes[0]!.id];
    const forms: [string, Body][] = [
      ['DATE', { characteristicId: start.id, value: '2026-02-01T00:00:00.000Z' }],
      ['LIST', { characteristicId: shift.id, id: early }],
      ['LIST', { characteristicId: shift.id, value: early }],
      ['BOOLEAN', { characteristicId: remote.id, value: false }],
      ['BOOLEAN', { characteristicId: remote.id, id: yes, value: true }],
      ['BOOLEAN', { characteristicId: remote.id, value: yes }],
      ['TREE', { characteristicId: skill.id, id: trade }],
      ['TREE', { characteristicId: skill.id, value: trade }],
    ];
    const { characteristics } = await create({ characteristics: forms.map(([, form]) => form) });
    expect(characteristics).toEqual(forms.map(([questionType, form]) => ({ ...form, questionType })));
  });

  it('names every violated rule at once and stores nothing', async () => {
    const sent = {
      title: { langValues: { en_US: 'x' } },
      description: { defaultValue: 'x'.repeat(20_001) },
      focusItems: [{ focusId: '', targetValue: 'x', targetTimestamp: '31022026' }],
      assigneeIds: [7],
      assigneeStatuses: [{ assigneeId: 'a', status: 'EXPIRED' }, { status: 'PENDING' }],
      hierarchyIds: 'x',
      groupIds: [''],
      characteristics: [{ characteristicId: 'a', value: {}, extra: 1 }],
      actionType: 'manager',
      source: 'X',
      visibility: 'X',
      status: 'EXPIRED',
      dueDate: 'tomorrow',
      extra: null,
    };
    const answer = await fixture.unchanged(() => post(sent));
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
    expect(issuesOf(answer).sort()).toEqual([
      ['actionType', 'NOT_ALLOWED'],
      ['assigneeIds[0]', 'WRONG_TYPE'],
      ['assigneeStatuses[0].status', 'NOT_ALLOWED'],
      ['assigneeStatuses[1].assigneeId', 'REQUIRED'],
      ['characteristics[0].extra', 'UNKNOWN_MEMBER'],
      ['characteristics[0].value', 'WRONG_TYPE'],
      ['description.defaultValue', 'TOO_LONG'],
      ['dueDate', 'DATE_TIME'],
      ['extra', 'UNKNOWN_MEMBER'],
      ['focusItems[0].focusId', 'BLANK'],
      ['focusItems[0].focusType', 'REQUIRED'],
      ['focusItems[0].targetTimestamp', 'DATE_TIME'],
      ['focusItems[0].targetValue', 'WRONG_TYPE'],
      ['groupIds[0]', 'BLANK'],
      ['hierarchyIds', 'WRONG_TYPE'],
      ['source', 'NOT_ALLOWED'],
      ['status', 'NOT_ALLOWED'],
      ['title.defaultValue', 'REQUIRED'],
      ['title.langValues.en_US', 'LANGUAGE_TAG'],
      ['visibility', 'NOT_ALLOWED'],
    ]);
  });

  it.each([
    [undefined, '', 'REQUIRED'],
    [[], '', 'WRONG_TYPE'],
    [{}, 'title', 'REQUIRED'],
    [{ title: null }, 'title', 'REQUIRED'],
    [{ title: { defaultValue: ' ' } }, 'title.defaultValue', 'BLANK'],
    [{ title, assigneeIds: [], assigneeStatuses: [] }, 'assigneeIds', 'NOT_ALLOWED'],
    [
      { title, assigneeStatuses: ['a', 'a'].map((assigneeId) => ({ assigneeId, status: 'PENDING' })) },
      'assigneeStatuses[1].assigneeId',
      'NOT_UNIQUE',
    ],
  ])('answers 400 to %j', async (sent, path, code) => {
    const answer = await fixture.unchanged(() => post(sent));
    expect([answer.status, ...issuesOf(answer)]).toEqual([400, [path, code]]);
  });

  describe('refuses a reference', () => {
    const of = (one: (workforce: WorkforceFixture) => Body) => (workforce: WorkforceFixture) => ({
      characteristics: [one(workforce)],
    });
    it.each<[string, (workforce: WorkforceFixture) => Body, [string, string][]]>([
      ['to an unknown area', () => ({ hierarchyIds: ['x'] }), [['hierarchyIds[0]', 'UNKNOWN_REFERENCE']]],
      [
        'to a group in place of an area',
        ({ team, groups }) => ({ hierarchyIds: [team.id, groups[0].id] }),
        [['hierarchyIds[1]', 'UNKNOWN_REFERENCE']],
      ],
      ['to an unknown group', () => ({ groupIds: ['x'] }), [['groupIds[0]', 'UNKNOWN_REFERENCE']]],
      [
        'to unknown employees',
        () => ({ assigneeIds: ['x', 'y'] }),
        [
          ['assigneeIds[0]', 'UNKNOWN_REFERENCE'],
          ['assigneeIds[1]', 'UNKNOWN_REFERENCE'],
        ],
      ],
      [
        'to an unknown employee with a status',
        () => ({ assigneeStatuses: [{ assigneeId: 'x', status: 'PENDING' }] }),
        [['assigneeStatuses[0].assigneeId', 'UNKNOWN_REFERENCE']],
      ],
      [
        'to an unknown characteristic',
        of(() => ({ characteristicId: 'x', value: true })),
        [['characteristics[0].characteristicId', 'UNKNOWN_REFERENCE']],
      ],
      [
        'to no characteristic',
        of(() => ({ value: true })),
        [['characteristics[0].characteristicId', 'UNKNOWN_REFERENCE']],
      ],
      [
        'with the type of another characteristic',
        of(({ remote }) => ({ characteristicId: remote.id, questionType: 'DATE', value: true })),
        [['characteristics[0].questionType', 'NOT_ALLOWED']],
      ],
      [
        'with an id for a DATE',
        of(({ start }) => ({ characteristicId: start.id, id: 'x', value: '2026-01-01' })),
        [['characteristics[0].id', 'NOT_ALLOWED']],
      ],
      [
        'without a value for a DATE',
        of(({ start }) => ({ characteristicId: start.id })),
        [['characteristics[0].value', 'REQUIRED']],
      ],
      [
        'with a DATE that is none',
        of(({ start }) => ({ characteristicId: start.id, value: '31022026' })),
        [['characteristics[0].value', 'DATE_TIME']],
      ],
      [
        'with a number for a DATE',
        of(({ start }) => ({ characteristicId: start.id, value: 20260101 })),
        [['characteristics[0].value', 'DATE_TIME']],
      ],
      [
        'without a value for a LIST',
        of(({ shift }) => ({ characteristicId: shift.id })),
        [['characteristics[0].id', 'REQUIRED']],
      ],
      [
        'with the value of another characteristic for a LIST',
        of(({ shift, remote }) => ({ characteristicId: shift.id, id: remote.allowedValues[0]!.id })),
        [['characteristics[0].id', 'UNKNOWN_REFERENCE']],
      ],
      [
        'with true for a LIST',
        of(({ shift }) => ({ characteristicId: shift.id, value: true })),
        [['characteristics[0].value', 'UNKNOWN_REFERENCE']],
      ],
      [
        'with a text for a BOOLEAN',
        of(({ remote }) => ({ characteristicId: remote.id, value: 'true' })),
        [['characteristics[0].value', 'UNKNOWN_REFERENCE']],
      ],
      [
        'with an unknown node for a TREE',
        of(({ skill }) => ({ characteristicId: skill.id, value: 'x' })),
        [['characteristics[0].value', 'UNKNOWN_REFERENCE']],
      ],
    ])('%s', async (_, body, issues) => {
      const answer = await fixture.unchanged(() => post({ title, ...body(fixture.workforce) }));
      expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
      expect(issuesOf(answer)).toEqual(issues);
    });

    it('to what another company or a deleted employee is', async () => {
      const other = await WorkforceFixture.open(fixture.app);
      const [foreign] = await fixture.employees(1, other.companyId);
      const gone = await fixture.workforce.invited();
      await fixture.workforce.hr.delete(`/api/v1/public/company/employees/externalid/${gone.externalId}`);
      const answer = await fixture.unchanged(() =>
        post({
          title,
          hierarchyIds: [other.team.id],
          groupIds: [other.groups[0].id],
          characteristics: [{ characteristicId: other.remote.id, value: true }],
          assigneeIds: [foreign, gone.id],
        }),
      );
      expect([answer.status, ...issuesOf(answer).map(([path]) => path)]).toEqual([
        400,
        'hierarchyIds[0]',
        'groupIds[0]',
        'characteristics[0].characteristicId',
        'assigneeIds[0]',
        'assigneeIds[1]',
      ]);
    });

    it('of many, and names the first hundred', async () => {
      const { status, body } = await post({
        title,
        hierarchyIds: Array.from({ length: 300 }, () => newId()),
      });
      expect([status, body.errors.length]).toEqual([400, 100]);
    });
  });

  it('leaves the type COMPANY to admins', async () => {
    const body = { title, actionType: 'COMPANY' };
    const orphan = await fixture.plan({ createdBy: undefined });
    for (const [caller, plan] of [
      [fixture.creator, planId],
      [fixture.manager, orphan],
    ] as const) {
      const refused = await fixture.unchanged(() => post(body, caller, plan));
      expect([refused.status, refused.body.errorCode]).toEqual([403, 'ACTION_TYPE_FORBIDDEN']);
    }
    expect((await post(body, fixture.admin)).body.actionType).toBe('COMPANY');
  });

  it('takes 200 assignees and refuses 201', async () => {
    const ids = await fixture.employees(201);
    const body = await create({ assigneeIds: ids.slice(1) });
    expect(body.assigneeStatuses).toHaveLength(200);
    expect(body.updatedAt).toBe(body.createdAt);
    for (const body of [
      { assigneeIds: ids },
      { assigneeStatuses: ids.map((assigneeId) => ({ assigneeId, status: 'PENDING' })) },
    ]) {
      const refused = await fixture.unchanged(() => post({ title, ...body }));
      expect([refused.status, refused.body.errorCode]).toEqual([409, 'TOO_MANY_ASSIGNEES']);
    }
  });

  it('takes the thousandth action of a plan and refuses one more', async () => {
    planId = await fixture.plan({ actions: Array.from({ length: 999 }, () => minimalAction()) });
    expect((await post({ title })).status).toBe(200);
    const refused = await fixture.unchanged(() => post({ title }));
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'TOO_MANY_ACTIONS']);
  });

  it('is found by every filter and by its texts at once', async () => {
    const [employee] = await fixture.employees(1);
    const { id, plan } = await create({
      ...full([employee!]),
      title: { defaultValue: 'x', langValues: { de: 'Große Straße' } },
    });
    await create();
    const area = fixture.workforce.department.id;
    for (const query of [
      `assigneeId=${employee}`,
      'focusType=ENPS',
      `hierarchyId=${area}&status=PENDING&actionType=MANAGER`,
      'q=GROSSE+STRASSE',
      `assigneeId=${employee}&q=half+an+hour`,
    ]) {
      const { body } = await fixture.creator.get(`${PLANS}?to=500&${query}`);
      const found = body.result.find((one: Body) => one['id'] === plan.id);
      expect([query, found.actions.map((one: Body) => one['id'])]).toEqual([query, [id]]);
    }
  });
});
