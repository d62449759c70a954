import { addManagers, Fleet, type Person } from '../../support/fleet.js';
import { MailServer } from '../../support/mail-server.js';
import { PostgresServer } from '../../support/postgres-server.js';
import { RedisServer } from '../../support/redis-server.js';
import { runSql } from '../../support/databases.js';
import type { Stage } from './stage.js';

/** The programs send from one address, with few credentials. */
const NO_RATE_LIMITS = {
  RATE_LIMIT: 'off',
  RATE_LIMIT_EXPENSIVE: 'off',
  RATE_LIMIT_SEARCH: 'off',
  RATE_LIMIT_PEOPLE: 'off',
  EXPORT_LIMIT: 'off',
  WRITE_LIMIT: 'off',
};

/** Servers and processes of one deployment, on loopback. */
export interface Deployment {
  readonly postgres: PostgresServer;
  readonly redis: RedisServer;
  readonly mail: MailServer;
  readonly fleet: Fleet;
  readonly people: readonly Person[];
}

export interface DeploymentOptions {
  readonly people: number;
  /** Settings, made when the servers run. */
  readonly settings?: (
    servers: Omit<Deployment, 'fleet' | 'people'>,
  ) => Promise<Readonly<Record<string, string>>>;
}

/** Starts PostgreSQL, Redis and a mail server, and adds a company whose first user is an admin. Starts no process. */
export async function deploy(
  stage: Stage,
  { people, settings = () => Promise.resolve({}) }: DeploymentOptions,
): Promise<Deployment> {
  const postgres = await stage.use(PostgresServer.start(), (server) => server.close());
  const redis = await stage.use(RedisServer.start(), (server) => server.stop());
  const mail = await stage.use(MailServer.start(), (server) => server.close());
  const servers = { postgres, redis, mail };
  const environment: Record<string, string> = {
    ...NO_RATE_LIMITS,
    ...{ REDIS_URL: redis.url, SMTP_URL: mail.url },
    ...(await settings(servers)),
  };
  const databaseUrl = environment['DATABASE_URL'] ?? postgres.url;
  const fleet = await stage.use(Fleet.gather(databaseUrl, environment), (started) => started.disband());
  const managers = await addManagers(postgres.url, people);
  await runSql(postgres.url, `UPDATE user_account SET role = 'ADMIN' WHERE id = $1`, [managers[0]!.userId]);
  return { ...servers, fleet, people: managers };
}
