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
  readonly companyId: string;
  readonly serve: () => void;
}

/**
 * Limits how many connections of the pool some kind of work may take, in all and for each company. Callers are served
 * in order, but a caller whose company has its share waits without holding up the others.
 *
 * The semaphores of async-mutex and the queues of p-limit have neither shares nor waiters that leave; with both added
 * on top this would not be shorter.
 */
export class Semaphore {
  /** Permits of the companies that have some. */
  private readonly taken = new Map<string, number>();
  /** In the order of their arrival. */
  private readonly waiters = new Set<Waiter>();

  constructor(
    private readonly permits: Permits,
    private readonly maxWaitMs: number,
  ) {}

  get inUse(): number {
    return [...this.taken.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Number of callers that wait for a permit. */
  get waiting(): number {
    return this.waiters.size;
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
    const ofCompany = [...this.waiters].filter((waiter) => waiter.companyId === companyId);
    if (ofCompany.length >= MAX_WAITING_PER_COMPANY) throw new DatabaseBusy();
    return this.wait(companyId, signal, maxWaitMs);
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
    const { inAll = Infinity, perCompany } = this.permits;
    const taken = this.taken.get(companyId) ?? 0;
    if (taken >= perCompany || this.inUse >= inAll) return undefined;
    this.taken.set(companyId, taken + 1);
    return () => this.release(companyId);
  }

  private release(companyId: string): void {
    const left = (this.taken.get(companyId) ?? 0) - 1;
    if (left > 0) this.taken.set(companyId, left);
    else this.taken.delete(companyId);
    for (const waiter of this.waiters) waiter.serve();
  }

  private wait(companyId: string, signal: AbortSignal, maxWaitMs: number): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        this.waiters.delete(waiter);
      };
      const giveUp = (): void => {
        leave();
        reject(new DatabaseBusy());
      };
      const serve = (): void => {
        const release = this.takeFree(companyId);
        if (!release) return;
        leave();
        resolve(release);
      };
      const waiter: Waiter = { companyId, serve };
      const timer = setTimeout(giveUp, maxWaitMs);
      signal.addEventListener('abort', giveUp);
      this.waiters.add(waiter);
    });
  }
}
