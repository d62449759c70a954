import { foldName } from '../../shared-kernel/folding.js';

/** A search compares so many characters of a word: a key of an index may have 2,046 bytes. */
const COMPARED_LENGTH = 64;

/**
 * The keys by which a search finds an employee: the words of the name without case and accents, each once. They begin
 * with the company, so that an index over all companies reads those of one, and have letters and digits only.
 */
export function nameKeysOf(companyId: string, name = ''): string[] {
  const words = foldName(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => Array.from(word).slice(0, COMPARED_LENGTH).join(''));
  return [...new Set(words)].map((word) => companyId + word);
}
