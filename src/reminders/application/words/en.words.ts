import type { ReminderMailWords } from '../reminder-mail.words.js';

export const EN: ReminderMailWords = {
  subject: {
    assigned: { one: 'You have been assigned an action', other: 'You have been assigned {count} actions' },
    overdue: { one: '{count} action is overdue', other: '{count} actions are overdue' },
    dueSoon: { one: '{count} action is due soon', other: '{count} actions are due soon' },
    week: 'Your week: {parts}',
  },
  week: {
    overdue: { one: '{count} overdue', other: '{count} overdue' },
    dueThisWeek: { one: '{count} due this week', other: '{count} due this week' },
    completedLastWeek: { one: '{count} completed last week', other: '{count} completed last week' },
    changedByOthers: { one: '{count} plan changed by others', other: '{count} plans changed by others' },
  },
  intro: 'Here is what needs your attention.',
  headings: {
    assigned: 'Newly assigned to you',
    overdue: 'Overdue',
    dueSoon: 'Due soon',
    digest: 'Your week',
    dueThisWeek: 'Due this week',
    completedLastWeek: 'Completed last week',
    changedByOthers: 'Changed by others',
  },
  digestIntro: 'In the plans and actions that you have created:',
  due: 'Due {day}',
  plan: 'Plan: {title}',
  changes: { one: '{count} change', other: '{count} changes' },
  more: { one: 'and {count} more', other: 'and {count} more' },
  reason: {
    assigned: 'You get this e-mail because actions are assigned to you.',
    digest: 'You get this e-mail because you have created plans or actions.',
    both: 'You get this e-mail because actions are assigned to you and you have created plans or actions.',
  },
  wishes: 'Choose your e-mails or unsubscribe',
};
