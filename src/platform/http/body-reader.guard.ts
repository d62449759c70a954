import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import getRawBody from 'raw-body';
import { HttpProblem } from './http-problem.js';
import { parseJson } from './json.js';
import { MAX_BODY_BYTES, MAX_QUERY_PARAMETERS } from './limits.js';

const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);
const JSON_TYPE = /^(?:application\/(?:json|[\w!#$&^.+-]+\+json)|\*\/\*)\s*(?:;|$)/i;
const CHARSET = /;\s*charset="?([^";\s]+)"?/i;

/**
 * Reads the body of a request. It is the last guard of each handler: after those of rights, so that a stranger cannot
 * make the service read or parse anything, and before the pipes, so that what they see is bounded in size and depth. It
 * lets everybody pass whose body can be read.
 */
@Injectable()
export class BodyReaderGuard implements CanActivate {
  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.switchToHttp().getRequest<Request>();
    checkQuery(request);
    return METHODS_WITH_BODY.has(request.method) ? readBody(request) : true;
  }
}

function checkQuery({ url }: Request): void {
  const start = url.indexOf('?');
  if (start === -1) return;
  let count = 1;
  for (let at = url.indexOf('&', start); at !== -1; at = url.indexOf('&', at + 1)) count++;
  if (count > MAX_QUERY_PARAMETERS) {
    const rule = `The query has more than ${MAX_QUERY_PARAMETERS} parameters.`;
    throw new HttpProblem(400, 'TOO_MANY_PARAMETERS', rule);
  }
}

/** Leaves `request.body` undefined when nothing was sent. */
async function readBody(request: Request): Promise<true> {
  const { headers } = request;
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return true;
  checkMediaType(headers['content-type']);
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new HttpProblem(415, 'UNSUPPORTED_ENCODING', 'The body must be sent without a content encoding.');
  }
  const body = await readBytes(request);
  if (body.length > 0) request.body = parseJson(body);
  return true;
}

function checkMediaType(contentType: string | undefined): void {
  if (contentType === undefined || contentType === '') return;
  if (!JSON_TYPE.test(contentType)) {
    throw new HttpProblem(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.');
  }
  const charset = CHARSET.exec(contentType)?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') {
    throw new HttpProblem(415, 'UNSUPPORTED_CHARSET', 'The body must be encoded in UTF-8.');
  }
}

async function readBytes(request: Request): Promise<Buffer> {
  try {
    return await getRawBody(request, {
      limit: MAX_BODY_BYTES,
      length: request.headers['content-length'] ?? null,
    });
  } catch (error) {
    // Whatever is still coming is thrown away, so that the client gets to read the answer; REQUEST_TIMEOUT ends it.
    request.resume();
    switch ((error as { type?: unknown }).type) {
      case 'entity.too.large':
        throw new HttpProblem(413, 'BODY_TOO_LARGE', `The body is larger than ${MAX_BODY_BYTES} bytes.`);
      case 'request.size.invalid':
      case 'request.aborted':
        throw new HttpProblem(400, 'INCOMPLETE_BODY', 'The body ended before its announced length.');
      default:
        throw error;
    }
  }
}
