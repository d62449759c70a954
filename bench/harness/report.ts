import type { Bench, Plan } from './bench.js';
import type { ComparisonResult, Figure } from './comparison.js';
import type { Effort } from './effort.js';
import type { Findings, TableUse, TargetFigures } from './measure.js';
import type { Spread } from './statistics.js';
import { isWithin, type Measurement, type Trial } from './trial.js';

interface Heading {
  readonly bench: string;
  readonly effort: Effort;
  readonly notes: readonly string[];
  /** Everything that is required is there. */
  readonly isGood: boolean;
}

interface LoadReport extends Heading, Findings {}

interface TrialReport extends Heading, Trial {}

/** All of one bench's run, as `--json` prints it. */
export type Report = LoadReport | TrialReport;

/** Puts together what is reported of a bench that drives targets. */
export function reportOfLoad({ name }: Bench, { notes }: Plan, effort: Effort, findings: Findings): Report {
  return { bench: name, effort, notes, ...findings };
}

/** Puts together what is reported of a bench that measures by itself. */
export function reportOfTrial({ name }: Bench, effort: Effort, trial: Trial): Report {
  const isGood = trial.measurements.every(isWithin) && trial.comparisons.every(({ isMet }) => isMet);
  return { bench: name, effort, ...trial, isGood };
}

/** A report for people. */
export function render(report: Report, summary: string): string {
  return [
    `${report.bench}: ${summary}`,
    ...('targets' in report ? loadLines(report) : trialLines(report)),
    ...report.notes,
    '',
  ].join('\n');
}

function loadLines({ effort, targets, comparisons, tables }: LoadReport): string[] {
  const { rounds, seconds, connections } = effort;
  return [
    `${rounds} rounds of ${seconds} s per target, ${connections} connections; median (min–max) over the rounds`,
    '',
    ...table([
      ['', 'requests/s', 'p50 ms', 'p99 ms', 'bytes/answer', 'requests', 'failures', 'driver load'],
      ...targets.map(figuresRow),
    ]),
    '',
    ...comparisons.map(comparisonLine),
    ...tables.map(tableLine),
  ];
}

function trialLines({ effort, measurements, comparisons }: TrialReport): string[] {
  return [
    `${effort.rounds} rounds; median (min–max) over the rounds`,
    '',
    ...table(measurements.map(measurementRow)),
    '',
    ...comparisons.map(comparisonLine),
  ];
}

function measurementRow(measurement: Measurement): string[] {
  const { name, unit, value, atMost } = measurement;
  const goal = atMost === undefined ? '' : `goal ≤ ${decimal(atMost, 0)}: ${verdict(isWithin(measurement))}`;
  return [name, `${range(value, unit === 'ms' ? 1 : 0)} ${unit}`, goal];
}

function figuresRow(figures: TargetFigures): string[] {
  return [
    figures.name,
    range(figures.requestsPerSecond, 0),
    range(figures.p50, 1),
    range(figures.p99, 1),
    decimal(figures.bytesPerAnswer, 0),
    decimal(figures.requests, 0),
    decimal(figures.failures, 0),
    `${decimal(figures.driverLoad * 100, 0)} %`,
  ];
}

const FIGURES: Readonly<Record<Figure, string>> = {
  requestsPerSecond: '',
  p50: ', p50',
  p99: ', p99',
  time: ', time',
};

function comparisonLine(result: ComparisonResult): string {
  const { of, against, figure = 'requestsPerSecond', ratio } = result;
  return `${of} / ${against}${FIGURES[figure]}: ${range(ratio, 2)}, ${goalOf(result)}`;
}

function goalOf({ atLeast, atMost, hopedFor, ratio, isMet }: ComparisonResult): string {
  if (atMost !== undefined) return `goal ≤ ${decimal(atMost, 2)}: ${verdict(isMet)}`;
  if (atLeast === undefined) return 'for information';
  const goal = `goal ≥ ${decimal(atLeast, 2)}: ${verdict(isMet)}`;
  if (hopedFor === undefined) return goal;
  return `${goal}, ${decimal(hopedFor, 2)} hoped for: ${ratio.median >= hopedFor ? 'reached' : 'not reached'}`;
}

function tableLine({ table, scans, requests, scansPer100kRequests, mustBeUntouched }: TableUse): string {
  const count = `${decimal(scans, 0)} scans in ${decimal(requests, 0)} requests to the service`;
  const goal = mustBeUntouched ? `goal 0: ${verdict(scans === 0)}` : 'for information';
  return `database work on ${table}: ${count}, ${decimal(scansPer100kRequests, 1)} per 100,000, ${goal}`;
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'NOT MET';
}

function range({ median, min, max }: Spread, digits: number): string {
  return `${decimal(median, digits)} (${decimal(min, digits)}–${decimal(max, digits)})`;
}

function decimal(value: number, digits: number): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The first column is text, the others are figures. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
}
