import { WEEKDAYS } from '../../shared-kernel/local-days.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import {
  changeReminderSettings,
  DEFAULT_REMINDER_SETTINGS,
  type ReminderSettings,
} from './reminder-settings.js';

const change = (patch: Partial<ReminderSettings>): ReminderSettings =>
  changeReminderSettings(DEFAULT_REMINDER_SETTINGS, patch);

it('changes the settings that are given', () => {
  expect(change({})).toEqual(DEFAULT_REMINDER_SETTINGS);
  expect(change({ reminders: true })).toEqual({ ...DEFAULT_REMINDER_SETTINGS, reminders: true });
  const all = { reminders: true, digest: true, language: 'pt-BR', hour: 0, weekdays: ['SUNDAY'] } as const;
  expect(change(all)).toEqual(all);
});

it('keeps weekdays in the order of a week', () => {
  expect(change({ weekdays: ['SUNDAY', 'FRIDAY', 'MONDAY'] }).weekdays).toEqual([
    'MONDAY',
    'FRIDAY',
    'SUNDAY',
  ]);
  expect(change({ weekdays: WEEKDAYS.toReversed() }).weekdays).toEqual(WEEKDAYS);
});

it.each([
  [{ language: 'no tag' }, 'language', 'LANGUAGE_TAG'],
  [{ language: '' }, 'language', 'LANGUAGE_TAG'],
  [{ language: 7 }, 'language', 'WRONG_TYPE'],
  [{ hour: -1 }, 'hour', 'OUT_OF_RANGE'],
  [{ hour: 24 }, 'hour', 'OUT_OF_RANGE'],
  [{ hour: 8.5 }, 'hour', 'WRONG_TYPE'],
  [{ hour: '8' }, 'hour', 'WRONG_TYPE'],
  [{ weekdays: [] }, 'weekdays', 'TOO_FEW'],
  [{ weekdays: 'MONDAY' }, 'weekdays', 'WRONG_TYPE'],
  [{ weekdays: ['MONDAY', 'monday'] }, 'weekdays[1]', 'NOT_ALLOWED'],
  [{ weekdays: ['MONDAY', 'FRIDAY', 'MONDAY'] }, 'weekdays[2]', 'NOT_UNIQUE'],
  [{ weekdays: [...WEEKDAYS, 'MONDAY'] }, 'weekdays', 'TOO_MANY'],
])('refuses %j', (patch, path, code) => {
  expect(() => change(patch as Partial<ReminderSettings>)).toThrow(ValidationFailed);
  expect(() => change(patch as Partial<ReminderSettings>)).toThrow(
    expect.objectContaining({ issues: [expect.objectContaining({ path, code })] }),
  );
});

it('names every property that is wrong', () => {
  expect(() => change({ hour: 24, language: '?' })).toThrow('language must be a BCP 47 tag (and 1 more).');
});
