import { parseArgs } from 'node:util';
import { availableParallelism } from 'node:os';
import { Interruption } from '../../src/platform/cli/interruption.js';
import { print } from './harness/print.js';
import { NotPossible } from './harness/program.js';
import { Stage } from './harness/stage.js';
import { programs } from './programs.js';

const USAGE = `Usage: npm run trust -- NAME... [--short] [--seed N] [--servers URL,URL...] [--files PATH]
                             [--only PART,PART...]

  --short    as in npm test: a part of the work
  --seed N   repeats the random choices of another run (fuzz, staff-sync, persons)
  --servers  running servers with Citus, the coordinator first, instead of those that citus starts
  --files    a folder with the files of others that scim needs
  --only     parts of hostile: budgets, files, and its attacks by name; of growth: fresh, writes

Exit status: 0 if all promises hold, 1 if not or after an error, 2 on wrong usage,
or where something that a program needs is missing.

Programs:
${Object.entries(programs)
  .map(([name, { summary }]) => `  ${name.padEnd(14)}  ${summary}`)
  .join('\n')}
`;

class WrongUsage extends Error {}

interface Order {
  readonly names: readonly string[];
  readonly short: boolean;
  readonly seed: number | undefined;
  readonly servers: readonly string[];
  readonly files: string | undefined;
  readonly only: readonly string[];
}

function readOrder(): Order {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        short: { type: 'boolean', default: false },
        seed: { type: 'string' },
        servers: { type: 'string' },
        files: { type: 'string' },
        only: { type: 'string' },
      },
    });
    const unknown = positionals.find((name) => !Object.hasOwn(programs, name));
    if (unknown !== undefined) throw new Error(`There is no program ${unknown}.`);
    const seed = values.seed === undefined ? undefined : Number(values.seed);
    if (seed !== undefined && !Number.isSafeInteger(seed)) throw new Error('--seed takes a whole number.');
    const servers = values.servers?.split(',') ?? [];
    const only = values.only?.split(',') ?? [];
    return { names: positionals, short: values.short, seed, servers, files: values.files, only };
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error));
  }
}

async function main(): Promise<number> {
  const { names, short, seed, servers, files, only } = readOrder();
  if (names.length === 0) process.stdout.write(USAGE);
  const interruption = new Interruption();
  let allHold = true;
  for (const name of names) {
    const begun = performance.now();
    const began = new Date().toISOString().slice(0, 16).replace('T', ' ');
    const size = `${availableParallelism()} cores, Node.js ${process.version}`;
    process.stdout.write(`${name}${short ? ' (short)' : ''}: ${began}, ${size}\n`);
    const note = (line: string): void => void process.stdout.write(`  ${line}\n`);
    const findings = await Stage.run(programs[name]!, {
      short,
      seed,
      servers,
      files,
      only,
      note,
      interrupted: interruption.happened,
    });
    process.stdout.write(print(findings, performance.now() - begun));
    allHold &&= findings.every(({ holds }) => holds);
  }
  return allHold ? 0 : 1;
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
