/** A charset that texts are not in: all of its bytes stand for themselves. */
const NO_TEXTS = 'x-user-defined';

/**
 * The charset with a name, as the Encoding Standard calls it: `windows-1252` for `latin1`.
 * @returns undefined for an unknown one
 */
export function fileCharsetOf(name: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(name);
    return encoding === NO_TEXTS ? undefined : encoding;
  } catch {
    return undefined;
  }
}

/** Bytes that are no text in the charset. Lines and columns are counted from 1, columns in UTF-16 units. */
export class UndecodableText extends Error {
  /** @param reason - like "is not UTF-8" */
  constructor(
    readonly line: number,
    readonly column: number,
    readonly reason: string,
  ) {
    super(`Line ${line}, column ${column} ${reason}.`);
  }
}

const MARKS: readonly (readonly [string, Buffer])[] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];
const LONGEST_MARK = 3;

/** Forms that are decoded here piece by piece. */
const OWN_FORMS: ReadonlySet<string> = new Set(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']);
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

/** Names of charsets in messages; the others are called as they are. */
const NAMES: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
};

/** 0x80 to 0x9f in windows-1252; a space for the five bytes that have no character. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const FIRST_SPECIAL = 0x80;
const SPECIAL = /[\u0080-\u009f]/g;
const UNDEFINED = /[\u0081\u008d\u008f\u0090\u009d]/;

/**
 * Decodes a text that arrives in pieces. A byte order mark decides about the charset, and is left out. Nothing is
 * replaced: `TextDecoder` alone would take the bytes of windows-1252 that have no character, and does not say where the
 * text is broken.
 */
export class StrictDecoder {
  private form: string | undefined;
  /** Of a charset that has no rules here. It keeps the beginning of a character itself. */
  private other: InstanceType<typeof TextDecoder> | undefined;
  /** The beginning of a character that goes on in the next piece. */
  private pending: Buffer = Buffer.alloc(0);
  private line = 1;
  private column = 1;
  private endsWithReturn = false;

  /** @param charset - of a text without a byte order mark, as {@link fileCharsetOf} names it */
  constructor(private readonly charset: string) {}

  /** @throws {UndecodableText} */
  push(piece: Buffer): string {
    const bytes = this.pending.length === 0 ? piece : Buffer.concat([this.pending, piece]);
    if (this.form === undefined && bytes.length < LONGEST_MARK) {
      this.pending = bytes;
      return '';
    }
    return this.decode(bytes, false);
  }

  /** The last piece has come. @throws {UndecodableText} */
  end(): string {
    return this.decode(this.pending, true);
  }

  private decode(given: Buffer, isLast: boolean): string {
    let bytes = given;
    if (this.form === undefined) {
      const [form, mark] = MARKS.find(([, each]) => given.subarray(0, each.length).equals(each)) ?? [
        this.charset,
      ];
      this.form = form;
      bytes = given.subarray(mark?.length ?? 0);
    }
    const end = isLast ? bytes.length : completeEnd(bytes, this.form);
    this.pending = bytes.subarray(end);
    const text = this.textOf(bytes.subarray(0, end), this.form, isLast);
    this.advance(text);
    return text;
  }

  private textOf(bytes: Buffer, form: string, isLast: boolean): string {
    const text = this.decoded(bytes, form, isLast);
    const wrong = text === undefined ? wellFormedStart(bytes, form) : text.slice(0, text.indexOf('\0'));
    if (text !== undefined && !text.includes('\0')) return text;
    this.advance(wrong);
    const reason =
      text === undefined
        ? `is not ${NAMES[form] ?? form}`
        : 'is the character NUL: UTF-16 needs its byte order mark';
    throw new UndecodableText(this.line, this.column, reason);
  }

  /** Undefined where the bytes are no text. */
  private decoded(bytes: Buffer, form: string, isLast: boolean): string | undefined {
    if (OWN_FORMS.has(form)) return decodedPart(bytes, form);
    try {
      this.other ??= new TextDecoder(form, { fatal: true });
      return this.other.decode(bytes, { stream: !isLast });
    } catch {
      return undefined;
    }
  }

  private advance(text: string): void {
    // Character by character: a file may be nothing but line breaks.
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const isReturn = code === CARRIAGE_RETURN;
      const isSecond = code === LINE_FEED && this.endsWithReturn;
      if (isReturn || (code === LINE_FEED && !isSecond)) this.line++;
      this.column = isReturn || code === LINE_FEED ? 1 : this.column + 1;
      this.endsWithReturn = isReturn;
    }
  }
}

/** The longest beginning that can be decoded. */
function wellFormedStart(bytes: Buffer, form: string): string {
  const startOf = (length: number): string | undefined => decodedPart(bytes.subarray(0, length), form, true);
  let [good, bad] = [0, bytes.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (startOf(middle) === undefined) bad = middle;
    else good = middle;
  }
  return startOf(good) ?? '';
}

/** @param isPart - the last character may be cut */
function decodedPart(bytes: Buffer, form: string, isPart = false): string | undefined {
  if (form === 'windows-1252') return fromWindows1252(bytes);
  // Node may be built without big-endian UTF-16.
  const source = form === 'utf-16be' ? swapped(bytes) : bytes;
  const decoder = new TextDecoder(form === 'utf-16be' ? 'utf-16le' : form, { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(source, { stream: isPart });
  } catch {
    return undefined;
  }
}

function swapped(bytes: Buffer): Buffer {
  const even = bytes.length & ~1;
  return Buffer.concat([Buffer.from(bytes.subarray(0, even)).swap16(), bytes.subarray(even)]);
}

function fromWindows1252(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1');
  if (UNDEFINED.test(text)) return undefined;
  return text.replace(SPECIAL, (each) => WINDOWS_1252[each.charCodeAt(0) - FIRST_SPECIAL] ?? each);
}

/** The length without a character that goes on in the next piece. */
function completeEnd(bytes: Buffer, form: string): number {
  if (form === 'utf-8') return completeUtf8(bytes);
  return form.startsWith('utf-16') ? completeUtf16(bytes, form === 'utf-16be') : bytes.length;
}

function completeUtf8(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function completeUtf16(bytes: Buffer, isBigEndian: boolean): number {
  const even = bytes.length & ~1;
  if (even === 0) return 0;
  const high = bytes[isBigEndian ? even - 2 : even - 1] as number;
  return high >= 0xd8 && high <= 0xdb ? even - 2 : even;
}
