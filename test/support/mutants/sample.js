import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { strykerPlugins } from './ignorer.js';

/** The layers of all contexts, and the parts of the platform that have rules. */
const MUTATED =
  /\/(domain|application|infrastructure)\/|^src\/platform\/((http|idempotency|jobs|rate-limits)\/[^/]+|database\/(idempotency-keys|sql-audit-trail)\.ts)$/;
const NOT_MUTATED = /\.(spec|response|words)\.ts$|\/labels\//;
/** Those that run the code in the process of jest. */
const SPECS = ['src/', 'test/e2e/', 'test/platform/(?!embedded-postgres|citus)', 'test/privacy-catalogue'];

/** Arguments of node in `npm run jest`. */
const JEST = JSON.parse(readFileSync('package.json', 'utf8')).scripts.jest.split(' ').slice(1);
const COPY = resolve('.stryker-tmp/sample');
const CONFIG = 'test/support/mutants/sample-jest.config.js';
const COVERAGE = join(COPY, 'mutant-coverage.jsonl');
const NOT_COPIED = /^(\.git|\.stryker-tmp|\.data|node_modules|dist|reports|coverage)$/;

/** The specs of a mutant take so long together without it; further ones are not run. */
const MAX_MS = 180_000;

const stop = new AbortController();

/**
 * Runs a pseudo-random choice from the mutants of all folders, each as likely as any other. The specs run in a copy
 * that has all mutants in its code, of which a variable activates one.
 */
export async function runSample({ size, seed, env }) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());
  process.stdout.write(`Seed ${seed}\n`);
  const mutants = await instrumentCopy();
  const specs = await measureSpecs(env);
  const outside = new Set(specs.flatMap((spec) => spec.outside));
  const chosen = mutants
    .map((mutant) => ({ ...mutant, specs: specs.filter((spec) => spec.mutants.has(mutant.id)) }))
    .filter((mutant) => mutant.specs.length > 0 || !outside.has(mutant.id)) // the others are static
    .toSorted((one, other) => (hash(seed, one) < hash(seed, other) ? -1 : 1));
  process.stdout.write(`${mutants.length} mutants, ${chosen.length} of them not static\n`);
  const survivors = [];
  let run = 0;
  for (const mutant of chosen.slice(0, size)) {
    const killer = await findKiller(mutant, env);
    if (stop.signal.aborted) break;
    run += 1;
    if (killer === undefined) survivors.push(mutant);
    process.stdout.write(
      killer === undefined ? `SURVIVED ${mutant.text}\n` : `killed   ${mutant.text}\n  by ${killer}\n`,
    );
  }
  process.stdout.write(`Seed ${seed}: ${run - survivors.length} of ${run} mutants killed, survivors:\n`);
  for (const survivor of survivors) process.stdout.write(`  ${survivor.text}\n`);
}

/** With the same code and seed, the same mutants come first. */
function hash(seed, { id }) {
  return createHash('sha256').update(`${seed} ${id}`).digest('hex');
}

async function instrumentCopy() {
  rmSync(COPY, { recursive: true, force: true });
  for (const name of readdirSync('.')) {
    if (!NOT_COPIED.test(name)) cpSync(name, join(COPY, name), { recursive: true });
  }
  for (const name of ['node_modules', 'dist']) symlinkSync(resolve(name), join(COPY, name));
  const sources = readdirSync('src', { recursive: true })
    .map((name) => `src/${name}`)
    .filter((name) => MUTATED.test(name) && name.endsWith('.ts') && !NOT_MUTATED.test(name))
    .toSorted()
    .map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  const logger = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };
  const { files, mutants } = await new Instrumenter(logger).instrument(sources, {
    plugins: null,
    excludedMutations: [],
    ignorers: strykerPlugins.map(({ value }) => value),
  });
  for (const { name, content } of files) writeFileSync(join(COPY, name), content);
  return mutants
    .filter(({ status }) => status !== 'Ignored')
    .map((mutant) => ({ id: mutant.id, text: describe(mutant, sources) }));
}

/** File, line and change of a mutant, in one line. */
function describe({ fileName, location: { start, end }, replacement }, sources) {
  const lines = sources
    .find(({ name }) => name === fileName)
    .content.split('\n')
    .slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column);
  lines[0] = lines[0].slice(start.column);
  const [from, to] = [lines.join(' '), replacement].map((code) => code.replace(/\s+/g, ' ').slice(0, 100));
  return `${fileName}:${start.line + 1}  ${from}  →  ${to}`;
}

/** Runs all specs without a mutant. Those that fail cannot find one. */
async function measureSpecs(env) {
  const { output } = await runJest([...SPECS, '--maxWorkers', '1'], {
    ...env,
    WES_MUTANT_COVERAGE: COVERAGE,
  });
  process.stdout.write(`${output.match(/^(?:FAIL|Tests: ).*$/gm)?.join('\n') ?? output}\n`);
  return readFileSync(COVERAGE, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map((spec) => ({ ...spec, mutants: new Set(spec.hasFailed ? [] : spec.mutants) }))
    .toSorted((one, other) => one.milliseconds - other.milliseconds);
}

/** Runs the specs that reach a mutant, the fastest first, until a test fails. @returns undefined if none does */
async function findKiller({ id, specs }, env) {
  let milliseconds = 0;
  const paths = specs.filter((spec) => (milliseconds += spec.milliseconds) <= MAX_MS).map(({ path }) => path);
  if (paths.length === 0) return undefined;
  const { code, output } = await runJest(
    ['--runInBand', '--bail', '--runTestsByPath', ...paths],
    { ...env, __STRYKER_ACTIVE_MUTANT__: id, WES_MUTANT_SPECS: JSON.stringify(paths) },
    2 * MAX_MS,
  );
  if (code === null) return 'a time-out';
  const failure = /^ *● .*$/m.exec(output)?.[0].trim();
  // A run that breaks otherwise shows nothing about the mutant, which counts as a survivor.
  if (code !== 0 && failure === undefined) process.stdout.write(`${output.slice(-500)}\n`);
  return failure;
}

/** @returns the exit code, null after a time-out */
async function runJest(args, env, timeout) {
  const jest = spawn(process.execPath, [...JEST, '--config', CONFIG, ...args], {
    cwd: COPY,
    env,
    stdio: ['ignore', 'ignore', 'pipe'], // jest reports to stderr
    timeout,
    killSignal: 'SIGKILL',
    signal: stop.signal,
  });
  jest.on('error', () => undefined); // stopped
  const [output] = await Promise.all([text(jest.stderr), new Promise((done) => jest.once('close', done))]);
  return { code: jest.exitCode, output };
}
