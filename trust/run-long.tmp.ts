import { parseArgs } from 'node:util';
import { endServices } from '../test/support/service-process.js';
import { fuzz } from './programs/fuzz-long.tmp.js';
import { isolation } from './programs/isolation.js';
import { soak } from './programs/soak.js';
import { sync } from './programs/sync.js';
import type { Program } from './support/program.js';

const PROGRAMS: Readonly<Record<string, Program>> = { fuzz, isolation, sync, soak };

const USAGE = `Usage: npm run trust -- NAME [--short] [--seed N]

  --short    a small part of the work
  --seed N   repeats the random choices of another run (fuzz)

Exit status: 0 if the promise holds, 1 if not, 2 on wrong usage.

Programs: ${Object.keys(PROGRAMS).join(', ')}
`;

/** Rejects at the first signal; the processes of the program are ended then. */
function interruption(): Promise<never> {
  return new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => reject(new Error(`interrupted by ${signal}`)));
    }
  });
}

function readArguments(): { program: Program; short: boolean; seed: number | undefined } | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { short: { type: 'boolean', default: false }, seed: { type: 'string' } },
    });
    const program = positionals.length === 1 ? PROGRAMS[positionals[0]!] : undefined;
    const seed = values.seed === undefined ? undefined : Number(values.seed);
    if (!program || (seed !== undefined && !Number.isSafeInteger(seed))) return undefined;
    return { program, short: values.short, seed };
  } catch {
    return undefined;
  }
}

async function main(): Promise<number> {
  const chosen = readArguments();
  if (!chosen) {
    process.stderr.write(USAGE);
    return 2;
  }
  const { program, short, seed } = chosen;
  try {
    const lines = await Promise.race([
      program({ short, ...(seed !== undefined && { seed }) }),
      interruption(),
    ]);
    process.stdout.write(`${lines.join('\n')}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    await endServices();
  }
}

process.exit(await main());
