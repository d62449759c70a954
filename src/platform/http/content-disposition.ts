/** Characters that `filename*` must escape (RFC 8187, attr-char) and encodeURIComponent does not. */
const LEFT_BY_ENCODER = /['()*!]/g;

/**
 * The header that makes a browser save a file under a name in any script (RFC 6266): `filename*` for all of today,
 * `filename` in ASCII for what is older.
 */
export function attachment(fileName: string): string {
  const name = fileName.toWellFormed();
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]+/g, '_')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    LEFT_BY_ENCODER,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
