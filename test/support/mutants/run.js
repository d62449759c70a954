import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { tsImport } from 'tsx/esm/api';
import { runSample } from './sample.js';

const USAGE = `Usage: npm run mutants -- <folder> [--files <glob>] [--specs <globs> | --unit] [--concurrency <number>]
       npm run mutants -- --sample <number> [--seed <number>]

  <folder>       src/<context>, or a folder below it; its domain, application and infrastructure are mutated.
                 In src/platform, src/shared-kernel and an interface folder everything is mutated that --files names
  --files        only these files below the folder, e.g. 'order.ts:10-30'
  --specs        the specs to run, separated by commas; needed where no context has them
  --unit         only the specs beside the code, which is fast; without it also those of test/e2e/<context>
  --concurrency  number of processes that test mutants, 1 if not given
  --sample       this many mutants of all folders, each as likely as any other; --seed repeats the choice
`;

/** Specs elsewhere that cover a context. */
const FURTHER_SPECS = { workforce: ['test/platform/employee-round-trips.spec.ts'] };

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: 'string' },
    specs: { type: 'string' },
    unit: { type: 'boolean' },
    concurrency: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string' },
  },
});
const folder = relative('.', positionals[0] ?? '');
const [, context, nested] = /^src\/([a-z-]+)(?:\/([a-z-]+))?/.exec(folder) ?? [];
if (context === undefined && values.sample === undefined) {
  process.stderr.write(USAGE);
  process.exit(2);
}

const { default: globalSetup } = await tsImport('../global-setup.ts', import.meta.url);
const { default: globalTeardown } = await tsImport('../global-teardown.ts', import.meta.url);
// Ctrl-C reaches Stryker too, which then ends; the database has to be stopped after it.
process.on('SIGINT', () => undefined);
await globalSetup();
// Mutants may delete other files than the code does: they get a folder of their own for temporary files.
const temporary = await mkdtemp(join(tmpdir(), 'wes-mutants-'));
try {
  process.exitCode = values.sample === undefined ? await runStryker() : await sample();
} finally {
  await rm(temporary, { recursive: true, force: true });
  await globalTeardown();
}

async function runStryker() {
  const stryker = spawn(process.execPath, ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run'], {
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: temporary, WES_MUTANTS: JSON.stringify(options()) },
  });
  process.once('SIGTERM', () => stryker.kill());
  await once(stryker, 'close');
  return stryker.exitCode ?? 1;
}

async function sample() {
  const size = Number(values.sample);
  const seed = Number(values.seed ?? randomInt(1_000_000));
  await runSample({ size, seed, env: { ...process.env, TMPDIR: temporary } });
  return 0;
}

function options() {
  return {
    mutate: mutatedFiles(),
    testMatch: specs().map((pattern) => `<rootDir>/${pattern}`),
    concurrency: Number(values.concurrency ?? 1),
    // Generous: a mutant that times out counts as killed, and other programs may use the processors.
    timeoutMS: 60_000,
    report: folder.slice('src/'.length).replaceAll('/', '-'),
  };
}

/** The layers with rules, without texts for people. */
function mutatedFiles() {
  const isLayer = /^src\/(platform|shared-kernel)|\/(domain|application|infrastructure|interface)(\/|$)/.test(
    folder,
  );
  const layers = isLayer ? folder : `${folder}/{domain,application,infrastructure}`;
  const files = `${layers}/${values.files ?? '**/*.ts'}`;
  return [files, '!**/*.spec.ts', '!**/*.response.ts', '!**/*.words.ts', '!**/labels/*.ts'];
}

function specs() {
  if (values.specs) return values.specs.split(',');
  const isExports = nested === 'exports';
  // The specs of the exports are many and slow together.
  if (isExports && values.unit) return [`${folder}/**/*.spec.ts`];
  const unit = isExports
    ? ['src/action-plans/exports/**/*.spec.ts']
    : [`src/${context}/{domain,application,infrastructure,interface}/**/*.spec.ts`];
  if (values.unit) return unit;
  const e2e = isExports ? 'test/e2e/action-plans/export*-spec.ts' : `test/e2e/${context}/**/*-spec.ts`;
  return [...unit, e2e, ...(FURTHER_SPECS[context] ?? [])];
}
