import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';

/** A change by another process must be in force within a second. The other half is for the statement that reads it. */
const TTL_MS = 500;

/** Results of loads, each of which is used for half a second (ADR 33). Simultaneous callers share a load. */
export class ShortCache<T> {
  private readonly loads: LRUCache<string, Promise<T>>;

  /** @param max - most results that are kept */
  constructor(max: number) {
    // With a coarser clock, a process that was stopped could use an old result once when it goes on.
    this.loads = new LRUCache({ max, ttl: TTL_MS, ttlResolution: 0 });
  }

  /**
   * The result of a load that began less than half a second ago, or of a new one.
   * @throws what the load throws; a failure is not kept
   */
  get(key: string, load: () => Promise<T>): Promise<T> {
    const kept = this.loads.get(key);
    if (kept) return kept;
    const loading = load();
    this.loads.set(key, loading);
    loading.catch(() => {
      if (this.loads.peek(key) === loading) this.loads.delete(key);
    });
    return loading;
  }

  clear(): void {
    this.loads.clear();
  }
}

/** The caches of this process. A write empties all of them, because what they keep changes rarely. */
@Injectable()
export class ShortCaches {
  private readonly caches: { clear(): void }[] = [];

  constructor(private readonly unitOfWork: UnitOfWork) {}

  create<T>(max: number): ShortCache<T> {
    const cache = new ShortCache<T>(max);
    this.caches.push(cache);
    return cache;
  }

  /** To be called by each write of what is cached: this process sees its own changes at once. */
  clearAfter(transaction: Transaction): void {
    this.unitOfWork.afterCommit(transaction, () => {
      for (const cache of this.caches) cache.clear();
    });
  }
}
