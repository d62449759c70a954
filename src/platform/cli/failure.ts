import { CommanderError } from 'commander';
import { DomainError } from '../../shared-kernel/domain-error.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { InvalidSettings } from '../config/settings.js';
import { describeError } from '../errors/describe-error.js';
import { explainStartupError } from '../startup-error.js';
import { Interrupted } from './interruption.js';

/** How a command can end (decisions 11). */
export const EXIT = { done: 0, refused: 1, wrongUsage: 2 } as const;

/** What an operator, or the script of one, is told of a command that was not done. */
export interface Failure {
  readonly exitCode: number;
  /** Stable UPPER_SNAKE code. */
  readonly code: string;
  /** One line; of broken settings one line per issue. */
  readonly message: string;
  /** The offending members, where it is about some. */
  readonly issues?: readonly ValidationIssue[];
}

/** Issues that a person is shown; a program gets all. */
const SHOWN_FAULTS = 20;

/** Says why a command was not done, and never where in the program: that means nothing to an operator. */
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
  if (issue !== undefined)
    return { exitCode: EXIT.refused, code: 'DATABASE_UNAVAILABLE', message: oneLine(issue) };
  return {
    exitCode: EXIT.refused,
    code: 'UNEXPECTED',
    message: `Unexpected failure: ${oneLine(hint(error))}`,
  };
}

/** A failure as a person reads it: one line for what was not done, and one for each issue. */
export function explainFailure({ message, issues = [] }: Failure): string {
  const lines = issues
    .slice(0, SHOWN_FAULTS)
    .map(({ path, message: rule }) => oneLine(path === '' ? rule : `${path}: ${rule}`));
  const more = issues.length - lines.length;
  return [message, ...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n');
}

/** The kind of an error without its message, which may repeat data. */
function hint(error: unknown): string {
  const { type, code, sqlState, constraint, table } = describeError(error);
  const facts = Object.entries({ code, sqlState, constraint, table }).filter(
    ([, value]) => value !== undefined,
  );
  return facts.length === 0
    ? type
    : `${type} (${facts.map(([name, value]) => `${name} ${value}`).join(', ')})`;
}

/** Arguments are repeated in messages and may hold anything. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
