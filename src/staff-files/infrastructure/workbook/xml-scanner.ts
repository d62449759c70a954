import { StringDecoder } from 'node:string_decoder';

/** The tags and texts of an XML document in their order. Names are without their prefix. */
export interface XmlHandler {
  /** @param tag - between its brackets, for {@link attributeOf}. An empty element is closed, too. */
  open(name: string, tag: string): void;
  close(name: string): void;
  /** A part of a text, as it is written: see {@link plainText}. */
  text(part: string): void;
}

/** The document is no XML that is read here. */
export class XmlMalformed extends Error {}

/** Longest tag, comment and CDATA section, in UTF-16 units. */
const LONGEST_TAG = 65_536;

const [BYTE_ORDER_MARK, DECLARATION] = ['\ufeff', '<!DOCTYPE'];

/**
 * Scans XML that arrives in pieces, in linear time and with the memory of a piece. Nesting is not followed, and a
 * document with a document type is refused, so that there are no entities but the five of XML.
 */
export class XmlScanner {
  private readonly decoder = new StringDecoder('utf8');
  /** A tag that goes on in the next piece. */
  private rest = '';
  private isFirst = true;

  constructor(private readonly handler: XmlHandler) {}

  /** @throws {XmlMalformed} */
  push(piece: Buffer): void {
    let text = this.rest + this.decoder.write(piece);
    if (this.isFirst && text.startsWith(BYTE_ORDER_MARK)) text = text.slice(1);
    this.isFirst &&= text === '';
    let at = 0;
    while (at < text.length) {
      const begin = text.indexOf('<', at);
      if (begin !== at) this.handler.text(text.slice(at, begin === -1 ? undefined : begin));
      at = begin === -1 ? text.length : begin;
      if (begin === -1) break;
      const end = this.tag(text, begin);
      if (end === undefined) break;
      at = end;
    }
    this.rest = text.slice(at);
    if (this.rest.length > LONGEST_TAG) throw new XmlMalformed('A tag is too long.');
  }

  /** @throws {XmlMalformed} when the last tag has no end */
  end(): void {
    if (this.rest !== '' || this.decoder.end() !== '') throw new XmlMalformed('The end is missing.');
  }

  /** @returns the place behind the tag; undefined while its end has not come */
  private tag(text: string, begin: number): number | undefined {
    const second = text.charCodeAt(begin + 1);
    if (second === 0x3f) return endOf(text, '?>', begin);
    if (second === 0x21) return this.declaration(text, begin);
    const close = tagEnd(text, begin + 1);
    if (close === -1) return undefined;
    if (second === 0x2f) {
      this.handler.close(nameOf(text, begin + 2, close));
      return close + 1;
    }
    const name = nameOf(text, begin + 1, close);
    this.handler.open(name, text.slice(begin + 1, close));
    if (text.charCodeAt(close - 1) === 0x2f) this.handler.close(name);
    return close + 1;
  }

  private declaration(text: string, begin: number): number | undefined {
    if (text.startsWith('<!--', begin)) return endOf(text, '-->', begin + 4);
    if (text.startsWith('<![CDATA[', begin)) {
      const end = endOf(text, ']]>', begin + 9);
      if (end !== undefined) this.handler.text(text.slice(begin + 9, end - 3).replaceAll('&', '&amp;'));
      return end;
    }
    if (text.length - begin < DECLARATION.length) return undefined;
    throw new XmlMalformed('Document types are not read.');
  }
}

function endOf(text: string, mark: string, from: number): number | undefined {
  const at = text.indexOf(mark, from);
  return at === -1 ? undefined : at + mark.length;
}

/** The bracket that ends a tag, outside of its values; -1 while it has not come. */
function tagEnd(text: string, from: number): number {
  let quote = 0;
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (quote !== 0) {
      if (unit === quote) quote = 0;
    } else if (unit === 0x3e) return at;
    else if (unit === 0x22 || unit === 0x27) quote = unit;
  }
  return -1;
}

const isSpace = (unit: number): boolean => unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);

function nameOf(text: string, from: number, to: number): string {
  let start = from;
  let end = from;
  for (; end < to; end++) {
    const unit = text.charCodeAt(end);
    if (isSpace(unit) || unit === 0x2f) break;
    if (unit === 0x3a) start = end + 1;
  }
  return text.slice(start, end);
}

/** The value of an attribute, whose prefix is not looked at; undefined for none. */
export function attributeOf(tag: string, name: string): string | undefined {
  let at = 0;
  while (at < tag.length) {
    const equals = tag.indexOf('=', at);
    if (equals === -1) return undefined;
    let end = equals;
    while (end > at && isSpace(tag.charCodeAt(end - 1))) end--;
    let open = equals + 1;
    while (open < tag.length && isSpace(tag.charCodeAt(open))) open++;
    const close = tag.indexOf(tag.charAt(open), open + 1);
    if (close === -1) return undefined;
    const before = end - name.length - 1;
    if (before >= at - 1 && tag.startsWith(name, before + 1) && endsName(tag.charCodeAt(before)))
      return plainText(tag.slice(open + 1, close));
    at = close + 1;
  }
  return undefined;
}

const endsName = (unit: number): boolean => isSpace(unit) || unit === 0x3a || unit === 0x22 || unit === 0x27;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi;

/** A text without its entities, and with line breaks as XML has them. */
export function plainText(written: string): string {
  const text = written.includes('\r') ? written.replaceAll(/\r\n?/g, '\n') : written;
  if (!text.includes('&')) return text;
  return text.replaceAll(ENTITY, (entity, name?: string, decimal?: string, hexadecimal?: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? entity;
    const code = decimal === undefined ? parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}
