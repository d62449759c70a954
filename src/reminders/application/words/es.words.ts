import type { ReminderMailWords } from '../reminder-mail.words.js';

export const ES: ReminderMailWords = {
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
