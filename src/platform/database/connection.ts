import pg, { type PoolClient, type PoolConfig } from 'pg';
import type { DataSource } from 'typeorm';
import { NoPermit } from './semaphore.js';

/** A connection that is silent for this much longer than a statement may run is considered dead. */
export const SILENCE_MARGIN_MS = 250;

const READ_TIMEOUT = 'Query read timeout';

/** All connections were in use for as long as a request waits for one. */
const POOL_TIMEOUT = 'timeout exceeded when trying to connect';

type OnConnect = Parameters<pg.Pool['connect']>[0];

/**
 * A connection that closes when a query times out. The driver only rejects the query and leaves the connection waiting
 * for the answer; back in the pool it would delay the next query.
 */
export class Connection extends pg.Client {
  // The driver has many overloads of this method; the time-out is reported through the promise.
  override query(...parameters: never[]): never {
    const result: unknown = (super.query as (...all: never[]) => unknown)(...parameters);
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        if (isReadTimeout(error)) this.cut(error);
      });
    }
    return result as never;
  }

  /**
   * Closes the connection without waiting for the server.
   * @param reason - reported at once, so the pool drops the connection; without one, the pool would hear of it too late
   */
  cut(reason: Error): void {
    const { stream } = (this as unknown as { connection: { stream: { destroy(reason: Error): void } } })
      .connection;
    stream.destroy(reason);
  }
}

/**
 * A pool that also closes its idle connections when one of them does not answer. When a firewall or a failover has
 * cut them silently, they are dead all together, and each would cost a request its time-out.
 */
export class ConnectionPool extends pg.Pool {
  private readonly idle = new Set<PoolClient>();
  /** When a connection was last given back in good order, by `performance.now()`. */
  private lastAnswerAt = 0;

  constructor(options: PoolConfig) {
    super({ ...options, Client: Connection });
    this.on('connect', (client) => client.on('error', (error) => this.cutIdleAfter(error)));
    this.on('acquire', (client) => this.idle.delete(client));
    this.on('remove', (client) => this.idle.delete(client));
    this.on('release', (error: unknown, client) => {
      if (error) this.cutIdleAfter(error);
      else {
        this.idle.add(client);
        this.lastAnswerAt = performance.now();
      }
    });
  }

  /** @throws {NoPermit} when the connections were all in use, and the database answered on some of them */
  override connect(): Promise<PoolClient>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect): Promise<PoolClient> | undefined {
    const askedAt = performance.now();
    if (!callback) {
      return super.connect().catch((error: unknown) => {
        throw this.causeOf(error, askedAt);
      });
    }
    super.connect((error, client, done) => callback(error && this.causeOf(error, askedAt), client, done));
    return undefined;
  }

  private causeOf<T>(error: T, askedAt: number): T | NoPermit {
    if (!(error instanceof Error) || error.message !== POOL_TIMEOUT) return error;
    const now = performance.now();
    return now - this.lastAnswerAt < (now - askedAt) / 2 ? new NoPermit('process') : error;
  }

  private cutIdleAfter(error: unknown): void {
    if (!isReadTimeout(error)) return;
    const reason = new Error('Connection terminated: another one does not answer');
    for (const client of this.idle) (client as unknown as Connection).cut(reason);
  }
}

function isReadTimeout(error: unknown): error is Error {
  return error instanceof Error && error.message === READ_TIMEOUT;
}

/** The connection pool of TypeORM, which its types do not show. */
export function poolOf({ driver }: DataSource): ConnectionPool {
  return (driver as unknown as { readonly master: ConnectionPool }).master;
}
