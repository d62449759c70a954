import { ActionNote } from '../domain/action-note.js';
import { Action, type ActionRecord } from '../domain/action.js';
import { NamedIds } from './plan-names.js';

const TIME = '2026-03-02T08:00:00.000Z';
const title = { defaultValue: 'Title' };
const note = ActionNote.imported({ authorId: 'author', content: 'c', createdAt: TIME }).state;
const imported = (record: ActionRecord) =>
  Action.imported({ id: 'plan', companyId: 'company' }, record).state;

describe('NamedIds', () => {
  it('are those of people and of what they have in common', () => {
    const ids = new NamedIds('creator');
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
    ids.add(action, [note]);
    expect([...ids.people]).toEqual(['creator', 'manager', 'assignee', 'author']);
    expect([...ids.targets]).toEqual(['focus', 'area', 'group', 'characteristic', 'other', 'value']);
  });

  it('do not have a creator who is not recorded', () => {
    const ids = new NamedIds(undefined);
    ids.add(imported({ title }), []);
    expect([...ids.people, ...ids.targets]).toEqual([]);
  });
});
