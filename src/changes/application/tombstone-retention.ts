import { Injectable } from '@nestjs/common';
import { Tombstones } from '../domain/tombstones.js';

/** Most tombstones that a statement removes. */
export const MAX_TOMBSTONE_REMOVALS = 5_000;

/** Statements of a round. The rest waits for the next one. */
const MAX_BATCHES = 20;

/** A tombstone has the time at which its transaction began, which may have been open for long before readers saw it. */
const MARGIN_MS = 86_400_000;

/** Removes tombstones of which no cursor that is still good needs to hear. */
@Injectable()
export class TombstoneRetention {
  constructor(private readonly tombstones: Tombstones) {}

  async removeExpired(retentionMs: number): Promise<void> {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const removed = await this.tombstones.removeOlderThan(retentionMs + MARGIN_MS, MAX_TOMBSTONE_REMOVALS);
      if (removed < MAX_TOMBSTONE_REMOVALS) return;
    }
  }
}
