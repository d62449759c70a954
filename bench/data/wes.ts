import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { WEEKDAYS } from '../../src/shared-kernel/local-days.js';
import type { Service } from '../harness/service-process.js';

const WES = fileURLToPath(new URL('../../dist/src/wes.js', import.meta.url));

/** Prints the highest resident memory of the process that loads it, in KiB, as its last line on standard error. */
const MEMORY_PROBE =
  'data:text/javascript,process.on("exit",()=>process.stderr.write(`${process.resourceUsage().maxRSS}\\n`))';

export interface Company {
  readonly companyId: string;
  readonly userId: string;
  /** Headers of a session of an ADMIN. */
  readonly session: { readonly SessionId: string };
  /** Headers of an integration. */
  readonly apiKey: { readonly serviceAPIKey: string };
}

export interface ImportCost {
  readonly ms: number;
  /** MiB: the highest resident memory of the process. */
  readonly peakMemory: number;
}

/** Creates a company with a user, a session and an API key, as an operator does. */
export async function createCompany(service: Service): Promise<Company> {
  const { id: companyId } = await json<{ id: string }>(
    service,
    'company create --name Bench --time-zone Europe/Madrid --allow-same-name',
  );
  const { id: userId } = await json<{ id: string }>(
    service,
    `user create --company ${companyId} --email ${companyId}@example.com --name Bench --role ADMIN --language en`,
  );
  const { sessionId } = await json<{ sessionId: string }>(
    service,
    `session issue --user ${userId} --ttl 12h`,
  );
  const { key } = await json<{ key: string }>(
    service,
    `api-key issue --company ${companyId} --name Bench --ttl 1d`,
  );
  return { companyId, userId, session: { SessionId: sessionId }, apiKey: { serviceAPIKey: key } };
}

/** Issues an API key with a scope that others do not have. */
export async function issueKey(service: Service, companyId: string, scope: string): Promise<string> {
  const command = `api-key issue --company ${companyId} --name Bench --ttl 1d --scopes ${scope}`;
  return (await json<{ key: string }>(service, command)).key;
}

/** Turns reminders on, at midnight of every day. */
export async function setReminders(service: Service, companyId: string): Promise<void> {
  const weekdays = WEEKDAYS.join(',');
  await json(service, `company set --company ${companyId} --reminders on --hour 0 --weekdays ${weekdays}`);
}

/** People are erased two years after they have left. */
export async function setLeaverRetention(service: Service, companyId: string): Promise<void> {
  await json(service, `company set --company ${companyId} --leavers-months 24`);
}

/** The users of a company sign in by a provider. */
export async function setProvider(
  service: Service,
  companyId: string,
  { issuer, clientId }: { readonly issuer: string; readonly clientId: string },
): Promise<void> {
  const provider = `--sign-in-issuer ${issuer} --sign-in-clients ${clientId}`;
  await json(service, `company set --company ${companyId} ${provider}`);
}

/** Imports lists of records by `wes import` from a JSON document. */
export async function importDocument(
  service: Service,
  companyId: string,
  document: Readonly<Record<string, readonly object[]>>,
): Promise<ImportCost> {
  return withFile('records.json', async (path) => {
    await writeFile(path, JSON.stringify(document));
    return importFile(service, companyId, path);
  });
}

/** Imports records by `wes import` from NDJSON. */
export async function importLines(
  service: Service,
  companyId: string,
  type: string,
  records: Iterable<object>,
): Promise<ImportCost> {
  function* lines(): Generator<string> {
    for (const record of records) yield `${JSON.stringify({ type, ...record })}\n`;
  }
  return withFile('records.ndjson', async (path) => {
    await pipeline(Readable.from(lines()), createWriteStream(path));
    return importFile(service, companyId, path);
  });
}

async function withFile<T>(name: string, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'wes-bench-'));
  try {
    return await work(join(folder, name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function importFile(service: Service, companyId: string, path: string): Promise<ImportCost> {
  const startedAt = performance.now();
  const { stderr } = await run(service, ['import', '--company', companyId, path]);
  const ms = performance.now() - startedAt;
  return { ms, peakMemory: Number(stderr.trim().split('\n').at(-1)) / 1_024 };
}

async function json<T>(service: Service, command: string): Promise<T> {
  return JSON.parse((await run(service, [...command.split(' '), '--json'])).stdout) as T;
}

async function run(
  { databaseUrl }: Service,
  args: readonly string[],
): Promise<{ stdout: string; stderr: string }> {
  const wes = spawn(process.execPath, ['--import', MEMORY_PROBE, WES, ...args], {
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
    cwd: tmpdir(), // has no `.env`
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  wes.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  wes.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [status] = (await once(wes, 'close')) as [number | null];
  if (status !== 0) throw new Error(`wes ${args[0]} ended with ${status}: ${stderr}`);
  return { stdout, stderr };
}
