import type { ReminderMailWords } from '../reminder-mail.words.js';

export const IT: ReminderMailWords = {
  subject: {
    assigned: { one: 'Ti è stata assegnata un’azione', other: 'Ti sono state assegnate {count} azioni' },
    overdue: { one: '{count} azione è in ritardo', other: '{count} azioni sono in ritardo' },
    dueSoon: { one: '{count} azione è in scadenza', other: '{count} azioni sono in scadenza' },
    week: 'La tua settimana: {parts}',
  },
  week: {
    overdue: { one: '{count} in ritardo', other: '{count} in ritardo' },
    dueThisWeek: {
      one: '{count} in scadenza questa settimana',
      other: '{count} in scadenza questa settimana',
    },
    completedLastWeek: {
      one: '{count} completata la settimana scorsa',
      other: '{count} completate la settimana scorsa',
    },
    changedByOthers: {
      one: '{count} piano modificato da altri',
      other: '{count} piani modificati da altri',
    },
  },
  intro: 'Ecco cosa richiede la tua attenzione.',
  headings: {
    assigned: 'Nuove azioni assegnate',
    overdue: 'In ritardo',
    dueSoon: 'In scadenza',
    digest: 'La tua settimana',
    dueThisWeek: 'In scadenza questa settimana',
    completedLastWeek: 'Completate la settimana scorsa',
    changedByOthers: 'Modificati da altri',
  },
  digestIntro: 'Nei piani e nelle azioni che hai creato:',
  due: 'Scadenza: {day}',
  plan: 'Piano: {title}',
  changes: { one: '{count} modifica', other: '{count} modifiche' },
  more: { one: 'e {count} altra voce', other: 'e altre {count} voci' },
  reason: {
    assigned: 'Ricevi questa e-mail perché ti sono assegnate delle azioni.',
    digest: 'Ricevi questa e-mail perché hai creato piani o azioni.',
    both: 'Ricevi questa e-mail perché ti sono assegnate delle azioni e hai creato piani o azioni.',
  },
  wishes: 'Scegli le e-mail o annulla l’iscrizione',
};
