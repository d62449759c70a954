import { property, sqlErrorFacts } from '../errors/sql-error-facts.js';
import { whyUnavailable } from './sql-errors.js';

/** SQLSTATEs of refused connections. Their messages name no data. */
const BEFORE_STATEMENTS = /^(?:08|28|3D|53|57P03|42704)/;

/** By SQLSTATE and message, because PgBouncer has one SQLSTATE for everything. The first that matches counts. */
const REFUSALS: readonly (readonly [pattern: RegExp, meaning: string])[] = [
  [/(?:configuration|startup) parameter/, 'the server or pooler refuses a parameter of the connection'],
  [/^57P03/, 'the server does not accept connections yet or any more'],
  [/^28|authentication failed/, 'the server refuses user or password'],
  [/^3D|no such database|database .* does not exist/, 'the server does not have this database'],
  [/query_wait_timeout|server login/, 'the pooler gets no connection to the server'],
  [/^53100/, 'the disk of the server is full'],
  [/^53200/, 'the server has no memory left'],
  [/^53/, 'the server has no room for another connection'],
  [/^08/, 'the server or pooler refuses the connection'],
];

/** Codes of the operating system. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the host does not answer',
};

const CLOSED = /Connection terminated unexpectedly/;
const TLS_REFUSED = /server does not support SSL connections/;
const CERTIFICATE = /CERT|SIGNATURE/;

/** Says in one line why there is no connection to a database; undefined for other errors. Never contains a password. */
export function explainConnectionError(error: unknown): string | undefined {
  if (error instanceof AggregateError) return explainConnectionError(error.errors[0]); // one for each address of a host
  if (!(error instanceof Error)) return undefined;
  const state = sqlErrorFacts(error)?.sqlState;
  if (state !== undefined) {
    const text = `${state} ${error.message}`;
    const meaning = BEFORE_STATEMENTS.test(state) && REFUSALS.find(([pattern]) => pattern.test(text))?.[1];
    if (meaning) return `${meaning}: ${error.message} (${state})`;
  }
  const code = property(error, 'code') ?? '';
  if (UNREACHABLE[code] !== undefined) {
    const { address, port } = error as { address?: string; port?: number };
    const place = address === undefined ? '' : ` (${address}, port ${port})`;
    return `${UNREACHABLE[code]}${place}: ${code}`;
  }
  const { hostname } = error as { hostname?: string };
  if (code === 'ENOTFOUND') return `there is no host ${hostname}`;
  if (code === 'EAI_AGAIN') return `the network cannot look up the host ${hostname}`;
  if (CERTIFICATE.test(code)) return `the certificate of the server is not accepted: ${code}`;
  if (TLS_REFUSED.test(error.message)) return 'the server does not offer TLS';
  if (code === 'ECONNRESET' || CLOSED.test(error.message))
    return 'the connection was closed before the server answered';
  const cause = whyUnavailable(error);
  return cause && `the database ${cause}`;
}
