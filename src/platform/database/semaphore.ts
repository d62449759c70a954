import { DatabaseBusy } from './sql-errors.js';

/** Most requests of one company that wait in one process for a connection; further ones are answered 503 at once. */
export const MAX_WAITING_PER_COMPANY = 100;

/** Most that may work at the same time. */
export interface Permits {
  /** Any number if absent. */
  readonly inAll?: number;
  readonly perCompany: number;
}

interface Waiter {
  /** Of its arrival, among those of all companies. */
  readonly number: number;
  readonly serve: () => void;
}

interface Share {
  taken: number;
  /** In the order of their arrival. */
  readonly waiting: Set<Waiter>;
}

/**
 * Limits how many connections of the pool some kind of work may take, in all and for each company. Callers are served
 * in order, but a caller whose company has its share waits without holding up the others.
 *
 * The semaphores of async-mutex and the queues of p-limit have neither shares nor waiters that leave; with both added
 * on top this would not be shorter.
 */
export class Semaphore {
  /** Of the companies that have a permit or wait for one. */
  private readonly shares = new Map<string, Share>();
  private taken = 0;
  private arrivals = 0;

  constructor(
    private readonly permits: Permits,
    private readonly maxWaitMs: number,
  ) {}

  get inUse(): number {
    return this.taken;
  }

  /** Number of callers that wait for a permit. */
  get waiting(): number {
    let sum = 0;
    for (const { waiting } of this.shares.values()) sum += waiting.size;
    return sum;
  }

  /**
   * Waits for a permit.
   * @param maxWaitMs - where it differs from that of other callers
   * @returns releases the permit; to be called once
   * @throws {DatabaseBusy} when none becomes free in time, too many of the company wait, or the signal is aborted
   */
  async take(companyId: string, signal: AbortSignal, maxWaitMs = this.maxWaitMs): Promise<() => void> {
    if (signal.aborted) throw new DatabaseBusy();
    const release = this.takeFree(companyId);
    if (release) return release;
    const share = this.shareOf(companyId);
    if (share.waiting.size >= MAX_WAITING_PER_COMPANY) throw new DatabaseBusy();
    await this.wait(companyId, signal, maxWaitMs);
    return () => this.release(companyId, share);
  }

  /**
   * Does something with a permit.
   * @throws {DatabaseBusy} as {@link take}
   */
  async run<T>(companyId: string, work: () => Promise<T>): Promise<T> {
    const release = await this.take(companyId, new AbortController().signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Takes a permit that is free. @returns as {@link take}, or undefined if there is none */
  takeFree(companyId: string): (() => void) | undefined {
    const share = this.shareOf(companyId);
    if (!this.isFree(share)) return undefined;
    this.grant(share);
    return () => this.release(companyId, share);
  }

  private release(companyId: string, share: Share): void {
    share.taken -= 1;
    this.taken -= 1;
    this.next()?.serve();
    this.forgetUnused(companyId);
  }

  private shareOf(companyId: string): Share {
    let share = this.shares.get(companyId);
    if (!share) this.shares.set(companyId, (share = { taken: 0, waiting: new Set() }));
    return share;
  }

  private forgetUnused(companyId: string): void {
    const share = this.shares.get(companyId);
    if (share && share.taken + share.waiting.size === 0) this.shares.delete(companyId);
  }

  private isFree({ taken }: Share): boolean {
    const { inAll = Infinity, perCompany } = this.permits;
    return this.taken < inAll && taken < perCompany;
  }

  private grant(share: Share): void {
    share.taken += 1;
    this.taken += 1;
  }

  /** The first to arrive of those who may have a permit. */
  private next(): Waiter | undefined {
    let first: Waiter | undefined;
    for (const share of this.shares.values()) {
      const [waiter] = share.waiting;
      if (waiter && this.isFree(share) && waiter.number < (first?.number ?? Infinity)) first = waiter;
    }
    return first;
  }

  private wait(companyId: string, signal: AbortSignal, maxWaitMs: number): Promise<void> {
    const share = this.shareOf(companyId);
    return new Promise((resolve, reject) => {
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        share.waiting.delete(waiter);
        end();
      };
      const serve = (): void => {
        this.grant(share);
        settle(resolve);
      };
      const giveUp = (): void => {
        settle(() => reject(new DatabaseBusy()));
        this.forgetUnused(companyId);
      };
      const waiter: Waiter = { number: ++this.arrivals, serve };
      const timer = setTimeout(giveUp, maxWaitMs);
      signal.addEventListener('abort', giveUp);
      share.waiting.add(waiter);
    });
  }
}
