import { property, sqlErrorFacts } from '../errors/sql-error-facts.js';

export { sqlErrorFacts };

/** An error that a server has no code for. Servers of Citus fail so when one of them does not reach another. */
const INTERNAL = 'XX000';

const NO_ANSWER = 'does not answer in time';
const NOT_REACHED = 'cannot be reached';

/**
 * Causes for which a database may do later what it does not do now, by SQLSTATE, code of the operating system, or
 * message of the driver or of an internal error. The first that matches counts.
 */
const UNAVAILABLE: readonly (readonly [pattern: RegExp, cause: string])[] = [
  [/^(?:40001|40P01|55P03)$/, 'cannot commit, because other requests change the same data'],
  [/^25006$/, 'takes no writes'],
  [/^53...$/, 'has no room'],
  [/^57014$|^Query read timeout$/, 'does not finish a statement in time'],
  [/^timeout exceeded when trying to connect$|^Connection terminated due to connection timeout$/, NO_ANSWER],
  [/^(?:08|57)...$|^(?:ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/, NOT_REACHED],
  [
    /Connection terminated|not queryable|Cannot use a pool after|already released|Driver not Connected/i,
    NOT_REACHED,
  ],
  // Of the coordinator of Citus, when it or a server of it is killed, and while it moves companies between servers.
  [
    /^(?:failure on connection|failed to complete COPY on|could not connect to any|postmaster was shut down)/,
    NOT_REACHED,
  ],
  [/^(?:SSL SYSCALL error|SSL connection has been closed|server closed the connection)/, NOT_REACHED],
  [/^could not find valid entry for shard/, 'moves data to another of its servers'],
];

/** The database answers no statement of this process. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';

  constructor() {
    super('The database has not answered in time.');
  }
}

/**
 * Says what is wrong with a database that may answer later: it is down, restarting, full, too slow or in demand.
 * @returns a verb and more, which follow "the database"; undefined for other errors
 */
export function whyUnavailable(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof DatabaseSilent) return NO_ANSWER;
  if (error instanceof AggregateError) return firstDefined(error.errors.map(whyUnavailable));
  const code = property(error, 'code');
  const known = code === undefined || code === INTERNAL ? error.message : code;
  return UNAVAILABLE.find(([pattern]) => pattern.test(known))?.[1];
}

/** True of an error that {@link whyUnavailable} explains. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return whyUnavailable(error) !== undefined;
}

function firstDefined<T>(values: readonly (T | undefined)[]): T | undefined {
  return values.find((value) => value !== undefined);
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return isViolation(error, '23505', constraint);
}

/** True of a write that referred to a missing row. */
export function isForeignKeyViolation(error: unknown, constraint: string): boolean {
  return isViolation(error, '23503', constraint);
}

/** An `INSERT … SELECT` of Citus fails with an internal error that has the message of the violation. */
function isViolation(error: unknown, sqlState: string, constraint: string): boolean {
  const facts = sqlErrorFacts(error);
  return (facts?.sqlState === sqlState || facts?.sqlState === INTERNAL) && facts.constraint === constraint;
}
