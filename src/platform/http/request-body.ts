import type { Request } from 'express';
import getRawBody from 'raw-body';
import { structureExcess } from '../json/json-structure.js';
import { findJsonSyntaxError } from '../json/json-syntax-error.js';
import { type BodyLimits, DEFAULT_BODY_LIMITS } from './handler-options.js';
import { HttpProblem } from './http-problem.js';
import { MAX_JSON_DEPTH, MAX_JSON_PROPERTIES } from './limits.js';

const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);
const JSON_TYPE = /^(?:application\/(?:json|[\w!#$&^.+-]+\+json)|\*\/\*)\s*(?:;|$)/i;

/** Media types of a body. */
export interface BodyTypes {
  readonly pattern: RegExp;
  /** For the refusal of another one. */
  readonly names: string;
  /** True for charsets besides UTF-8, by their names in lower case. */
  readonly isCharset?: (name: string) => boolean;
  /** The refusal of another charset. */
  readonly charsetDetail?: string;
}

/** Media types from which JSON is read. */
export const JSON_TYPES: BodyTypes = { pattern: JSON_TYPE, names: 'application/json' };
const CHARSET = /;\s*charset="?([^";\s]+)"?/i;

const TOO_DEEP = `${MAX_JSON_DEPTH} levels`;
const TOO_WIDE = `${MAX_JSON_PROPERTIES} properties in an object`;

/** Number of characters of a malformed body that are searched for the error. */
const MAX_SEARCHED_LENGTH = 262_144;

/**
 * Reads the JSON body of a request; `request.body` stays undefined when nothing was sent. It uses `raw-body` and not
 * `express.json()`, which answers 413 only after the whole body has arrived, and takes bytes that are not UTF-8.
 * @throws {HttpProblem}
 */
export async function readBody(request: Request, limits: BodyLimits = DEFAULT_BODY_LIMITS): Promise<void> {
  const { method, headers } = request;
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (isEmpty || !METHODS_WITH_BODY.has(method)) return;
  checkMediaType(request);
  const body = await readBytes(request, limits);
  if (body.length > 0) request.body = parseJson(body, limits);
}

/**
 * @param accepted - media types of the body; one that is not named counts as the first of them
 * @throws {HttpProblem} 415
 */
export function checkMediaType(
  request: Request,
  { pattern, names, isCharset = () => false, charsetDetail }: BodyTypes = JSON_TYPES,
): void {
  const { headers } = request;
  const contentType = headers['content-type'] ?? '';
  if (contentType !== '' && !pattern.test(contentType))
    throw new HttpProblem(415, 'UNSUPPORTED_MEDIA_TYPE', `The body must be ${names}.`);
  const charset = charsetOf(request);
  if (!['utf-8', 'utf8'].includes(charset) && !isCharset(charset))
    throw charsetDetail === undefined
      ? HttpProblem.of('UNSUPPORTED_CHARSET')
      : new HttpProblem(415, 'UNSUPPORTED_CHARSET', charsetDetail);
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
    throw HttpProblem.of('UNSUPPORTED_ENCODING');
}

/** The charset that a request names, in lower case; UTF-8 if it names none. */
export function charsetOf({ headers }: Request): string {
  return CHARSET.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
}

/**
 * Reads a body of at most so many bytes.
 * @throws {HttpProblem}
 */
export async function readBytes(request: Request, { bytes }: Pick<BodyLimits, 'bytes'>): Promise<Buffer> {
  try {
    return await getRawBody(request, {
      limit: bytes,
      length: request.headers['content-length'] ?? null,
    });
  } catch (error) {
    // So that the client gets to read the answer (`unwanted-bodies.ts`).
    request.resume();
    switch ((error as { type?: unknown }).type) {
      case 'entity.too.large':
        throw new HttpProblem(413, 'BODY_TOO_LARGE', `The body is larger than ${bytes} bytes.`);
      case 'request.size.invalid':
      case 'request.aborted':
        throw HttpProblem.of('INCOMPLETE_BODY');
      default:
        throw error;
    }
  }
}

/**
 * Parses a JSON body. A byte order mark before it is ignored.
 * @throws {HttpProblem} 400 when it is not UTF-8, not JSON, or has more values, properties or levels than allowed
 */
export function parseJson(bytes: Buffer, limits: BodyLimits = DEFAULT_BODY_LIMITS): unknown {
  const structure = structureExcessOf(bytes);
  if (structure !== undefined) throw tooComplex(structure);
  const value = parse(decode(bytes));
  checkComplexity(value, limits);
  return value;
}

/**
 * Refuses a parsed body, or a part that is validated like a body.
 * @throws {HttpProblem} 400
 */
export function checkComplexity(value: unknown, limits: BodyLimits = DEFAULT_BODY_LIMITS): void {
  const excess = excessOf(value, limits);
  if (excess !== undefined) throw tooComplex(excess);
}

function tooComplex(excess: string): HttpProblem {
  return new HttpProblem(400, 'BODY_TOO_COMPLEX', `The body has more than ${excess}.`);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new HttpProblem(400, 'MALFORMED_JSON', 'The body is not valid UTF-8.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new HttpProblem(400, 'MALFORMED_JSON', `The body is not valid JSON${placeOfError(text)}.`);
  }
}

/** The place of the first syntax error. Only the beginning is searched: that takes much longer than parsing. */
function placeOfError(text: string): string {
  const beginning = text.slice(0, MAX_SEARCHED_LENGTH);
  try {
    const { line, column, reason, isAtEnd } = findJsonSyntaxError(beginning);
    if (isAtEnd && beginning.length < text.length)
      return ` behind its first ${MAX_SEARCHED_LENGTH} characters`;
    return ` from line ${line}, column ${column} on: ${reason}`;
  } catch (error) {
    if (error instanceof RangeError) return ''; // the search recurses, and thousands of levels exceed the stack
    throw error;
  }
}

/** The limit that a JSON text is over before it is parsed. */
export function structureExcessOf(json: Uint8Array): string | undefined {
  const excess = structureExcess(json, { levels: MAX_JSON_DEPTH, properties: MAX_JSON_PROPERTIES });
  return excess && (excess === 'levels' ? TOO_DEEP : TOO_WIDE);
}

/**
 * The limit that a JSON value is over: transforming and validating cost far more per value than sending does, and both
 * recurse.
 */
export function excessOf(
  value: unknown,
  { values: mostValues }: BodyLimits = DEFAULT_BODY_LIMITS,
): string | undefined {
  let values = 0;
  const visit = (part: unknown, level: number): string | undefined => {
    if (++values > mostValues) return `${mostValues} values`;
    if (typeof part !== 'object' || part === null) return undefined;
    if (level > MAX_JSON_DEPTH) return TOO_DEEP;
    for (const each of Object.values(part)) {
      const excess = visit(each, level + 1);
      if (excess !== undefined) return excess;
    }
    return undefined;
  };
  return visit(value, 1);
}
