import type { ReaderLanguage } from '../../../shared-kernel/reader-language.js';

/** Names of the sheets of an archive's workbook in one language, at most 31 characters each. */
export interface ArchiveWords {
  /** The first sheet. */
  readonly about: string;
  /** By kind of the records; a kind without a name is shown as it is. */
  readonly kinds: Readonly<Record<string, string>>;
}

export const ARCHIVE_WORDS: Readonly<Record<ReaderLanguage, ArchiveWords>> = {
  en: {
    about: 'About this file',
    kinds: {
      ...{ employees: 'Employee', users: 'Users', sessions: 'Sessions', timesheets: 'Working times' },
      ...{ deletedTimesheets: 'Deleted working times', actionPlans: 'Plans', actions: 'Actions' },
      ...{ notes: 'Notes', assignments: 'Assignments', deletedActionPlans: 'Deleted plans' },
      ...{ mentions: 'Plans to look at', exports: 'Exports', mailWishes: 'Mails' },
      ...{ newAssignments: 'New assignments', employeeSyncs: 'Syncs', scimUsers: 'Identity provider' },
      ...{ scimRequests: 'Requests of identity prov.', webhooks: 'Webhooks', accesses: 'Access requests' },
      ...{ webhookMessages: 'Webhook messages', changesOfPerson: 'Changes of the person' },
      ...{ changesByPerson: 'Changes by the person' },
      signInLinks: 'Sign-in at providers',
      formerKeys: 'Former addresses and IDs',
    },
  },
  es: {
    about: 'Sobre este archivo',
    kinds: {
      ...{ employees: 'Empleado', users: 'Usuarios', sessions: 'Sesiones', timesheets: 'Horas de trabajo' },
      ...{ deletedTimesheets: 'Horas eliminadas', actionPlans: 'Planes', actions: 'Acciones' },
      ...{ notes: 'Notas', assignments: 'Asignaciones', deletedActionPlans: 'Planes eliminados' },
      ...{ mentions: 'Planes por revisar', exports: 'Exportaciones', mailWishes: 'Correos' },
      ...{ newAssignments: 'Nuevas asignaciones', employeeSyncs: 'Sincronizaciones' },
      ...{ scimUsers: 'Proveedor de identidad', scimRequests: 'Peticiones del proveedor' },
      ...{ webhooks: 'Webhooks', webhookMessages: 'Mensajes de webhooks' },
      ...{ changesOfPerson: 'Cambios de la persona', changesByPerson: 'Cambios hechos por la persona' },
      ...{ accesses: 'Solicitudes de acceso' },
      signInLinks: 'Inicio de sesión externo',
      formerKeys: 'Direcciones e ID anteriores',
    },
  },
  fr: {
    about: 'À propos de ce fichier',
    kinds: {
      ...{
        employees: 'Employé',
        users: 'Utilisateurs',
        sessions: 'Sessions',
        timesheets: 'Temps de travail',
      },
      ...{ deletedTimesheets: 'Temps supprimés', actionPlans: 'Plans', actions: 'Actions' },
      ...{ notes: 'Notes', assignments: 'Attributions', deletedActionPlans: 'Plans supprimés' },
      ...{ mentions: 'Plans à examiner', exports: 'Exports', mailWishes: 'E-mails' },
      ...{ newAssignments: 'Nouvelles attributions', employeeSyncs: 'Synchronisations' },
      ...{ scimUsers: 'Fournisseur d’identité', scimRequests: 'Requêtes du fournisseur' },
      ...{ webhooks: 'Webhooks', webhookMessages: 'Messages de webhooks' },
      ...{ changesOfPerson: 'Changements de la personne', changesByPerson: 'Changements par la personne' },
      ...{ accesses: 'Demandes d’accès' },
      signInLinks: 'Connexion externe',
      formerKeys: 'Anciennes adresses et ID',
    },
  },
  de: {
    about: 'Über diese Datei',
    kinds: {
      ...{ employees: 'Mitarbeiter', users: 'Benutzer', sessions: 'Sitzungen', timesheets: 'Arbeitszeiten' },
      ...{ deletedTimesheets: 'Gelöschte Arbeitszeiten', actionPlans: 'Pläne', actions: 'Maßnahmen' },
      ...{ notes: 'Notizen', assignments: 'Zuweisungen', deletedActionPlans: 'Gelöschte Pläne' },
      ...{ mentions: 'Anzusehende Pläne', exports: 'Exporte', mailWishes: 'E-Mails' },
      ...{ newAssignments: 'Neue Zuweisungen', employeeSyncs: 'Abgleiche' },
      ...{ scimUsers: 'Identitätsanbieter', scimRequests: 'Anfragen des Anbieters' },
      ...{ webhooks: 'Webhooks', webhookMessages: 'Webhook-Nachrichten' },
      ...{ changesOfPerson: 'Änderungen der Person', changesByPerson: 'Änderungen durch die Person' },
      ...{ accesses: 'Auskünfte' },
      signInLinks: 'Anmeldung bei Anbietern',
      formerKeys: 'Frühere Adressen und IDs',
    },
  },
  pt: {
    about: 'Sobre este ficheiro',
    kinds: {
      ...{ employees: 'Funcionário', users: 'Utilizadores', sessions: 'Sessões' },
      ...{ timesheets: 'Tempos de trabalho', deletedTimesheets: 'Tempos eliminados', actionPlans: 'Planos' },
      ...{ actions: 'Ações', notes: 'Notas', assignments: 'Atribuições' },
      ...{ deletedActionPlans: 'Planos eliminados', mentions: 'Planos a rever', exports: 'Exportações' },
      ...{ mailWishes: 'E-mails', newAssignments: 'Novas atribuições', employeeSyncs: 'Sincronizações' },
      ...{ scimUsers: 'Fornecedor de identidade', scimRequests: 'Pedidos do fornecedor' },
      ...{ webhooks: 'Webhooks', webhookMessages: 'Mensagens de webhooks' },
      ...{ changesOfPerson: 'Alterações da pessoa', changesByPerson: 'Alterações pela pessoa' },
      ...{ accesses: 'Pedidos de acesso' },
      signInLinks: 'Início de sessão externo',
      formerKeys: 'Endereços e IDs anteriores',
    },
  },
  it: {
    about: 'Informazioni su questo file',
    kinds: {
      ...{ employees: 'Dipendente', users: 'Utenti', sessions: 'Sessioni', timesheets: 'Orari di lavoro' },
      ...{ deletedTimesheets: 'Orari eliminati', actionPlans: 'Piani', actions: 'Azioni' },
      ...{ notes: 'Note', assignments: 'Assegnazioni', deletedActionPlans: 'Piani eliminati' },
      ...{ mentions: 'Piani da esaminare', exports: 'Esportazioni', mailWishes: 'E-mail' },
      ...{ newAssignments: 'Nuove assegnazioni', employeeSyncs: 'Sincronizzazioni' },
      ...{ scimUsers: 'Fornitore di identità', scimRequests: 'Richieste del fornitore' },
      ...{ webhooks: 'Webhook', webhookMessages: 'Messaggi dei webhook' },
      ...{ changesOfPerson: 'Modifiche della persona', changesByPerson: 'Modifiche fatte dalla persona' },
      ...{ accesses: 'Richieste di accesso' },
      signInLinks: 'Accesso esterno',
      formerKeys: 'Indirizzi e ID precedenti',
    },
  },
};
