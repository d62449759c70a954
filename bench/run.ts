import { parseArgs } from 'node:util';
import { Interruption } from '../src/platform/cli/interruption.js';
import { benches } from './benches/index.js';
import { DEFAULT_EFFORT, isMet, NotPossible, type Bench } from './harness/bench.js';
import { print } from './harness/print.js';
import { Stage } from './harness/stage.js';

const USAGE = `Usage: npm run bench -- NAME... [--rounds N] [--seconds N]

  --rounds N    rounds that count, after a warm-up (${DEFAULT_EFFORT.rounds}, unless the bench has its own)
  --seconds N   length of the turn of one target (${DEFAULT_EFFORT.seconds}, unless the bench has its own)

Exit status: 0 if all goals are met, 1 if not or after an error, 2 on wrong usage,
or where something that a bench needs is missing.

Benches:
${benches.map(({ name, summary }) => `  ${name.padEnd(16)}  ${summary}`).join('\n')}
`;

class WrongUsage extends Error {}

interface Order {
  readonly chosen: readonly Bench[];
  readonly rounds: number | undefined;
  readonly seconds: number | undefined;
}

function readOrder(): Order {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { rounds: { type: 'string' }, seconds: { type: 'string' } },
    });
    const chosen = positionals.map((name) => {
      const bench = benches.find((candidate) => candidate.name === name);
      if (!bench) throw new Error(`There is no bench ${name}.`);
      return bench;
    });
    return { chosen, rounds: count(values.rounds), seconds: count(values.seconds) };
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error));
  }
}

function count(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new Error('--rounds and --seconds take a whole number from 1 to 9999.');
  return Number(text);
}

async function main(): Promise<number> {
  const { chosen, rounds, seconds } = readOrder();
  if (chosen.length === 0) process.stdout.write(USAGE);
  const interruption = new Interruption();
  let areMet = true;
  for (const bench of chosen) {
    const effort = {
      ...DEFAULT_EFFORT,
      ...bench.effort,
      ...(rounds !== undefined && { rounds }),
      ...(seconds !== undefined && { seconds }),
    };
    const input = bench.probe ? { probe: bench.probe.href } : {};
    const result = await Stage.use(input, interruption.happened, (stage) => bench.run(stage, effort));
    process.stdout.write(print(bench.name, effort, result));
    areMet &&= result.goals.every(isMet);
  }
  return areMet ? 0 : 1;
}

main().then(
  (status) => process.exit(status),
  (error: unknown) => {
    if (error instanceof NotPossible) {
      process.stderr.write(`${error.message}\n`);
      process.exit(2);
    }
    const isUsage = error instanceof WrongUsage;
    const text = isUsage ? `${error.message}\n\n${USAGE}` : `${String((error as Error).stack ?? error)}\n`;
    process.stderr.write(text);
    process.exit(isUsage ? 2 : 1);
  },
);
