import { setMaxListeners } from 'node:events';
import { Injectable } from '@nestjs/common';
import { HealthChecks, type Condition } from './health-checks.js';

/** `degraded`: everything is served, but something works more slowly because a dependency is down. */
export type ReadinessStatus = 'ok' | 'degraded' | 'unavailable' | 'stopping';

export interface ReadinessReport {
  readonly status: ReadinessStatus;
  /** The condition of each dependency, by its name. */
  readonly dependencies: Readonly<Record<string, Condition>>;
}

/** True for a process that may get work. */
export function isReady({ status }: ReadinessReport): boolean {
  return status === 'ok' || status === 'degraded';
}

/** Readiness of this process: all vital dependencies answer, and it is not stopping. */
@Injectable()
export class Readiness {
  private readonly stop = new AbortController();

  constructor(private readonly checks: HealthChecks) {
    setMaxListeners(0, this.stop.signal); // one for each request that waits
  }

  /** Aborted when the process begins to stop: what waits is answered. */
  get stopping(): AbortSignal {
    return this.stop.signal;
  }

  /** Reports the process as not ready from now on, so that load balancers send no more requests. */
  announceStop(): void {
    this.stop.abort();
  }

  async report(): Promise<ReadinessReport> {
    const checked = await this.checks.run();
    const down = checked.filter(({ condition }) => condition === 'down');
    const dependencies = Object.fromEntries(checked.map(({ name, condition }) => [name, condition]));
    if (this.stopping.aborted) return { status: 'stopping', dependencies };
    if (down.some(({ isVital }) => isVital)) return { status: 'unavailable', dependencies };
    return { status: down.length > 0 ? 'degraded' : 'ok', dependencies };
  }
}
