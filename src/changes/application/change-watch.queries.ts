import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { FIND_CHANGED, READ_HORIZON } from './change-statements.queries.js';

/** Least time between two looks for changes. */
const POLL_MS = 1_000;

/** Looks take about this part of the time: with many companies that wait, they are rarer. */
const POLL_SHARE = 0.02;

/** Most time between two looks. */
const MAX_POLL_MS = 5_000;

/** Changes that a caller waits for. */
export interface Wait {
  readonly companyId: string;
  /** Sum of the powers of two of their indexes in `CHANGE_KINDS`. */
  readonly kinds: number;
  /** The first transaction that counts. */
  readonly from: string;
}

interface WaitLimits {
  readonly ms: number;
  /** Most requests of a company that wait in this process. */
  readonly waiters: number;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

interface Waiter extends Wait {
  /** Moves on with each look. */
  from: string;
  readonly wake: () => void;
}

interface ChangedRow extends Record<string, unknown> {
  readonly horizon: string;
  /** Null where no company has changes. */
  readonly companyId: string | null;
  readonly kinds: number;
}

/**
 * Looks for changes on behalf of all requests of this process that wait for some: one statement for all companies, and
 * a look at the horizon while nothing ends. A request that waits holds no connection.
 */
@Injectable()
export class ChangeWatch {
  private readonly waiters = new Map<string, Set<Waiter>>();
  private isPolling = false;

  constructor(private readonly sql: Sql) {}

  /**
   * Waits for a change.
   * @returns `over` when the time is over or the signal is aborted, `full` when too many of the company wait already
   */
  async wait(wait: Wait, { ms, waiters, signal }: WaitLimits): Promise<'changed' | 'over' | 'full'> {
    const { companyId } = wait;
    const ofCompany = this.waiters.get(companyId) ?? new Set();
    if (signal.aborted) return 'over';
    if (ofCompany.size >= waiters) return 'full';
    return new Promise((resolve) => {
      const leave = (outcome: 'changed' | 'over'): void => {
        if (!ofCompany.delete(waiter)) return; // a look may wake one that has left meanwhile
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        if (ofCompany.size === 0) this.waiters.delete(companyId);
        resolve(outcome);
      };
      const giveUp = (): void => leave('over');
      const waiter: Waiter = { ...wait, wake: () => leave('changed') };
      const timer = setTimeout(giveUp, ms);
      signal.addEventListener('abort', giveUp);
      this.waiters.set(companyId, ofCompany.add(waiter));
      if (!this.isPolling) void this.poll();
    });
  }

  private async poll(): Promise<void> {
    this.isPolling = true;
    let tookMs = 0;
    while (this.waiters.size > 0) {
      const ms = Math.min(MAX_POLL_MS, Math.max(POLL_MS, tookMs / POLL_SHARE));
      await sleep(ms, undefined, { ref: false }); // a process that stops has no waiters
      const begun = performance.now();
      await this.look().catch(() => undefined); // readiness reports a database that does not answer
      tookMs = performance.now() - begun;
    }
    this.isPolling = false;
  }

  /** Looks at what has ended since the last time, for those who wait by now. */
  private async look(): Promise<void> {
    const [current] = await this.sql.query<{ horizon: string }>(READ_HORIZON);
    const waiting = [...this.waiters].map(([companyId, waiters]) => ({ companyId, waiters: [...waiters] }));
    const isSeen = ({ from }: Waiter): boolean => from === current?.horizon;
    if (waiting.every(({ waiters }) => waiters.every(isSeen))) return;
    const rows = await this.sql.query<ChangedRow>(FIND_CHANGED, [
      waiting.map(({ companyId }) => companyId),
      waiting.map(({ waiters }) => earliest(waiters)),
      waiting.map(({ waiters }) => waiters.reduce((kinds, waiter) => kinds | waiter.kinds, 0)),
    ]);
    const [{ horizon } = { horizon: '0' }] = rows;
    const changed = new Map(rows.map(({ companyId, kinds }) => [companyId, kinds]));
    for (const { companyId, waiters } of waiting) {
      for (const waiter of waiters) {
        waiter.from = horizon;
        if (waiter.kinds & (changed.get(companyId) ?? 0)) waiter.wake();
      }
    }
  }
}

function earliest(waiters: readonly Waiter[]): string {
  return waiters
    .map(({ from }) => BigInt(from))
    .reduce((one, other) => (one < other ? one : other))
    .toString();
}
