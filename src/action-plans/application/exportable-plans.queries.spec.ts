import { ActionNote } from '../domain/action-note.js';
import { Action, type ActionRecord } from '../domain/action.js';
import { peopleIn, targetsIn } from './exportable-plans.queries.js';

const TIME = '2026-03-02T08:00:00.000Z';
const title = { defaultValue: 'Title' };
const note = ActionNote.imported({ authorId: 'author', content: 'c', createdAt: TIME }).state;
const imported = (record: ActionRecord) =>
  Action.imported({ id: 'plan', companyId: 'company' }, record).state;

describe('the names in a workbook', () => {
  it('are those of people and of what they have in common, each once', () => {
    const action = imported({
      title,
      createdBy: 'manager',
      focusItems: [{ focusType: 'SCORE', focusId: 'focus' }, { focusType: 'HI' }],
      assigneeStatuses: [{ assigneeId: 'assignee', status: 'PENDING' }],
      hierarchyIds: ['area'],
      groupIds: ['group'],
      characteristics: [
        { characteristicId: 'characteristic', id: 'other', value: 'value' },
        { value: 3 },
        { value: true },
      ],
    });
    const actions = [action, action].map((one) => ({ ...one, notes: [note] }));
    expect(peopleIn('creator', actions)).toEqual(['creator', 'manager', 'assignee', 'author']);
    expect(targetsIn(actions)).toEqual(['focus', 'area', 'group', 'characteristic', 'other', 'value']);
  });

  it('are not those of a creator who is not recorded', () => {
    const actions = [{ ...imported({ title }), notes: [] }];
    expect([...peopleIn(undefined, actions), ...targetsIn(actions)]).toEqual([]);
  });
});
