import type { UserActor } from '../../shared-kernel/actor.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { ActionNote } from './action-note.js';
import { ActionPlan, type PlanState } from './action-plan.js';
import { InvalidRecipient, PlanCompanyNotFound, PlanNotFound } from './action-plan.errors.js';
import { Action } from './action.js';

const ID = '65000000aaaaaaaaaaaaaaaa';
const TIME_OF_ID = new Date(0x65000000 * 1_000).toISOString();
const title = { defaultValue: 'Title' };
const create = () => ActionPlan.create('company', 'creator', { title });

describe('ActionPlan', () => {
  it('is private and without a description by default', () => {
    const { id, createdAt, updatedAt, ...state } = create().state;
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(updatedAt).toBe(createdAt);
    expect(state).toEqual({ companyId: 'company', createdBy: 'creator', visibility: 'PRIVATE', title });
  });

  it('changes what is given and moves its time', () => {
    const stored = {
      ...create().state,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    };
    const plan = ActionPlan.restore(stored, create().contents);
    expect(plan.change({ visibility: 'PUBLIC', description: { defaultValue: 'd' } })).toBe(true);
    expect(plan.state).toMatchObject({ visibility: 'PUBLIC', title, description: { defaultValue: 'd' } });
    expect(plan.state.updatedAt > stored.updatedAt).toBe(true);
  });

  it('stays as it is, with its time, when everything given is the same', () => {
    const plan = create();
    const before = plan.state;
    expect(plan.change({ title: { ...title }, visibility: 'PRIVATE' })).toBe(false);
    expect(plan.state).toBe(before);
  });

  it('is never updated before its creation', () => {
    const future = '2999-01-01T00:00:00.000Z';
    const plan = ActionPlan.restore({ ...create().state, createdAt: future }, create().contents);
    plan.change({ visibility: 'PUBLIC' });
    expect(plan.state.updatedAt).toBe(future);
  });

  it('loses a property that is null', () => {
    const plan = ActionPlan.create('company', 'creator', { title, description: { defaultValue: 'd' } });
    expect(plan.change({ description: null })).toBe(true);
    expect(plan.state.description).toBeUndefined();
  });

  it('stays as it is when nothing is given', () => {
    const plan = create();
    const before = plan.state;
    expect(plan.change({})).toBe(false);
    expect(plan.state).toBe(before);
  });

  it('cannot have a blank title', () => {
    const blank = { title: { defaultValue: ' ' } };
    const stored = create().state;
    for (const act of [
      () => ActionPlan.create('company', 'creator', blank),
      () => create().change(blank),
      () => ActionPlan.imported('company', blank, stored),
    ]) {
      expect(act).toThrow(ValidationFailed);
      expect(act).toThrow(
        expect.objectContaining({
          kind: 'invalid',
          code: 'VALIDATION_FAILED',
          issues: [expect.objectContaining({ path: 'title.defaultValue', code: 'BLANK' })],
        }),
      );
    }
  });
});

describe('an imported plan', () => {
  it('gets defaults, and the time of its id', () => {
    expect(ActionPlan.imported('company', { id: ID, title, actions: [] }).state).toEqual({
      id: ID,
      companyId: 'company',
      title,
      visibility: 'PRIVATE',
      createdAt: TIME_OF_ID,
      updatedAt: TIME_OF_ID,
    });
    const { state } = ActionPlan.imported('company', { title });
    expect(state.id).toMatch(/^[0-9a-f]{24}$/);
    expect(state).not.toHaveProperty('createdBy');
  });

  it('keeps creator, visibility and times of the stored plan where it has none, and nothing else', () => {
    const stored: PlanState = {
      id: ID,
      companyId: 'company',
      title: { defaultValue: 'Old' },
      description: { defaultValue: 'Old' },
      visibility: 'PUBLIC',
      createdBy: 'creator',
      createdAt: '2025-01-01T00:00:00.000Z',
      updatedAt: '2025-01-02T00:00:00.000Z',
    };
    const { description: _removed, ...kept } = stored;
    expect(ActionPlan.imported('company', { id: ID, title }, stored).state).toEqual({ ...kept, title });
    const all: PlanState = {
      ...stored,
      title,
      visibility: 'PRIVATE',
      createdBy: 'other',
      createdAt: '2024-01-01T00:00:00.000Z',
      updatedAt: '2024-01-02T00:00:00.000Z',
    };
    expect(ActionPlan.imported('company', all, stored).state).toEqual(all);
  });
});

describe('a plan that is handed over', () => {
  const person = (overrides: Partial<UserActor> = {}): UserActor => {
    return {
      kind: 'user',
      userId: 'heir',
      companyId: 'company',
      role: 'ADVISOR',
      language: 'en',
      ...overrides,
    };
  };

  it('has another creator and was changed, unless that person is the creator already', () => {
    const plan = ActionPlan.imported('company', { id: ID, title, createdBy: 'creator' });
    expect(plan.transferTo(person())).toBe(true);
    const { createdBy, updatedAt } = plan.state;
    expect(createdBy).toBe('heir');
    expect(updatedAt > TIME_OF_ID).toBe(true);
    expect(plan.transferTo(person())).toBe(false);
  });

  it.each([{ companyId: 'other' }, { role: 'EMPLOYEE' as const }, { role: 'PUBLIC' as const }])(
    'is not given to a person with %j',
    (overrides) => {
      const plan = ActionPlan.imported('company', { id: ID, title, createdBy: 'creator' });
      expect(() => plan.transferTo(person(overrides))).toThrow(InvalidRecipient);
      expect(plan.state.createdBy).toBe('creator');
    },
  );
});

describe('an imported action', () => {
  const PLAN = { id: 'plan', companyId: 'company' };

  it('gets defaults, and the time of its id', () => {
    expect(Action.imported(PLAN, { id: ID, title, notes: [] }).state).toEqual({
      id: ID,
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
      visibility: 'PRIVATE',
      status: 'PENDING',
      createdAt: TIME_OF_ID,
      updatedAt: TIME_OF_ID,
    });
  });

  it('keeps what it has', () => {
    const given = {
      id: ID,
      title,
      status: 'EXPIRED',
      visibility: 'PUBLIC',
      actionType: 'COMPANY',
      source: 'AI',
      hierarchyIds: ['h'],
      createdAt: '2024-01-01T00:00:00.000Z',
    } as const;
    const action = Action.imported(PLAN, given).state;
    expect(action).toMatchObject({ ...given, updatedAt: given.createdAt });
  });

  it('has notes with defaults', () => {
    const note = { authorId: 'a', content: 'c' };
    expect(ActionNote.imported({ ...note, id: ID }).state).toEqual({
      ...note,
      id: ID,
      visibility: 'SHARED',
      createdAt: TIME_OF_ID,
    });
    expect(ActionNote.imported({ ...note, visibility: 'PRIVATE' }).state.visibility).toBe('PRIVATE');
  });
});

describe('errors of plans', () => {
  it('have stable codes', () => {
    expect(new PlanNotFound()).toMatchObject({ kind: 'not-found', code: 'PLAN_NOT_FOUND' });
    expect(new PlanCompanyNotFound('c')).toMatchObject({ kind: 'not-found', code: 'COMPANY_NOT_FOUND' });
  });
});
