import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { READ_POSITIONS } from './change-statements.queries.js';

/** Least time between two looks for changes. */
const POLL_MS = 500;

/** Looks take about this part of the time: with many companies that wait, they are rarer. */
const POLL_SHARE = 0.02;

/** Most time between two looks. */
const MAX_POLL_MS = 5_000;

/** Changes that a caller waits for. */
export interface Wait {
  /** The company of the caller. */
  readonly companyId: string;
  /** Up to where the caller has read each order, by company. */
  readonly positions: ReadonlyMap<string, string>;
}

interface WaitLimits {
  readonly ms: number;
  /** Most requests of a company that wait in this process. */
  readonly waiters: number;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

interface Waiter extends Wait {
  readonly wake: () => void;
}

interface PositionRow extends Record<string, unknown> {
  readonly companyId: string;
  readonly position: string;
}

/**
 * Looks for changes on behalf of all requests of this process that wait for some: one statement that reads the
 * positions of their companies. It says nothing of kinds: a caller that is woken reads, and may wait again. A request
 * that waits holds no connection.
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

  private async look(): Promise<void> {
    const waiters = [...this.waiters.values()].flatMap((ofCompany) => [...ofCompany]);
    const companies = new Set(waiters.flatMap(({ positions }) => [...positions.keys()]));
    const rows = await this.sql.query<PositionRow>(READ_POSITIONS, [[...companies]]);
    const current = new Map(rows.map(({ companyId, position }) => [companyId, position]));
    const hasMoved = ([companyId, position]: [string, string]): boolean =>
      current.has(companyId) && current.get(companyId) !== position;
    for (const { positions, wake } of waiters) if ([...positions].some(hasMoved)) wake();
  }
}
