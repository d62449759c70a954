import type { QueueOptions } from 'bull';
import type { RedisSettings } from '../config/settings.js';

type RedisOptions = Exclude<QueueOptions['redis'], string | undefined>;

const LONGEST_RECONNECT_DELAY_MS = 1_000;
const CONNECT_LIMIT_MS = 2_000;
const KEEP_ALIVE_MS = 10_000;

/**
 * Bull's options for Redis. A producer's command fails after one failed attempt to reconnect, because no request
 * waits for Redis; Bull itself lets its connections for jobs retry without limit.
 */
export function redisConnection(settings: RedisSettings): RedisOptions {
  const { url = 'redis://localhost', sentinels } = settings;
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const isSecure = protocol === 'rediss:';
  return {
    ...(sentinels
      ? askSentinels(settings, isSecure)
      : { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? 6_379 : Number(port) }),
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    db: Number(pathname.slice(1)),
    ...(isSecure && { tls: {} }),
    maxRetriesPerRequest: 1,
    connectTimeout: CONNECT_LIMIT_MS,
    // Bull turns the ready check off. Then a connection that closes before ioredis has introduced itself counts as
    // ready for good, and no command is answered any more.
    disableClientInfo: true,
    keepAlive: KEEP_ALIVE_MS,
    retryStrategy: (attempt: number) => Math.min(50 * 2 ** attempt, LONGEST_RECONNECT_DELAY_MS),
    // A Redis that has become a replica keeps its connections.
    reconnectOnError: ({ message }: Error) => message.includes('READONLY'),
  };
}

/**
 * A Redis that freezes or is cut off keeps its connections, too; so they are closed when the sentinels name another.
 */
function askSentinels(
  { sentinels = [], sentinelMaster, sentinelPassword }: RedisSettings,
  isSecure: boolean,
): RedisOptions {
  return {
    sentinels: [...sentinels],
    name: sentinelMaster,
    failoverDetector: true,
    sentinelCommandTimeout: CONNECT_LIMIT_MS,
    ...(sentinelPassword !== undefined && { sentinelPassword }),
    ...(isSecure && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
  };
}
