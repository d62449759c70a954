import { isUtf8 } from 'node:buffer';
import { HttpProblem } from './http-problem.js';
import { MAX_JSON_DEPTH } from './limits.js';

/**
 * Parses a JSON body.
 * @throws {HttpProblem} 400 when it is not UTF-8, not JSON or nested too deep
 */
export function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw new HttpProblem(400, 'MALFORMED_JSON', 'The body is not valid UTF-8.');
  if (isDeeperThan(MAX_JSON_DEPTH, body)) {
    throw new HttpProblem(400, 'JSON_TOO_DEEP', `The body nests deeper than ${MAX_JSON_DEPTH} levels.`);
  }
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    throw new HttpProblem(400, 'MALFORMED_JSON', 'The body is not valid JSON.');
  }
}

/** Whether brackets outside of strings nest deeper than a limit; reads bytes, so it cannot recurse itself. */
function isDeeperThan(limit: number, json: Buffer): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (inString) {
      if (byte === 0x5c) at++;
      else if (byte === 0x22) inString = false;
    } else if (byte === 0x22) inString = true;
    else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > limit) return true;
    } else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return false;
}
