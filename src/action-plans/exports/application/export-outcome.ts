import type { Claim } from '../domain/plan-export.js';

/**
 * Result of an attempt: `lost` when another attempt has taken over or the export is gone, `unrecorded` when the database
 * failed, so that the lease ends by itself.
 */
export interface ExportOutcome {
  readonly result:
    'sent' | 'failed' | 'refused' | 'released' | 'lost' | 'unrecorded' | Exclude<Claim, 'claimed'>;
  /** Number of the attempt, from 1; undefined when none was begun. */
  readonly attempt?: number;
  readonly error?: unknown;
}
