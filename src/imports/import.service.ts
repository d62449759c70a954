import type { IdentityQueries } from '../identity/index.js';
import type { Transactions } from '../platform/database/transactions.js';
import { DomainError } from '../shared-kernel/domain-error.js';
import type { ValidationIssue } from '../shared-kernel/validation-issue.js';
import type { ImportCounts, RecordImporter } from '../shared-kernel/record-importer.js';
import type { Transaction } from '../shared-kernel/transaction.js';
import { ImportRefused } from './import.errors.js';
import type { ImportSource, RecordBatch, RecordKind } from './import-source.js';

/** A kind of record and the context that takes it. */
export interface ImportedKind extends RecordKind {
  readonly importer: RecordImporter;
  /** Whether its records are put in as they are read; the others wait for the end, since they refer to each other. */
  readonly isStreamed?: boolean;
}

/** What must hold when all records of a file are in, because records of one kind may have left others behind. */
export interface ImportCheck {
  /** Members of the document after which it is made. */
  readonly after: readonly string[];
  /** What does not hold, by members of the document. */
  issues(companyId: string, transaction: Transaction): Promise<readonly ValidationIssue[]>;
}

/** What an import did, by the members of the document that the file has. */
export type ImportReport = Readonly<Record<string, ImportCounts>>;

export interface ImportOptions {
  /** Everything is done and then undone. */
  readonly isRehearsal?: boolean;
  /** Called with the share of the file that is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** Undoes a rehearsal. */
class Rehearsed extends Error {
  constructor(readonly report: ImportReport) {
    super('rehearsed');
  }
}

/** Puts files of records into a company, all of a file or nothing (decisions 11). */
export class ImportService {
  /** @param kinds - in the order in which they refer to each other */
  constructor(
    readonly kinds: readonly ImportedKind[],
    private readonly checks: readonly ImportCheck[],
    private readonly identity: IdentityQueries,
    private readonly transactions: Transactions,
  ) {}

  /**
   * @throws {CompanyNotFound}
   * @throws {ImportRefused} naming what is wrong and where
   */
  async run(
    companyId: string,
    source: ImportSource,
    { isRehearsal = false, onProgress = () => undefined }: ImportOptions = {},
  ): Promise<ImportReport> {
    await this.identity.checkCompany(companyId);
    try {
      return await this.transactions.run(async (_manager, transaction) => {
        const report = await this.put(companyId, source, transaction, onProgress);
        if (isRehearsal) throw new Rehearsed(report);
        return report;
      });
    } catch (error) {
      if (error instanceof Rehearsed) return error.report;
      throw error;
    }
  }

  private async put(
    companyId: string,
    source: ImportSource,
    transaction: Transaction,
    onProgress: (share: number) => void,
  ): Promise<ImportReport> {
    const counts = new Map<string, ImportCounts>();
    const waiting = new Map<string, RecordBatch[]>();
    const take = async ({ member, importer }: ImportedKind, batch: RecordBatch): Promise<void> => {
      const done = await placing(batch, () => importer.import(companyId, batch.records, transaction));
      counts.set(member, sum(counts.get(member), done));
      onProgress(batch.share);
    };
    for await (const batch of source.batches()) {
      const kind = this.kindOf(batch);
      if (kind.isStreamed) await take(kind, batch);
      else waiting.set(kind.member, [...(waiting.get(kind.member) ?? []), batch]);
    }
    for (const kind of this.kinds) {
      const batches = waiting.get(kind.member);
      if (batches) await take(kind, joined(kind.member, batches));
    }
    for (const check of this.checks) {
      if (!check.after.some((member) => counts.has(member))) continue;
      const issues = await check.issues(companyId, transaction);
      if (issues.length > 0) throw new ImportRefused(issues);
    }
    return Object.fromEntries(
      this.kinds.flatMap(({ member }) => {
        const done = counts.get(member);
        return done ? [[member, done]] : [];
      }),
    );
  }

  private kindOf({ member }: RecordBatch): ImportedKind {
    const kind = this.kinds.find((candidate) => candidate.member === member);
    if (!kind) throw new Error(`There is no importer for ${member}.`);
    return kind;
  }
}

/** Says of issues where in the file they are. */
async function placing<T>(batch: RecordBatch, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.issues.length === 0) throw error;
    throw new ImportRefused(
      error.issues.map((issue) => {
        const [, index, path = ''] = /^\[(\d+)\]\.?(.*)$/s.exec(issue.path) ?? [];
        return index === undefined ? issue : { ...issue, path: batch.place(Number(index), path) };
      }),
    );
  }
}

function joined(member: string, batches: readonly RecordBatch[]): RecordBatch {
  const places = batches.flatMap((batch) => batch.records.map((_, index) => ({ batch, index })));
  return {
    member,
    share: batches.at(-1)?.share ?? 1,
    records: batches.flatMap(({ records }) => records),
    place: (at, path) => {
      const found = places[at];
      return found ? found.batch.place(found.index, path) : path;
    },
  };
}

function sum(one: ImportCounts | undefined, other: ImportCounts): ImportCounts {
  if (!one) return other;
  return {
    created: one.created + other.created,
    updated: one.updated + other.updated,
    unchanged: one.unchanged + other.unchanged,
  };
}
