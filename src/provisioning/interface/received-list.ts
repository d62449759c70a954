import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { HttpProblem } from '../../platform/http/http-problem.js';
import { checkMediaType, JSON_TYPES } from '../../platform/http/request-body.js';
import {
  ElementTooLong,
  JsonArrayCutter,
  LineCutter,
  ListMalformed,
  type ElementCutter,
} from '../../platform/json/json-elements.js';
import type { ListForm, Upload } from '../application/sync.ports.js';
import { MAX_SYNC_BYTES, MAX_SYNC_PEOPLE, MAX_SYNC_PERSON_BYTES } from '../domain/sync.limits.js';

const LINES_TYPE = /^application\/x-ndjson\s*(?:;|$)/i;
const LIST_TYPES = {
  pattern: new RegExp(`${LINES_TYPE.source}|${JSON_TYPES.pattern.source}`, 'i'),
  names: `${JSON_TYPES.names} or application/x-ndjson`,
};

/** Cuts a list of people into the JSON of each. */
export function cutterOf(form: ListForm): ElementCutter {
  return form === 'ndjson'
    ? new LineCutter(MAX_SYNC_PERSON_BYTES)
    : new JsonArrayCutter(MAX_SYNC_PERSON_BYTES);
}

/** The body of a request that brings a list of people. It is checked while it is passed on, and never held. */
export class ReceivedList implements Upload {
  readonly form: ListForm;
  /** Passed on so far. */
  bytes = 0;
  private readonly hash = createHash('sha256');
  private readonly cutter: ElementCutter;

  /** @throws {HttpProblem} 413, 415 */
  constructor(private readonly request: Request) {
    try {
      checkMediaType(request, LIST_TYPES);
      if (Number(request.headers['content-length'] ?? 0) > MAX_SYNC_BYTES) throw tooLarge();
    } catch (error) {
      request.resume(); // the rest is discarded, so that the client gets to read the answer
      throw error;
    }
    this.form = LINES_TYPE.test(request.headers['content-type'] ?? '') ? 'ndjson' : 'json';
    this.cutter = cutterOf(this.form);
  }

  /** Of all that was passed on. */
  digest(): string {
    return this.hash.digest('base64url');
  }

  /** @throws {HttpProblem} 400, 413 */
  get pieces(): AsyncIterable<Buffer> {
    return this.read();
  }

  private async *read(): AsyncGenerator<Buffer> {
    try {
      for await (const each of this.request.iterator({ destroyOnReturn: false })) {
        const piece = each as Buffer;
        this.bytes += piece.length;
        if (this.bytes > MAX_SYNC_BYTES) throw tooLarge();
        this.hash.update(piece);
        this.cutter.push(piece);
        if (this.cutter.count > MAX_SYNC_PEOPLE) throw tooLarge();
        yield piece;
      }
      if (this.bytes === 0 && this.form === 'json') throw new ListMalformed('is missing');
      this.cutter.end();
      if (this.cutter.count > MAX_SYNC_PEOPLE) throw tooLarge();
    } catch (error) {
      throw problemOf(error);
    } finally {
      this.request.resume();
    }
  }
}

function tooLarge(): HttpProblem {
  return HttpProblem.of('LIST_TOO_LARGE');
}

function problemOf(error: unknown): unknown {
  if (error instanceof ListMalformed)
    return new HttpProblem(400, 'MALFORMED_JSON', `The list ${error.message}.`);
  if (error instanceof ElementTooLong) {
    const detail = `Person ${error.index} of the list has more than ${MAX_SYNC_PERSON_BYTES} bytes.`;
    return new HttpProblem(413, 'LIST_TOO_LARGE', detail);
  }
  const { code } = error as { code?: unknown };
  return code === 'ECONNRESET' ? HttpProblem.of('INCOMPLETE_BODY') : error;
}
