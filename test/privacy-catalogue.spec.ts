import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppModule } from '../src/app.module.js';
import { migrate } from '../src/platform/database/migrate.js';
import { jobKinds } from '../src/platform/jobs/job-handler.js';
import { AccessModule } from '../src/privacy/access/index.js';
import { ErasureModule } from '../src/privacy/erasure/index.js';
import { PERSONAL_PLACES, PERSONAL_TABLES } from '../src/privacy/processing/application/catalogue.js';
import { PersonalDataEraser, PersonalDataSource } from '../src/shared-kernel/personal-data.js';
import type { Owner } from '../src/shared-kernel/personal-tables.js';
import { emptyDatabase, runSql } from './support/databases.js';
import {
  IMPERSONAL_TABLES,
  IMPERSONAL_WRITERS,
  JOB_PAYLOADS,
  LOG_FIELDS,
  METRIC_LABELS,
  PERSONAL_WRITERS,
} from './support/impersonal-data.js';

const COLUMNS = `
  SELECT c.relname AS table, array_agg(a.attname::text ORDER BY a.attname) AS columns
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND a.attnum > 0 AND NOT a.attisdropped
  GROUP BY c.relname ORDER BY c.relname`;

/** The files of the service, by path. */
const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
  .map((name) => ({
    path: join('src', name).replaceAll('\\', '/'),
    text: readFileSync(join('src', name), 'utf8'),
  }));

type Providers = readonly { readonly prototype?: object; readonly name?: string }[];

/** The providers of a module that extend a port, by name. */
function providersOf<Port>(module: object, port: abstract new () => Port): Map<string, new () => Port> {
  const providers = Reflect.getMetadata('providers', module) as Providers;
  const classes = providers.filter(({ prototype }) => prototype instanceof port);
  return new Map(classes.map((each) => [each.name!, each as unknown as new () => Port]));
}

const SOURCE_CLASSES = providersOf(AccessModule, PersonalDataSource);
const ERASER_CLASSES = providersOf(ErasureModule, PersonalDataEraser);

const described = [...PERSONAL_TABLES, ...PERSONAL_PLACES];
const nameOf = (owner: Owner): string[] => ('by' in owner ? [owner.by] : []);
const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

