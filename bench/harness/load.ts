import { setTimeout as delay } from 'node:timers/promises';
import type { Effort, Goal, Row } from './bench.js';
import type { Child } from './child.js';
import { ratio, spread, type Spread } from './statistics.js';

/** An address that answers requests with 200. */
export interface Target {
  readonly name: string;
  readonly url: string;
  /** Requested in turn; {@link url} is their origin then. */
  readonly paths?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * `GET` by default. With a {@link body}, connections take turns with the paths, so that they do not all write to one.
   */
  readonly method?: 'POST' | 'PUT' | 'PATCH';
  /** JSON, in which {@link REQUEST_NUMBER} is another number in each request. */
  readonly body?: string;
  /** The expected status; 200 by default. */
  readonly status?: number;
}

/** Makes each body another one, so that each request changes something. */
export const REQUEST_NUMBER = '{number}';

/** Results of one turn of one target. */
export interface Turn {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** Milliseconds to the last byte of an answer. */
  readonly p50: number;
  readonly p99: number;
  /** Answers with another status than expected, broken connections and time-outs. */
  readonly failures: number;
  /** Share of one core that the driver used. Near 1 the driver is the limit, not the target. */
  readonly driverLoad: number;
}

/** A question to the driver. */
export interface Load extends Pick<Effort, 'connections' | 'seconds'> {
  readonly target: Target;
}

/** Lets requests in flight end before the next turn. */
const PAUSE_MS = 250;

/** The turns of all targets. */
export class Turns {
  constructor(private readonly turns: ReadonlyMap<string, readonly Turn[]>) {}

  get rows(): Row[] {
    return [...this.turns.keys()].map((name) => ({
      name,
      figures: {
        'requests/s': spread(this.figures(name, 'requestsPerSecond')),
        'p50, ms': spread(this.figures(name, 'p50')),
        'p99, ms': spread(this.figures(name, 'p99')),
        'driver load': spread([spread(this.figures(name, 'driverLoad')).median]),
      },
    }));
  }

  /** A goal for the ratio of a figure of two targets. */
  ratioGoal(
    figure: keyof Turn,
    target: Target,
    other: Target,
    limit: Pick<Goal, 'atLeast' | 'atMost'>,
  ): Goal {
    const value = this.ratio(figure, target, other);
    return { name: `${target.name} / ${other.name}, ${figure}`, value, ...limit };
  }

  /** A figure of a target against that of another one. */
  ratio(figure: keyof Turn, { name }: Target, { name: other }: Target): Spread {
    return ratio(this.figures(name, figure), this.figures(other, figure));
  }

  /** A figure of a target. */
  spread(figure: keyof Turn, { name }: Target): Spread {
    return spread(this.figures(name, figure));
  }

  /** A goal for a figure of one target. */
  goal(figure: keyof Turn, target: Target, limit: Pick<Goal, 'atLeast' | 'atMost'>): Goal {
    return { name: `${target.name}, ${figure}`, value: this.spread(figure, target), ...limit };
  }

  private figures(name: string, figure: keyof Turn): number[] {
    return (this.turns.get(name) ?? []).map((turn) => turn[figure]);
  }
}

/** Drives targets in turn, one at a time, so that a busy machine slows all of them. @throws when a request fails */
export async function drive(
  driver: Child,
  targets: readonly Target[],
  { rounds, seconds, connections }: Effort,
): Promise<Turns> {
  const turns = new Map<string, Turn[]>(targets.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const target of targets) {
      const turn = await driver.ask<Turn>({ target, connections, seconds } satisfies Load);
      if (turn.failures > 0) throw new Error(`${target.name}: ${turn.failures} requests failed`);
      logProgress(round, rounds, `${target.name} ${Math.round(turn.requestsPerSecond)} requests/s`);
      if (round > 0) turns.get(target.name)?.push(turn);
      await delay(PAUSE_MS);
    }
  }
  return new Turns(turns);
}

/** @param round - 0 for the warm-up */
export function logProgress(round: number, rounds: number, text: string): void {
  process.stderr.write(`${round === 0 ? 'warm-up' : `round ${round} of ${rounds}`}: ${text}\n`);
}

/** The body of one answer. @throws unless the status is 200 */
export async function bodyOf(target: Target): Promise<string> {
  return (await answerOf(target)).text();
}

/** One answer. @throws unless the status is 200 */
export async function answerOf({ name, url, headers = {} }: Target): Promise<Response> {
  const response = await fetch(url, { headers });
  if (response.status !== 200)
    throw new Error(`${name} answers ${response.status}: ${await response.text()}`);
  return response;
}
