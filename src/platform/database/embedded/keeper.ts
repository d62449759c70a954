import { Client } from 'pg';
import { SUPERUSER } from './cluster.js';
import { codeOf } from './errors.js';
import { sameFile } from './postmaster-file.js';

/** The maintenance database: advisory locks count per database, and this one is always there. */
const DATABASE = 'postgres';
/** "wes" in ASCII: the first half of the lock's key. */
const LOCK = 0x776573;
const USER_OF_THIS_SERVER = 1;
const THE_SERVICE = 2;
const LOCK_TIMEOUT_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

export interface Address {
  readonly port: number;
  readonly password: string;
}

/** Who listens on the port is not the server that was looked for; that one is not running then. */
export class ServerOfAnotherFolder extends Error {}

/**
 * The connection by which one opener says "I use this server". It holds session advisory locks, which end with
 * it: a process that is killed leaves nothing behind. It keeps the event loop alive until it is released.
 */
export class Keeper {
  private onLost: (() => void) | undefined;
  private ended = false;

  private constructor(
    private readonly client: Client,
    /** Where the server listens. */
    readonly port: number,
  ) {
    // Both events come when the server goes away; an `error` without a listener would end the process.
    client.on('error', () => this.lose());
    client.on('end', () => this.lose());
  }

  /** Whether the connection is gone, and the locks with it. */
  get isLost(): boolean {
    return this.ended;
  }

  /**
   * Joins the users of the server at `address`.
   *
   * @param data the data folder that the server must have
   * @throws whatever keeps it from joining now: nobody listens, the server starts or stops, it is another one
   */
  static async join({ port, password }: Address, data: string, purpose: string): Promise<Keeper> {
    const client = new Client({
      host: '127.0.0.1',
      port,
      user: SUPERUSER,
      password,
      database: DATABASE,
      application_name: `wes: keeper of the ${purpose}`,
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
      keepAlive: true,
      // Given, so that PGOPTIONS and PGSSLMODE of the caller's shell have no say.
      options: `-c lock_timeout=${LOCK_TIMEOUT_MS}`,
      ssl: false,
    });
    const keeper = new Keeper(client, port);
    try {
      await client.connect();
      // A copy of the folder has the same password, and names the original's port until it is started itself.
      const { rows } = await client.query<{ data_directory: string }>('show data_directory');
      if (!(await sameFile(rows[0]?.data_directory ?? '', data))) {
        throw new ServerOfAnotherFolder(`port ${port} belongs to the server of another folder`);
      }
      // Waits while the last user makes up its mind; if it stops the server, this connection ends.
      await client.query('select pg_advisory_lock_shared($1, $2)', [LOCK, USER_OF_THIS_SERVER]);
      return keeper;
    } catch (error) {
      await keeper.end();
      throw error;
    }
  }

  /**
   * Becomes the one service of this server. Waits a second for a predecessor that is just ending.
   *
   * @returns `false` when there is another one
   */
  async becomeService(): Promise<boolean> {
    try {
      await this.client.query('select pg_advisory_lock($1, $2)', [LOCK, THE_SERVICE]);
      return true;
    } catch (error) {
      if (codeOf(error) === LOCK_NOT_AVAILABLE) return false;
      throw error;
    }
  }

  async createDatabase(name: string): Promise<void> {
    const known = await this.client.query('select from pg_database where datname = $1', [name]);
    if (known.rowCount) return;
    try {
      await this.client.query(`create database ${this.client.escapeIdentifier(name)}`);
    } catch (error) {
      // Another opener did it at the same time: found before, or only when the name was entered.
      if (!['42P04', '23505'].includes(codeOf(error) ?? '')) throw error;
    }
  }

  /** Calls `listener` once if the connection ends before {@link end}; at once if it has ended already. */
  whenLost(listener: () => void): void {
    if (this.ended) listener();
    else this.onLost = listener;
  }

  /**
   * Gives all locks up.
   *
   * @returns whether nobody else uses the server. Then nobody can join either until {@link end}: stop it now.
   */
  async release(): Promise<boolean> {
    await this.client.query('select pg_advisory_unlock_all()');
    const { rows } = await this.client.query<{ alone: boolean }>(
      'select pg_try_advisory_lock($1, $2) as alone',
      [LOCK, USER_OF_THIS_SERVER],
    );
    return rows[0]?.alone === true;
  }

  /** Disconnects; does nothing the second time. */
  async end(): Promise<void> {
    this.onLost = undefined;
    await this.client.end().catch(() => undefined);
  }

  private lose(): void {
    if (this.ended) return;
    this.ended = true;
    this.client.end().catch(() => undefined);
    this.onLost?.();
  }
}
