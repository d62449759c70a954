import type { ReminderMailWords } from '../reminder-mail.words.js';

/** With the space before a colon that no line ends at. */
export const FR: ReminderMailWords = {
  subject: {
    assigned: { one: 'Une action vous a été attribuée', other: '{count} actions vous ont été attribuées' },
    overdue: { one: '{count} action est en retard', other: '{count} actions sont en retard' },
    dueSoon: {
      one: '{count} action arrive bientôt à échéance',
      other: '{count} actions arrivent bientôt à échéance',
    },
    week: 'Votre semaine\u00a0: {parts}',
  },
  week: {
    overdue: { one: '{count} en retard', other: '{count} en retard' },
    dueThisWeek: { one: '{count} à échéance cette semaine', other: '{count} à échéance cette semaine' },
    completedLastWeek: {
      one: '{count} terminée la semaine dernière',
      other: '{count} terminées la semaine dernière',
    },
    changedByOthers: {
      one: '{count} plan modifié par d’autres personnes',
      other: '{count} plans modifiés par d’autres personnes',
    },
  },
  intro: 'Voici ce qui requiert votre attention.',
  headings: {
    assigned: 'Nouvelles actions attribuées',
    overdue: 'En retard',
    dueSoon: 'Bientôt à échéance',
    digest: 'Votre semaine',
    dueThisWeek: 'À échéance cette semaine',
    completedLastWeek: 'Terminées la semaine dernière',
    changedByOthers: 'Modifiés par d’autres personnes',
  },
  digestIntro: 'Dans les plans et les actions que vous avez créés\u00a0:',
  due: 'Échéance\u00a0: {day}',
  plan: 'Plan\u00a0: {title}',
  changes: { one: '{count} modification', other: '{count} modifications' },
  more: { one: 'et {count} autre', other: 'et {count} autres' },
  reason: {
    assigned: 'Vous recevez cet e-mail parce que des actions vous sont attribuées.',
    digest: 'Vous recevez cet e-mail parce que vous avez créé des plans ou des actions.',
    both: 'Vous recevez cet e-mail parce que des actions vous sont attribuées et que vous avez créé des plans ou des actions.',
  },
  wishes: 'Choisir vos e-mails ou vous désabonner',
};
