const UNAVAILABLE_SQLSTATE = /^(?:08|53|57|25006|40001|40P01|55P03)/;
const UNAVAILABLE_SYSTEM_CODE = /^(?:ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/;
/** The driver's errors that carry no code. */
const UNAVAILABLE_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|Cannot use a pool after|already released|Driver not Connected/i;

/** Every connection that work of a kind may have is taken, and none became free in time. */
export class DatabaseBusy extends Error {
  constructor() {
    super('No connection became free in time.');
    this.name = 'DatabaseBusy';
  }
}

/** The parts of a database error that carry nothing of the data. */
export interface SqlErrorFacts {
  readonly sqlState?: string;
  readonly constraint?: string;
  readonly table?: string;
}

function property(error: unknown, name: string): string | undefined {
  const value =
    typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The facts of a database error; undefined for any other error. */
export function sqlErrorFacts(error: unknown): SqlErrorFacts | undefined {
  const code = property(error, 'code');
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code) || property(error, 'severity') === undefined) {
    return undefined;
  }
  const constraint = property(error, 'constraint');
  const table = property(error, 'table');
  return { sqlState: code, ...(constraint && { constraint }), ...(table && { table }) };
}

/** Whether an error says that the database cannot answer now and may later: down, restarting, full or too slow. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseBusy) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  const code = property(error, 'code');
  if (code !== undefined) return UNAVAILABLE_SQLSTATE.test(code) || UNAVAILABLE_SYSTEM_CODE.test(code);
  return UNAVAILABLE_MESSAGE.test(error.message);
}

/** Whether a write met an existing row of a unique constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const facts = sqlErrorFacts(error);
  return facts?.sqlState === '23505' && facts.constraint === constraint;
}

/** Whether a write referred to a row that is not there. */
export function isForeignKeyViolation(error: unknown, constraint: string): boolean {
  const facts = sqlErrorFacts(error);
  return facts?.sqlState === '23503' && facts.constraint === constraint;
}
