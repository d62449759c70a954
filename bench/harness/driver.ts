import type { Target } from './target.js';
import type { Child } from './child.js';

/** How hard and how long a target is driven in one turn. */
export interface Intensity {
  readonly connections: number;
  readonly seconds: number;
}

/** What the driver's process is asked. */
export interface Load extends Intensity {
  readonly target: Target;
}

/** One turn of one target. */
export interface Turn {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers of an unexpected status, broken connections and time-outs. */
  readonly failures: number;
  /** Bytes of an answer with its head. */
  readonly bytesPerAnswer: number;
  /** Share of one core that the driver used; near 1 it is the driver that is measured. */
  readonly driverLoad: number;
}

/** Sends requests from a process of its own, which shares no event loop with what it measures. */
export class Driver {
  constructor(private readonly process: Child) {}

  /** Drives one target for one turn. */
  drive(target: Target, { connections, seconds }: Intensity): Promise<Turn> {
    return this.process.ask<Turn>({ target, connections, seconds } satisfies Load);
  }
}
