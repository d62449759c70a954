const ACTIONS_PER_PLAN = 100;

const id = (kind: string, number: number): string => `dddd${kind}${number.toString(16).padStart(19, '0')}`;

export function* remindedPeople(count: number): Generator<object> {
  for (let number = 0; number < count; number++)
    yield {
      id: id('b', number),
      email: `person${number}@example.com`,
      name: `Jo ${number}`,
    };
}

/** Plans with one action for each person that is due on a day. */
export function* remindedPlans(count: number, createdBy: string, dueDay: string): Generator<object> {
  const createdAt = '2026-04-01T08:00:00.000Z';
  for (let first = 0; first < count; first += ACTIONS_PER_PLAN) {
    yield {
      id: id('1', first),
      title: { defaultValue: `A better week ${first}`, langValues: {} },
      visibility: 'PUBLIC',
      createdBy,
      createdAt,
      updatedAt: createdAt,
      actions: Array.from({ length: Math.min(ACTIONS_PER_PLAN, count - first) }, (_, index) => ({
        id: id('2', first + index),
        title: { defaultValue: `Talk to the team ${first + index}`, langValues: {} },
        focusItems: [],
        assigneeStatuses: [{ assigneeId: id('b', first + index), status: 'PENDING' }],
        hierarchyIds: [],
        groupIds: [],
        characteristics: [],
        actionType: 'MANAGER',
        source: 'MANUAL',
        visibility: 'PUBLIC',
        status: 'PENDING',
        dueDate: `${dueDay}T00:00:00.000Z`,
        createdBy,
        createdAt,
        updatedAt: createdAt,
        notes: [],
      })),
    };
  }
}
