import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Pool } from 'pg';
import { becomeChild } from '../harness/become-child.js';

export interface BaselineInput {
  readonly databaseUrl: string;
}

/** As many connections as the service has by default. */
const POOL_SIZE = 10;

/**
 * Makes this process a baseline: bare `node:http` and `pg`, no credential, no log.
 * @param prepare - returns the function that makes the JSON of an answer from a path and, unless it is a GET request, a
 * body
 */
export function becomeBaseline<Input extends BaselineInput>(
  prepare: (pool: Pool, input: Input) => (path: string, body: string) => Promise<string>,
): void {
  becomeChild<Input>(async (input) => {
    const pool = new Pool({ connectionString: input.databaseUrl, max: POOL_SIZE });
    pool.on('error', () => undefined); // the database may end first when the bench is interrupted
    const answer = prepare(pool, input);
    const respond = async (request: IncomingMessage): Promise<string> =>
      answer(request.url ?? '/', request.method === 'GET' ? '' : await text(request));
    const server = createServer((request, response) => {
      respond(request).then(
        (json) => {
          const body = Buffer.from(json);
          response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
          response.end(body);
        },
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return {
      ready: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      end: async () => {
        server.close();
        server.closeAllConnections();
        await pool.end();
      },
    };
  });
}
