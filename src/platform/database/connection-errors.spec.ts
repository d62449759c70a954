import { explainConnectionError } from './connection-errors.js';
import { whyUnavailable } from './sql-errors.js';

/** An error of PostgreSQL. */
const sqlError = (code: string, message = 'x') =>
  Object.assign(new Error(message), { code, severity: 'ERROR' });

describe('the cause of a database that cannot be used', () => {
  it.each([
    ['40P01', 'cannot commit, because other requests change the same data'],
    ['40001', 'cannot commit, because other requests change the same data'],
    ['25006', 'takes no writes'],
    ['53100', 'has no room'],
    ['53300', 'has no room'],
    ['57014', 'does not finish a statement in time'],
    ['57P01', 'cannot be reached'],
    ['08006', 'cannot be reached'],
    ['ECONNREFUSED', 'cannot be reached'],
    ['EAI_AGAIN', 'cannot be reached'],
    ['23505', undefined],
    ['42P01', undefined],
    ['ENOSPC', undefined],
  ])('is found by the code %s', (code, cause) => {
    expect(whyUnavailable(sqlError(code))).toBe(cause);
    expect(whyUnavailable(new AggregateError([new Error('x'), sqlError(code)]))).toBe(cause);
  });

  it.each([
    ['Query read timeout', 'does not finish a statement in time'],
    ['timeout exceeded when trying to connect', 'does not answer in time'],
    ['Connection terminated due to connection timeout', 'does not answer in time'],
    ['Connection terminated unexpectedly', 'cannot be reached'],
    ['Client was closed and is not queryable', 'cannot be reached'],
    ['something else', undefined],
  ])('is found by the message "%s"', (message, cause) => {
    expect(whyUnavailable(new Error(message))).toBe(cause);
  });
});

describe('the reason why there is no connection', () => {
  it.each([
    [
      sqlError('53100', 'could not extend file'),
      'the disk of the server is full: could not extend file (53100)',
    ],
    [sqlError('53200', 'out of memory'), 'the server has no memory left: out of memory (53200)'],
    [sqlError('53300', 'too many'), 'the server has no room for another connection: too many (53300)'],
    [sqlError('25006'), 'the database takes no writes'],
    [
      Object.assign(new Error('x'), { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'h' }),
      'there is no host h',
    ],
    [
      Object.assign(new Error('x'), { code: 'EAI_AGAIN', syscall: 'getaddrinfo', hostname: 'h' }),
      'the network cannot look up the host h',
    ],
  ])('names the cause of %s', (error, reason) => {
    expect(explainConnectionError(error)).toBe(reason);
  });
});
