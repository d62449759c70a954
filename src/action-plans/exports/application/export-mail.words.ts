import type { ReaderLanguage } from '../../../shared-kernel/reader-language.js';

/** Texts of the mail in one language, with the placeholders `{title}` and `{expiry}`. */
export interface ExportMailWords {
  readonly subject: string;
  /** Follows the greeting: in German it begins in lower case. */
  readonly ready: string;
  /** On the button. */
  readonly open: string;
  readonly validUntil: string;
  readonly confidential: string;
}

export const EXPORT_MAIL_WORDS = {
  en: {
    subject: 'Your export of “{title}” is ready',
    ready: 'The workbook of the action plan “{title}” is ready.',
    open: 'Download the workbook',
    validUntil: 'The link works until {expiry}.',
    confidential: 'Anyone with the link can open the workbook, so please keep it to yourself.',
  },
  es: {
    subject: 'Tu exportación de «{title}» está lista',
    ready: 'El libro del plan de acción «{title}» está listo.',
    open: 'Descargar el libro',
    validUntil: 'El enlace funciona hasta el {expiry}.',
    confidential: 'Quien tenga el enlace puede abrir el libro: no lo compartas.',
  },
  fr: {
    subject: 'Votre export de « {title} » est prêt',
    ready: 'Le classeur du plan d’action « {title} » est prêt.',
    open: 'Télécharger le classeur',
    validUntil: 'Le lien fonctionne jusqu’au {expiry}.',
    confidential: 'Toute personne qui a ce lien peut ouvrir le classeur : ne le transmettez pas.',
  },
  de: {
    subject: 'Ihr Export von „{title}“ ist fertig',
    ready: 'die Arbeitsmappe des Aktionsplans „{title}“ ist fertig.',
    open: 'Arbeitsmappe herunterladen',
    validUntil: 'Der Link funktioniert bis {expiry}.',
    confidential: 'Wer den Link hat, kann die Arbeitsmappe öffnen: Bitte geben Sie ihn nicht weiter.',
  },
  pt: {
    subject: 'A sua exportação de “{title}” está pronta',
    ready: 'A folha de cálculo do plano de ação “{title}” está pronta.',
    open: 'Descarregar a folha de cálculo',
    validUntil: 'A ligação funciona até {expiry}.',
    confidential: 'Quem tiver a ligação pode abrir a folha de cálculo: não a partilhe.',
  },
  it: {
    subject: 'La tua esportazione di «{title}» è pronta',
    ready: 'La cartella di lavoro del piano d’azione «{title}» è pronta.',
    open: 'Scarica la cartella di lavoro',
    validUntil: 'Il link funziona fino al {expiry}.',
    confidential: 'Chi ha il link può aprire la cartella di lavoro: non condividerlo.',
  },
} as const satisfies Record<ReaderLanguage, ExportMailWords>;
