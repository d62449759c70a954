import { migrate } from '../../src/platform/database/migrate.js';
import { distributedTemplateName, runSql, siblingUrl } from './databases.js';
import type { TestRun } from './environment.js';

type Node = {
  readonly host: string;
  readonly port: number;
};

const HAS_CITUS = `SELECT FROM pg_extension WHERE extname = 'citus'`;

/** The servers of the coordinator's database: itself has the group 0. */
const NODES = `SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE (groupid = 0) = $1 ORDER BY nodeid`;

/** Addresses of a database on the workers of Citus; none if the server is plain PostgreSQL. */
export async function findWorkers(serverUrl: string): Promise<string[]> {
  if ((await runSql(serverUrl, HAS_CITUS)).length === 0) return [];
  return (await runSql<Node>(serverUrl, NODES, [false])).map(({ host, port }) => {
    const url = new URL(serverUrl);
    url.hostname = host;
    url.port = String(port);
    return url.href;
  });
}

/**
 * A migrated database with the same name on each server, which databases are cloned from: a clone on each server is a
 * working database of Citus. The coordinator has no companies, so that each statement goes to a worker.
 */
export async function createDistributedTemplate({ serverUrl, workerUrls, prefix }: TestRun): Promise<void> {
  const name = distributedTemplateName(prefix);
  const servers = [...workerUrls, serverUrl];
  for (const url of servers) {
    await runSql(url, `CREATE DATABASE ${name} TEMPLATE template0`);
    await runSql(siblingUrl(url, name), 'CREATE EXTENSION citus');
  }
  const url = siblingUrl(serverUrl, name);
  const [coordinator] = await runSql<Node>(serverUrl, NODES, [true]);
  const { host, port } = coordinator ?? hostAndPort(serverUrl);
  await runSql(url, 'SELECT citus_set_coordinator_host($1, $2)', [host, port]);
  for (const worker of workerUrls.map(hostAndPort))
    await runSql(url, 'SELECT citus_add_node($1, $2)', [worker.host, worker.port]);
  await runSql(url, `SELECT citus_set_node_property($1, $2, 'shouldhaveshards', false)`, [host, port]);
  await migrate(url);
  // Only a database without sessions can be cloned, and Citus opens some in each.
  for (const each of servers) {
    await runSql(each, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await runSql(each, 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  }
}

function hostAndPort(url: string): Node {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port || '5432') };
}
