import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { newSessionId } from './new-credential.js';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/index.js';
import type { Role } from '../../src/shared-kernel/actor.js';
import { newId } from '../../src/shared-kernel/id.js';
import { ApiClient } from './api-client.js';
import { runSql } from './databases.js';
import { NO_RATE_LIMITS } from './environment.js';
import { eventually } from './eventually.js';

const MAIN = resolve(import.meta.dirname, '../../dist/src/main.js');
/** For ten starts at once on a busy machine. */
const START_LIMIT_MS = 120_000;

export interface ServiceOptions {
  /** Settings, as in the environment. Nothing is inherited from the shell but what finds programs. */
  readonly env?: Readonly<Record<string, string>>;
  /** Without one, the embedded database below `dataDir` is used. */
  readonly databaseUrl?: string;
  /** A new folder unless given; it need not exist. */
  readonly dataDir?: string;
  /** A program with its arguments that becomes the service, which follows as further arguments. */
  readonly via?: readonly string[];
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Credentials of one company, as the welcome box prints them. */
export interface DemoAccess {
  readonly company: string;
  readonly admin: string;
  readonly manager: string;
  readonly apiKey: string;
}

export interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly [member: string]: unknown;
}

const started = new Set<ServiceProcess>();
const folders = new Set<string>();

/** A path for a DATA_DIR that does not exist yet, in a folder that {@link endServices} removes. */
export async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wes-process-'));
  folders.add(folder);
  await chmod(folder, 0o755); // the account that root lends the database server passes through
  return join(folder, 'data');
}

/** Kills the services that a test left behind, stops the database servers that outlived them, removes the folders. */
export async function endServices(): Promise<void> {
  await Promise.all([...started].map((service) => service.kill()));
  started.clear();
  for (const folder of folders) {
    await stopEmbedded(join(folder, 'data'));
    // A killed first start leaves a child that goes on making files for a moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
  folders.clear();
}

/** True if a database server runs, or was killed, on a data folder. */
export function hasPostmasterFile(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'));
}

async function stopEmbedded(dataDir: string): Promise<void> {
  if (!hasPostmasterFile(dataDir)) return;
  await (await EmbeddedPostgres.open({ directory: join(dataDir, 'postgres'), role: 'command' })).close();
}

/** The environment of a service on a data folder: nothing is inherited from the shell but what finds programs. */
export function environmentFor(dataDir: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_FORMAT: 'json',
    ...NO_RATE_LIMITS,
  };
}

/** The built service in a process of its own, outside of the checkout. */
export class ServiceProcess {
  /** Everything that was printed so far. */
  stdout = '';
  stderr = '';
  /** When the process was spawned, on the clock of `performance.now()`. */
  readonly spawnedAt = performance.now();
  readonly exited: Promise<Exit>;

