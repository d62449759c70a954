import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { becomeChild } from '../harness/become-child.js';

/** A baseline: bare `node:http` and `pg`, one prepared statement per request, no credential, no log. */
export interface BaselineInput {
  readonly databaseUrl: string;
  readonly statement: string;
  readonly values: readonly unknown[];
  /** Whether the last segment of the path is one more value. */
  readonly takesPath?: boolean;
  /** `text`: the only row has the answer in `answer`. `documents`: the answer is the array of all `document`s. */
  readonly answer: 'text' | 'documents';
}

/** As many connections as the service has by default. */
const POOL_SIZE = 10;

async function start({
  databaseUrl,
  statement,
  values,
  takesPath = false,
  answer,
}: BaselineInput): Promise<{ ready: string; end: () => Promise<void> }> {
  const pool = new Pool({ connectionString: databaseUrl, max: POOL_SIZE });
  pool.on('error', () => undefined); // the database may end first when the bench is interrupted
  const respond = async (path: string): Promise<string> => {
    const { rows } = await pool.query<{ answer: string; document: unknown }>({
      name: 'baseline',
      text: statement,
      values: takesPath
        ? [...values, decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))]
        : [...values],
    });
    return answer === 'text' ? rows[0]!.answer : JSON.stringify(rows.map(({ document }) => document));
  };
  const server = createServer((request, response) => {
    respond(request.url ?? '/').then(
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
}

becomeChild(start);
