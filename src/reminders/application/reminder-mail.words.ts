import type { ReaderLanguage } from '../../shared-kernel/reader-language.js';

/** The forms of a sentence with the placeholder `{count}`, by the plural category of the number. */
export interface Counted {
  readonly one: string;
  readonly other: string;
}

/** Texts of the mails in one language. `{count}` is a number, `{day}` a date, `{title}` that of a plan. */
export type ReminderMailWords = typeof EN;

const EN = {
  subject: {
    assigned: { one: 'You have been assigned an action', other: 'You have been assigned {count} actions' },
    overdue: { one: '{count} action is overdue', other: '{count} actions are overdue' },
    dueSoon: { one: '{count} action is due soon', other: '{count} actions are due soon' },
    week: 'Your week: {parts}',
  },
  /** In the subject of a digest, after its title. */
  week: {
    overdue: { one: '{count} overdue', other: '{count} overdue' },
    dueThisWeek: { one: '{count} due this week', other: '{count} due this week' },
    completedLastWeek: { one: '{count} completed last week', other: '{count} completed last week' },
    changedByOthers: { one: '{count} plan changed by others', other: '{count} plans changed by others' },
  },
  /** Follows the greeting of a morning: in German it could begin in lower case. */
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
  /** Below the heading of the digest. */
  digestIntro: 'In the plans and actions that you have created:',
  due: 'Due {day}',
  plan: 'Plan: {title}',
  changes: { one: '{count} change', other: '{count} changes' },
  /** The last line of a list that is not shown to its end. */
  more: { one: 'and {count} more', other: 'and {count} more' },
  /** Why the reader gets the mail. */
  reason: {
    assigned: 'You get this e-mail because actions are assigned to you.',
    digest: 'You get this e-mail because you have created plans or actions.',
    both: 'You get this e-mail because actions are assigned to you and you have created plans or actions.',
  },
  /** The link to the page of wishes. */
  wishes: 'Choose your e-mails or unsubscribe',
};

const ES: ReminderMailWords = {
  subject: {
    assigned: { one: 'Te han asignado una acción', other: 'Te han asignado {count} acciones' },
    overdue: { one: 'Tienes {count} acción con retraso', other: 'Tienes {count} acciones con retraso' },
    dueSoon: {
      one: 'Tienes {count} acción que vence pronto',
      other: 'Tienes {count} acciones que vencen pronto',
    },
    week: 'Tu semana: {parts}',
  },
  week: {
    overdue: { one: '{count} con retraso', other: '{count} con retraso' },
    dueThisWeek: { one: '{count} vence esta semana', other: '{count} vencen esta semana' },
    completedLastWeek: {
      one: '{count} completada la semana pasada',
      other: '{count} completadas la semana pasada',
    },
    changedByOthers: {
      one: '{count} plan modificado por otras personas',
      other: '{count} planes modificados por otras personas',
    },
  },
  intro: 'Esto es lo que requiere tu atención.',
  headings: {
    assigned: 'Nuevas acciones asignadas',
    overdue: 'Con retraso',
    dueSoon: 'Vencen pronto',
    digest: 'Tu semana',
    dueThisWeek: 'Vencen esta semana',
    completedLastWeek: 'Completadas la semana pasada',
    changedByOthers: 'Modificados por otras personas',
  },
  digestIntro: 'En los planes y las acciones que has creado:',
  due: 'Vence el {day}',
  plan: 'Plan: {title}',
  changes: { one: '{count} cambio', other: '{count} cambios' },
  more: { one: 'y {count} más', other: 'y {count} más' },
  reason: {
    assigned: 'Recibes este correo porque tienes acciones asignadas.',
    digest: 'Recibes este correo porque has creado planes o acciones.',
    both: 'Recibes este correo porque tienes acciones asignadas y has creado planes o acciones.',
  },
  wishes: 'Elige tus correos o date de baja',
};

/** With the space before a colon that no line ends at. */
const FR: ReminderMailWords = {
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
    both:
      'Vous recevez cet e-mail parce que des actions vous sont attribuées et que vous avez créé des plans ' +
      'ou des actions.',
  },
  wishes: 'Choisir vos e-mails ou vous désabonner',
};

const DE: ReminderMailWords = {
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
    both:
      'Sie erhalten diese E-Mail, weil Ihnen Maßnahmen zugewiesen sind und Sie Pläne oder Maßnahmen ' +
      'angelegt haben.',
  },
  wishes: 'E-Mails auswählen oder abbestellen',
};

const PT: ReminderMailWords = {
  subject: {
    assigned: { one: 'Foi-lhe atribuída uma ação', other: 'Foram-lhe atribuídas {count} ações' },
    overdue: { one: '{count} ação está em atraso', other: '{count} ações estão em atraso' },
    dueSoon: {
      one: 'O prazo de {count} ação está a terminar',
      other: 'O prazo de {count} ações está a terminar',
    },
    week: 'A sua semana: {parts}',
  },
  week: {
    overdue: { one: '{count} em atraso', other: '{count} em atraso' },
    dueThisWeek: { one: '{count} com prazo esta semana', other: '{count} com prazo esta semana' },
    completedLastWeek: {
      one: '{count} concluída na semana passada',
      other: '{count} concluídas na semana passada',
    },
    changedByOthers: {
      one: '{count} plano alterado por outras pessoas',
      other: '{count} planos alterados por outras pessoas',
    },
  },
  intro: 'Isto é o que requer a sua atenção.',
  headings: {
    assigned: 'Novas ações atribuídas',
    overdue: 'Em atraso',
    dueSoon: 'Prazo a terminar',
    digest: 'A sua semana',
    dueThisWeek: 'Com prazo esta semana',
    completedLastWeek: 'Concluídas na semana passada',
    changedByOthers: 'Alterados por outras pessoas',
  },
  digestIntro: 'Nos planos e nas ações que criou:',
  due: 'Prazo: {day}',
  plan: 'Plano: {title}',
  changes: { one: '{count} alteração', other: '{count} alterações' },
  more: { one: 'e mais {count}', other: 'e mais {count}' },
  reason: {
    assigned: 'Recebe este e-mail porque tem ações atribuídas.',
    digest: 'Recebe este e-mail porque criou planos ou ações.',
    both: 'Recebe este e-mail porque tem ações atribuídas e criou planos ou ações.',
  },
  wishes: 'Escolher os e-mails ou cancelar a subscrição',
};

const IT: ReminderMailWords = {
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

export const REMINDER_MAIL_WORDS: Readonly<Record<ReaderLanguage, ReminderMailWords>> = {
  ...{ en: EN, es: ES, fr: FR, de: DE, pt: PT, it: IT },
};
