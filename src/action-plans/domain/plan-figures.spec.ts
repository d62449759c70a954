import type { ActionState } from './action-state.js';
import { ACTION_STATUSES } from './enumerations.js';
import { planFigures } from './plan-figures.js';

const NOW = new Date('2027-03-24T09:00:00.000Z');
const action = (status: string, dueDate?: string) =>
  ({ status, ...(dueDate !== undefined && { dueDate }) }) as ActionState;

describe('planFigures', () => {
  it('counts every status, and open actions by their due date', () => {
    const actions = [
      '2027-03-23T00:00:00.000Z',
      '2027-03-24T00:00:00.000Z',
      '2027-04-23T21:00:00.000Z',
    ].flatMap((dueDate) => ACTION_STATUSES.map((status) => action(status, dueDate)));
    expect(planFigures([...actions, action('PENDING')], NOW, 'Europe/Madrid')).toEqual({
      byStatus: { PENDING: 4, IN_PROGRESS: 3, COMPLETED: 3, CANCELLED: 3, EXPIRED: 3 },
      overdue: 2,
      dueIn7Days: 2,
      dueIn30Days: 4,
    });
  });

  it('counts nothing of an empty plan', () => {
    const { byStatus, ...due } = planFigures([], NOW, 'UTC');
    expect(Object.values(byStatus)).toEqual([0, 0, 0, 0, 0]);
    expect(due).toEqual({ overdue: 0, dueIn7Days: 0, dueIn30Days: 0 });
  });
});
