import { hasInvisible } from '../../shared-kernel/email.js';
import type { BrokenRule } from './cell-value.js';

/** Stands where a program could not read a character. */
const REPLACED = '\ufffd';

/** They do not belong to a name, and nobody sees them. Joiners of letters stay: some writings need them. */
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g;

/** Spaces at which no line breaks. */
const FIXED_SPACES = /[\u00a0\u2007\u202f]/g;

/** Lines of a cell, and tabs. */
const LINE_BREAKS = /[\t\n\r]+/;

/** Two bytes of UTF-8, read as windows-1252: `Ã¼` for `ü`. */
const READ_AS_OTHER = /[ÂÃ][\u00a0-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u;

/** The issue of a text that has lost characters; undefined for none. */
export function lostCharacter(text: string): BrokenRule | undefined {
  if (READ_AS_OTHER.test(text))
    return {
      code: 'LOST_CHARACTER',
      message:
        'must be read in its charset: it seems to be UTF-8. Send the file with charset=utf-8, or export it again',
    };
  return text.includes(REPLACED)
    ? {
        code: 'LOST_CHARACTER',
        message: 'must have all characters: the export has replaced one by \ufffd. Export the file in UTF-8',
      }
    : undefined;
}

/** The issue of an identifier with a character that nobody sees; undefined for none. */
export function unseenCharacter(text: string): BrokenRule | undefined {
  return hasInvisible(text)
    ? { code: 'INVISIBLE', message: 'must not have a character that nobody sees: enter the value again' }
    : undefined;
}

/** True for a text of several lines, as an export without the right quotes has them, too. */
export function hasLineBreak(text: string): boolean {
  return LINE_BREAKS.test(text.trim());
}

/** A name without characters that do not belong to it, in one line. */
export function cleanName(name: string): string {
  const seen = name.replace(UNSEEN, '').replace(FIXED_SPACES, ' ');
  const lines = seen.split(LINE_BREAKS).filter((line) => line !== '');
  return lines.length === 0 ? seen : lines.join(' ');
}
