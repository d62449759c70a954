import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Paths of files. */
export interface Contract {
  /** The document of the last release. */
  readonly released: string;
  readonly current: string;
  /** Breaking changes since then that are meant to be, as a list of {@link AcceptedChange}. */
  readonly accepted: string;
}

interface AcceptedChange {
  readonly rule: string;
  readonly path: string;
  /** Shown to those who review the release. */
  readonly reason: string;
}

interface Diff {
  readonly changes: readonly {
    readonly path: string;
    readonly verdicts: readonly {
      readonly ruleId: string;
      readonly impact: string;
      readonly message: string;
    }[];
  }[];
}

/** Least simplicity of the document for people and programs, of 100. */
const MIN_SCORE = 85;

const REDOCLY = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');

/** Nothing is sent and nothing is asked for. */
const OFFLINE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/**
 * Compares the document with that of the last release, and measures its simplicity.
 * @returns breaking changes that are not accepted, accepted ones that there are not, and a score that is too low
 */
export function checkContract({ released, current, accepted }: Contract): string[] {
  const list = JSON.parse(readFileSync(accepted, 'utf8')) as readonly AcceptedChange[];
  const isAccepted = new Set(list.map(({ rule, path }) => `${rule} ${path}`));
  const diff = redocly<Diff>('diff', released, current, '--fail-on=none');
  const breaking = diff.changes.flatMap(({ path, verdicts }) =>
    verdicts
      .filter(({ impact }) => impact === 'major')
      .map(({ ruleId, message }) => ({ key: `${ruleId} ${path}`, message })),
  );
  const found = new Set(breaking.map(({ key }) => key));
  const { agentReadiness: score } = redocly<{ readonly agentReadiness: number }>('score', current);
  return [
    ...breaking
      .filter(({ key }) => !isAccepted.has(key))
      .map(({ key, message }) => `Breaking change (${key}): ${message}`),
    ...[...isAccepted].filter((key) => !found.has(key)).map((key) => `There is no such change: ${key}`),
    ...(score < MIN_SCORE ? [`The score of ${current} is ${score}, below ${MIN_SCORE}.`] : []),
  ];
}

function redocly<Answer>(...args: readonly string[]): Answer {
  const { status, stdout, stderr } = spawnSync(process.execPath, [REDOCLY, ...args, '--format=json'], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...OFFLINE },
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
  });
  if (status !== 0) throw new Error(`redocly ${args.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as Answer;
}
