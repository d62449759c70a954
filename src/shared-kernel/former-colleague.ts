import { readerLanguage, type ReaderLanguage } from './reader-language.js';

const FORMER_COLLEAGUE: Readonly<Record<ReaderLanguage, string>> = {
  en: 'A former colleague',
  es: 'Una persona que ya no está en la empresa',
  fr: 'Une personne qui a quitté l’entreprise',
  de: 'Eine frühere Kollegin oder ein früherer Kollege',
  pt: 'Uma pessoa que já não está na empresa',
  it: 'Una persona che non lavora più qui',
};

/**
 * The name of a user for a reader. That of a user who was erased is empty.
 * @param language - BCP 47 tag of the reader
 */
export function shownName(name: string, language: string): string {
  return name === '' ? FORMER_COLLEAGUE[readerLanguage(language)] : name;
}
