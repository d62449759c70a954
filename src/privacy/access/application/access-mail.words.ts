import type { ReaderLanguage } from '../../../shared-kernel/reader-language.js';

/** Texts of the mail in one language, with the placeholders `{company}` and `{expiry}`. */
export interface AccessMailWords {
  readonly subject: string;
  /** Follows the greeting: in German it begins in lower case. */
  readonly ready: string;
  /** On the button. */
  readonly open: string;
  readonly validUntil: string;
  readonly confidential: string;
}

export const ACCESS_MAIL_WORDS = {
  en: {
    subject: 'The personal data from {company} is ready',
    ready: 'The personal data that was requested from {company} is ready.',
    open: 'Download the data',
    validUntil: 'The link works until {expiry}.',
    confidential: 'Anyone with the link can open the data, so please keep it to yourself.',
  },
  es: {
    subject: 'Los datos personales de {company} están listos',
    ready: 'Los datos personales que se solicitaron a {company} están listos.',
    open: 'Descargar los datos',
    validUntil: 'El enlace funciona hasta el {expiry}.',
    confidential: 'Quien tenga el enlace puede abrir los datos: no lo compartas.',
  },
  fr: {
    subject: 'Les données personnelles de {company} sont prêtes',
    ready: 'Les données personnelles demandées à {company} sont prêtes.',
    open: 'Télécharger les données',
    validUntil: 'Le lien fonctionne jusqu’au {expiry}.',
    confidential: 'Toute personne qui a ce lien peut ouvrir les données : ne le transmettez pas.',
  },
  de: {
    subject: 'Die persönlichen Daten von {company} sind fertig',
    ready: 'die persönlichen Daten, die bei {company} angefragt wurden, sind fertig.',
    open: 'Daten herunterladen',
    validUntil: 'Der Link gilt bis {expiry}.',
    confidential: 'Wer den Link hat, kann die Daten öffnen. Bitte geben Sie ihn nicht weiter.',
  },
  pt: {
    subject: 'Os dados pessoais de {company} estão prontos',
    ready: 'Os dados pessoais pedidos a {company} estão prontos.',
    open: 'Transferir os dados',
    validUntil: 'A ligação funciona até {expiry}.',
    confidential: 'Quem tiver a ligação pode abrir os dados: não a partilhe.',
  },
  it: {
    subject: 'I dati personali di {company} sono pronti',
    ready: 'I dati personali richiesti a {company} sono pronti.',
    open: 'Scarica i dati',
    validUntil: 'Il link funziona fino al {expiry}.',
    confidential: 'Chi ha il link può aprire i dati: non condividerlo.',
  },
} as const satisfies Record<ReaderLanguage, AccessMailWords>;