describe('the catalogue of data about people', () => {
  it('has every column of every table, as personal or impersonal, once', async () => {
    const url = await emptyDatabase('catalogue');
    await migrate(url);
    const tables = await runSql<{ table: string; columns: string[] }>(url, COLUMNS);
    const personal = PERSONAL_TABLES.map(({ table, columns, impersonal }) => [
      table,
      [...Object.keys(columns), ...impersonal.split(' ')].sort(),
    ]);
    const known = new Map(personal as [string, string[]][]);
    expect(known.size).toBe(PERSONAL_TABLES.length);
    for (const { table, columns } of tables.filter((each) => !(each.table in IMPERSONAL_TABLES)))
      expect([table, known.get(table)]).toEqual([table, [...columns].sort()]);
    expect(sorted([...known.keys(), ...Object.keys(IMPERSONAL_TABLES)])).toEqual(
      tables.map(({ table }) => table),
    );
  });

  it('is what docs/personal-data.md shows', () => {
    const page = readFileSync('docs/personal-data.md', 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)` +\| `(\w+)` +\| (.*?) +\| (.*?) +\| (.*?) +\|$/gm)];
    const cellOf = (owner: Owner): string => ('by' in owner ? `\`${owner.by}\`` : '–');
    expect(rows.map((row) => row.slice(1))).toEqual(
      PERSONAL_TABLES.flatMap(({ table, columns, access, erasure }) =>
        Object.entries(columns).map(([column, holds]) => [
          table,
          column,
          holds,
          cellOf(access),
          cellOf(erasure),
        ]),
      ),
    );
  });

  it.each([
    ['eraser', ERASER_CLASSES, ({ erasure }: (typeof described)[0]) => erasure],
    ['source', SOURCE_CLASSES, ({ access }: (typeof described)[0]) => access],
  ])('has an %s for everything, or a reason', (_, classes, ownerOf) => {
    const owners = described.flatMap((each) => nameOf(ownerOf(each)));
    expect(owners.filter((name) => !classes.has(name))).toEqual([]);
    for (const each of described) {
      const owner = ownerOf(each);
      if ('none' in owner) expect(owner.none.length).toBeGreaterThan(20);
    }
  });

  it('has no table that an eraser changes and does not name, so that its statistics are made again', () => {
    const anything = [{}, { dataDir: '' }] as unknown as [];
    const tablesOf = new Map(
      [...ERASER_CLASSES].map(([name, Eraser]) => [name, new Eraser(...anything).tables]),
    );
    const owned = PERSONAL_TABLES.flatMap(({ table, erasure }) =>
      nameOf(erasure).map((name) => [name, table]),
    );
    for (const [name, table] of owned)
      expect([name, tablesOf.get(name!)]).toEqual([name, expect.arrayContaining([table])]);
    const known = [...PERSONAL_TABLES.map(({ table }) => table)];
    for (const table of [...tablesOf.values()].flat()) expect(known).toContain(table);
    // Their rows go with those of private plans.
    expect(tablesOf.get('PlanEraser')).toEqual(expect.arrayContaining(['plan_text', 'action_text']));
  });

  it('has every file of the service that writes files', () => {
    const writers = SOURCES.filter(({ text }) =>
      /\b(?:storage|files)\.put\(\s*[^)]|\bwriteFile(?:Sync)?\(|\bcreateWriteStream\(/.test(text),
    ).map(({ path }) => path);
    // They write by stores.
    const ports = [
      ...['access/application/access-work.ts', 'erasure/application/company-deletions.ts'],
      'erasure/application/erasure-starts.ts',
    ].map((path) => `src/privacy/${path}`);
    const known = Object.keys({ ...PERSONAL_WRITERS, ...IMPERSONAL_WRITERS });
    expect(sorted(writers.filter((path) => !ports.includes(path)))).toEqual(sorted(known));
    const folders = PERSONAL_PLACES.map(({ place }) => place).filter((place) => place.startsWith('files: '));
    expect(sorted(Object.values(PERSONAL_WRITERS))).toEqual(sorted(folders));
  });

  it('has the payloads of all kinds of jobs', () => {
    expect(AppModule).toBeDefined(); // declares all kinds
    const kinds = jobKinds().map(({ kind }) => kind);
    expect(Object.keys(JOB_PAYLOADS).sort()).toEqual([...kinds].sort());
  });

  it('has every property that is logged', () => {
    const fields = SOURCES.flatMap(({ text }) =>
      [
        ...text.matchAll(
          /\blog(?:ger)?(?:\.(?:trace|debug|info|warn|error|fatal)|\[\w+\])\(\s*\{([^]*?)\}\s*,/g,
        ),
      ].flatMap(([, object]) =>
        object!
          .replace(/\.\.\.\([^]*?\{([^]*?)\}\)?/g, '$1')
          .split(',')
          .map((part) => part.trim().split(':')[0]!.trim())
          .filter((name) => /^\w+$/.test(name)),
      ),
    );
    expect(sorted(fields).filter((name) => !(name in LOG_FIELDS))).toEqual([]);
    expect(sorted(fields).length).toBeGreaterThan(5);
  });

  it('has every label of metrics', () => {
    const labels = SOURCES.flatMap(({ text }) =>
      [...text.matchAll(/labelNames: \[([^\]]*)\]/g)].flatMap(([, names]) =>
        [...names!.matchAll(/'(\w+)'/g)].map(([, name]) => name!),
      ),
    );
    expect(sorted(labels)).toEqual(sorted(Object.keys(METRIC_LABELS)));
  });
});
