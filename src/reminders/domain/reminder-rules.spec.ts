import { WEEKDAYS, type Weekday } from '../../shared-kernel/local-days.js';
import { digestDay, reminderOf, type Reminder } from './reminder-rules.js';

const WORKING: readonly Weekday[] = WEEKDAYS.slice(0, 5);

/** 2027-03-01 is a Monday. */
const march = (day: number): string => `2027-03-${String(day).padStart(2, '0')}`;

/** The mornings of March with a reminder. */
function mornings(dueDay: string, storedDay = '2027-01-01', weekdays = WORKING): [string, Reminder][] {
  return Array.from({ length: 31 }, (_, index) => index + 1).flatMap((day) => {
    const one = { after: day === 1 ? '2027-02-28' : march(day - 1), through: march(day) };
    const reminder = reminderOf({ dueDay, storedDay }, one, weekdays);
    return reminder ? [[march(day), reminder] as [string, Reminder]] : [];
  });
}

describe('reminderOf', () => {
  it.each<[string, string, [string, Reminder][]]>([
    [
      'two days before, on the day after, and twice more',
      march(4),
      [
        [march(2), 'dueSoon'],
        [march(5), 'overdue'],
        [march(12), 'overdue'],
        [march(19), 'overdue'],
      ],
    ],
    [
      'on Friday for a Monday, whose second day before is free',
      march(8),
      [
        [march(5), 'dueSoon'],
        [march(9), 'overdue'],
        [march(16), 'overdue'],
        [march(23), 'overdue'],
      ],
    ],
    [
      'on Friday for a Sunday, and on Monday after it',
      march(7),
      [
        [march(5), 'dueSoon'],
        [march(8), 'overdue'],
        [march(15), 'overdue'],
        [march(22), 'overdue'],
      ],
    ],
    [
      'on Monday after a Friday',
      march(5),
      [
        [march(3), 'dueSoon'],
        [march(8), 'overdue'],
        [march(15), 'overdue'],
        [march(22), 'overdue'],
      ],
    ],
  ])('reminds %s', (_, dueDay, expected) => {
    expect(mornings(dueDay)).toEqual(expected);
  });

  it('reminds on the only day of the week that has a morning', () => {
    expect(mornings(march(11), undefined, ['MONDAY'])).toEqual([
      [march(8), 'dueSoon'],
      [march(15), 'overdue'],
      [march(22), 'overdue'],
      [march(29), 'overdue'],
    ]);
  });

  it('does not remind before the due date of what was made less than two days before it', () => {
    expect(mornings(march(4), march(2))[0]).toEqual([march(2), 'dueSoon']);
    expect(mornings(march(4), march(3))[0]).toEqual([march(5), 'overdue']);
  });

  it('does not remind on a morning before the action was made', () => {
    expect(mornings(march(8), march(6))[0]).toEqual([march(9), 'overdue']);
  });

  it('does not remind of what was due before it was stored', () => {
    expect(mornings(march(4), march(4))).toHaveLength(3);
    expect(mornings(march(4), march(5))).toEqual([]);
  });

  it('makes up for mornings that were missed, and leaves out what has become due meanwhile', () => {
    const missed = { after: march(1), through: march(4) };
    expect(reminderOf({ dueDay: march(5), storedDay: march(1) }, missed, WORKING)).toBe('dueSoon');
    expect(reminderOf({ dueDay: march(4), storedDay: march(1) }, missed, WORKING)).toBe('dueSoon');
    expect(reminderOf({ dueDay: march(3), storedDay: march(1) }, missed, WORKING)).toBe('overdue');
  });

  it.each([
    ['was due before them', { dueDay: '2027-02-25', storedDay: '2027-02-01' }],
    ['is due after them', { dueDay: march(9), storedDay: march(1) }],
    ['was made after its due day', { dueDay: march(3), storedDay: march(4) }],
    ['was made after the morning of its reminder', { dueDay: march(5), storedDay: march(4) }],
  ])('makes up for mornings that were missed, without what %s', (_, days) => {
    expect(reminderOf(days, { after: march(1), through: march(4) }, WORKING)).toBeUndefined();
  });
});

describe('digestDay', () => {
  it.each<[readonly Weekday[], string]>([
    [WORKING, march(1)],
    [['WEDNESDAY', 'SUNDAY'], march(3)],
    [['SUNDAY'], march(7)],
  ])('is the first of %j in the week', (weekdays, day) => {
    for (let today = 1; today <= 7; today++) expect(digestDay(march(today), weekdays)).toBe(day);
  });
});
