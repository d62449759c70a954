import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { IdentityQueries } from '../identity/index.js';
import { operatorOf } from '../shared-kernel/actor.js';
import { AuditTrail } from '../shared-kernel/audit-trail.js';
import { TableStatistics } from '../platform/database/table-statistics.js';
import { DomainError } from '../shared-kernel/domain-error.js';
import { ImportRefused } from '../shared-kernel/import-refused.js';
import type { ImportCounts, RecordImporter, ReplacementCounts } from '../shared-kernel/record-importer.js';
import type { Transaction } from '../shared-kernel/transaction.js';
import { UnitOfWork } from '../shared-kernel/unit-of-work.js';
import { EmployeesQueries } from '../workforce/index.js';
import { IMPORT_KINDS, REFERRED_TO, type ImportKind } from './import-kinds.js';
import type { ImportSource, RecordBatch } from './import-source.js';

/** Records that are validated before the event loop runs other work, such as the next statement: 2 ms. */
const READ_AT_ONCE = 50;

/** Places of suppressed records of a list that are kept. */
const KEPT_PLACES = 1_000;

/** Records that name people who were erased: nothing is done with them. */
export interface SuppressedRecords {
  readonly count: number;
  /** The first ones, like `employees[3]` or `line 4`; nothing else about them is kept. */
  readonly places: readonly string[];
}

/** Counts of the records of a list. It names removed records if the list was pruned. */
export interface ListReport
  extends Omit<ImportCounts, 'suppressed'>, Partial<Pick<ReplacementCounts, 'removed'>> {
  /** Absent where there are none. */
  readonly suppressed?: SuppressedRecords;
}

/** Reports of each list that the file has, by the list's name. */
export type ImportReport = Readonly<Record<string, ListReport>>;

export interface ImportOptions {
  /** Do everything and roll back. */
  readonly isDryRun?: boolean;
  /** Remove records that the file does not name, of its lists whose importers can. */
  readonly isPruning?: boolean;
  /** Name of the file, for the audit trail. */
  readonly fileName?: string | undefined;
  /**
   * Called with the share of the work that is done, from 0 to 1. Some kinds of records are written while the file is
   * read, and the others after that.
   */
  readonly onProgress?: (phase: 'reading' | 'writing', progress: number) => void;
  /** Called with the tables whose statistics are out of date, if the role of the database may not analyse them. */
  readonly onNotAnalyzed?: (tables: readonly string[]) => void;
}

/** Rolls back a dry run. */
class DryRun extends Error {
  constructor(readonly report: ImportReport) {
    super('dry run');
  }
}

/** Imports files into a company, each as a whole or not at all. */
@Injectable()
export class ImportService {
  constructor(
    private readonly modules: ModuleRef,
    private readonly identity: IdentityQueries,
    private readonly employees: EmployeesQueries,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly statistics: TableStatistics,
  ) {}

  /**
   * @throws {CompanyNotFound}
   * @throws {ImportRefused} with each violation and its place in the file
   */
  async run(companyId: string, source: ImportSource, options: ImportOptions = {}): Promise<ImportReport> {
    const { isDryRun = false, isPruning = false, fileName, onProgress = () => undefined } = options;
    await this.identity.checkCompany(companyId);
    try {
      const { report, outdated } = await this.unitOfWork.run(async (transaction) => {
        const work = this.importAll(companyId, source, transaction, { isPruning, onProgress });
        const report = await this.statistics.keepDuring(transaction, work);
        if (isDryRun) throw new DryRun(report);
        await this.record(companyId, report, { fileName, isPruning }, transaction);
        return { report, outdated: await this.statistics.outdatedBy(transaction) };
      });
      const failed = await this.statistics.analyze(outdated);
      if (failed.length > 0) options.onNotAnalyzed?.(failed);
      return report;
    } catch (error) {
      if (error instanceof DryRun) return error.report;
      throw error;
    }
  }

  /** One record for the whole import, unless it changed nothing. */
  private async record(
    companyId: string,
    report: ImportReport,
    { fileName, isPruning }: Pick<ImportOptions, 'fileName' | 'isPruning'>,
    transaction: Transaction,
  ): Promise<void> {
    const counts = Object.entries(report).map(([list, { removed = [], suppressed, ...done }]) => {
      const leftOut = suppressed && { suppressed: suppressed.count };
      return [list, { ...done, removed: removed.length, ...leftOut }] as const;
    });
    if (!counts.some(([, { created, updated, removed }]) => created + updated + removed > 0)) return;
    const after = { file: fileName, prune: isPruning, records: Object.fromEntries(counts) };
    const change = { operation: 'company.import', objectId: companyId, after } as const;
    await this.audit.record(operatorOf(companyId), change, transaction);
  }

