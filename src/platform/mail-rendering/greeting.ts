import type { ReaderLanguage } from '../../shared-kernel/reader-language.js';
import { fill } from './mail-text.js';

const GREETINGS = {
  en: { named: 'Hello {name},', unnamed: 'Hello,' },
  es: { named: 'Hola, {name}:', unnamed: 'Hola:' },
  fr: { named: 'Bonjour {name},', unnamed: 'Bonjour,' },
  de: { named: 'Guten Tag {name},', unnamed: 'Guten Tag,' },
  pt: { named: 'Olá {name},', unnamed: 'Olá,' },
  it: { named: 'Ciao {name},', unnamed: 'Ciao,' },
} as const satisfies Record<ReaderLanguage, unknown>;

/** The first line of a mail. In German the next one begins in lower case. @param name - may be empty */
export function greeting(language: ReaderLanguage, name: string): string {
  const { named, unnamed } = GREETINGS[language];
  return name === '' ? unnamed : fill(named, { name });
}
