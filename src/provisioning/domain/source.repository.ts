import type { Transaction } from '../../shared-kernel/transaction.js';
import type { SourceContent } from './source-columns.js';

export interface SourceKey {
  readonly companyId: string;
  readonly source: string;
}

/** A source with its times. */
export interface StoredSource extends SourceContent {
  readonly source: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Stores the columns of sources. */
export abstract class SourceRepository {
  abstract find(key: SourceKey): Promise<StoredSource | undefined>;

  /** Until the transaction ends, no other one changes sources. @returns the number of them, too */
  abstract lock(
    key: SourceKey,
    transaction: Transaction,
  ): Promise<{ readonly stored: StoredSource | undefined; readonly count: number }>;

  /** Adds or replaces a source. */
  abstract put(key: SourceKey, content: SourceContent, transaction: Transaction): Promise<StoredSource>;

  abstract remove(key: SourceKey, transaction: Transaction): Promise<void>;
}
