import { Injectable } from '@nestjs/common';
import { ChangeOrders } from './change-orders.store.js';

/** Most change sets, or tombstones, that a statement removes. */
export const MAX_CHANGE_REMOVALS = 5_000;

/** Companies of a round. The rest waits for the next one. */
const MAX_COMPANIES = 500;

/** Batches of a company in a round. */
const MAX_BATCHES = 20;

/** A cursor says up to when its client has read, by the clock of a process. */
const MARGIN_MS = 86_400_000;

/** Removes change sets and tombstones of which no cursor that is still good needs to hear. */
@Injectable()
export class ChangeRetention {
  constructor(private readonly orders: ChangeOrders) {}

  async removeExpired(retentionMs: number): Promise<void> {
    const ageMs = retentionMs + MARGIN_MS;
    for (const companyId of await this.orders.companiesOlderThan(ageMs, MAX_COMPANIES)) {
      for (let batch = 0; batch < MAX_BATCHES; batch++) {
        if (!(await this.orders.removeOlderThan(companyId, ageMs, MAX_CHANGE_REMOVALS))) break;
      }
    }
  }
}
