const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as content of an element, or as value of an attribute in quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** A name or title as HTML; its direction does not change the order of what is around it. */
export function isolated(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`;
}

/** Replaces placeholders like `{name}` by values, literally: those that a value contains stay as they are. */
export function fill(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : placeholder,
  );
}

/** Embeddings, overrides and isolates: one without its end reverses the words of the mail that follow it. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A name or title in one line, without what could change the text around it. */
export function inOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(BIDI_CONTROLS, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}
