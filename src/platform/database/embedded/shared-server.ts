import { setTimeout as sleep } from 'node:timers/promises';
import { handOver, handOverTree, serverAccount } from './account.js';
import { findBinaries, type Binaries } from './binaries.js';
import { Cluster, SUPERUSER } from './cluster.js';
import { codeOf, DataDirectoryInUse, EmbeddedPostgresUnavailable, messageOf } from './errors.js';
import { Keeper, ServerOfAnotherFolder, type Address } from './keeper.js';
import { Launcher } from './launcher.js';
import { lifeOf, readPostmasterFile, removeStaleFile, type PostmasterFile } from './postmaster-file.js';
import { startPostmaster, stopPostmaster } from './postmaster.js';

/** The database that everything is in. */
const DATABASE = 'wes';
const PATIENCE_MS = 30_000;
/** As long as the server says that it is starting: the replay of its log after a crash takes its time. */
const RECOVERY_PATIENCE_MS = 5 * 60_000;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 500;
/** A server that ends right after it became ready will not be cured by starting it for ever. */
const MOST_STARTS = 10;

interface Tools {
  readonly binaries: Binaries;
  readonly launcher: Launcher;
}

export interface SharedServerOptions {
  readonly directory: string;
  readonly role: 'service' | 'command';
  readonly settings: Readonly<Record<string, string>>;
  readonly tell: (message: string) => void;
}

export interface JoinOptions {
  /** The only port on which the server may be started; any when left out. */
  readonly port?: number;
  readonly signal: AbortSignal;
}

/**
 * The server of one folder, which whoever needs it brings up and the last user takes down. Processes agree on
 * that through PostgreSQL alone: `postmaster.pid` lets one server live per folder, and advisory locks, which
 * die with their connection, tell whether somebody still uses it.
 */
export class SharedServer {
  private readonly cluster: Cluster;
  private preparing: Promise<Tools> | undefined;

  constructor(private readonly options: SharedServerOptions) {
    this.cluster = new Cluster(options.directory);
  }

  /**
   * Becomes a user of the server, after creating and starting it where necessary.
   *
   * @throws DataDirectoryInUse when the role is `service` and there is one already
   * @throws EmbeddedPostgresUnavailable when that is impossible, or still fails after half a minute
   */
  async join({ port, signal }: JoinOptions): Promise<Keeper> {
    await this.cluster.createDirectory();
    await this.cluster.removeLeftovers();
    const begun = Date.now();
    let failure: unknown;
    let starts = 0;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
      signal.throwIfAborted();
      if (!(await this.cluster.exists())) await this.initialise();
      const file = await readPostmasterFile(this.cluster.data);
      let life = file ? await lifeOf(file, this.cluster.data) : 'dead';
      if (life !== 'dead' && file?.port) {
        const password = await this.cluster.password();
        try {
          const keeper = await this.enter({ port: file.port, password });
          if (starts === 0) this.options.tell('joined the running database server');
          return keeper;
        } catch (error) {
          if (error instanceof DataDirectoryInUse) throw error;
          failure = error;
          if (error instanceof ServerOfAnotherFolder && file.status === 'ready') life = 'dead';
        }
      }
      if (life !== 'alive' && starts < MOST_STARTS && (await this.start(file, life === 'dead', port))) {
        starts++;
        continue;
      }
      const patience = file?.status === 'starting' ? RECOVERY_PATIENCE_MS : PATIENCE_MS;
      if (Date.now() - begun > patience) throw this.unreachable(failure);
      await sleep(pause);
    }
  }

  /** Becomes a user of the server if it can be reached just now. */
  async visit(): Promise<Keeper | undefined> {
    try {
      const file = await readPostmasterFile(this.cluster.data);
      if (!file?.port) return undefined;
      const address = { port: file.port, password: await this.cluster.password() };
      return await Keeper.join(address, this.cluster.data, this.options.role);
    } catch {
      return undefined;
    }
  }

  /**
   * Ceases to be a user of the server, and stops it when nobody else is one.
   *
   * @throws when the connection is lost before the locks are settled; the caller is no user any more then
   */
  async leave(keeper: Keeper): Promise<void> {
    try {
      if (!(await keeper.release())) return;
      const { binaries, launcher } = await this.tools();
      await stopPostmaster(this.cluster, binaries, launcher);
      this.options.tell('stopped the database server');
    } finally {
      await keeper.end();
    }
  }

  /** The address of the database for others, the password included. */
  async url(keeper: Keeper): Promise<string> {
    const password = await this.cluster.password();
    return `postgres://${SUPERUSER}:${password}@127.0.0.1:${keeper.port}/${DATABASE}?sslmode=disable`;
  }

  private async enter(address: Address): Promise<Keeper> {
    const { role } = this.options;
    const keeper = await Keeper.join(address, this.cluster.data, role);
    try {
      if (role === 'command' || (await keeper.becomeService())) {
        await keeper.createDatabase(DATABASE);
        return keeper;
      }
    } catch (error) {
      await keeper.end();
      throw error;
    }
    // The other service may have gone just now: then the server is ours to stop.
    await this.leave(keeper);
    throw new DataDirectoryInUse(this.cluster.directory);
  }

  private async initialise(): Promise<void> {
    const { binaries, launcher } = await this.tools();
    this.options.tell(`creating the database in ${this.cluster.directory}`);
    await this.cluster.initialise(binaries, launcher, this.options.settings['fsync'] !== 'off');
  }

  private async start(
    left: PostmasterFile | undefined,
    isDead: boolean,
    port: number | undefined,
  ): Promise<boolean> {
    const { binaries, launcher } = await this.tools();
    if (left && isDead) await removeStaleFile(this.cluster.data, left);
    const { settings, tell } = this.options;
    if (!(await startPostmaster(this.cluster, binaries, launcher, { settings, port }))) return false;
    tell(left ? 'started the database server, which recovered after a crash' : 'started the database server');
    return true;
  }

  /** Found once, and only by who creates, starts or stops: joining needs neither programs nor account. */
  private tools(): Promise<Tools> {
    this.preparing ??= this.prepare();
    return this.preparing;
  }

  private async prepare(): Promise<Tools> {
    const { directory, data } = this.cluster;
    const binaries = await findBinaries();
    const account = await serverAccount([data, directory]);
    await handOver(directory, account);
    if (account && (await this.cluster.isOwnedBy(0))) await handOverTree(data, account);
    const launcher = await Launcher.create(binaries, directory, account);
    if (launcher.capability) {
      this.options.tell(
        `the account ${account?.name ?? ''} cannot reach the programs or ${directory} by itself: running PostgreSQL with ${launcher.capability}`,
      );
    }
    return { binaries, launcher };
  }

  private unreachable(failure: unknown): EmbeddedPostgresUnavailable {
    const { directory, log, data } = this.cluster;
    const reason = failure === undefined ? 'another process holds it' : messageOf(failure);
    const hint =
      codeOf(failure) === undefined ? `; if no server runs there, delete ${data}/postmaster.pid` : '';
    return new EmbeddedPostgresUnavailable(
      `The embedded database in ${directory} cannot be reached (${reason}); see ${log}${hint}.`,
      failure,
    );
  }
}
