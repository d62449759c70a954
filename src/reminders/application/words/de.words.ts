import type { ReminderMailWords } from '../reminder-mail.words.js';

export const DE: ReminderMailWords = {
  subject: {
    assigned: {
      one: 'Ihnen wurde eine Maßnahme zugewiesen',
      other: 'Ihnen wurden {count} Maßnahmen zugewiesen',
    },
    overdue: { one: '{count} Maßnahme ist überfällig', other: '{count} Maßnahmen sind überfällig' },
    dueSoon: { one: '{count} Maßnahme ist bald fällig', other: '{count} Maßnahmen sind bald fällig' },
    week: 'Ihre Woche: {parts}',
  },
  week: {
    overdue: { one: '{count} überfällig', other: '{count} überfällig' },
    dueThisWeek: { one: '{count} diese Woche fällig', other: '{count} diese Woche fällig' },
    completedLastWeek: {
      one: '{count} letzte Woche abgeschlossen',
      other: '{count} letzte Woche abgeschlossen',
    },
    changedByOthers: {
      one: '{count} Plan von anderen geändert',
      other: '{count} Pläne von anderen geändert',
    },
  },
  intro: 'Folgendes steht für Sie an.',
  headings: {
    assigned: 'Ihnen neu zugewiesen',
    overdue: 'Überfällig',
    dueSoon: 'Bald fällig',
    digest: 'Ihre Woche',
    dueThisWeek: 'Diese Woche fällig',
    completedLastWeek: 'Letzte Woche abgeschlossen',
    changedByOthers: 'Von anderen geändert',
  },
  digestIntro: 'In den Plänen und Maßnahmen, die Sie angelegt haben:',
  due: 'Fällig: {day}',
  plan: 'Plan: {title}',
  changes: { one: '{count} Änderung', other: '{count} Änderungen' },
  more: { one: 'und {count} weiterer Eintrag', other: 'und {count} weitere Einträge' },
  reason: {
    assigned: 'Sie erhalten diese E-Mail, weil Ihnen Maßnahmen zugewiesen sind.',
    digest: 'Sie erhalten diese E-Mail, weil Sie Pläne oder Maßnahmen angelegt haben.',
    both: 'Sie erhalten diese E-Mail, weil Ihnen Maßnahmen zugewiesen sind und Sie Pläne oder Maßnahmen angelegt haben.',
  },
  wishes: 'E-Mails auswählen oder abbestellen',
};
