import { setTimeout as sleep } from 'node:timers/promises';
import { runSql, siblingUrl } from '../../support/databases.js';
import { InstalledPostgres } from '../../support/installed-postgres.js';
import { NotPossible } from '../harness/program.js';
import type { Stage } from '../harness/stage.js';

const WORKERS = 2;
export const EXTENSION = 'citus';
/** The name of the database on servers that run already, and of the role of the service. */
const [DATABASE, SERVICE_ROLE] = [`wes_trust_${process.pid}`, `wes_trust_${process.pid}_service`];

/** More prepared transactions than connections, as Citus wants it, and slots for moves of shards. */
export const CITUS_SETTINGS = {
  shared_preload_libraries: EXTENSION,
  wal_level: 'logical',
  max_connections: '200',
  max_prepared_transactions: '400',
  max_worker_processes: '32',
  max_replication_slots: '20',
  'citus.shard_count': '8',
  'citus.enable_statistics_collection': 'off',
  // A transaction whose commit a killed server has not seen is committed by the coordinator at this interval.
  'citus.recover_2pc_interval': '5s',
  'citus.defer_shard_delete_interval': '5s',
};

/** A group of companies that moves as one. */
interface ShardGroup extends Record<string, unknown> {
  readonly shardId: string;
  readonly host: string;
  readonly port: number;
}

/** One shard of each group, and the server that has it. */
const SHARD_GROUPS = `
  SELECT shardid::text AS "shardId", nodename AS host, nodeport AS port
  FROM citus_shards WHERE table_name = 'employee'::regclass ORDER BY shardid`;

/** A server of a database that Citus spreads over several. */
export interface CitusServer {
  /** The database on this server. */
  readonly url: string;
  /** Undefined for a server that the program has not started. */
  readonly process: InstalledPostgres | undefined;
}

/** A coordinator without companies, and its workers, with an empty database of their own. */
export class CitusServers {
  readonly workers: CitusServer[] = [];

  private constructor(
    readonly coordinator: CitusServer,
    private readonly programs: string | undefined,
  ) {}

  /**
   * Servers of the installed PostgreSQL, or those at the addresses.
   * @param addresses - of databases from which others can be created, the coordinator first
   * @throws {NotPossible} where there are neither
   */
  static async open(stage: Pick<Stage, 'use'>, addresses: readonly string[]): Promise<CitusServers> {
    const programs = addresses.length === 0 ? InstalledPostgres.programsWith(EXTENSION) : undefined;
    if (addresses.length === 0 && programs === undefined) {
      throw new NotPossible(
        'This needs PostgreSQL with Citus: install the extension, or name running servers with --servers.',
      );
    }
    if (addresses.length === 1) throw new NotPossible('--servers names a coordinator and its workers.');
    const [first, ...others] =
      programs === undefined ? addresses : Array.from({ length: 1 + WORKERS }, () => undefined);
    const servers = new CitusServers(await addServer(stage, programs, first), programs);
    const { hostname, port } = new URL(servers.coordinator.url);
    await servers.sql('SELECT citus_set_coordinator_host($1, $2)', [hostname, portOf(port)]);
    for (const address of others) await servers.join(stage, address);
    await servers.addServiceRole();
    await servers.sql(`SELECT citus_set_node_property($1, $2, 'shouldhaveshards', false)`, [
      hostname,
      portOf(port),
    ]);
    return servers;
  }

  /** Address for the service: its role has the time limits, which moves must not have. */
  get databaseUrl(): string {
    const url = new URL(this.coordinator.url);
    url.username = SERVICE_ROLE;
    return url.href;
  }

  /** True where this program has started the servers, and may kill them. */
  get areOwn(): boolean {
    return this.programs !== undefined;
  }

  /** Adds a worker without companies. */
  async join(stage: Pick<Stage, 'use'>, address?: string): Promise<void> {
    const server = await addServer(stage, this.programs, address);
    const { hostname, port } = new URL(server.url);
    await this.sql('SELECT citus_add_node($1, $2)', [hostname, portOf(port)]);
    this.workers.push(server);
  }

  /** Runs a statement on the coordinator, as the owner of the extension. */
  sql<Row extends Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> {
    return runSql<Row>(this.coordinator.url, text, values);
  }

  /** Moves a group of companies to another worker. */
  async move(index: number): Promise<void> {
    const groups = await this.groups();
    const { shardId, host, port } = groups[index % groups.length]!;
    const targets = this.workers.map(({ url }) => new URL(url)).filter((url) => portOf(url.port) !== port);
    const target = targets[index % targets.length]!;
    await this.sql('SELECT citus_move_shard_placement($1, $2, $3, $4, $5)', [
      ...[shardId, host, port, target.hostname, portOf(target.port)],
    ]);
  }

  /** Spreads the groups evenly over the workers. */
  async rebalance(): Promise<void> {
    await this.sql('SELECT citus_rebalance_start()');
    await this.sql('SELECT citus_rebalance_wait()');
  }

  /** The numbers of groups of companies on each server that has some. */
  async spread(): Promise<number[]> {
    const counts = new Map<string, number>();
    for (const { host, port } of await this.groups())
      counts.set(`${host}:${port}`, (counts.get(`${host}:${port}`) ?? 0) + 1);
    return [...counts.values()];
  }

  /** Waits until no transaction is left between its two phases. @returns how many are left */
  async settle(limitMs: number): Promise<number> {
    const deadline = performance.now() + limitMs;
    for (;;) {
      const left = await Promise.all(
        [this.coordinator, ...this.workers].map(({ url }) =>
          runSql<{ count: number }>(
            url,
            'SELECT count(*)::integer AS count FROM pg_prepared_xacts WHERE database = current_database()',
          ).then(([row]) => row!.count),
        ),
      );
      const count = left.reduce((sum, each) => sum + each, 0);
      if (count === 0 || performance.now() > deadline) return count;
      await sleep(500);
    }
  }

  /** Adds a role with the rights and the password of the owner, also to the workers. */
  private async addServiceRole(): Promise<void> {
    const { username, password } = new URL(this.coordinator.url);
    const literal = decodeURIComponent(password).replaceAll("'", "''");
    const login = password === '' ? 'LOGIN' : `LOGIN PASSWORD '${literal}'`;
    await this.sql(`CREATE ROLE ${SERVICE_ROLE} ${login} IN ROLE "${decodeURIComponent(username)}"`);
  }

  /** Groups of companies, and the server of each. */
  private groups(): Promise<ShardGroup[]> {
    return this.sql<ShardGroup>(SHARD_GROUPS);
  }
}

async function addServer(
  stage: Pick<Stage, 'use'>,
  programs: string | undefined,
  address: string | undefined,
): Promise<CitusServer> {
  if (address === undefined) {
    const process = await stage.use(InstalledPostgres.start(CITUS_SETTINGS, programs), (started) =>
      started.stop(),
    );
    await runSql(process.url('postgres'), 'CREATE DATABASE wes TEMPLATE template0');
    await runSql(process.url('wes'), `CREATE EXTENSION ${EXTENSION}`);
    return { url: process.url('wes'), process };
  }
  await stage.use(runSql(address, `CREATE DATABASE ${DATABASE} TEMPLATE template0`), async () => {
    await runSql(address, `DROP DATABASE ${DATABASE} WITH (FORCE)`);
    await runSql(address, `DROP ROLE IF EXISTS ${SERVICE_ROLE}`);
  });
  const url = siblingUrl(address, DATABASE);
  await runSql(url, `CREATE EXTENSION ${EXTENSION}`);
  return { url, process: undefined };
}

const portOf = (port: string): number => Number(port || 5432);
