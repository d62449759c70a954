import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/index.js';
import { minimalTemplate, TEMPLATES } from '../support/builders/template.js';
import { runSql } from '../support/databases.js';
import { endServices, newDataDir, ServiceProcess, type DemoAccess } from '../support/service-process.js';

interface Template {
  readonly id: string;
  readonly key: string;
  readonly title: { readonly langValues?: object };
  readonly category?: string;
  readonly order?: number;
  readonly enabled: boolean;
  readonly placeholders: readonly string[];
}

let first: ServiceProcess;
let second: ServiceProcess;

/** Statuses of some requests to each demo company with the given credentials. */
async function statuses(service: ServiceProcess, access: readonly DemoAccess[]): Promise<number[][]> {
  return Promise.all(
    access.map(async ({ admin, manager }) => {
      const answers = [
        await service.as(admin).get(`${TEMPLATES}/all`),
        await service.as(manager).get(TEMPLATES),
        await service.as(manager).get(`${TEMPLATES}/all`),
      ];
      return answers.map(({ status }) => status);
    }),
  );
}

async function catalogue(service: ServiceProcess): Promise<Template[]> {
  return (await service.as().get(`${TEMPLATES}/all`)).body as Template[];
}

/** True for each API key that is neither revoked nor expired, by the database. */
async function keysInForce(dataDir: string, access: readonly DemoAccess[]): Promise<boolean[]> {
  const database = await EmbeddedPostgres.open({ directory: join(dataDir, 'postgres'), role: 'command' });
  try {
    const digests = access.map(({ apiKey }) => createHash('sha256').update(apiKey).digest());
    const rows = await runSql<{ inForce: boolean }>(
      database.url,
      `SELECT coalesce(bool_and(k.revoked_at IS NULL AND k.expires_at > now()), false) AS "inForce"
       FROM unnest($1::bytea[]) WITH ORDINALITY d(digest, position) LEFT JOIN api_key k USING (digest)
       GROUP BY position ORDER BY position`,
      [digests],
    );
    return rows.map(({ inForce }) => inForce);
  } finally {
    await database.close();
  }
}

describe('the first start', () => {
  beforeAll(async () => {
    first = await ServiceProcess.start({ dataDir: await newDataDir() });
  });

  it('prints the address of the service, and an admin, a manager and a key of two companies', async () => {
    const address = `http://localhost:${first.port}`;
    expect(first.stdout).toMatch(new RegExp(`│ Base URL +${address} +│\\n│ Swagger +${address}/docs +│`));
    expect(first.demo().map(({ company }) => company)).toEqual(['Aurora Hotels', 'Northwind Logistics']);
    const docs = await fetch(`${first.baseUrl}/docs`);
    expect(docs.status).toBe(200);
    expect(first.stderr).toBe('');
  });

  it('hands out credentials that work, each with the rights of its owner', async () => {
    expect(await statuses(first, first.demo())).toEqual([
      [200, 200, 403],
      [200, 200, 403],
    ]);
    expect(await keysInForce(first.dataDir, first.demo())).toEqual([true, true]);
  });

  it('fills the catalogue with something of everything, in several languages', async () => {
    const templates = await catalogue(first);
    const those = (test: (template: Template) => unknown): number => templates.filter(test).length;
    expect(templates.length).toBeGreaterThanOrEqual(20);
    expect(those(({ enabled }) => !enabled)).toBeGreaterThanOrEqual(3);
    expect(those(({ order }) => order !== undefined)).toBeGreaterThanOrEqual(20);
    expect(those(({ placeholders }) => placeholders.length > 0)).toBeGreaterThanOrEqual(15);
    expect(those(({ title }) => Object.keys(title.langValues ?? {}).length < 5)).toBe(0);
    expect(new Set(templates.map(({ category }) => category)).size).toBeGreaterThanOrEqual(5);
  });
});

describe('the second start', () => {
  let edited: Template;
  let removed: Template;

  beforeAll(async () => {
    const [changed, unwanted] = await catalogue(first);
    removed = unwanted!;
    const content = { ...changed, title: { defaultValue: 'Edited' } };
    edited = (await first.as().put(`${TEMPLATES}/${changed!.id}`, content)).body as Template;
    await first.as().delete(`${TEMPLATES}/${removed.id}`);
    await first.as().post(TEMPLATES, minimalTemplate({ key: 'mine' }));
    await first.stop();
    second = await ServiceProcess.start({ dataDir: first.dataDir });
  });

  afterAll(endServices);

  it('issues fresh credentials for the same companies and ends the old ones', async () => {
    expect(second.demo().map(({ company }) => company)).toEqual(first.demo().map(({ company }) => company));
    expect(await statuses(second, second.demo())).toEqual([
      [200, 200, 403],
      [200, 200, 403],
    ]);
    expect(await statuses(second, first.demo())).toEqual([
      [401, 401, 401],
      [401, 401, 401],
    ]);
    const access = [...first.demo(), ...second.demo()];
    expect(await keysInForce(second.dataDir, access)).toEqual([false, false, true, true]);
  });

  it('keeps what an admin has made of the catalogue', async () => {
    const templates = await catalogue(second);
    expect(templates).toContainEqual(edited);
    const keys = templates.map(({ key }) => key);
    expect(keys).toContain('mine');
    expect(keys).not.toContain(removed.key);
  });
});
