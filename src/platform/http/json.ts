import { isUtf8 } from 'node:buffer';
import { findJsonSyntaxError } from '../json/json-syntax-error.js';
import { HttpProblem } from './http-problem.js';
import { MAX_JSON_DEPTH, MAX_JSON_PROPERTIES, MAX_JSON_VALUES } from './limits.js';

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/** .NET and PowerShell write it before UTF-8; RFC 8259 lets a parser ignore it (section 8.1). */
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** How many characters of a malformed body are searched for the error. */
const MAX_SEARCHED_LENGTH = 262_144;

/**
 * Parses a JSON body. A byte order mark before it is ignored.
 * @throws {HttpProblem} 400 when it is not UTF-8, not JSON, or has more values, properties or levels than allowed
 */
export function parseJson(bytes: Buffer): unknown {
  const startsWithMark = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  const body = startsWithMark ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
  if (!isUtf8(body)) throw new HttpProblem(400, 'MALFORMED_JSON', 'The body is not valid UTF-8.');
  const excess = excessOf(body);
  if (excess !== undefined)
    throw new HttpProblem(400, 'BODY_TOO_COMPLEX', `The body has more than ${excess}.`);
  const text = body.toString('utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new HttpProblem(400, 'MALFORMED_JSON', `The body is not valid JSON ${placeOfError(text)}.`);
  }
}

/** Where a text stops being JSON. Only its beginning is searched: that takes much longer than parsing. */
function placeOfError(text: string): string {
  const beginning = text.slice(0, MAX_SEARCHED_LENGTH);
  const { line, column, reason, isAtEnd } = findJsonSyntaxError(beginning);
  if (isAtEnd && beginning.length < text.length) return `behind its first ${MAX_SEARCHED_LENGTH} characters`;
  return `from line ${line}, column ${column} on: ${reason}`;
}

/**
 * The limit that a JSON text is over. It reads bytes before anything is parsed: parsing, transforming and validating
 * cost far more per value than sending does, and validation recurses.
 */
function excessOf(json: Buffer): string | undefined {
  const properties: number[] = []; // of each open container; -1 for an array
  let values = 1;
  let previous = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (previous === OPEN_ARRAY && byte > SPACE && byte !== CLOSE_ARRAY) values++; // the first entry
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (properties.push(byte === OPEN_ARRAY ? -1 : 0) > MAX_JSON_DEPTH) return `${MAX_JSON_DEPTH} levels`;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      properties.pop();
    } else if (byte === COLON) {
      values++;
      const count = (properties.pop() ?? 0) + 1;
      if (count > MAX_JSON_PROPERTIES) return `${MAX_JSON_PROPERTIES} properties in an object`;
      properties.push(count);
    } else if (byte === COMMA && properties.at(-1) === -1) values++;
    if (values > MAX_JSON_VALUES) return `${MAX_JSON_VALUES} values`;
    if (byte > SPACE) previous = byte;
  }
  return undefined;
}

function endOfString(json: Buffer, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
