import type { Server } from 'node:http';

/** A body of so many bytes is read to its end after an early answer, and its connection serves further requests. */
export const MAX_DISCARDED_BYTES = 1_048_576;

/** For so long a client can read an early answer before its connection is destroyed. */
const LINGER_MS = 1_000;

/**
 * Gives requests with a long body a connection of their own, which ends with the answer. Where that comes before the
 * whole body, as a refusal does, no more of it is read: Node would read it to its end, at the speed of the network, and
 * throw it away.
 */
export function endUnwantedBodies(server: Server): void {
  server.prependListener('request', (request, response) => {
    const { headers, socket } = request;
    const isInChunks = headers['transfer-encoding'] !== undefined;
    if (!isInChunks && Number(headers['content-length'] ?? 0) <= MAX_DISCARDED_BYTES) return;
    response.setHeader('Connection', 'close');
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      if (request.complete) {
        destroySoon();
        return;
      }
      // A client whose connection is destroyed at once may lose the answer that it has not read yet.
      socket.end();
      setImmediate(() => socket.pause()); // Node resumes it in this turn
      setTimeout(() => socket.destroy(), LINGER_MS).unref();
    };
  });
}
