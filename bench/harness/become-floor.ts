import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { becomeChild } from './become-child.js';

/** What every floor needs to know. */
export interface FloorInput {
  readonly databaseUrl: string;
  /** Schema with the floor's copy of the tables. */
  readonly schema: string;
}

/** Connections to the database: as many as the service has by default. */
const POOL_SIZE = 10;

/**
 * Makes this process a floor: the least that can answer a request from the database with Node.js. It serves one
 * kind of thing, without authentication and log.
 * @param prepare - gives the function that makes the body of one answer, in JSON, to a path
 */
export function becomeFloor<Input extends FloorInput>(
  prepare: (pool: Pool, input: Input) => (path: string) => Promise<string>,
): void {
  becomeChild<Input>(async (input) => {
    const { databaseUrl, schema } = input;
    const pool = new Pool({
      connectionString: databaseUrl,
      options: `-c search_path=${schema}`,
      max: POOL_SIZE,
    });
    pool.on('error', () => undefined); // the server may go first when the bench is interrupted
    const answer = prepare(pool, input);
    const server = createServer((request, response) => {
      answer(request.url ?? '/').then(
        (json) => {
          const body = Buffer.from(json);
          response.writeHead(200, {
            'Content-Type': 'application/json; charset=utf-8',
            'Content-Length': body.length,
          });
          response.end(body);
        },
        () => response.writeHead(500).end(),
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
