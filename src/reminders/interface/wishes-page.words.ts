import type { ReaderLanguage } from '../../shared-kernel/reader-language.js';

/** Texts of the page behind the links in mails, in one language. */
export interface WishesPageWords {
  readonly title: string;
  readonly advice: string;
  readonly reminders: string;
  readonly digest: string;
  readonly save: string;
  readonly saved: string;
  readonly unsubscribed: string;
  readonly unknown: { readonly title: string; readonly advice: string };
}

export const WISHES_PAGE_WORDS: Readonly<Record<ReaderLanguage, WishesPageWords>> = {
  en: {
    title: 'E-mails about action plans',
    advice: 'Choose the e-mails that you want to get.',
    reminders: 'Reminders: when I am assigned to an action, and before and after it is due',
    digest: 'Weekly digest of the plans and actions that I have created',
    save: 'Save',
    saved: 'Your choice is saved.',
    unsubscribed: 'You will not get these e-mails any more.',
    unknown: {
      title: 'There is nothing behind this link',
      advice: 'Please open the link of the newest e-mail that you have got about your action plans.',
    },
  },
  es: {
    title: 'Correos sobre planes de acción',
    advice: 'Elige los correos que quieres recibir.',
    reminders: 'Recordatorios: cuando me asignan una acción, y antes y después de su fecha límite',
    digest: 'Resumen semanal de los planes y acciones que he creado',
    save: 'Guardar',
    saved: 'Tu elección se ha guardado.',
    unsubscribed: 'Ya no recibirás estos correos.',
    unknown: {
      title: 'No hay nada en este enlace',
      advice: 'Abre el enlace del correo más reciente que hayas recibido sobre tus planes de acción.',
    },
  },
  fr: {
    title: 'E-mails sur les plans d’action',
    advice: 'Choisissez les e-mails que vous souhaitez recevoir.',
    reminders: 'Rappels : quand une action m’est attribuée, et avant et après son échéance',
    digest: 'Résumé hebdomadaire des plans et des actions que j’ai créés',
    save: 'Enregistrer',
    saved: 'Votre choix est enregistré.',
    unsubscribed: 'Vous ne recevrez plus ces e-mails.',
    unknown: {
      title: 'Ce lien ne mène à rien',
      advice: 'Ouvrez le lien du dernier e-mail que vous avez reçu au sujet de vos plans d’action.',
    },
  },
  de: {
    title: 'E-Mails zu Maßnahmenplänen',
    advice: 'Wählen Sie, welche E-Mails Sie erhalten möchten.',
    reminders: 'Erinnerungen: wenn mir eine Maßnahme zugewiesen wird, und vor und nach ihrer Frist',
    digest: 'Wöchentliche Übersicht der Pläne und Maßnahmen, die ich angelegt habe',
    save: 'Speichern',
    saved: 'Ihre Auswahl ist gespeichert.',
    unsubscribed: 'Sie erhalten diese E-Mails nicht mehr.',
    unknown: {
      title: 'Unter diesem Link gibt es nichts',
      advice:
        'Bitte öffnen Sie den Link aus der neuesten E-Mail, die Sie zu Ihren Maßnahmenplänen erhalten haben.',
    },
  },
  pt: {
    title: 'E-mails sobre planos de ação',
    advice: 'Escolha os e-mails que pretende receber.',
    reminders: 'Lembretes: quando me é atribuída uma ação, e antes e depois do seu prazo',
    digest: 'Resumo semanal dos planos e ações que criei',
    save: 'Guardar',
    saved: 'A sua escolha foi guardada.',
    unsubscribed: 'Deixará de receber estes e-mails.',
    unknown: {
      title: 'Não há nada nesta ligação',
      advice: 'Abra a ligação do e-mail mais recente que recebeu sobre os seus planos de ação.',
    },
  },
  it: {
    title: 'E-mail sui piani d’azione',
    advice: 'Scegli le e-mail che vuoi ricevere.',
    reminders: 'Promemoria: quando mi viene assegnata un’azione, e prima e dopo la sua scadenza',
    digest: 'Riepilogo settimanale dei piani e delle azioni che ho creato',
    save: 'Salva',
    saved: 'La tua scelta è stata salvata.',
    unsubscribed: 'Non riceverai più queste e-mail.',
    unknown: {
      title: 'Questo link non porta a nulla',
      advice: 'Apri il link dell’e-mail più recente che hai ricevuto sui tuoi piani d’azione.',
    },
  },
};
