import { setImmediate } from 'node:timers/promises';
import type { IdentityQueries } from '../identity/index.js';
import { operatorOf } from '../shared-kernel/actor.js';
import type { AuditTrail } from '../shared-kernel/audit-trail.js';
import type { TableStatistics } from '../platform/database/table-statistics.js';
import { DomainError } from '../shared-kernel/domain-error.js';
import type { ImportCounts, RecordImporter, ReplacementCounts } from '../shared-kernel/record-importer.js';
import type { Transaction } from '../shared-kernel/transaction.js';
import type { UnitOfWork } from '../shared-kernel/unit-of-work.js';
import type { ValidationIssue } from '../shared-kernel/validation-issue.js';
import { ImportRefused } from './import.errors.js';
import type { ImportSource, RecordBatch, RecordKind } from './import-source.js';

/** Records that are validated before the event loop runs other work: some milliseconds. */
const READ_AT_ONCE = 250;

/** A kind of record and its importer. */
export interface ImportedKind extends RecordKind {
  readonly importer: RecordImporter;
  /**
   * Records are imported as they are read. Other kinds are imported when the file has been read, all at once, because
   * their records refer to each other, or because those that the file does not name may be removed.
   */
  readonly isStreamed?: boolean;
}

/** A condition across kinds, checked after all records of a file, since one kind may remove what another refers to. */
export interface ImportCheck {
  /** Runs if the file has one of these lists. */
  readonly after: readonly string[];
  /** Violations, with paths in the import document. */
  issues(companyId: string, transaction: Transaction): Promise<readonly ValidationIssue[]>;
}

/** Counts of the records of a list. It names removed records if the list was pruned. */
export type ListReport = ImportCounts & Partial<ReplacementCounts>;

/** Reports of each list that the file has, by the list's name. */
export type ImportReport = Readonly<Record<string, ListReport>>;

export interface ImportOptions {
  /** Do everything and roll back. */
  readonly isDryRun?: boolean;
  /** Remove records that the file does not name, of its lists whose importers can. */
  readonly isPruning?: boolean;
  /** Name of the file, for the audit trail. */
  readonly fileName?: string | undefined;
  /** Called with the share of the file that has been imported, from 0 to 1. */
  readonly onProgress?: (progress: number) => void;
  /** Called with the tables whose statistics are out of date, if the role of the database may not analyse them. */
  readonly onNotAnalyzed?: (tables: readonly string[]) => void;
}

/** Rolls back a dry run. */
class DryRun extends Error {
  constructor(readonly report: ImportReport) {
    super('dry run');
  }
}

/** Imports files into a company, each as a whole or not at all (decisions 11). */
export class ImportService {
  /** @param kinds - sorted so that records refer to kinds before their own */
  constructor(
    readonly kinds: readonly ImportedKind[],
    private readonly checks: readonly ImportCheck[],
    private readonly identity: IdentityQueries,
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
    const counts = Object.entries(report).map(([list, { removed = [], ...done }]) => {
      return [list, { ...done, removed: removed.length }] as const;
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
      kind: ImportedKind,
      batch: RecordBatch,
      entries: readonly unknown[],
    ): Promise<void> => {
      const { importer } = kind;
      const done = await locatingIssues(batch, () =>
        isPruning && importer.replaceAll
          ? importer.replaceAll(companyId, entries, transaction)
          : importer.write(companyId, entries, transaction),
      );
      reports.set(kind.list, sum(reports.get(kind.list), done));
      onProgress(batch.progress);
    };
    const importBatch = async (kind: ImportedKind, batch: RecordBatch): Promise<void> => {
      const entries = await this.read(companyId, kind, batch);
      await writing;
      writing = write(kind, batch, entries);
      writing.catch(() => undefined); // rejects where it is awaited
    };
    try {
      for await (const batch of source.batches()) {
        const kind = this.kindOf(batch);
        if (kind.isStreamed) await importBatch(kind, batch);
        else waiting.set(kind.list, [...(waiting.get(kind.list) ?? []), batch]);
      }
      for (const kind of this.kinds) {
        const batches = waiting.get(kind.list);
        if (batches) await importBatch(kind, join(kind.list, batches));
      }
    } finally {
      await writing; // no statement may run when the transaction ends
    }
    await this.check(companyId, reports, transaction);
    return Object.fromEntries(
      this.kinds.flatMap(({ list }) => {
        const done = reports.get(list);
        return done ? [[list, done]] : [];
      }),
    );
  }

  /** Validates a batch. Streamed records need no others, so other work may happen in between. */
  private async read(
    companyId: string,
    { importer, isStreamed }: ImportedKind,
    batch: RecordBatch,
  ): Promise<readonly unknown[]> {
    if (!isStreamed) return locatingIssues(batch, () => importer.read(companyId, batch.records));
    const entries: unknown[] = [];
    for (let at = 0; at < batch.records.length; at += READ_AT_ONCE) {
      const part = partOf(batch, at);
      entries.push(...(await locatingIssues(part, () => importer.read(companyId, part.records))));
      await setImmediate();
    }
    return entries;
  }

  private async check(
    companyId: string,
    imported: ReadonlyMap<string, ListReport>,
    transaction: Transaction,
  ): Promise<void> {
    for (const check of this.checks) {
      if (!check.after.some((list) => imported.has(list))) continue;
      const issues = await check.issues(companyId, transaction);
      if (issues.length > 0) throw new ImportRefused(issues);
    }
  }

  private kindOf({ list }: RecordBatch): ImportedKind {
    const kind = this.kinds.find((candidate) => candidate.list === list);
    if (!kind) throw new Error(`No importer for the list "${list}".`);
    return kind;
  }
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
    progress: batches.at(-1)?.progress ?? 1,
    records: batches.flatMap(({ records }) => records),
    locate: (at, path) => {
      const origin = origins[at];
      return origin ? origin.batch.locate(origin.index, path) : path;
    },
  };
}

function sum(one: ListReport | undefined, other: ListReport): ListReport {
  if (!one) return other;
  return {
    created: one.created + other.created,
    updated: one.updated + other.updated,
    unchanged: one.unchanged + other.unchanged,
  };
}