  /** Reads and validates each batch while the one before it is written. */
  private async importAll(
    companyId: string,
    source: ImportSource,
    transaction: Transaction,
    { isPruning, onProgress }: Required<Pick<ImportOptions, 'isPruning' | 'onProgress'>>,
  ): Promise<ImportReport> {
    const reports = new Map<string, ListReport>();
    const waiting = new Map<string, RecordBatch[]>();
    let writing = Promise.resolve();
    const write = async (
      kind: ImportKind,
      batch: RecordBatch,
      entries: readonly unknown[],
    ): Promise<void> => {
      const importer = this.importerOf(kind);
      const done = await locatingIssues(batch, () =>
        isPruning && importer.replaceAll
          ? importer.replaceAll(companyId, entries, transaction)
          : importer.write(companyId, entries, transaction),
      );
      reports.set(kind.list, sum(reports.get(kind.list), reportOf(batch, done)));
    };
    const importBatch = async (kind: ImportKind, batch: RecordBatch): Promise<void> => {
      const entries = await this.read(companyId, kind, batch);
      await writing;
      writing = write(kind, batch, entries);
      writing.catch(() => undefined); // rejects where it is awaited
    };
    try {
      for await (const batch of source.batches()) {
        onProgress('reading', batch.progress);
        const kind = kindOf(batch);
        if (kind.isStreamed) await importBatch(kind, batch);
        else waiting.set(kind.list, [...(waiting.get(kind.list) ?? []), batch]);
      }
      const kinds = IMPORT_KINDS.filter(({ list }) => waiting.has(list));
      for (const [done, kind] of kinds.entries()) {
        onProgress('writing', done / kinds.length);
        await importBatch(kind, join(kind.list, waiting.get(kind.list) ?? []));
      }
    } finally {
      await writing; // no statement may run when the transaction ends
    }
    if (REFERRED_TO.some((list) => reports.has(list))) {
      const issues = await this.employees.verifyReferences(companyId, transaction);
      if (issues.length > 0) throw new ImportRefused(issues);
    }
    return Object.fromEntries(
      IMPORT_KINDS.flatMap(({ list }) => {
        const done = reports.get(list);
        return done ? [[list, done]] : [];
      }),
    );
  }

  /** Validates a batch. Streamed records need no others, so other work may happen in between. */
  private async read(companyId: string, kind: ImportKind, batch: RecordBatch): Promise<readonly unknown[]> {
    const importer = this.importerOf(kind);
    if (!kind.isStreamed) return locatingIssues(batch, () => importer.read(companyId, batch.records));
    const entries: unknown[] = [];
    for (let at = 0; at < batch.records.length; at += READ_AT_ONCE) {
      const part = partOf(batch, at);
      entries.push(...(await locatingIssues(part, () => importer.read(companyId, part.records))));
      await setImmediate();
    }
    return entries;
  }

  private importerOf({ importer }: ImportKind): RecordImporter {
    return this.modules.get(importer, { strict: false });
  }
}

function kindOf({ list }: RecordBatch): ImportKind {
  const kind = IMPORT_KINDS.find((candidate) => candidate.list === list);
  if (!kind) throw new Error(`No importer for the list "${list}".`);
  return kind;
}

/** Replaces the index in the paths of issues by the position in the file. */
async function locatingIssues<T>(batch: RecordBatch, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.issues.length === 0) throw error;
    throw new ImportRefused(
      error.issues.map((issue) => {
        const [, index, path = ''] = /^\[(\d+)\]\.?(.*)$/s.exec(issue.path) ?? [];
        return index === undefined ? issue : { ...issue, path: batch.locate(Number(index), path) };
      }),
    );
  }
}

function partOf(batch: RecordBatch, start: number): RecordBatch {
  return {
    ...batch,
    records: batch.records.slice(start, start + READ_AT_ONCE),
    locate: (index, path) => batch.locate(start + index, path),
  };
}

function join(list: string, batches: readonly RecordBatch[]): RecordBatch {
  const origins = batches.flatMap((batch) => batch.records.map((_, index) => ({ batch, index })));
  return {
    list,
    progress: 1,
    records: batches.flatMap(({ records }) => records),
    locate: (at, path) => {
      const origin = origins[at];
      return origin ? origin.batch.locate(origin.index, path) : path;
    },
  };
}

function reportOf(
  batch: RecordBatch,
  { suppressed = [], ...done }: ImportCounts & Partial<ReplacementCounts>,
): ListReport {
  if (suppressed.length === 0) return done;
  const places = suppressed.slice(0, KEPT_PLACES).map((index) => batch.locate(index, ''));
  return { ...done, suppressed: { count: suppressed.length, places } };
}

function sum(one: ListReport | undefined, other: ListReport): ListReport {
  if (!one) return other;
  const suppressed = [one, other].flatMap((report) => report.suppressed ?? []);
  return {
    created: one.created + other.created,
    updated: one.updated + other.updated,
    unchanged: one.unchanged + other.unchanged,
    ...(suppressed.length > 0 && {
      suppressed: {
        count: suppressed.reduce((count, each) => count + each.count, 0),
        places: suppressed.flatMap(({ places }) => places).slice(0, KEPT_PLACES),
      },
    }),
  };
}
