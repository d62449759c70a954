import type { ReaderLanguage } from '../../../shared-kernel/reader-language.js';
import type { RetainedKind } from '../domain/retention-run.js';

/** Texts of the mail in one language, with the placeholders `{company}` and `{day}`. */
export interface RetentionMailWords {
  readonly subject: string;
  /** Follows the greeting: in German it begins in lower case. */
  readonly announcement: string;
  readonly kinds: Readonly<Record<RetainedKind, string>>;
  readonly reason: string;
  readonly remedy: string;
}

export const RETENTION_MAIL_WORDS = {
  en: {
    subject: 'Data of {company} will be removed on {day}',
    announcement: 'On {day} the service removes data of {company} for good:',
    kinds: {
      leavers: 'People who have left',
      timesheets: 'Timesheet entries',
      closedPlans: 'Closed action plans',
      deletedPlans: 'Deleted action plans that could still be restored',
      auditRecords: 'Audit records',
    },
    reason: 'Its time has passed by the retention that is set for the company.',
    remedy: 'To keep data, change the retention in the settings before that day, or place a legal hold.',
  },
  es: {
    subject: 'El {day} se eliminarán datos de {company}',
    announcement: 'El {day} el servicio eliminará definitivamente datos de {company}:',
    kinds: {
      leavers: 'Personas que han dejado la empresa',
      timesheets: 'Registros de jornada',
      closedPlans: 'Planes de acción cerrados',
      deletedPlans: 'Planes de acción eliminados que aún se podían restaurar',
      auditRecords: 'Registros de auditoría',
    },
    reason: 'Ha vencido el plazo de conservación configurado para la empresa.',
    remedy:
      'Para conservar datos, cambie el plazo en la configuración antes de ese día o establezca una retención legal.',
  },
  fr: {
    subject: 'Des données de {company} seront supprimées le {day}',
    announcement: 'Le {day}, le service supprimera définitivement des données de {company} :',
    kinds: {
      leavers: 'Personnes qui ont quitté l’entreprise',
      timesheets: 'Saisies de temps de travail',
      closedPlans: 'Plans d’action clos',
      deletedPlans: 'Plans d’action supprimés qui pouvaient encore être restaurés',
      auditRecords: 'Enregistrements d’audit',
    },
    reason: 'Leur durée de conservation, définie pour l’entreprise, est écoulée.',
    remedy:
      'Pour conserver des données, modifiez cette durée dans les paramètres avant ce jour ou posez un gel juridique.',
  },
  de: {
    subject: 'Am {day} werden Daten von {company} gelöscht',
    announcement: 'am {day} löscht der Dienst endgültig Daten von {company}:',
    kinds: {
      leavers: 'Ausgeschiedene Personen',
      timesheets: 'Arbeitszeiten',
      closedPlans: 'Abgeschlossene Maßnahmenpläne',
      deletedPlans: 'Gelöschte Maßnahmenpläne, die noch wiederherstellbar waren',
      auditRecords: 'Protokolleinträge',
    },
    reason: 'Ihre Aufbewahrungsfrist, die für das Unternehmen eingestellt ist, ist dann abgelaufen.',
    remedy:
      'Um Daten zu behalten, ändern Sie vorher die Frist in den Einstellungen oder setzen Sie eine ' +
      'Aufbewahrungssperre.',
  },
  pt: {
    subject: 'No dia {day} serão eliminados dados de {company}',
    announcement: 'No dia {day} o serviço eliminará definitivamente dados de {company}:',
    kinds: {
      leavers: 'Pessoas que deixaram a empresa',
      timesheets: 'Registos de tempo de trabalho',
      closedPlans: 'Planos de ação encerrados',
      deletedPlans: 'Planos de ação eliminados que ainda podiam ser restaurados',
      auditRecords: 'Registos de auditoria',
    },
    reason: 'O prazo de conservação definido para a empresa terminou.',
    remedy:
      'Para conservar dados, altere o prazo nas definições antes desse dia ou aplique uma retenção legal.',
  },
  it: {
    subject: 'Il {day} verranno eliminati dati di {company}',
    announcement: 'Il {day} il servizio eliminerà definitivamente dati di {company}:',
    kinds: {
      leavers: 'Persone che hanno lasciato l’azienda',
      timesheets: 'Registrazioni dell’orario di lavoro',
      closedPlans: 'Piani d’azione chiusi',
      deletedPlans: 'Piani d’azione eliminati che si potevano ancora ripristinare',
      auditRecords: 'Registrazioni di audit',
    },
    reason: 'È scaduto il periodo di conservazione impostato per l’azienda.',
    remedy:
      'Per conservare dati, modifichi il periodo nelle impostazioni prima di quel giorno o imponga un blocco legale.',
  },
} as const satisfies Record<ReaderLanguage, RetentionMailWords>;
