/** The parts of a database error that contain no data. */
export interface SqlErrorFacts {
  readonly sqlState?: string;
  readonly constraint?: string;
  readonly table?: string;
}

/** A property of an error when it is a text. */
export function property(error: unknown, name: string): string | undefined {
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
  const constraint = constraintOf(error);
  const table = property(error, 'table');
  return { sqlState: code, ...(constraint && { constraint }), ...(table && { table }) };
}

/**
 * The constraint that is violated. Servers of Citus add the number of a shard to its name, and give the name in the
 * message alone, which is in English unless `lc_messages` says otherwise.
 */
function constraintOf(error: unknown): string | undefined {
  const message = property(error, 'message') ?? '';
  const name = property(error, 'constraint') ?? / violates [a-z ]{0,30}constraint "(\w+)"/.exec(message)?.[1];
  return name?.replace(/_\d{6,}$/, '');
}
