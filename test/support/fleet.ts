import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { newId } from '../../src/shared-kernel/id.js';
import { ApiClient } from './api-client.js';
import { runSql } from './databases.js';
import { NO_RATE_LIMITS } from './environment.js';
import { eventually } from './eventually.js';
import { newSessionId } from './new-credential.js';

const BUILT = resolve(import.meta.dirname, '../../dist/src');
/** For several starts at once on a busy machine. */
const START_LIMIT_MS = 120_000;

/** The entry point of a process: everything, the API alone or a worker alone. */
export type Entry = 'main' | 'api' | 'worker';

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly tookMs: number;
}

interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly kind?: string;
  readonly baseUrl?: string;
  readonly metricsPort?: number;
}

/** One built process. */
export class Member {
  stdout = '';
  stderr = '';
  readonly exited: Promise<unknown>;

  constructor(
    readonly entry: Entry,
    private readonly child: ChildProcess,
  ) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.exited = once(child, 'close');
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Throws while the process does not listen. */
  get baseUrl(): string {
    const ready = this.log.find(({ msg }) => msg === 'ready');
    if (!ready?.baseUrl) throw new Error(`The process is not ready: ${this.stdout}${this.stderr}`);
    return ready.baseUrl.replace('localhost', '127.0.0.1');
  }

  /** Throws while the process serves no metrics. */
  get metricsUrl(): string {
    const port = this.log.find(({ metricsPort }) => metricsPort !== undefined)?.metricsPort;
    if (port === undefined) throw new Error(`The process serves no metrics: ${this.stdout}${this.stderr}`);
    return `http://127.0.0.1:${port}`;
  }

  get log(): LogLine[] {
    const whole = this.stdout.slice(0, this.stdout.lastIndexOf('\n') + 1).split('\n');
    return whole.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as LogLine);
  }

  async begins(): Promise<this> {
    await eventually(() => {
      if (!this.isRunning) throw new Error(`The process ended: ${this.stdout}${this.stderr}`);
      if (!this.log.some(({ msg }) => msg === 'ready' || msg === 'working'))
        throw new Error('It has not begun.');
    }, START_LIMIT_MS);
    return this;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Asks it to stop and waits until it has. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Exit> {
    const askedAt = performance.now();
    this.signal(signal);
    await this.exited;
    return { code: this.child.exitCode, signal: this.child.signalCode, tookMs: performance.now() - askedAt };
  }

  /** Ends it like a crash. */
  async kill(): Promise<void> {
    await this.stop('SIGKILL');
  }
}

/** Processes of one deployment: one database, one data folder, the same settings. */
export class Fleet {
  readonly members: Member[] = [];

  private constructor(
    readonly databaseUrl: string,
    /** Of all processes; removed at the end. */
    readonly dataDir: string,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  static async gather(databaseUrl: string, settings: Readonly<Record<string, string>>): Promise<Fleet> {
    return new Fleet(databaseUrl, await mkdtemp(join(tmpdir(), 'wes-fleet-')), settings);
  }

  /** Starts a process and waits for nothing. */
  launch(entry: Entry, settings: Readonly<Record<string, string>> = {}): Member {
    const child = spawn(process.execPath, [join(BUILT, `${entry}.js`)], {
      cwd: this.dataDir,
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        TMPDIR: this.dataDir, // what killed workers leave goes with it
        DATA_DIR: this.dataDir,
        DATABASE_URL: this.databaseUrl,
        DATABASE_POOL_SIZE: '6',
        LOG_FORMAT: 'json',
        ...NO_RATE_LIMITS,
        ...this.settings,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const member = new Member(entry, child);
    this.members.push(member);
    return member;
  }

  start(entry: Entry, settings?: Readonly<Record<string, string>>): Promise<Member> {
    return this.launch(entry, settings).begins();
  }

  running(entry: Entry): Member[] {
    return this.members.filter((member) => member.entry === entry && member.isRunning);
  }

  /** Kills the processes that run and removes the data folder. */
  async disband(): Promise<void> {
    await Promise.all(this.members.filter(({ isRunning }) => isRunning).map((member) => member.kill()));
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** A user with a session, written into the database like `wes` would. */
export interface Person {
  readonly companyId: string;
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
}

/** Adds a company of managers, each with a session of a day. */
export async function addManagers(databaseUrl: string, count: number): Promise<Person[]> {
  const companyId = newId();
  await runSql(databaseUrl, `INSERT INTO company (id, name, time_zone) VALUES ($1, 'Company', 'UTC')`, [
    companyId,
  ]);
  const people: Person[] = [];
  for (let number = 1; number <= count; number++) {
    const userId = newId();
    const { credential: sessionId, digest } = await newSessionId((text) => runSql(databaseUrl, text));
    const email = `manager-${number}@example.com`;
    await runSql(
      databaseUrl,
      `WITH person AS (
         INSERT INTO user_account (id, company_id, email, email_key, name, role, language)
         VALUES ($1, $2, $3, $3, $4, 'MANAGER', 'en')
       ), digest AS (
         INSERT INTO credential_digest (digest, company_id) VALUES ($6, $2)
       )
       INSERT INTO session (id, digest, company_id, user_id, expires_at)
       VALUES ($5, $6, $2, $1, now() + interval '1 day')`,
      [userId, companyId, email, `Manager ${number}`, newId(), digest],
    );
    people.push({ companyId, userId, email, sessionId });
  }
  return people;
}

export function clientOf(baseUrl: string, { sessionId }: Pick<Person, 'sessionId'>): ApiClient {
  return new ApiClient(baseUrl, { SessionId: sessionId });
}
