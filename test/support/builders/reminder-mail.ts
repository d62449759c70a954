import type {
  ChangedPlan,
  Digest,
  Listed,
  MailedAction,
  ReminderMail,
} from '../../../src/reminders/application/reminder-mail.js';

const NONE = { entries: [], more: 0 };

/** A list that is shown to its end, or where more follow. */
export function listed<Entry>(entries: readonly Entry[], more = 0): Listed<Entry> {
  return { entries, more };
}

export const mailedAction = (overrides: Partial<MailedAction> = {}): MailedAction => ({
  planId: '665f1c2ab7e4d90012ab34cd',
  actionId: '665f1c2ab7e4d90012ab34ce',
  title: { defaultValue: 'Late breakfast until noon', langValues: { de: 'Spätes Frühstück bis Mittag' } },
  ...overrides,
});

export const changedPlan = (overrides: Partial<ChangedPlan> = {}): ChangedPlan => ({
  planId: '665f1c2ab7e4d90012ab34cd',
  title: { defaultValue: 'Calmer Sundays' },
  changes: 3,
  ...overrides,
});

/** A mail without entries. */
export const reminderMail = (overrides: Partial<ReminderMail> = {}): ReminderMail => ({
  to: { name: 'Ada', address: 'ada@example.com' },
  language: 'en-GB',
  companyName: 'Aurora Hotels',
  assigned: NONE,
  dueSoon: NONE,
  overdue: NONE,
  wishesUrl: 'https://wes.example.com/reminders/abc',
  key: 'morning-2027-03-29-665f1c2ab7e4d90012ab34cd',
  ...overrides,
});

/** A digest without entries. */
export const digest = (overrides: Partial<Digest> = {}): Digest => ({
  ...{ dueThisWeek: NONE, overdue: NONE, completedLastWeek: NONE, changedByOthers: NONE },
  ...overrides,
});
