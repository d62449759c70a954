import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benches } from './benches/index.js';
import type { Bench } from './harness/bench.js';
import { DEFAULT_EFFORT, type Effort } from './harness/effort.js';
import { measure } from './harness/measure.js';
import { render, reportOfLoad, reportOfTrial, type Report } from './harness/report.js';
import { Stage } from './harness/stage.js';

const USAGE = `Usage: npm run bench -- NAME... [options]

  --rounds N        rounds that count, after one that does not (${DEFAULT_EFFORT.rounds}, unless the bench has its own)
  --seconds N       length of one turn of one target (${DEFAULT_EFFORT.seconds}, likewise)
  --connections N   connections of the driver (${DEFAULT_EFFORT.connections}, likewise)
  --profile FOLDER  write a CPU profile of the service to the folder
  --json            print one JSON document

Ends with 0 when every goal is met, 1 when one is not or something failed, 2 on wrong usage.

Benches:
${benches.map(({ name, summary }) => `  ${name.padEnd(16)}  ${summary}`).join('\n')}
`;

/** What the command line asks for. */
interface Order {
  readonly chosen: readonly Bench[];
  /** What it says of the effort; benches say the rest. */
  readonly effort: Partial<Effort>;
  readonly nodeArgs: readonly string[];
  readonly json: boolean;
}

class WrongUsage extends Error {}

class Interrupted extends Error {}

function readOrder(): Order {
  const { values, positionals } = parse();
  const chosen = positionals.map((wanted) => {
    const bench = benches.find(({ name }) => name === wanted);
    if (!bench) throw new WrongUsage(`There is no bench ${wanted}.`);
    return bench;
  });
  const { rounds, seconds, connections, profile, json } = values;
  return {
    chosen,
    effort: {
      ...(rounds !== undefined && { rounds: count('rounds', rounds) }),
      ...(seconds !== undefined && { seconds: count('seconds', seconds) }),
      ...(connections !== undefined && { connections: count('connections', connections) }),
    },
    nodeArgs: profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(profile)}`],
    json,
  };
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        connections: { type: 'string' },
        profile: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error));
  }
}

function count(option: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new WrongUsage(`--${option} takes a whole number from 1 on.`);
  return Number(text);
}

/** Rejects at the first Ctrl-C or SIGTERM; further ones change nothing, the stage is being cleared then. */
function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => reject(new Interrupted(`interrupted by ${signal}`)));
    }
  });
}

async function run(bench: Bench, order: Order, interrupted: Promise<never>): Promise<Report> {
  const effort = { ...DEFAULT_EFFORT, ...bench.effort, ...order.effort };
  const input = { nodeArgs: order.nodeArgs, ...(bench.probe && { probe: bench.probe.href }) };
  const tell = (progress: string): void => {
    process.stderr.write(`${bench.name}, ${progress}\n`);
  };
  return Stage.play(input, interrupted, async (stage) => {
    if ('conduct' in bench) return reportOfTrial(bench, effort, await bench.conduct(stage, effort, tell));
    const plan = await bench.prepare(stage);
    return reportOfLoad(bench, plan, effort, await measure(plan, stage, effort, tell));
  });
}

async function main(): Promise<number> {
  const order = readOrder();
  if (order.chosen.length === 0) {
    process.stdout.write(USAGE);
    return 0;
  }
  const interrupted = interruption();
  interrupted.catch(() => undefined);
  const reports: Report[] = [];
  for (const bench of order.chosen) {
    const report = await run(bench, order, interrupted);
    reports.push(report);
    if (!order.json) process.stdout.write(`\n${render(report, bench.summary)}\n`);
  }
  if (order.json) process.stdout.write(`${JSON.stringify(reports, null, 2)}\n`);
  return reports.every(({ isGood }) => isGood) ? 0 : 1;
}

main().then(
  (status) => process.exit(status),
  (error: unknown) => {
    if (error instanceof WrongUsage) {
      process.stderr.write(`${error.message}\n\n${USAGE}`);
      process.exit(2);
    }
    const isExpected = error instanceof Interrupted;
    process.stderr.write(`${isExpected ? error.message : String((error as Error).stack ?? error)}\n`);
    process.exit(isExpected ? 130 : 1);
  },
);
