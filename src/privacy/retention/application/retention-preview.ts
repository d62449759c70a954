import { Injectable } from '@nestjs/common';
import type { ExpiredRecords } from '../../../shared-kernel/retention.js';
import { LeaversQueries } from '../../../workforce/index.js';
import { expiryOf, RETAINED_KINDS, type PlannedRun, type RetainedKind } from '../domain/retention-run.js';
import { HeldPeopleQueries } from './held-people.queries.js';
import { Retained } from './retained.js';
import { RetentionRunStore } from './retention-run.store.js';

/** The records of a kind that a run removes. */
export interface PreviewedKind extends ExpiredRecords {
  readonly kind: RetainedKind;
  readonly before: Date;
}

/** The next run of a company. */
export interface PreviewedRun {
  readonly at: Date;
  /** While the company is held, runs remove nothing. */
  readonly isCompanyHeld: boolean;
  readonly kinds: readonly PreviewedKind[];
}

/** Says what the next run will remove, and removes nothing. */
@Injectable()
export class RetentionPreview {
  constructor(
    private readonly runs: RetentionRunStore,
    private readonly held: HeldPeopleQueries,
    private readonly retained: Retained,
    private readonly leavers: LeaversQueries,
  ) {}

  /** Undefined if the company keeps everything. */
  async next(companyId: string, mostIds: number): Promise<PreviewedRun | undefined> {
    const run = await this.runs.planned(companyId);
    return run && this.of(run, mostIds);
  }

  async of(run: PlannedRun, mostIds: number): Promise<PreviewedRun> {
    const held = await this.held.of(run.companyId);
    if (!held) return { at: run.at, isCompanyHeld: true, kinds: [] };
    const kinds: PreviewedKind[] = [];
    for (const kind of RETAINED_KINDS) {
      const before = expiryOf(kind, run);
      if (!before) continue;
      const expiry = { companyId: run.companyId, before, held };
      const source = kind === 'leavers' ? this.leavers : this.retained.of(kind);
      kinds.push({ kind, before, ...(await source.preview(expiry, mostIds)) });
    }
    return { at: run.at, isCompanyHeld: false, kinds };
  }
}
