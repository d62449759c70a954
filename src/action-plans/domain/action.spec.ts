import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { Action, MAX_ASSIGNEES, type ActionState, type NewAction } from './action.js';
import { AssigneeNotFound, StatusFollowsAssignees, TooManyAssignees } from './action-plan.errors.js';

const title = { defaultValue: 'Title' };
const PLAN = { id: 'plan', companyId: 'company', visibility: 'PUBLIC' } as const;
const create = (given: Partial<NewAction> = {}) => Action.create(PLAN, 'creator', { title, ...given });
const ids = (count: number) => Array.from({ length: count }, (_, index) => `person ${index}`);

/** An action of an import, of long ago. */
const imported = (record: Partial<ActionState> = {}): ActionState =>
  Action.imported(PLAN, { title, createdAt: '2026-01-01T00:00:00.000Z', ...record }).state;

describe('a new action', () => {
  it('has defaults, the visibility of its plan and one time', () => {
    const { state } = create();
    expect(state).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      companyId: 'company',
      planId: 'plan',
      title,
      focusItems: [],
      assigneeStatuses: [],
      hierarchyIds: [],
      groupIds: [],
      characteristics: [],
      actionType: 'MANAGER',
      source: 'MANUAL',
      visibility: 'PUBLIC',
      status: 'PENDING',
      createdBy: 'creator',
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: state.createdAt,
    });
  });

  it('takes its status from the caller without assignees, and from them otherwise', () => {
    expect(create({ status: 'COMPLETED' }).state.status).toBe('COMPLETED');
    expect(create({ status: 'COMPLETED', assigneeIds: [] }).state.status).toBe('COMPLETED');
    expect(create({ status: 'PENDING', assigneeIds: ['a'] }).state.status).toBe('PENDING');
    expect(() => create({ status: 'COMPLETED', assigneeIds: ['a'] })).toThrow(StatusFollowsAssignees);
    const { state } = create({
      assigneeStatuses: [
        { assigneeId: 'a', status: 'COMPLETED' },
        { assigneeId: 'b', status: 'PENDING' },
      ],
    });
    const at = state.createdAt;
    expect(state).toMatchObject({
      assigneeStatuses: [
        { assigneeId: 'a', status: 'COMPLETED', startedAt: at, completedAt: at },
        { assigneeId: 'b', status: 'PENDING' },
      ],
      status: 'IN_PROGRESS',
      startedAt: at,
      updatedAt: at,
    });
    expect(state).not.toHaveProperty('completedAt');
  });

  it('has every area, group and assignee once', () => {
    const twice = ['a', 'b', 'a'];
    const { state } = create({ hierarchyIds: twice, groupIds: twice, assigneeIds: twice });
    const { hierarchyIds, groupIds, assigneeStatuses } = state;
    const assignees = assigneeStatuses.map(({ assigneeId }) => assigneeId);
    expect([hierarchyIds, groupIds, assignees]).toEqual(Array.from({ length: 3 }, () => ['a', 'b']));
  });

  it('takes assignees in one way, and at most 200', () => {
    const act = () => create({ assigneeIds: [], assigneeStatuses: [] });
    expect(act).toThrow(
      expect.objectContaining({
        issues: [expect.objectContaining({ path: 'assigneeIds', code: 'NOT_ALLOWED' })],
      }),
    );
    const most = ids(MAX_ASSIGNEES);
    expect(create({ assigneeIds: [...most, ...most] }).state.assigneeStatuses).toHaveLength(200);
    expect(() => create({ assigneeIds: [...most, 'one more'] })).toThrow(TooManyAssignees);
  });

  it('cannot have a blank title, neither can a changed one', () => {
    const blank = { title: { defaultValue: ' ' } };
    expect(() => create(blank)).toThrow(ValidationFailed);
    expect(() => create().change(blank)).toThrow(ValidationFailed);
  });
});

describe('a copied action', () => {
  it('has everything but people, progress, dates and ids', () => {
    const other = { id: 'other', companyId: 'company', visibility: 'PRIVATE' } as const;
    const original = imported({
      description: title,
      focusItems: [{ focusType: 'SCORE', targetValue: 1, targetTimestamp: '2026-06-01T00:00:00.000Z' }],
      assigneeStatuses: [{ assigneeId: 'a', status: 'COMPLETED' }],
      hierarchyIds: ['area'],
      groupIds: ['group'],
      characteristics: [{ characteristicId: 'c', value: true }],
      actionType: 'COMPANY',
      source: 'AI',
      visibility: 'PUBLIC',
      status: 'COMPLETED',
      dueDate: '2026-06-01T00:00:00.000Z',
      startedAt: '2026-05-01T00:00:00.000Z',
      completedAt: '2026-05-02T00:00:00.000Z',
      createdBy: 'another-user',
    });
    const { state } = Action.copy(other, 'creator', original);
    const { dueDate: _due, startedAt: _start, completedAt: _end, ...kept } = original;
    expect(state.id).not.toBe(original.id);
    expect(state).toEqual({
      ...kept,
      id: state.id,
      planId: 'other',
      focusItems: [{ focusType: 'SCORE', targetValue: 1 }],
      assigneeStatuses: [],
      status: 'PENDING',
      createdBy: 'creator',
      createdAt: state.createdAt,
      updatedAt: state.createdAt,
    });
    expect(state.createdAt > original.createdAt).toBe(true);
  });
});

