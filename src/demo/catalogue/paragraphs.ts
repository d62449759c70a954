/** Joins the paragraphs of a plain text with a blank line. */
export function paragraphs(...parts: readonly string[]): string {
  return parts.join('\n\n');
}
