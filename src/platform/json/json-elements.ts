/** The bytes are no array of JSON values, or no lines of them. The message begins like "the list …". */
export class ListMalformed extends Error {}

/** An element has more bytes than allowed. */
export class ElementTooLong extends Error {
  /** @param index - of the element, from 0 */
  constructor(readonly index: number) {
    super(`Element ${index} is too long.`);
  }
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Cuts a list of JSON values, which arrives in pieces, into its elements. They are not parsed. */
export abstract class ElementCutter {
  /** Elements that have come to an end so far. */
  count = 0;
  /** The bytes of an element that has begun. */
  private parts: Buffer[] = [];
  private length = 0;

  /** @param maxBytes - of an element */
  constructor(private readonly maxBytes: number) {}

  /** @returns the elements that end in the piece @throws {ListMalformed} {ElementTooLong} */
  abstract push(piece: Buffer): Buffer[];

  /** The last piece has come. @returns the element that it ended @throws {ListMalformed} */
  abstract end(): Buffer[];

  protected add(part: Buffer): void {
    this.length += part.length;
    if (this.length > this.maxBytes) throw new ElementTooLong(this.count);
    if (part.length > 0) this.parts.push(part);
  }

  /** An element has begun that has not come to its end. */
  protected get hasBegun(): boolean {
    return this.length > 0;
  }

  /** The bytes that were added since the last call. */
  protected take(): Buffer {
    const [only = Buffer.alloc(0), ...others] = this.parts;
    const whole = others.length === 0 ? only : Buffer.concat(this.parts);
    this.parts = [];
    this.length = 0;
    return whole;
  }
}

/** One JSON array: `[{…}, {…}]`. */
export class JsonArrayCutter extends ElementCutter {
  private state: 'start' | 'first' | 'next' | 'element' | 'end' = 'start';
  private depth = 0;
  /** Bytes of the byte order mark so far. */
  private marks = 0;
  private isInText = false;
  private isEscaped = false;

  override push(piece: Buffer): Buffer[] {
    const elements: Buffer[] = [];
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at] as number;
      if (this.state === 'element') {
        if (!this.isOutside(byte)) continue;
        // The comma or bracket behind the element.
        this.add(piece.subarray(from, at));
        elements.push(this.take());
        this.count++;
        this.state = byte === COMMA ? 'next' : 'end';
      } else if (!isSpace(byte)) {
        if (this.isMark(byte)) this.marks++;
        else if (this.begin(byte)) from = at;
      }
    }
    if (this.state === 'element') this.add(piece.subarray(from));
    return elements;
  }

  override end(): Buffer[] {
    if (this.state !== 'end') throw new ListMalformed('has no end');
    return [];
  }

  private isMark(byte: number): boolean {
    return this.state === 'start' && byte === BYTE_ORDER_MARK[this.marks];
  }

  /** A byte between elements. @returns true if an element begins with it */
  private begin(byte: number): boolean {
    if (this.state === 'start') {
      if (byte !== OPEN_ARRAY) throw new ListMalformed('must be an array');
      this.state = 'first';
      return false;
    }
    if (this.state === 'end') throw new ListMalformed('must end with the array');
    if (this.state === 'first' && byte === CLOSE_ARRAY) {
      this.state = 'end';
      return false;
    }
    if (byte === COMMA || byte === CLOSE_ARRAY) throw new ListMalformed(`has no element ${this.count}`);
    this.state = 'element';
    this.depth = 0;
    this.isOutside(byte);
    return true;
  }

  /** Follows an element. @returns true for the comma or bracket that ends it */
  private isOutside(byte: number): boolean {
    if (this.isInText) {
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === BACKSLASH) this.isEscaped = true;
      else if (byte === QUOTE) this.isInText = false;
      return false;
    }
    if (byte === QUOTE) this.isInText = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      if (this.depth === 0) {
        if (byte === CLOSE_ARRAY) return true;
        throw new ListMalformed(`has a brace too many in element ${this.count}`);
      }
      this.depth--;
    } else if (byte === COMMA) return this.depth === 0;
    return false;
  }
}

/** A JSON value in each line. Empty lines are skipped. */
export class LineCutter extends ElementCutter {
  private isFirst = true;

  override push(piece: Buffer): Buffer[] {
    const lines: Buffer[] = [];
    let from = this.skipped(piece, 0);
    for (let at = piece.indexOf(LINE_FEED, from); at !== -1; at = piece.indexOf(LINE_FEED, from)) {
      this.add(piece.subarray(from, at));
      lines.push(...this.finish());
      from = this.skipped(piece, at + 1);
    }
    this.add(piece.subarray(from));
    return lines;
  }

  override end(): Buffer[] {
    return this.finish();
  }

  /** Spaces before a value, and empty lines, which a list may have millions of, are passed over byte by byte. */
  private skipped(piece: Buffer, from: number): number {
    if (this.hasBegun || this.isFirst) return from;
    let at = from;
    while (at < piece.length && isSpace(piece[at] as number)) at++;
    return at;
  }

  private finish(): Buffer[] {
    const taken = this.take();
    const hasMark = this.isFirst && taken.subarray(0, 3).equals(BYTE_ORDER_MARK);
    const line = hasMark ? taken.subarray(3) : taken;
    this.isFirst = false;
    if (line.every(isSpace)) return [];
    this.count++;
    return [line];
  }
}
