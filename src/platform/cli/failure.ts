import { CommanderError } from 'commander';
import { DomainError } from '../../shared-kernel/domain-error.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { InvalidSettings } from '../config/settings.js';
import { describeError } from '../errors/describe-error.js';
import { explainStartupError } from '../explain-startup-error.js';
import { Interrupted } from './interruption.js';

/** Exit codes of commands. */
export const EXIT = { done: 0, refused: 1, wrongUsage: 2 } as const;

/** The reason why a command failed, for operators and scripts. */
export interface Failure {
  readonly exitCode: number;
  /** Stable UPPER_SNAKE code. */
  readonly code: string;
  /** One line; for invalid settings one line per issue. */
  readonly message: string;
  /** The invalid properties, if any. */
  readonly issues?: readonly ValidationIssue[];
}

/** Issues that are printed as text; `--json` has all. */
const SHOWN_ISSUES = 20;

/** Explains a failure to an operator, without stack traces. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof CommanderError) {
    return {
      exitCode: EXIT.wrongUsage,
      code: 'WRONG_USAGE',
      message: oneLine(error.message.replace(/^error: /, '')),
    };
  }
  if (error instanceof DomainError) {
    const exitCode = error.kind === 'invalid' ? EXIT.wrongUsage : EXIT.refused;
    return { exitCode, code: error.code, message: oneLine(error.message), issues: error.issues };
  }
  if (error instanceof InvalidSettings) {
    return { exitCode: EXIT.refused, code: 'INVALID_SETTINGS', message: error.message };
  }
  if (error instanceof Interrupted) {
    return { exitCode: error.exitCode, code: 'INTERRUPTED', message: error.message };
  }
  const issue = explainStartupError(error);
  const code = issue === undefined ? 'UNEXPECTED' : 'DATABASE_UNAVAILABLE';
  const message = issue ?? `Unexpected failure: ${typeOf(error)}`;
  return { exitCode: EXIT.refused, code, message: oneLine(message) };
}

/** A failure as text: one line, and one for each issue. */
export function explainFailure({ message, issues = [] }: Failure): string {
  const lines = issues
    .slice(0, SHOWN_ISSUES)
    .map(({ path, message: rule }) => oneLine(path === '' ? rule : `${path}: ${rule}`));
  const more = issues.length - lines.length;
  return [message, ...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n');
}

/** The kind of an error without its message, which may contain data. */
function typeOf(error: unknown): string {
  const { type, code, sqlState, constraint, table } = describeError(error);
  const facts = Object.entries({ code, sqlState, constraint, table }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${value}`],
  );
  return facts.length === 0 ? type : `${type} (${facts.join(', ')})`;
}

/** Messages repeat arguments, which may contain line breaks and control characters. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
