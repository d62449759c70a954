import { setTimeout as delay } from 'node:timers/promises';
import type { Plan } from './bench.js';
import { judge, type Comparison, type ComparisonResult } from './comparison.js';
import type { Turn } from './driver.js';
import type { Effort } from './effort.js';
import type { Stage } from './stage.js';
import { spread, type Spread } from './statistics.js';
import type { Target } from './target.js';

/** The figures of one target over all rounds. */
export interface TargetFigures {
  readonly name: string;
  readonly requestsPerSecond: Spread;
  /** Milliseconds. */
  readonly p50: Spread;
  readonly p99: Spread;
  readonly requests: number;
  readonly failures: number;
  readonly bytesPerAnswer: number;
  readonly driverLoad: number;
}

/** How often the service has scanned a table while it was driven. */
export interface TableUse {
  readonly table: string;
  readonly scans: number;
  readonly requests: number;
  readonly scansPer100kRequests: number;
  readonly mustBeUntouched: boolean;
}

/** What a bench has found. */
export interface Findings {
  readonly targets: readonly TargetFigures[];
  readonly comparisons: readonly ComparisonResult[];
  readonly tables: readonly TableUse[];
  /** Goals met, no failed request, no table touched that must not be. */
  readonly isGood: boolean;
}

/** Lets what the last turn left in flight come to its end. */
const PAUSE_MS = 250;

/**
 * Drives the targets in turn, one at a time, so that whatever else the machine does meets all of them alike.
 * The first round only warms them up.
 * @param tell - told about each turn
 */
export async function measure(
  plan: Plan,
  stage: Stage,
  { rounds, ...intensity }: Effort,
  tell: (progress: string) => void,
): Promise<Findings> {
  const watched = [...plan.tables.untouched, ...plan.tables.counted];
  const turns = new Map<string, Turn[]>(plan.targets.map(({ name }) => [name, []]));
  let serviceIdleSince = performance.now();

  async function drive(target: Target, label: string): Promise<Turn> {
    const turn = await stage.driver.drive(target, intensity);
    if (isOfService(target, stage)) serviceIdleSince = performance.now();
    tell(`${label}: ${target.name} ${Math.round(turn.requestsPerSecond)} requests/s`);
    await delay(PAUSE_MS);
    return turn;
  }

  for (const target of plan.targets) await drive(target, 'warm-up');
  const before = await stage.database.scans(watched, serviceIdleSince);
  for (let round = 1; round <= rounds; round++) {
    for (const target of plan.targets) {
      turns.get(target.name)?.push(await drive(target, `round ${round} of ${rounds}`));
    }
  }
  const after = await stage.database.scans(watched, serviceIdleSince);

  const targets = plan.targets.map(({ name }) => figuresOf(name, turns.get(name) ?? []));
  const comparisons = plan.comparisons.map((comparison) => compare(comparison, turns));
  const ofService = new Set(
    plan.targets.filter((target) => isOfService(target, stage)).map(({ name }) => name),
  );
  const requests = sum(targets.filter(({ name }) => ofService.has(name)).map((figures) => figures.requests));
  const tables = watched.map((table) => {
    const scans = (after[table] ?? NaN) - (before[table] ?? NaN);
    const mustBeUntouched = plan.tables.untouched.includes(table);
    return { table, scans, requests, scansPer100kRequests: (scans / requests) * 100_000, mustBeUntouched };
  });
  const isGood =
    targets.every(({ failures, requests }) => failures === 0 && requests > 0) &&
    comparisons.every(({ isMet }) => isMet) &&
    tables.every(({ mustBeUntouched, scans }) => !mustBeUntouched || scans === 0);
  return { targets, comparisons, tables, isGood };
}

function isOfService({ url }: Target, { service }: Stage): boolean {
  return new URL(url).origin === service.baseUrl;
}

function figuresOf(name: string, turns: readonly Turn[]): TargetFigures {
  return {
    name,
    requestsPerSecond: spread(turns.map((turn) => turn.requestsPerSecond)),
    p50: spread(turns.map((turn) => turn.p50)),
    p99: spread(turns.map((turn) => turn.p99)),
    requests: sum(turns.map((turn) => turn.requests)),
    failures: sum(turns.map((turn) => turn.failures)),
    bytesPerAnswer: spread(turns.map((turn) => turn.bytesPerAnswer)).median,
    driverLoad: spread(turns.map((turn) => turn.driverLoad)).median,
  };
}

function compare(comparison: Comparison, turns: ReadonlyMap<string, readonly Turn[]>): ComparisonResult {
  const { figure = 'requestsPerSecond' } = comparison;
  if (figure === 'time') throw new Error('turns are compared by what the driver measures');
  const figures = (name: string): number[] => (turns.get(name) ?? []).map((turn) => turn[figure]);
  return judge(comparison, figures(comparison.of), figures(comparison.against));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
