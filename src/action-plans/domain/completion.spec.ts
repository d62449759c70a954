import { actionCompletion, planCompletion } from './completion.js';

describe('completion', () => {
  it('is the share of completed actions, rounded down', () => {
    expect(planCompletion([])).toBe(0);
    expect(planCompletion(['COMPLETED'])).toBe(100);
    expect(planCompletion(['COMPLETED', 'COMPLETED', 'PENDING'])).toBe(66);
    expect(planCompletion([...Array<'COMPLETED'>(199).fill('COMPLETED'), 'EXPIRED'])).toBe(99);
  });

  it('of an action is that of its assignees, and without any that of the action', () => {
    expect(actionCompletion('PENDING', [])).toBe(0);
    expect(actionCompletion('COMPLETED', [])).toBe(100);
    expect(actionCompletion('COMPLETED', ['PENDING', 'COMPLETED'])).toBe(50);
    expect(actionCompletion('COMPLETED', ['CANCELLED'])).toBe(0);
  });
});
