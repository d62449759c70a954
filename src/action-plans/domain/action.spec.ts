import { newId } from '../../shared-kernel/id.js';
import { Action } from './action.js';
import { importedAction } from './imported-action.js';

const title = { defaultValue: 'Action' };

describe('a status that is sent for an action with assignees', () => {
  const stored = importedAction(newId(), newId(), {
    title,
    assigneeStatuses: [{ assigneeId: newId(), status: 'COMPLETED' }],
    createdAt: '2026-01-01T11:00:00.000Z',
  });

  it('is not a change', () => {
    const action = Action.restore(stored);
    expect(action.change({ status: 'CANCELLED' })).toBe(false);
    expect(action.state).toEqual(stored);
  });

  it('is ignored beside a change, which makes the status follow from the assignees', () => {
    const action = Action.restore(stored);
    expect(action.change({ status: 'CANCELLED', title })).toBe(true);
    expect(action.state).toMatchObject({ status: 'COMPLETED', completedAt: action.state.updatedAt });
  });
});
