import { isForeignKeyViolation, isUniqueViolation, sqlErrorFacts, whyUnavailable } from './sql-errors.js';

const failed = (facts: { code: string; message: string; constraint?: string }): Error =>
  Object.assign(new Error(facts.message), { severity: 'ERROR', ...facts });

const unique = (name: string): string => `duplicate key value violates unique constraint "${name}"`;
const foreign = (name: string): string =>
  `insert or update on table "area_102030" violates foreign key constraint "${name}"`;

it.each([
  ['SSL SYSCALL error: EOF detected', 'cannot be reached'],
  ['server closed the connection unexpectedly', 'cannot be reached'],
  ['cache lookup failed for relation 1', undefined],
])('an internal error %s is of a server that %s', (message, cause) => {
  expect(whyUnavailable(failed({ code: 'XX000', message }))).toBe(cause);
});

describe('a violation of a constraint', () => {
  it.each([
    ['by PostgreSQL', { code: '23505', message: unique('area_pkey'), constraint: 'area_pkey' }],
    ['in another language', { code: '23505', message: 'doppelter Schlüsselwert', constraint: 'area_pkey' }],
    ['of a shard', { code: '23505', message: unique('area_pkey_102030'), constraint: 'area_pkey_102030' }],
    ['on another server', { code: '23505', message: unique('area_pkey_102030') }],
    ['by INSERT … SELECT on another server', { code: 'XX000', message: unique('area_pkey_102030') }],
  ])('is known as reported %s', (_, facts) => {
    expect(isUniqueViolation(failed(facts), 'area_pkey')).toBe(true);
    expect(isUniqueViolation(failed(facts), 'area_position_key')).toBe(false);
    expect(isForeignKeyViolation(failed(facts), 'area_position_fkey')).toBe(false);
  });

  it('may be of a foreign key', () => {
    const error = failed({ code: '23503', message: foreign('area_company_fkey_102030') });
    expect(isForeignKeyViolation(error, 'area_company_fkey')).toBe(true);
    expect(isUniqueViolation(error, 'area_company_fkey')).toBe(false);
    expect(sqlErrorFacts(error)).toEqual({ sqlState: '23503', constraint: 'area_company_fkey' });
  });

  it('is not any error that has its name', () => {
    const error = failed({ code: '42704', message: 'constraint "area_pkey" does not exist' });
    expect(isUniqueViolation(error, 'area_pkey')).toBe(false);
    expect(isUniqueViolation(new Error(unique('area_pkey')), 'area_pkey')).toBe(false);
  });
});

describe('an internal error', () => {
  it.each([
    ['failure on connection marked as essential: 10.0.0.2:5432', 'cannot be reached'],
    ['postmaster was shut down, exiting', 'cannot be reached'],
    ['failed to complete COPY on 10.0.0.2:5432', 'cannot be reached'],
    ['could not connect to any active placements', 'cannot be reached'],
    ['could not find valid entry for shard 102030', 'moves data to another of its servers'],
  ])('of Citus may be over later: %s', (message, cause) => {
    expect(whyUnavailable(failed({ code: 'XX000', message }))).toBe(cause);
  });

  it.each([
    ['XX000', 'could not create distributed plan'],
    ['42601', 'postmaster was shut down, exiting'],
  ])('of another kind stays (%s)', (code, message) => {
    expect(whyUnavailable(failed({ code, message }))).toBeUndefined();
  });
});
