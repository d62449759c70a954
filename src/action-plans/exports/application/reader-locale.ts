import { EXPORT_MAIL_WORDS } from './export-mail.words.js';

/** Languages of mails and workbooks. */
export type ExportLanguage = keyof typeof EXPORT_MAIL_WORDS;

/** The language in which the service writes to a reader. */
export function exportLanguage(tag: string): ExportLanguage {
  const [base = ''] = tag.toLowerCase().split('-');
  return Object.hasOwn(EXPORT_MAIL_WORDS, base) ? (base as ExportLanguage) : 'en';
}

/** The reader's tag, for its region, where it is in the {@link exportLanguage}; some tags are unknown to `Intl`. */
export function readerLocale(tag: string): string {
  const language = exportLanguage(tag);
  try {
    const locale = new Intl.Locale(tag);
    return locale.language === language ? locale.toString() : language;
  } catch {
    return language;
  }
}
