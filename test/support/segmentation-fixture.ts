import type { Type } from '@nestjs/common';
import type {
  ImportCounts,
  RecordImporter,
  ReplacementCounts,
} from '../../src/shared-kernel/record-importer.js';
import type { ApiClient } from './api-client.js';
import { issuesOf } from './issues.js';
import { TestApp } from './test-app.js';

/** A service with a company per test, into which one part of a segmentation is imported. */
export class SegmentationFixture {
  /** The company of the import. */
  companyId = '';
  /** Reads segmentation. */
  client!: ApiClient;

  private constructor(
    readonly app: TestApp,
    private readonly importer: Type<RecordImporter>,
    private readonly table: string,
  ) {}

  /** @param table - where the importer keeps its records */
  static async open(importer: Type<RecordImporter>, table: string): Promise<SegmentationFixture> {
    return new SegmentationFixture(await TestApp.start(), importer, table);
  }

  close(): Promise<void> {
    return this.app.stop();
  }

  /** Continues with a new company. */
  async newCompany(): Promise<void> {
    this.companyId = await this.app.company();
    this.client = await this.app.integration(['segmentation:read'], this.companyId);
  }

  put(records: readonly unknown[], into = this.companyId): Promise<ImportCounts> {
    return this.app.app.get(this.importer).import(into, records);
  }

  /** Imports records, and removes all others. */
  async replace(records: readonly unknown[]): Promise<ReplacementCounts> {
    const importer = this.app.app.get(this.importer);
    return importer.replaceAll!(this.companyId, importer.read(this.companyId, records));
  }

  /** Path and code of every validation error of the records. */
  issues(...records: readonly unknown[]): ReturnType<typeof issuesOf> {
    return issuesOf(this.put(records));
  }

  /** All that is stored, with the transaction that wrote it. */
  async everything(): Promise<unknown[]> {
    return [
      await this.app.sql(`SELECT *, xmin FROM ${this.table} ORDER BY id`),
      await this.app.sql('SELECT *, xmin FROM segmentation ORDER BY company_id'),
    ];
  }
}
