import { resolve } from 'node:path';
import { EmbeddedPostgresUnavailable, explainRefusal, messageOf } from './errors.js';
import type { Keeper } from './keeper.js';
import { SharedServer } from './shared-server.js';

export interface EmbeddedPostgresOptions {
  /** Folder of the server's files, e.g. `<DATA_DIR>/postgres`. Made when it is missing. */
  readonly directory: string;
  /** `service` is exclusive per folder: a second one is refused. `command` may join beside anything. */
  readonly role: 'service' | 'command';
  /**
   * Additional PostgreSQL settings, e.g. `{ fsync: 'off' }` for tests. They count when this opener starts the
   * server; one that runs already keeps its own.
   */
  readonly settings?: Readonly<Record<string, string>>;
  /** Told in a few words what happens, for a log. */
  readonly onEvent?: (message: string) => void;
  /**
   * Called at most once, when the server went away and could not be brought back on the same port, or when
   * another service took the folder over meanwhile. `url` is of no use any more: end the process.
   */
  readonly onLost?: (error: unknown) => void;
}

/**
 * A real PostgreSQL on 127.0.0.1, its files in one folder, shared by the service and any number of commands.
 *
 * The first opener starts the server and the last one to close stops it. It survives a kill of the process that
 * started it; the next opener then adopts it. An open instance keeps the event loop alive: always close it.
 *
 * Being in use, and being the service, are advisory locks of one connection. When that connection breaks, it is
 * restored at once, and the server is started again on the same port if it is gone. Should another service take
 * the folder in these milliseconds (it would have to be waiting for it), this one hears of it through `onLost`
 * about a second later; for so long, and until it obeys, there are two.
 */
export class EmbeddedPostgres {
  private restoring: Promise<void> = Promise.resolve();
  private closing: Promise<void> | undefined;

  private constructor(
    private readonly options: EmbeddedPostgresOptions,
    private readonly server: SharedServer,
    private readonly aborting: AbortController,
    private keeper: Keeper,
    /**
     * `postgres://…` of the database `wes`, with the password of its superuser: not for logs. Stays valid until
     * {@link close} or `onLost`.
     */
    readonly url: string,
  ) {
    this.watch();
  }

  /**
   * Opens the database of a folder: creates it when the folder is empty, starts it when it does not run, joins
   * it when it does.
   *
   * @throws DataDirectoryInUse when the role is `service` and there is one already
   * @throws EmbeddedPostgresUnavailable when PostgreSQL cannot run here
   */
  static async open(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const directory = resolve(options.directory);
    const aborting = new AbortController();
    const server = new SharedServer({
      directory,
      role: options.role,
      settings: options.settings ?? {},
      tell: options.onEvent ?? (() => undefined),
    });
    try {
      const keeper = await server.join({ signal: aborting.signal });
      return new EmbeddedPostgres(options, server, aborting, keeper, await server.url(keeper));
    } catch (error) {
      throw explainRefusal(error, directory);
    }
  }

  /**
   * Stops the server when nobody else uses it. Close every connection to {@link url} before: those that are left
   * are cut. May be called again, and at the same time.
   *
   * @throws EmbeddedPostgresUnavailable when the server does not stop within a minute
   */
  close(): Promise<void> {
    this.closing ??= this.leave();
    return this.closing;
  }

  private async leave(): Promise<void> {
    this.aborting.abort();
    await this.restoring;
    // Once more when the connection breaks in the middle, so that the server is not left running for nobody.
    for (let attempt = 0; attempt < 2; attempt++) {
      const keeper = this.keeper.isLost ? await this.server.visit() : this.keeper;
      if (!keeper) return;
      try {
        await this.server.leave(keeper);
        return;
      } catch (error) {
        if (error instanceof EmbeddedPostgresUnavailable) throw error;
      }
    }
  }

  private watch(): void {
    this.keeper.whenLost(() => {
      if (!this.closing) this.restoring = this.restore();
    });
  }

  /** Never rejects. */
  private async restore(): Promise<void> {
    const { options, server } = this;
    const { port } = this.keeper;
    try {
      options.onEvent?.('lost the connection to the database server, restoring it');
      const keeper = await server.join({ port, signal: this.aborting.signal });
      this.keeper = keeper;
      if (keeper.port !== port) {
        throw new EmbeddedPostgresUnavailable('The embedded database moved to another port.');
      }
      this.watch();
    } catch (error) {
      if (this.closing) return;
      options.onEvent?.(`the database server is lost: ${messageOf(error)}`);
      options.onLost?.(explainRefusal(error, options.directory));
    }
  }
}
