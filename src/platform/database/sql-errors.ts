import { property, sqlErrorFacts } from '../errors/sql-error-facts.js';

export { sqlErrorFacts };

const UNAVAILABLE_SQLSTATE = /^(?:08|53|57|25006|40001|40P01|55P03)/;
const UNAVAILABLE_SYSTEM_CODE = /^(?:ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/;
/** The driver's errors that carry no code. */
const UNAVAILABLE_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|Cannot use a pool after|already released|Driver not Connected/i;

/** The database answers no statement of this process. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';

  constructor() {
    super('The database has not answered in time.');
  }
}

/** True of an error of a database that may answer later: down, restarting, full or too slow. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseSilent) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  const code = property(error, 'code');
  if (code !== undefined) return UNAVAILABLE_SQLSTATE.test(code) || UNAVAILABLE_SYSTEM_CODE.test(code);
  return UNAVAILABLE_MESSAGE.test(error.message);
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const facts = sqlErrorFacts(error);
  return facts?.sqlState === '23505' && facts.constraint === constraint;
}

/** True of a write that referred to a missing row. */
export function isForeignKeyViolation(error: unknown, constraint: string): boolean {
  const facts = sqlErrorFacts(error);
  return facts?.sqlState === '23503' && facts.constraint === constraint;
}
