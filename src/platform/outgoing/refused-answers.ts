import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { AnswerTooLong, OTHER_PROTOCOL, UnusableAnswer } from './reasons.js';

/** Interim answers of a request, such as `100 Continue`; none of them ends it. */
export const MAX_INTERIM_ANSWERS = 5;

/** Ends a kept connection on which a host sends what nobody has asked for. */
export function endUnasked(this: Duplex): void {
  this.destroy();
}

/** Refuses answers in another protocol or without end, and the end of a connection without an answer. */
export function refuseOtherAnswers(
  request: ClientRequest,
  maxBytes: number,
  fail: (error: Error) => void,
): void {
  const refuse = (reason: string): void => {
    fail(new UnusableAnswer(reason));
    request.destroy();
  };
  request.on('upgrade', (_response, socket) => {
    socket.destroy();
    refuse(OTHER_PROTOCOL);
  });
  let answer: IncomingMessage | undefined;
  request.once('response', (response) => (answer = response));
  request.once('socket', (socket: Duplex) => {
    socket.off('data', endUnasked);
    let bytes = 0;
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes <= maxBytes) return;
      socket.off('data', count);
      if (answer) answer.destroy(new AnswerTooLong());
      else refuse('The host sent too much before its answer.');
    };
    socket.on('data', count);
    request.once('close', () => socket.off('data', count));
  });
  let interim = 0;
  request.on('information', () => {
    interim++;
    if (interim === MAX_INTERIM_ANSWERS + 1) refuse('The host sent too many interim answers (1xx).');
  });
  // Without effect after an answer. Node's client closes some requests without an error.
  let hasFailed = false;
  request.on('error', () => (hasFailed = true));
  request.on('close', () => {
    if (!hasFailed) fail(new UnusableAnswer('The host closed the connection.'));
  });
}

/** Ends with the signal, whatever Node's client does. */
export async function withinTime<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let end: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason as Error);
    signal.addEventListener('abort', end);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (end) signal.removeEventListener('abort', end);
    work.catch(() => undefined);
  }
}
