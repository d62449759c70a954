import type { WorkbookAction, WorkbookPlan } from '../../../index.js';
import type { Label } from './labels.js';

type Labels<Value extends string> = Readonly<Record<Value, Label>>;

export const STATUSES: Labels<WorkbookAction['status']> = {
  PENDING: {
    en: 'Pending',
    es: 'Pendiente',
    fr: 'En attente',
    de: 'Ausstehend',
    pt: 'Pendente',
    it: 'In sospeso',
  },
  IN_PROGRESS: {
    en: 'In progress',
    es: 'En curso',
    fr: 'En cours',
    de: 'In Bearbeitung',
    pt: 'Em curso',
    it: 'In corso',
  },
  COMPLETED: {
    en: 'Completed',
    es: 'Completada',
    fr: 'Terminée',
    de: 'Abgeschlossen',
    pt: 'Concluída',
    it: 'Completata',
  },
  CANCELLED: {
    en: 'Cancelled',
    es: 'Cancelada',
    fr: 'Annulée',
    de: 'Abgebrochen',
    pt: 'Cancelada',
    it: 'Annullata',
  },
  EXPIRED: { en: 'Expired', es: 'Vencida', fr: 'Expirée', de: 'Abgelaufen', pt: 'Expirada', it: 'Scaduta' },
};

export const FOCUS_TYPES: Labels<WorkbookAction['focusItems'][number]['focusType']> = {
  SCORE: { en: 'Score', es: 'Puntuación', fr: 'Score', de: 'Punktzahl', pt: 'Pontuação', it: 'Punteggio' },
  HI: { en: 'HI', es: 'HI', fr: 'HI', de: 'HI', pt: 'HI', it: 'HI' },
  ENPS: { en: 'eNPS', es: 'eNPS', fr: 'eNPS', de: 'eNPS', pt: 'eNPS', it: 'eNPS' },
};

export const ACTION_TYPES: Labels<WorkbookAction['actionType']> = {
  MANAGER: {
    en: 'Manager',
    es: 'Responsable',
    fr: 'Manager',
    de: 'Führungskraft',
    pt: 'Gestor',
    it: 'Responsabile',
  },
  COMPANY: {
    en: 'Company',
    es: 'Empresa',
    fr: 'Entreprise',
    de: 'Unternehmen',
    pt: 'Empresa',
    it: 'Azienda',
  },
};

export const SOURCES: Labels<WorkbookAction['source']> = {
  MANUAL: { en: 'Manual', es: 'Manual', fr: 'Manuelle', de: 'Manuell', pt: 'Manual', it: 'Manuale' },
  SUGGESTION: {
    en: 'Suggestion',
    es: 'Sugerencia',
    fr: 'Suggestion',
    de: 'Vorschlag',
    pt: 'Sugestão',
    it: 'Suggerimento',
  },
  AI: { en: 'AI', es: 'IA', fr: 'IA', de: 'KI', pt: 'IA', it: 'IA' },
};

export const VISIBILITIES: Labels<WorkbookPlan['visibility']> = {
  PUBLIC: { en: 'Public', es: 'Pública', fr: 'Publique', de: 'Öffentlich', pt: 'Pública', it: 'Pubblica' },
  PRIVATE: { en: 'Private', es: 'Privada', fr: 'Privée', de: 'Privat', pt: 'Privada', it: 'Privata' },
};

export const NOTE_VISIBILITIES: Labels<WorkbookAction['notes'][number]['visibility']> = {
  SHARED: {
    en: 'Shared',
    es: 'Compartida',
    fr: 'Partagée',
    de: 'Geteilt',
    pt: 'Partilhada',
    it: 'Condivisa',
  },
  PRIVATE: { en: 'Private', es: 'Privada', fr: 'Privée', de: 'Privat', pt: 'Privada', it: 'Privata' },
};

export const QUESTION_TYPES: Labels<NonNullable<WorkbookAction['characteristics'][number]['questionType']>> =
  {
    DATE: { en: 'Date', es: 'Fecha', fr: 'Date', de: 'Datum', pt: 'Data', it: 'Data' },
    LIST: { en: 'List', es: 'Lista', fr: 'Liste', de: 'Liste', pt: 'Lista', it: 'Elenco' },
    BOOLEAN: {
      en: 'Yes or no',
      es: 'Sí o no',
      fr: 'Oui ou non',
      de: 'Ja oder nein',
      pt: 'Sim ou não',
      it: 'Sì o no',
    },
    TREE: { en: 'Tree', es: 'Árbol', fr: 'Arborescence', de: 'Baum', pt: 'Árvore', it: 'Albero' },
  };
