import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';

/** Something that may hold a value: a dump, a file, a log. */
export interface Place {
  readonly name: string;
  readonly content: Buffer;
}

/** A value that was found, with its place and form. */
export interface Found {
  readonly value: string;
  readonly place: string;
}

/** Files in files are opened to this depth: a workbook in a zip. */
const MAX_DEPTH = 3;
/** Of a text in hexadecimal that is worth decoding. */
const HEX = /(?:\\x|')([0-9a-f]{24,})/g;

/**
 * Finds values in places: as they are, in any case, in UTF-8 and UTF-16, in base64, quoted-printable and hexadecimal,
 * and in compressed files.
 * @param values - of small letters and digits
 */
export function search(places: readonly Place[], values: readonly string[]): Found[] {
  const formsOf = new Map(values.map((value) => [value, forms(value)]));
  return places.flatMap(({ name, content }) => {
    const texts = [...textsOf(content)];
    return values
      .filter((value) => formsOf.get(value)!.some((form) => texts.some((text) => text.includes(form))))
      .map((value) => ({ value, place: name }));
  });
}

/** A value as it is written in texts whose letters are small, and, with capital letters, in base64. */
function forms(value: string): string[] {
  return [
    value,
    Buffer.from(value, 'utf16le').toString('latin1').slice(0, -1),
    Buffer.from(value).toString('hex'),
    ...[0, 1, 2].map((offset) => inBase64(Buffer.from(value), offset)),
    ...[0, 1, 2].map((offset) => inBase64(Buffer.from(value, 'utf16le'), offset)),
  ];
}

/** The letters of base64 that depend on the value alone, where it begins at an offset of three bytes. */
function inBase64(value: Buffer, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), value])
    .toString('base64')
    .replace(/=+$/, '');
  const rest = (offset + value.length) % 3;
  return encoded.slice(Math.ceil((offset * 8) / 6), rest === 0 ? undefined : -1);
}

function* textsOf(content: Buffer, depth = 0): Iterable<string> {
  const text = content.toString('latin1');
  yield text.toLowerCase();
  yield text.toLowerCase().replace(/=\r?\n/g, '');
  yield text.replace(/\s+/g, '');
  if (depth === MAX_DEPTH) return;
  for (const inner of unpacked(content)) yield* textsOf(inner, depth + 1);
  for (const [, digits] of text.matchAll(HEX)) yield* textsOf(Buffer.from(digits!, 'hex'), depth + 1);
}

function unpacked(content: Buffer): Buffer[] {
  const magic = content.subarray(0, 4).toString('hex');
  if (magic.startsWith('1f8b')) return [gunzipSync(content)];
  if (magic === '504b0304') {
    const files = Object.entries(unzipSync(content));
    return files.flatMap(([name, bytes]) => [Buffer.from(name), Buffer.from(bytes)]);
  }
  return [];
}
