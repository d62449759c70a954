import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of a connection that wait for the answers before them; one more ends the connection. */
export const MAX_PIPELINED_REQUESTS = 20;

/**
 * Handles the requests of a connection one after the other. Node hands all requests over that one reading of a
 * connection has: 5,000 that a client sends without waiting for an answer hold the event loop for a second.
 */
export function oneAfterTheOther(listener: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>();

  const handle = (socket: Socket, request: IncomingMessage, response: ServerResponse): void => {
    response.once('close', () => {
      const next = connections.get(socket)?.shift();
      if (!next || socket.destroyed) connections.delete(socket);
      else setImmediate(handle, socket, ...next);
    });
    listener(request, response);
  };

  return (request, response) => {
    const { socket } = request;
    const waiting = connections.get(socket);
    if (!waiting) {
      connections.set(socket, []);
      handle(socket, request, response);
    } else if (waiting.length < MAX_PIPELINED_REQUESTS) waiting.push([request, response]);
    else socket.destroy();
  };
}
