import { Fleet, type Member } from './fleet.js';
import { MailServer } from './mail-server.js';
import { PgBouncer } from './pg-bouncer.js';
import { RedisServer } from './redis-server.js';
import { S3Server } from './s3-server.js';

/** Most connections of the four processes: in session mode each connection of a client has one to the server. */
const CONNECTIONS = 40;

/**
 * Two API processes and two workers with PgBouncer, Redis, an S3-compatible store and a mail server, all on loopback.
 */
export class WholeFleet {
  private constructor(
    readonly fleet: Fleet,
    readonly pooler: PgBouncer,
    readonly redis: RedisServer,
    readonly store: S3Server,
    readonly mail: MailServer,
  ) {}

  /**
   * Starts servers and processes.
   * @param databaseUrl - of a migrated database
   * @param settings - of all processes
   * @param ports - of the API processes; by default free ones
   */
  static async start(
    databaseUrl: string,
    settings: Readonly<Record<string, string>> = {},
    ports: readonly [number, number] = [0, 0],
  ): Promise<WholeFleet> {
    const [pooler, redis, store, mail] = await Promise.all([
      PgBouncer.start(databaseUrl, { mode: 'session', poolSize: CONNECTIONS }),
      RedisServer.start(),
      S3Server.start(),
      MailServer.start(),
    ]);
    const fleet = await Fleet.gather(databaseUrl, {
      ...{ DATABASE_URL: pooler.url, REDIS_URL: redis.url, SMTP_URL: mail.url },
      ...store.environment,
      ...settings,
    });
    const whole = new WholeFleet(fleet, pooler, redis, store, mail);
    try {
      const apis = ports.map((port) => fleet.start('api', { PORT: String(port) }));
      await Promise.all([...apis, fleet.start('worker'), fleet.start('worker')]);
    } catch (error) {
      await whole.stop();
      throw error;
    }
    return whole;
  }

  get apis(): readonly [Member, Member] {
    return this.fleet.running('api') as [Member, Member];
  }

  get workers(): readonly Member[] {
    return this.fleet.running('worker');
  }

  /** Ends everything that it has started. */
  async stop(): Promise<void> {
    await this.fleet.disband();
    await Promise.all([this.pooler.stop(), this.redis.stop(), this.store.stop(), this.mail.close()]);
  }
}
