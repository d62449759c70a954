/**
 * Folds a text for a search that ignores case: NFC and full case folding. `STRASSE` and `straße` fold to
 * the same text, as do composed and decomposed `é`, and the three forms of sigma.
 *
 * JavaScript has no case folding of its own. Lower, upper, lower covers what it maps: `ẞ` becomes `ß`, then `SS`, then
 * `ss`. Lower case depends on the place of a sigma in its word, so the final form is replaced.
 */
export function foldText(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/** Anything but ASCII in a host, or a dot at its end. */
const OTHER_HOST = /[^\0-\x7f]|\.$/;

/**
 * Folds an e-mail address for comparison: addresses are equal in any case. A host is equal in Unicode and in ASCII
 * (punycode, RFC 5890), and with a dot behind it (RFC 1034, 3.1).
 */
export function foldEmail(email: string): string {
  const folded = email.normalize('NFC').toLowerCase();
  const at = folded.lastIndexOf('@') + 1;
  const host = folded.slice(at);
  if (at === 0 || !OTHER_HOST.test(host)) return folded;
  return folded.slice(0, at) + asciiHost(host.replace(/\.$/, ''));
}

function asciiHost(host: string): string {
  const url = `http://${host}`;
  return /[/?#%:]/.test(host) || !URL.canParse(url) ? host : new URL(url).hostname;
}

/** Letters that are no letter with a mark in Unicode, and what people type for them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', ð: 'd', đ: 'd', ħ: 'h', ı: 'i', ĸ: 'k', ł: 'l' },
  ...{ ŋ: 'n', ø: 'o', œ: 'oe', þ: 'th', ŧ: 't' },
};
const SPECIAL_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/**
 * Folds a name for a search that ignores case and accents: `Łukasz Gómez` and `lukasz gomez` fold to the same text.
 * Marks go before case, and again after it, because `ŉ` and the like become letters with marks.
 */
export function foldName(name: string): string {
  return withoutMarks(foldText(withoutMarks(name)))
    .replace(SPECIAL_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFC');
}

function withoutMarks(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}+/gu, '');
}
