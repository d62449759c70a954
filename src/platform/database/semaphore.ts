import { DatabaseBusy } from './sql-errors.js';

/** How many may work at the same time. */
export interface Permits {
  readonly inAll: number;
  /** For one key, such as a company. */
  readonly perKey: number;
}

interface Waiter {
  readonly key: string;
  readonly serve: () => void;
}

/**
 * Limits how many connections of the pool long-running work may take, in all and per key. Callers are served in order,
 * but a caller whose key has its share waits without holding up the others.
 */
export class Semaphore {
  private readonly waiting: Waiter[] = [];
  private readonly taken: string[] = [];

  constructor(
    private readonly permits: Permits,
    private readonly maxWaitMs: number,
  ) {}

  /** How many permits are taken. */
  get inUse(): number {
    return this.taken.length;
  }

  /**
   * Waits for a permit.
   * @returns releases the permit; to be called once
   * @throws {DatabaseBusy} when none becomes free in time, or when the signal is aborted
   */
  async take(key: string, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw new DatabaseBusy();
    if (this.isFree(key)) this.taken.push(key);
    else await this.wait(key, signal);
    return () => {
      this.taken.splice(this.taken.indexOf(key), 1);
      const next = this.waiting.find((waiter) => this.isFree(waiter.key));
      next?.serve();
    };
  }

  private isFree(key: string): boolean {
    const ofKey = this.taken.filter((each) => each === key).length;
    return this.taken.length < this.permits.inAll && ofKey < this.permits.perKey;
  }

  private wait(key: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        this.waiting.splice(this.waiting.indexOf(waiter), 1);
        end();
      };
      const serve = (): void => {
        this.taken.push(key);
        settle(resolve);
      };
      const giveUp = (): void => settle(() => reject(new DatabaseBusy()));
      const waiter: Waiter = { key, serve };
      const timer = setTimeout(giveUp, this.maxWaitMs);
      signal.addEventListener('abort', giveUp);
      this.waiting.push(waiter);
    });
  }
}
