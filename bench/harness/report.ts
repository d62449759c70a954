import type { Bench, Plan } from './bench.js';
import type { ComparisonResult, Effort, Findings, TableUse, TargetFigures } from './measure.js';
import type { Spread } from './statistics.js';

/** All of one bench's run, as `--json` prints it. */
export interface Report extends Findings {
  readonly bench: string;
  readonly effort: Effort;
  readonly notes: readonly string[];
}

/** Puts together what is reported of a bench. */
export function reportOf({ name }: Bench, { notes }: Plan, effort: Effort, findings: Findings): Report {
  return { bench: name, effort, notes, ...findings };
}

/** A report for people. */
export function render(report: Report, summary: string): string {
  const { rounds, seconds, connections } = report.effort;
  return [
    `${report.bench}: ${summary}`,
    `${rounds} rounds of ${seconds} s per target, ${connections} connections; median (min–max) over the rounds`,
    '',
    ...table([
      ['', 'requests/s', 'p50 ms', 'p99 ms', 'bytes/answer', 'requests', 'failures', 'driver load'],
      ...report.targets.map(figuresRow),
    ]),
    '',
    ...report.comparisons.map(comparisonLine),
    ...report.tables.map(tableLine),
    ...report.notes,
    '',
  ].join('\n');
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

function comparisonLine({ of, against, ratio, atLeast, isMet }: ComparisonResult): string {
  const goal = atLeast === undefined ? 'for information' : `goal ≥ ${decimal(atLeast, 2)}: ${verdict(isMet)}`;
  return `${of} / ${against}: ${range(ratio, 2)}, ${goal}`;
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
