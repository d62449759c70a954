import { ACTION_STATUSES, type ActionStatus } from './enumerations.js';
import { progressTo, statusOf, type Progress } from './progress.js';

const BEFORE = '2026-01-01T00:00:00.000Z';
const START = '2026-01-02T00:00:00.000Z';
const NOW = '2026-01-03T00:00:00.000Z';

describe('the status of an action', () => {
  it('does not follow from anything without assignees', () => {
    expect(statusOf([])).toBeUndefined();
  });

  it.each<[string, ActionStatus]>([
    ['PENDING', 'PENDING'],
    ['IN_PROGRESS', 'IN_PROGRESS'],
    ['COMPLETED', 'COMPLETED'],
    ['CANCELLED', 'CANCELLED'],
    ['EXPIRED', 'EXPIRED'],
    ['PENDING IN_PROGRESS', 'IN_PROGRESS'],
    ['PENDING COMPLETED', 'IN_PROGRESS'],
    ['PENDING CANCELLED', 'PENDING'],
    ['PENDING EXPIRED', 'PENDING'],
    ['IN_PROGRESS COMPLETED', 'IN_PROGRESS'],
    ['IN_PROGRESS CANCELLED', 'IN_PROGRESS'],
    ['IN_PROGRESS EXPIRED', 'IN_PROGRESS'],
    ['COMPLETED CANCELLED', 'COMPLETED'],
    ['COMPLETED EXPIRED', 'COMPLETED'],
    ['CANCELLED EXPIRED', 'EXPIRED'],
    ['COMPLETED CANCELLED EXPIRED', 'COMPLETED'],
    ['COMPLETED CANCELLED EXPIRED PENDING', 'IN_PROGRESS'],
    ['CANCELLED EXPIRED PENDING', 'PENDING'],
  ])('follows from assignees that are %s: %s', (statuses, expected) => {
    const assignees = statuses.split(' ').map((status) => ({ status: status as ActionStatus }));
    expect(statusOf(assignees)).toBe(expected);
    expect(statusOf(assignees.toReversed())).toBe(expected);
    expect(statusOf([...assignees, ...assignees])).toBe(expected);
  });
});

describe('progress', () => {
  it.each<[ActionStatus, object]>([
    ['PENDING', {}],
    ['IN_PROGRESS', { startedAt: NOW }],
    ['COMPLETED', { startedAt: NOW, completedAt: NOW }],
    ['CANCELLED', {}],
    ['EXPIRED', {}],
  ])('begins with %s', (status, times) => {
    expect(progressTo(status, NOW)).toEqual({ status, ...times });
  });

  it.each<[Progress, ActionStatus, object]>([
    [{ status: 'PENDING' }, 'IN_PROGRESS', { startedAt: NOW }],
    [{ status: 'PENDING' }, 'COMPLETED', { startedAt: NOW, completedAt: NOW }],
    [{ status: 'PENDING' }, 'CANCELLED', {}],
    [{ status: 'IN_PROGRESS', startedAt: START }, 'COMPLETED', { startedAt: START, completedAt: NOW }],
    [{ status: 'IN_PROGRESS', startedAt: START }, 'PENDING', { startedAt: START }],
    [{ status: 'PENDING', startedAt: START }, 'IN_PROGRESS', { startedAt: START }],
    [{ status: 'COMPLETED', startedAt: BEFORE, completedAt: START }, 'IN_PROGRESS', { startedAt: BEFORE }],
    [{ status: 'COMPLETED', startedAt: BEFORE, completedAt: START }, 'CANCELLED', { startedAt: BEFORE }],
    [{ status: 'EXPIRED', completedAt: START }, 'PENDING', {}],
    [{ status: 'COMPLETED' }, 'IN_PROGRESS', { startedAt: NOW }],
  ])('goes from %j to %s', (previous, status, times) => {
    expect(progressTo(status, NOW, previous)).toEqual({ status, ...times });
  });

  it.each(ACTION_STATUSES)('keeps the times of an import while it is %s', (status) => {
    for (const times of [
      {},
      { startedAt: START },
      { completedAt: START },
      { startedAt: BEFORE, completedAt: START },
    ])
      expect(progressTo(status, NOW, { status, ...times })).toEqual({ status, ...times });
  });
});
