import { isDistributed, namesCompanies, partsOf, refusalsOf } from './citus-rules.js';

const DISTRIBUTION = {
  byCompany: new Set(['area', 'employee', 'job']),
  local: new Set(['migrations']),
};

describe('the parts of a statement', () => {
  it('are its sub-queries, common table expressions and branches', () => {
    expect(
      partsOf(
        `WITH a AS (SELECT 'x(' FROM area) SELECT max(b) FROM (VALUES (1)) v (b) UNION ALL SELECT 2`,
      ).map((part) => part.replaceAll(/\s+/g, ' ').trim()),
    ).toEqual([`SELECT '' FROM area`, 'VALUES (1)', 'WITH a AS () SELECT max(b) FROM () v (b)', 'SELECT 2']);
  });
});

describe('a statement', () => {
  it.each([
    'SELECT FROM area WHERE company_id = $1',
    'SELECT FROM "area" "Area" WHERE ("Area"."company_id" = $1)',
    'SELECT FROM area a JOIN employee e ON e.company_id = a.company_id AND e.hierarchy_id = a.id WHERE a.company_id = $1',
    'SELECT FROM area a LEFT JOIN LATERAL (SELECT FROM employee e WHERE e.company_id = $1) e ON true WHERE a.company_id = $1',
    'SELECT FROM area WHERE company_id = ANY ($1)',
    'SELECT FROM area WHERE company_id = $1 FOR UPDATE SKIP LOCKED',
    `UPDATE area SET name = 'x' WHERE company_id = $1`,
    'INSERT INTO area (company_id, id) VALUES ($1, $2)',
    'INSERT INTO area (company_id, id) SELECT $1, id FROM unnest($2::text[]) id',
    'DELETE FROM area a USING unnest($2::text[]) AS given (id) WHERE a.company_id = $1 AND a.id = given.id',
    'SELECT extract(epoch FROM now()) FROM area WHERE company_id = $1 AND a IS DISTINCT FROM b',
    'SELECT FROM company WHERE id = $1',
  ])('has the company of each table: %s', (statement) => {
    expect(namesCompanies(statement, DISTRIBUTION)).toBe(true);
  });

  it.each([
    'SELECT FROM area WHERE id = $1',
    'SELECT FROM area a JOIN employee e ON e.hierarchy_id = a.id WHERE a.company_id = $1',
    'SELECT FROM area a LEFT JOIN LATERAL (SELECT FROM employee e WHERE e.company_id = a.company_id) e ON true WHERE a.company_id = $1',
    'SELECT (SELECT count(*) FROM employee e WHERE e.company_id = a.company_id) FROM area a WHERE a.company_id = $1',
    'WITH gone AS (DELETE FROM area WHERE id = $2) DELETE FROM employee WHERE company_id = $1',
    'SELECT FROM area WHERE company_id = $1 UNION SELECT FROM area WHERE id = $2',
    'INSERT INTO area (company_id, id) SELECT $1, id FROM employee WHERE id = $2',
  ])('misses a company: %s', (statement) => {
    expect(namesCompanies(statement, DISTRIBUTION)).toBe(false);
    expect(isDistributed(statement, DISTRIBUTION)).toBe(true);
  });

  it.each([
    ['SELECT FROM area FOR UPDATE', 'locks rows of several companies: area'],
    [
      'DELETE FROM area WHERE ctid = ANY (ARRAY(SELECT ctid FROM area LIMIT 1))',
      'locks rows of several companies: area',
    ],
    ['SELECT FROM area CROSS JOIN migrations WHERE company_id = $1', 'joins a table of the coordinator'],
    ['DELETE FROM area WHERE company_id = $1 RETURNING id, now()', 'returns what is not immutable'],
    ['UPDATE job SET due_at = now() + random() * $2 WHERE company_id = $1', 'updates by a volatile function'],
    ['UPDATE job SET at = CASE WHEN a THEN now() END WHERE company_id = $1', 'chooses the time in an update'],
    [
      'UPDATE job SET at = CASE state WHEN $2 THEN at END WHERE company_id = $1',
      'compares by CASE in an update',
    ],
    [
      'INSERT INTO job (company_id) VALUES ($1) ON CONFLICT (company_id) DO UPDATE SET at = DEFAULT',
      'updates a row that exists by a default or a time',
    ],
    [
      `WITH removed AS (DELETE FROM area WHERE company_id = $1 AND ctid = ANY (ARRAY(
         SELECT ctid FROM area WHERE company_id = $1 LIMIT (SELECT 1))) RETURNING at)
       SELECT to_char(at, 'YYYY') FROM removed`,
      'bounds rows by a query beside a function that is not immutable',
    ],
    ['MERGE INTO area USING given ON true WHEN MATCHED THEN DELETE', 'merges'],
  ])('is refused: %s', (statement, refusal) => {
    expect(refusalsOf(statement, DISTRIBUTION)).toContain(refusal);
  });

  it.each([
    'SELECT FROM area WHERE company_id = $1 FOR UPDATE',
    'UPDATE job SET due_at = now() WHERE company_id = $1 RETURNING due_at',
    'INSERT INTO job (company_id, at) VALUES ($1, clock_timestamp())',
    'SELECT FROM migrations FOR UPDATE',
  ])('is accepted: %s', (statement) => {
    expect(refusalsOf(statement, DISTRIBUTION)).toEqual([]);
  });
});