describe('a changed action', () => {
  it.each([{}, { status: 'EXPIRED' as const }])('is as it was after %j, with an assignee', (given) => {
    const stored = imported({
      assigneeStatuses: [{ assigneeId: 'a', status: 'PENDING' }],
      status: 'EXPIRED',
    });
    const action = Action.restore(stored);
    expect(action.change(given)).toBe(false);
    expect(action.state).toBe(stored);
  });

  it('has what was given, and a new time', () => {
    const stored = imported();
    const action = Action.restore(stored);
    expect(action.change({ hierarchyIds: ['a', 'a'], status: 'CANCELLED' })).toBe(true);
    const { updatedAt } = action.state;
    expect(action.state).toEqual({ ...stored, hierarchyIds: ['a'], status: 'CANCELLED', updatedAt });
    expect(updatedAt > stored.updatedAt).toBe(true);
  });

  it('follows its assignees when it is changed, whatever status is given', () => {
    const assigneeStatuses = [{ assigneeId: 'a', status: 'COMPLETED' as const }];
    const action = Action.restore(imported({ assigneeStatuses, status: 'CANCELLED' }));
    expect(() => action.change({ status: 'COMPLETED' })).toThrow(StatusFollowsAssignees);
    expect(action.change({ status: 'CANCELLED', source: 'AI' })).toBe(true);
    const { updatedAt } = action.state;
    expect(action.state).toMatchObject({ source: 'AI', status: 'COMPLETED', completedAt: updatedAt });
  });

  it('loses what null removes', () => {
    const stored = imported({ description: title, dueDate: '2026-06-01T00:00:00.000Z' });
    const action = Action.restore(stored);
    const removal = { description: null, dueDate: null };
    expect(action.change(removal)).toBe(true);
    const { description: _, dueDate: __, ...rest } = stored;
    expect(action.state).toEqual({ ...rest, updatedAt: action.state.updatedAt });
    expect(action.change(removal)).toBe(false);
  });

  it('is never updated before its creation', () => {
    const future = '2999-01-01T00:00:00.000Z';
    const action = Action.restore(imported({ createdAt: future }));
    action.change({ status: 'COMPLETED' });
    expect(action.state).toMatchObject({ updatedAt: future, startedAt: future, completedAt: future });
    action.setAssigneeStatus('a', 'IN_PROGRESS');
    expect(action.state.assigneeStatuses).toMatchObject([{ startedAt: future }]);
  });

  it('is touched by notes, and nothing else changes, also of an import', () => {
    const stored = imported({
      assigneeStatuses: [{ assigneeId: 'a', status: 'PENDING' }],
      status: 'EXPIRED',
    });
    const action = Action.restore(stored);
    action.touch();
    const { updatedAt } = action.state;
    expect(action.state).toEqual({ ...stored, updatedAt });
    expect(updatedAt > stored.updatedAt).toBe(true);
  });
});

describe('the assignees of an action', () => {
  it('start and complete at the time of the change, which is that of the action, too', () => {
    const action = Action.restore(imported());
    action.setAssigneeStatus('a', 'IN_PROGRESS');
    const { updatedAt: at } = action.state;
    expect(action.state).toMatchObject({
      assigneeStatuses: [{ assigneeId: 'a', status: 'IN_PROGRESS', startedAt: at }],
      status: 'IN_PROGRESS',
      startedAt: at,
    });
    expect(['a', 'b'].map((id) => action.isAssigned(id))).toEqual([true, false]);
  });

  it('keep their order and their own times', () => {
    const action = create({ assigneeIds: ['a', 'b', 'c'] });
    const [a, , c] = action.state.assigneeStatuses;
    action.setAssigneeStatus('b', 'COMPLETED');
    expect(action.state.assigneeStatuses).toEqual([a, expect.objectContaining({ status: 'COMPLETED' }), c]);
  });

  it('are at most 200, of an import also more', () => {
    const full = create({ assigneeIds: ids(MAX_ASSIGNEES) });
    expect(() => full.setAssigneeStatus('one more', 'PENDING')).toThrow(TooManyAssignees);
    full.setAssigneeStatus('person 0', 'CANCELLED');
    full.removeAssignee('person 1');
    full.setAssigneeStatus('one more', 'PENDING');
    const assigneeStatuses = ids(300).map((assigneeId) => ({ assigneeId, status: 'PENDING' as const }));
    const more = Action.restore(imported({ assigneeStatuses }));
    more.setAssigneeStatus('person 299', 'COMPLETED');
    expect(() => more.setAssigneeStatus('one more', 'PENDING')).toThrow(TooManyAssignees);
  });

  it('leave the status behind when the last is removed', () => {
    const action = create({ assigneeStatuses: [{ assigneeId: 'a', status: 'COMPLETED' }] });
    expect(() => action.removeAssignee('b')).toThrow(AssigneeNotFound);
    action.removeAssignee('a');
    expect(action.state).toMatchObject({ assigneeStatuses: [], status: 'COMPLETED' });
    action.change({ status: 'PENDING' });
    expect(action.state.status).toBe('PENDING');
    expect(action.state).not.toHaveProperty('completedAt');
  });
});
