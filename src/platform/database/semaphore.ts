import { DatabaseBusy } from './sql-errors.js';

/** Limits how many connections of the pool long-running work may take. Callers are served in order. */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];

  constructor(
    private free: number,
    private readonly maxWaitMs: number,
  ) {}

  /**
   * Waits for a permit.
   * @returns releases the permit; to be called once
   * @throws {DatabaseBusy} when none becomes free in time, or when the signal is aborted
   */
  async take(signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw new DatabaseBusy();
    if (this.free > 0) this.free--;
    else await this.wait(signal);
    return () => {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    };
  }

  private wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        end();
      };
      const served = (): void => settle(resolve);
      const giveUp = (): void => {
        this.waiting.splice(this.waiting.indexOf(served), 1);
        settle(() => reject(new DatabaseBusy()));
      };
      const timer = setTimeout(giveUp, this.maxWaitMs);
      signal.addEventListener('abort', giveUp);
      this.waiting.push(served);
    });
  }
}
