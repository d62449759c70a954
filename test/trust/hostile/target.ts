import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClient } from '../../support/databases.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { PostgresServer } from '../../support/postgres-server.js';
import { endServices, ServiceProcess } from '../../support/service-process.js';
import { loopbackCertificate, type Certificate } from '../../support/webhook-receiver.js';
import { Administration } from '../harness/administration.js';
import type { Stage } from '../harness/stage.js';
import { NameServer } from './name-server.js';

const PROBE = new URL('./probe.mjs', import.meta.url).href;
/** Runs a program that asks other name servers than the machine; needs the rights of root. */
const WITH_NAME_SERVERS = ['unshare', '-m', 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"'];

export interface Measured {
  /** Longest time in which the event loop did nothing else. */
  readonly holdMs: number;
  /** Growth of the resident memory, at its peak. */
  readonly growthMib: number;
}

/** The built service, API and worker in one process, on a database that it knows by a host name. */
export class Target {
  private service: ServiceProcess | undefined;

  private constructor(
    readonly administration: Administration,
    readonly certificate: Certificate,
    /** True if the service asks a name server that is silent about most names. */
    readonly hasSilentNames: boolean,
    private readonly databaseUrl: string,
    private readonly settings: Readonly<Record<string, string>>,
    private readonly via: readonly string[],
  ) {}

  static async open(stage: Stage): Promise<Target> {
    const folder = await stage.use(mkdtemp(join(tmpdir(), 'wes-hostile-')), (path) =>
      rm(path, { recursive: true, force: true }),
    );
    const certificate = await loopbackCertificate();
    const [trusted, resolvers] = [join(folder, 'receivers.pem'), join(folder, 'resolv.conf')];
    await writeFile(trusted, certificate.cert);
    const names = await NameServer.start();
    if (names) {
      await stage.use(Promise.resolve(names), (server) => server.close());
      await writeFile(resolvers, `nameserver ${names.address}\n`);
    }
    const postgres = await stage.use(PostgresServer.start(), (server) => server.close());
    const database = await stage.use(openClient(postgres.url), (client) => client.end());
    const administration = new Administration(postgres.url, database, '', folder);
    const settings = {
      OPERATOR_COMPANY_ID: 'any',
      DOCS: 'off', // a checkout without the guide would build it meanwhile
      SECRETS_KEY: randomBytes(32).toString('base64'),
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1',
      NODE_EXTRA_CA_CERTS: trusted,
      NODE_OPTIONS: `--import ${PROBE}`,
    };
    const byName = postgres.url.replace('127.0.0.1', 'localhost');
    const via = names ? [...WITH_NAME_SERVERS, resolvers] : [];
    const target = new Target(administration, certificate, names !== undefined, byName, settings, via);
    await stage.use(Promise.resolve(), () => target.stop());
    return target;
  }

  get process(): ServiceProcess {
    if (!this.service) throw new Error('The service does not run.');
    return this.service;
  }

  get baseUrl(): string {
    return this.process.baseUrl;
  }

  /** Starts the service in place of the one that runs, if any. */
  async restart(settings: Readonly<Record<string, string>>): Promise<void> {
    await this.stop();
    this.service = await ServiceProcess.start({
      env: { ...this.settings, ...settings },
      databaseUrl: this.databaseUrl,
      via: this.via,
    });
  }

  async stop(): Promise<void> {
    if (this.service?.isRunning === true) await this.service.kill();
    this.service = undefined;
    await endServices();
  }

  /** Ends the connections of the service, as a failover does. */
  async endConnections(): Promise<void> {
    await this.administration.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
  }

  /** Resident memory of the service in MiB. */
  async residentMib(read: (path: string) => Promise<string>): Promise<number> {
    const status = await read(`/proc/${this.process.pid}/status`);
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
  }

  /** Collects garbage, measures what is done, and says how long the event loop was held at most. */
  async measure(work: () => Promise<void>): Promise<Measured> {
    const before = await this.probe('/begin');
    await work();
    const { holdMs, kibibytes } = await this.probe('/read');
    return { holdMs, growthMib: (kibibytes - before.kibibytes) / 1_024 };
  }

  private async probe(path: string): Promise<{ readonly holdMs: number; readonly kibibytes: number }> {
    const port = this.process.log.find(({ msg }) => msg === 'probe')!['port'] as number;
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return (await answer.json()) as { readonly holdMs: number; readonly kibibytes: number };
  }
}

/** A company with an admin and an integration that has every right. */
export interface HostileCompany {
  readonly id: string;
  readonly session: Readonly<Record<string, string>>;
  readonly apiKey: Readonly<Record<string, string>>;
}

export async function addHostileCompany(to: Administration, name: string): Promise<HostileCompany> {
  const id = await to.addCompany(name);
  const email = `${newId()}@example.com`;
  const { sessionId } = await to.addUser(id, 'ADMIN', { name: 'Admin', email });
  const key = await to.addApiKey(id);
  return {
    id,
    session: { SessionId: sessionId },
    apiKey: { serviceAPIKey: key, Authorization: `Bearer ${key}` },
  };
}
