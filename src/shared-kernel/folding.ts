/**
 * Folds a text for a search that ignores case (decisions 6): NFC and full case folding. `STRASSE` and `straße` fold to
 * the same text, as do composed and decomposed `é`, and the three forms of sigma.
 *
 * JavaScript has no case folding of its own. Lower, upper, lower covers what it maps: `ẞ` becomes `ß`, then `SS`, then
 * `ss`. Lower case depends on the place of a sigma in its word, so the final form is replaced.
 */
export function foldText(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/** Folds an e-mail address for comparison: addresses are equal in any case (decisions 8). */
export function foldEmail(email: string): string {
  return email.normalize('NFC').toLowerCase();
}
