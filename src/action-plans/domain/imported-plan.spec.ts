import { newId } from '../../shared-kernel/id.js';
import { InvalidPlan } from './action-plan.errors.js';
import { importPlan } from './imported-plan.js';

type Body = Record<string, unknown>;

const COMPANY = 'c'.repeat(24);
const EARLY = '2026-01-01T00:00:00.000Z';
const LATE = '2026-01-02T00:00:00.000Z';
const title = { defaultValue: 'Title' };
const action = (overrides: Body = {}): Body => ({ title, ...overrides });
const plan = (overrides: Body = {}): Body => ({ title, ...overrides });
const withAction = (overrides: Body): Body => plan({ actions: [action(overrides)] });

function issues(record: unknown): [string, string][] {
  try {
    importPlan(COMPANY, record);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidPlan);
    return (error as InvalidPlan).issues.map(({ path, code }) => [path, code]);
  }
}

describe('importPlan', () => {
  it('fills in what a record does not say', () => {
    const id = '65000000aaaaaaaaaaaaaaaa';
    const { plan: made, actions } = importPlan(COMPANY, plan({ id, actions: [action({ id, notes: [] })] }));
    const madeAt = new Date(0x65000000 * 1_000);
    expect(made).toMatchObject({
      id,
      companyId: COMPANY,
      description: null,
      visibility: 'PRIVATE',
      createdBy: null,
      createdAt: madeAt,
      updatedAt: madeAt,
    });
    expect(actions).toMatchObject([
      {
        status: 'PENDING',
        actionType: 'MANAGER',
        source: 'MANUAL',
        visibility: 'PRIVATE',
        createdAt: madeAt,
      },
    ]);
  });

  it('ignores what is computed and takes null for absent', () => {
    const computed = { completionPercent: 'x', description: null, createdBy: null, actions: null };
    expect(issues(plan({ title: { ...title, valid: 'x' }, ...computed }))).toEqual([]);
    expect(issues(withAction({ plan: 7, completionPercent: -1, notes: null, dueDate: null }))).toEqual([]);
  });

  it.each<[string, unknown, [string, string][]]>([
    ['no object', [], [['', 'WRONG_TYPE']]],
    ['a text', 'x', [['', 'WRONG_TYPE']]],
    ['no title', {}, [['title', 'REQUIRED']]],
    ['an unknown member', plan({ status: 'x' }), [['status', 'UNKNOWN_MEMBER']]],
    [
      'a member of every object',
      JSON.parse('{"title":{"defaultValue":"x"},"__proto__":1}'),
      [['__proto__', 'UNKNOWN_MEMBER']],
    ],
    ['a malformed id', plan({ id: 'X' }), [['id', 'ID']]],
    ['another company', plan({ companyId: 'x' }), [['companyId', 'FOREIGN']]],
    [
      'an update before the creation',
      plan({ createdAt: LATE, updatedAt: EARLY }),
      [['updatedAt', 'DATES_DISAGREE']],
    ],
    ['no array of actions', plan({ actions: {} }), [['actions', 'WRONG_TYPE']]],
    ['no title of an action', plan({ actions: [action(), {}] }), [['actions[1].title', 'REQUIRED']]],
    [
      'a blank title of an action',
      withAction({ title: { defaultValue: ' ' } }),
      [['actions[0].title.defaultValue', 'BLANK']],
    ],
    ['an action of another plan', withAction({ planId: newId() }), [['actions[0].planId', 'FOREIGN']]],
    [
      'an action of another company',
      withAction({ companyId: newId() }),
      [['actions[0].companyId', 'FOREIGN']],
    ],
    ['an unknown status', withAction({ status: 'DONE' }), [['actions[0].status', 'NOT_ALLOWED']]],
    [
      'a date out of the calendar',
      withAction({ dueDate: '2026-02-30' }),
      [['actions[0].dueDate', 'DATE_TIME']],
    ],
    [
      'a start of what is pending',
      withAction({ startedAt: EARLY }),
      [['actions[0].startedAt', 'DATES_DISAGREE']],
    ],
    [
      'an end of what goes on',
      withAction({ status: 'IN_PROGRESS', completedAt: LATE }),
      [['actions[0].completedAt', 'DATES_DISAGREE']],
    ],
    [
      'an end before the start',
      withAction({ status: 'COMPLETED', startedAt: LATE, completedAt: EARLY }),
      [['actions[0].completedAt', 'DATES_DISAGREE']],
    ],
    ['an empty area', withAction({ hierarchyIds: ['a', ''] }), [['actions[0].hierarchyIds[1]', 'BLANK']]],
    [
      'a number that is none',
      withAction({ focusItems: [{ focusType: 'HI', targetValue: '1' }] }),
      [['actions[0].focusItems[0].targetValue', 'WRONG_TYPE']],
    ],
    [
      'a note without author',
      withAction({ notes: [{ content: 'x' }] }),
      [['actions[0].notes[0].authorId', 'REQUIRED']],
    ],
    [
      'a control character in a note',
      withAction({ notes: [{ authorId: 'a', content: '\u0007' }] }),
      [['actions[0].notes[0].content', 'CONTROL_CHARACTER']],
    ],
    [
      'an object as a value',
      withAction({ characteristics: [{ value: {} }] }),
      [['actions[0].characteristics[0].value', 'WRONG_TYPE']],
    ],
    [
      'an assignee twice',
      withAction({
        assigneeStatuses: [
          { assigneeId: 'a', status: 'PENDING' },
          { assigneeId: 'a', status: 'EXPIRED' },
        ],
      }),
      [['actions[0].assigneeStatuses[1].assigneeId', 'NOT_UNIQUE']],
    ],
    [
      'an assignee whose dates disagree',
      withAction({ assigneeStatuses: [{ assigneeId: 'a', status: 'PENDING', completedAt: LATE }] }),
      [['actions[0].assigneeStatuses[0].completedAt', 'DATES_DISAGREE']],
    ],
    [
      'an action twice',
      plan({ actions: [action({ id: 'a'.repeat(24) }), action({ id: 'a'.repeat(24) })] }),
      [['actions[1].id', 'NOT_UNIQUE']],
    ],
    [
      'entries that are no objects',
      plan({ actions: [null, 7, []] }),
      [
        ['actions[0]', 'WRONG_TYPE'],
        ['actions[1]', 'WRONG_TYPE'],
        ['actions[2]', 'WRONG_TYPE'],
      ],
    ],
  ])('refuses %s', (_, record, expected) => {
    expect(issues(record)).toEqual(expected);
  });

  it.each<[string, Body]>([
    ['is completed without any date', { status: 'COMPLETED' }],
    ['was cancelled after its start', { status: 'CANCELLED', startedAt: EARLY }],
    ['expired', { status: 'EXPIRED', dueDate: EARLY }],
    ['began and ended in one moment', { status: 'COMPLETED', startedAt: EARLY, completedAt: EARLY }],
    ['is due before it was created', { dueDate: EARLY, createdAt: LATE, updatedAt: LATE }],
  ])('takes an action that %s', (_, overrides) => {
    expect(issues(withAction(overrides))).toEqual([]);
  });
});
