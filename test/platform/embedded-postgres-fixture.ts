import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, type QueryResultRow } from 'pg';
import {
  EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '../../src/platform/database/embedded/index.js';
import { eventually } from '../support/eventually.js';

export const PROJECT = resolve(import.meta.dirname, '../..');
export const HOLDER = 'test/platform/embedded-postgres-holder.js';
export const NOBODY = { uid: 65534, gid: 65534 };

/** Not an account that root may lend the server: that is `postgres`, or `nobody` where there is none. */
export const STRANGER = { uid: 65533, gid: 65533 };

/** Durability costs half the time of a test, and no test crashes the machine. */
const FAST = { fsync: 'off' };

/** The report of a child process that tried to open the database. */
export interface Report {
  readonly url?: string;
  readonly name?: string;
  readonly message?: string;
  readonly events: string[];
}

export class Holder {
  constructor(
    readonly process: ChildProcess,
    readonly report: Promise<Report>,
  ) {}

  async url(): Promise<string> {
    const report = await this.report;
    if (!report.url) throw new Error(`not opened: ${report.message}`);
    return report.url;
  }

  async close(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const exit = once(this.process, 'exit');
    this.process.stdin?.end();
    await exit;
  }

  async kill(): Promise<void> {
    const exit = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await exit;
  }

  /** Sends the signal to every process of the group, as a terminal does on Ctrl-C. */
  async interruptGroup(): Promise<void> {
    const exit = once(this.process, 'exit');
    process.kill(-this.process.pid!, 'SIGINT');
    await exit;
  }
}

/** A folder for one test, whose databases and processes are gone afterwards. */
export class Playground {
  readonly folder = mkdtempSync(join(tmpdir(), 'wes-embedded-'));
  private readonly opened: EmbeddedPostgres[] = [];
  private readonly holders: Holder[] = [];

  static async create(): Promise<Playground> {
    const playground = new Playground();
    await chmod(playground.folder, 0o755); // the account that root lends the server passes through
    return playground;
  }

  /** Copies the database of another playground, in a tenth of the time of a creation. */
  async copyFrom({ directory }: Playground): Promise<void> {
    await mkdir(dirname(this.directory));
    execFileSync('cp', ['-a', directory, this.directory]); // with the owner
    await rm(join(this.directory, 'data', 'postmaster.opts')); // has the port of the original
  }

  get directory(): string {
    return join(this.folder, 'data', 'postgres');
  }

  async open(
    role: EmbeddedPostgresOptions['role'],
    options: Partial<EmbeddedPostgresOptions> = {},
  ): Promise<EmbeddedPostgres> {
    const { directory } = this;
    const database = await EmbeddedPostgres.open({ directory, role, settings: FAST, ...options });
    this.opened.push(database);
    return database;
  }

  /** Opens the database in a process of its own. */
  hold(
    role: EmbeddedPostgresOptions['role'],
    options: { identity?: { uid: number; gid: number }; project?: string; directory?: string } = {},
  ): Holder {
    const { identity = {}, project = PROJECT, directory = this.directory } = options;
    const child = spawn(
      process.execPath,
      [join(project, HOLDER), JSON.stringify({ directory, role, settings: FAST })],
      { cwd: project, stdio: ['pipe', 'pipe', 'inherit'], detached: true, ...identity },
    );
    const holder = new Holder(child, firstReport(child));
    this.holders.push(holder);
    return holder;
  }

  async postmasterPid(): Promise<number> {
    return Number.parseInt(await readFile(join(this.directory, 'data', 'postmaster.pid'), 'utf8'), 10);
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.opened, ...this.holders].map((user) => user.close()));
  }

  /** Closes what the test left open, and fails when a server of this folder remains. */
  async dispose(): Promise<void> {
    try {
      await this.closeAll();
      await eventually(() => expect(this.remainingServers()).toEqual([]));
    } finally {
      for (const pid of this.remainingServers()) process.kill(pid, 'SIGKILL');
      await rm(this.folder, { recursive: true, force: true });
    }
  }

  /** Process ids of the servers below this folder. */
  remainingServers(): number[] {
    const files = readdirSync(this.folder, { recursive: true, encoding: 'utf8' });
    return files
      .filter((file) => file.endsWith('postmaster.pid'))
      .map((file) => Number.parseInt(readFileSync(join(this.folder, file), 'utf8'), 10))
      .filter(isAlive);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export async function query<Row extends QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function firstReport(child: ChildProcess): Promise<Report> {
  if (!child.stdout) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as Report;
  return { message: 'ended without a report', events: [] };
}
