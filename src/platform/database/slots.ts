import { DatabaseBusy } from './sql-errors.js';

/** Part of what a pool has, for work that keeps a connection for long. Whoever waits is served in order. */
export class Slots {
  private readonly waiting: (() => void)[] = [];

  constructor(
    private free: number,
    private readonly maxWaitMs: number,
  ) {}

  /**
   * Waits for a slot.
   * @returns what gives it back; to be called once
   * @throws {DatabaseBusy} when none becomes free in time, or when nobody waits for it any more
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
