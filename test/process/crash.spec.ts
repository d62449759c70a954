import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/index.js';
import { minimalTemplate, TEMPLATES } from '../support/builders/template.js';
import { runSql } from '../support/databases.js';
import { demoDataDir } from '../support/demo-folder.js';
import { eventually } from '../support/eventually.js';
import { endServices, hasPostmasterFile, newDataDir, ServiceProcess } from '../support/service-process.js';

const WRITES = 50;
const WRITERS = 5;
/** For two starts, one of which creates the database, on a busy machine. */
const START_LIMIT_MS = 180_000;

afterEach(endServices);

/** Creates templates from several clients at once; each goes on until there are enough or its connection breaks. */
class Writing {
  readonly attempted: string[] = [];
  readonly acknowledged: string[] = [];
  readonly statuses = new Set<number>();
  readonly done: Promise<unknown>;

  constructor(private readonly service: ServiceProcess) {
    this.done = Promise.allSettled(Array.from({ length: WRITERS }, () => this.write()));
  }

  private async write(): Promise<void> {
    const admin = this.service.as();
    while (this.attempted.length < WRITES) {
      const template = minimalTemplate();
      const key = template['key'] as string;
      this.attempted.push(key);
      const { status } = await admin.post(TEMPLATES, template);
      this.statuses.add(status);
      if (status === 200) this.acknowledged.push(key);
    }
  }

  async hasAcknowledged(count: number): Promise<void> {
    await eventually(() => expect(this.acknowledged.length).toBeGreaterThanOrEqual(count));
  }
}

async function keysOf(service: ServiceProcess): Promise<string[]> {
  const { status, body } = await service.as().get(`${TEMPLATES}/all`);
  expect(status).toBe(200);
  return (body as { key: string }[]).map(({ key }) => key);
}

async function killDatabaseServer(dataDir: string): Promise<void> {
  const file = await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8');
  process.kill(Number.parseInt(file, 10), 'SIGKILL');
}

/**
 * Runs statements on the embedded database of a folder.
 * @returns the rows of each
 */
async function onEmbedded(dataDir: string, ...statements: string[]): Promise<Record<string, unknown>[][]> {
  const embedded = await EmbeddedPostgres.open({ directory: join(dataDir, 'postgres'), role: 'command' });
  try {
    const results = [];
    for (const statement of statements) results.push(await runSql(embedded.url, statement));
    return results;
  } finally {
    await embedded.close();
  }
}

describe('a crash in the middle of writes', () => {
  it.each([
    { crashed: 'the service', withServer: false },
    { crashed: 'the service and its database server', withServer: true },
  ])(
    'of $crashed loses no write that was acknowledged',
    async ({ withServer }) => {
      const dataDir = await demoDataDir();
      const first = await ServiceProcess.start({ dataDir });
      const writing = new Writing(first);
      await writing.hasAcknowledged(15);
      await first.kill();
      if (withServer) await killDatabaseServer(dataDir);
      await writing.done;
      expect(writing.attempted.length).toBeGreaterThan(writing.acknowledged.length);

      const second = await ServiceProcess.start({ dataDir });
      const kept = await keysOf(second);
      expect(kept).toEqual(expect.arrayContaining(writing.acknowledged));
      // A write without an answer is stored as a whole or not at all, and its key is taken or free accordingly.
      for (const key of writing.attempted) {
        const { status } = await second.as().post(TEMPLATES, minimalTemplate({ key }));
        expect({ key, status }).toEqual({ key, status: kept.includes(key) ? 412 : 200 });
      }
      expect(await second.stop()).toEqual({ code: 0, signal: null });
      expect(hasPostmasterFile(dataDir)).toBe(false);
    },
    START_LIMIT_MS,
  );

  it(
    'of the database server ends the service with advice, and the next start has every acknowledged write',
    async () => {
      const dataDir = await demoDataDir();
      const first = await ServiceProcess.start({ dataDir });
      const writing = new Writing(first);
      await writing.hasAcknowledged(15);
      await killDatabaseServer(dataDir);
      expect(await first.exited).toEqual({ code: 1, signal: null });
      await writing.done;
      expect([...writing.statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
      expect(first.complaints).toEqual([expect.stringMatching(/database in .* is lost: start again/)]);

      const second = await ServiceProcess.start({ dataDir });
      expect(await keysOf(second)).toEqual(expect.arrayContaining(writing.acknowledged));
      expect(await second.stop()).toEqual({ code: 0, signal: null });
      expect(hasPostmasterFile(dataDir)).toBe(false);
    },
    START_LIMIT_MS,
  );
});

describe('a crash in the middle of the first start', () => {
  it.each(['creating the database', 'started the database server', 'ready'])(
    'at "%s" leaves nothing that the next start cannot use',
    async (moment) => {
      const dataDir = await newDataDir();
      const first = await ServiceProcess.spawn({ dataDir });
      await eventually(() => expect(first.stdout).toContain(moment), 20_000);
      await first.kill();

      const second = await ServiceProcess.start({ dataDir });
      expect(second.demo()).toHaveLength(2);
      expect((await keysOf(second)).length).toBeGreaterThan(10);
    },
    START_LIMIT_MS,
  );

  it(
    'with half of the demo data is made good by the next start',
    async () => {
      const dataDir = await demoDataDir();
      const [companies, templates] = await onEmbedded(
        dataDir,
        'SELECT name FROM company ORDER BY id',
        'SELECT key FROM announcement_template',
        'TRUNCATE credential_digest, session, api_key, announcement_template',
        'DELETE FROM company WHERE id = (SELECT max(id) FROM company)',
      );

      expect(companies).toHaveLength(2);
      expect(templates!.length).toBeGreaterThan(10);

      const service = await ServiceProcess.start({ dataDir });
      expect(service.demo().map(({ company }) => company)).toEqual(companies!.map(({ name }) => name));
      expect((await keysOf(service)).toSorted()).toEqual(templates!.map(({ key }) => key).toSorted());
    },
    START_LIMIT_MS,
  );
});
