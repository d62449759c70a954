/** German writes umlauts with two letters where it has none; these letters have no decomposition or another one. */
const TRANSLITERATIONS: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ẞ: 'SS' },
  ...{ æ: 'ae', Æ: 'Ae', œ: 'oe', Œ: 'Oe', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', '–': '-', '—': '-', '’': "'" },
};

/** `Content-Disposition` of a file, with an ASCII name for clients that do not know `filename*` (RFC 6266). */
export function attachment(fileName: string): string {
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${asciiName(fileName)}"; filename*=UTF-8''${encoded}`;
}

function asciiName(fileName: string): string {
  return fileName
    .normalize('NFC')
    .replace(/[^\x20-\x7e]/gu, (character) => TRANSLITERATIONS[character] ?? character)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]+/g, '_')
    .replace(/["%\\]/g, '_');
}
