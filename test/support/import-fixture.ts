import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWes } from './loaded-program.js';
import type { WesResult } from './run-wes.js';
import { TestApp } from './test-app.js';

/** A service with a company per test, and files that the built program imports into it. */
export class ImportFixture {
  /** The company of the import. */
  companyId = '';
  private sequence = 0;

  private constructor(
    readonly app: TestApp,
    readonly folder: string,
    private readonly tables: readonly string[],
  ) {}

  /** @param tables - what belongs to {@link everything} of a company */
  static async open(tables: readonly string[]): Promise<ImportFixture> {
    return new ImportFixture(await TestApp.start(), await mkdtemp(join(tmpdir(), 'wes-import-')), tables);
  }

  async close(): Promise<void> {
    await this.app.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Continues with a new company. */
  async newCompany(): Promise<void> {
    this.companyId = await this.app.company();
  }

  /** Writes a file. @returns its path */
  async file(name: string, content: string | Buffer): Promise<string> {
    const path = join(this.folder, `${++this.sequence}-${name}`);
    await writeFile(path, content);
    return path;
  }

  document(content: unknown): Promise<string> {
    return this.file('document.json', JSON.stringify(content));
  }

  lines(...records: readonly unknown[]): Promise<string> {
    return this.file('records.ndjson', records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  }

  import(path: string, ...options: readonly string[]): Promise<WesResult> {
    return runWes(['import', '--company', this.companyId, path, ...options], {
      DATABASE_URL: this.app.databaseUrl,
    });
  }

  /** All rows of the company, table by table. */
  everything(): Promise<unknown[][]> {
    return Promise.all(
      this.tables.map((table) =>
        this.app.sql(`SELECT t::text FROM ${table} t WHERE company_id = $1 ORDER BY 1`, [this.companyId]),
      ),
    );
  }

  /** Expects that a file is refused with one issue, and that nothing is written. */
  async expectRefusal(path: string, named: string | RegExp, ...options: readonly string[]): Promise<void> {
    const before = await this.everything();
    const { exitCode, stdout, stderr } = await this.import(path, ...options);
    expect(stderr.trimEnd().split('\n')).toEqual([
      'Nothing was imported, because of one issue:',
      typeof named === 'string' ? named : expect.stringMatching(named),
    ]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(await this.everything()).toEqual(before);
  }
}
