import { GERMAN } from './de.js';
import { ENGLISH } from './en.js';
import { SPANISH } from './es.js';
import { FRENCH } from './fr.js';
import { ITALIAN } from './it.js';
import type { Labels } from './labels.js';
import { PORTUGUESE } from './pt.js';

export type { Labels };

const BY_BASE_LANGUAGE = new Map<string, Labels>([
  ['en', ENGLISH],
  ['es', SPANISH],
  ['fr', FRENCH],
  ['de', GERMAN],
  ['pt', PORTUGUESE],
  ['it', ITALIAN],
]);

/** The words of a language (BCP 47 tag); English for a language that has none. */
export function labelsFor(language: string): Labels {
  const [base = ''] = language.toLowerCase().split('-');
  return BY_BASE_LANGUAGE.get(base) ?? ENGLISH;
}
