import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from '../logging/logger.js';
import { HttpProblem, PROBLEM_JSON, problemJson } from './http-problem.js';

/**
 * Answers what Node's parser refuses, which no route ever sees: a problem document and a line in the log.
 * @returns a listener for `clientError` of the server
 */
export function refuseConnection(logger: Logger): (error: NodeJS.ErrnoException, socket: Duplex) => void {
  return (error, socket) => {
    // As Node does without a listener: nothing may be written into an answer that has begun.
    const { _httpMessage: begun } = socket as { _httpMessage?: ServerResponse | null };
    if (!socket.writable || error.code === 'ECONNRESET' || begun?.headersSent === true) {
      socket.destroy(error);
      return;
    }
    const requestId = randomUUID();
    const problem = problemOf(error);
    const { status, errorCode } = problem;
    const body = problemJson(problem, { requestId });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `Content-Type: ${PROBLEM_JSON}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ];
    logger.info({ requestId, status, errorCode, cause: error.code }, 'refused connection');
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  };
}

function problemOf({ code }: NodeJS.ErrnoException): HttpProblem {
  if (code === 'HPE_HEADER_OVERFLOW') return HttpProblem.of('HEADERS_TOO_LARGE');
  return HttpProblem.of(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'MALFORMED_REQUEST');
}