  private constructor(
    private readonly child: ChildProcess,
    readonly dataDir: string,
  ) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.exited = once(child, 'close').then(([code, signal]) => ({ code, signal }));
    started.add(this);
  }

  /** Starts the service and waits until it is ready and, with demo data, has printed the credentials. */
  static async start(options: ServiceOptions = {}): Promise<ServiceProcess> {
    const service = await ServiceProcess.spawn(options);
    await service.becomesReady();
    if (options.databaseUrl === undefined) await eventually(() => service.demo(), START_LIMIT_MS);
    return service;
  }

  /** Starts the service and waits for nothing. */
  static async spawn({
    env = {},
    databaseUrl,
    dataDir,
    via = [],
  }: ServiceOptions = {}): Promise<ServiceProcess> {
    const folder = dataDir ?? (await newDataDir());
    const command: string[] = [...via, process.execPath, MAIN];
    const program = command[0] ?? process.execPath;
    const args = command.slice(1);
    const child = spawn(program, args, {
      cwd: dirname(folder), // no `.env` of a developer
      env: {
        ...environmentFor(folder),
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new ServiceProcess(child, folder);
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** Throws while the service does not listen. */
  get baseUrl(): string {
    const ready = this.log.find(({ msg }) => msg === 'ready');
    if (!ready) throw new Error(`The service is not ready: ${this.stdout}${this.stderr}`);
    // "localhost" may cost a look-up, and mean an address that the service does not listen on.
    return (ready['baseUrl'] as string).replace('localhost', '127.0.0.1');
  }

  get port(): number {
    return Number(new URL(this.baseUrl).port);
  }

  /** The structured lines that were printed so far. */
  get log(): LogLine[] {
    const whole = this.stdout.slice(0, this.stdout.lastIndexOf('\n') + 1).split('\n');
    return whole.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as LogLine);
  }

  /** Lines of standard error. */
  get complaints(): string[] {
    return this.stderr.split('\n').filter((line) => line !== '');
  }

  /** Waits until `/health/ready` answers 200, or fails at once when the process ends. */
  async becomesReady(): Promise<void> {
    const ended = this.exited.then(({ code, signal }) => {
      throw new Error(
        `The service ended (${signal ?? code}) before it was ready: ${this.stdout}${this.stderr}`,
      );
    });
    const ready = eventually(async () => {
      const { status } = await fetch(`${this.baseUrl}/health/ready`);
      if (status !== 200) throw new Error(`The service is not ready: ${status}`);
    }, START_LIMIT_MS);
    await Promise.race([ready, ended]);
  }

  /** The credentials in the welcome box. Throws while there is none. */
  demo(): DemoAccess[] {
    const box = /╭[^]*╯/.exec(this.stdout)?.[0];
    if (box === undefined) throw new Error(`There is no welcome box: ${this.stdout}`);
    const companies = box.matchAll(
      /│ (.+) \(company [0-9a-f]{24}\)[^]+?admin +(\S+)[^]+?manager +(\S+)[^]+?serviceAPIKey +(\S+)/g,
    );
    return [...companies].map(([, company, admin, manager, apiKey]) => ({
      ...{ company: company!, admin: admin!, manager: manager!, apiKey: apiKey! },
    }));
  }

  /** A caller with the credentials given, by default an admin of the first demo company. */
  as(sessionId = this.demo()[0]!.admin): ApiClient {
    return new ApiClient(this.baseUrl, { SessionId: sessionId });
  }

  /** A caller without a credential. */
  anonymous(): ApiClient {
    return new ApiClient(this.baseUrl);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Asks the service to stop and waits until it has. */
  async stop(): Promise<Exit> {
    this.signal('SIGTERM');
    return this.exited;
  }

  /** Kills the process, like a crash. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.exited;
  }
}

/** Someone with a session, written into the database like `wes` would. */
export interface Person {
  readonly companyId: string;
  readonly userId: string;
  readonly sessionId: string;
}

/** Adds a company with one user who has a session of one hour. */
export async function addPerson(databaseUrl: string, role: Role): Promise<Person> {
  const [companyId, userId] = [newId(), newId()];
  const { credential: sessionId, digest } = await newSessionId((text) => runSql(databaseUrl, text));
  await runSql(databaseUrl, `INSERT INTO company (id, name, time_zone) VALUES ($1, 'Company', 'UTC')`, [
    companyId,
  ]);
  await runSql(
    databaseUrl,
    `INSERT INTO user_account (id, company_id, email, email_key, name, role, language)
     VALUES ($1, $2, $3, $3, 'User', $4, 'en')`,
    [userId, companyId, `${userId}@example.com`, role],
  );
  await runSql(
    databaseUrl,
    `WITH digest AS (INSERT INTO credential_digest (digest, company_id) VALUES ($2, $3))
     INSERT INTO session (id, digest, company_id, user_id, expires_at)
     VALUES ($1, $2, $3, $4, now() + interval '1 hour')`,
    [newId(), digest, companyId, userId],
  );
  return { companyId, userId, sessionId };
}
