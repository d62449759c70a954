import type { ReminderMailWords } from '../reminder-mail.words.js';

export const PT: ReminderMailWords = {
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
