import pg, { type Pool } from 'pg';
import type { DataSource } from 'typeorm';

const READ_TIMEOUT = 'Query read timeout';

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
        if (error instanceof Error && error.message === READ_TIMEOUT) this.cut();
      });
    }
    return result as never;
  }

  private cut(): void {
    const { stream } = (this as unknown as { connection: { stream: { destroy(): void } } }).connection;
    stream.destroy();
  }
}

/** The connection pool of TypeORM, which its types do not show. */
export function poolOf({ driver }: DataSource): Pool {
  return (driver as unknown as { readonly master: Pool }).master;
}
