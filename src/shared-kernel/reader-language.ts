/** Languages in which the service writes to people: in mails, workbooks and pages. */
export const READER_LANGUAGES = ['en', 'es', 'fr', 'de', 'pt', 'it'] as const;

export type ReaderLanguage = (typeof READER_LANGUAGES)[number];

/** The language in which the service writes to a reader: that of the tag, or English. */
export function readerLanguage(tag: string): ReaderLanguage {
  const [base = ''] = tag.toLowerCase().split('-');
  return READER_LANGUAGES.find((language) => language === base) ?? 'en';
}

/** The reader's tag, for its region, where it is in the {@link readerLanguage}; some tags are unknown to `Intl`. */
export function readerLocale(tag: string): string {
  const language = readerLanguage(tag);
  try {
    const locale = new Intl.Locale(tag);
    return locale.language === language ? locale.toString() : language;
  } catch {
    return language;
  }
}
