import { mkdir, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { Cluster } from './cluster.js';
import { property } from '../../errors/sql-error-facts.js';
import { EmbeddedPostgresUnavailable } from './errors.js';

const OPEN_TIMEOUT_MS = 60_000;
const RETRY_INTERVAL_MS = 50;
const LOCK_RELEASE_MS = 500;
/** Keys of the advisory locks; the first half is "wes" in ASCII. */
const IN_USE = [0x776573, 1];
const SERVICE = [0x776573, 2];
const LOCK_NOT_AVAILABLE = '55P03';

export interface EmbeddedPostgresOptions {
  /** Folder of the server's files, e.g. `<DATA_DIR>/postgres`. Made when it is missing. */
  readonly directory: string;
  /** `service` is exclusive per folder: a second one is refused. `command` may join any other process. */
  readonly role: 'service' | 'command';
  /** Creates a database in an empty folder; true when left out. */
  readonly create?: boolean;
  /**
   * Additional PostgreSQL settings with values that need no quotes, e.g. `{ fsync: 'off' }` for tests. They apply
   * when this process starts the server; one that runs already keeps its own.
   */
  readonly settings?: Readonly<Record<string, string>>;
  /** Receives each event in a few words, for a log. */
  readonly onEvent?: (message: string) => void;
  /** Called at most once, when the server has ended or cut the connection: end the process. */
  readonly onLost?: (error: EmbeddedPostgresUnavailable) => void;
}

/**
 * A PostgreSQL on 127.0.0.1 with its files in one folder, shared by one service and any number of commands. The first
 * process starts the server, the last one to close stops it. The server survives a kill of the process that started
 * it; the next process uses the same server.
 *
 * Each process holds advisory locks on one connection; they end with the process. That connection keeps the event loop
 * alive: always close an instance.
 */
export class EmbeddedPostgres {
  private readonly client: Client;
  private closing: Promise<void> | undefined;

  private constructor(
    private readonly cluster: Cluster,
    private readonly role: EmbeddedPostgresOptions['role'],
    /** `postgres://…` with the password of the superuser: not for logs. */
    readonly url: string,
  ) {
    this.client = new Client({
      connectionString: url,
      application_name: 'wes: lock',
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
      keepAlive: true,
      options: '-c lock_timeout=1s -c statement_timeout=0',
    });
    this.client.on('error', () => undefined); // `end` follows
  }

  /**
   * Opens the database of a folder: creates it when the folder is empty, starts the server when it does not run.
   *
   * @throws EmbeddedPostgresUnavailable when PostgreSQL cannot run here or may not create the missing database, or
   * when the role is `service` and there is one already
   */
  static async open(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const directory = resolve(options.directory);
    if (options.create === false && !(await Cluster.existsIn(directory))) {
      throw new EmbeddedPostgresUnavailable(
        `There is no database in ${directory}: set DATA_DIR or DATABASE_URL as the service has them, or ` +
          'create one with "wes migrate".',
      );
    }
    const deadline = Date.now() + OPEN_TIMEOUT_MS;
    for (;;) {
      try {
        await mkdir(directory, { recursive: true });
        const { settings = {}, onEvent = () => undefined } = options;
        const cluster = new Cluster(await realpath(directory), settings, onEvent);
        const database = new EmbeddedPostgres(cluster, options.role, await cluster.run());
        await database.acquireLocks(options);
        return database;
      } catch (error) {
        if (error instanceof EmbeddedPostgresUnavailable) throw error;
        const { message, path } = error as NodeJS.ErrnoException;
        if (path !== undefined || Date.now() > deadline) {
          const remedy =
            path === undefined
              ? 'see server.log there; if no server runs, delete data/postmaster.pid'
              : 'run as the account that owns it, choose another DATA_DIR, or set DATABASE_URL';
          throw new EmbeddedPostgresUnavailable(
            `The embedded database cannot use the folder ${directory} (${message}): ${remedy}.`,
            error,
          );
        }
        await sleep(RETRY_INTERVAL_MS); // the server starts or stops
      }
    }
  }

  /**
   * Stops the server when no other process uses it. Close every connection to {@link url} before: those that are left
   * are cut. May be called again, and at the same time.
   *
   * @throws EmbeddedPostgresUnavailable when the server does not stop within a minute
   */
  close(): Promise<void> {
    this.closing ??= this.release();
    return this.closing;
  }

  private async acquireLocks({ role, onLost }: EmbeddedPostgresOptions): Promise<void> {
    const { client, cluster } = this;
    try {
      await client.connect();
      const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
      if (rows[0]?.data_directory !== cluster.data) throw new Error('another server has its port');
      // Waits while the last process checks for others; if it stops the server, this connection ends.
      await client.query('SELECT pg_advisory_lock_shared($1, $2)', IN_USE);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    try {
      // Waits for a service that is just ending.
      if (role === 'service') await client.query('SELECT pg_advisory_lock($1, $2)', SERVICE);
    } catch (error) {
      await this.close();
      if (property(error, 'code') !== LOCK_NOT_AVAILABLE) throw error;
      throw new EmbeddedPostgresUnavailable(
        `The data folder ${cluster.directory} is in use by another running service: stop that one first, ` +
          'or set DATA_DIR to another folder.',
      );
    }
    client.once('end', () => {
      if (this.closing) return;
      const { directory, log } = cluster;
      onLost?.(
        new EmbeddedPostgresUnavailable(
          `The connection to the embedded database in ${directory} is lost: start again; see ${log}.`,
        ),
      );
    });
  }

  private async release(): Promise<void> {
    const { client, cluster } = this;
    try {
      await client.query('SELECT pg_advisory_unlock_all()');
      // While this connection holds the lock, no other process can join.
      if (await this.isLast()) await cluster.stop();
    } catch (error) {
      if (error instanceof EmbeddedPostgresUnavailable) throw error; // else the connection was lost
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** The server may release the locks of a killed process late, so a service checks again for a moment. */
  private async isLast(): Promise<boolean> {
    const deadline = Date.now() + (this.role === 'service' ? LOCK_RELEASE_MS : 0);
    for (;;) {
      const { rows } = await this.client.query<{ isLast: boolean }>(
        'SELECT pg_try_advisory_lock($1, $2) AS "isLast"',
        IN_USE,
      );
      if (rows[0]?.isLast) return true;
      if (Date.now() >= deadline) return false;
      await sleep(RETRY_INTERVAL_MS);
    }
  }
}
