import { describeError } from '../../src/platform/errors/describe-error.js';
import { databaseError } from '../support/databases.js';

describe('describeError', () => {
  it('logs an unexpected error with its message and stack', () => {
    const described = describeError(new TypeError('x is not a function', { cause: new Error('inner') }));
    expect(described).toMatchObject({
      type: 'TypeError',
      message: 'x is not a function',
      cause: { message: 'inner' },
    });
    expect(described.stack).toContain('log.spec');
  });

  it.each([
    ['SELECT $1::integer', 'canary@example.com', '22P02'],
    [
      `INSERT INTO company (id, name, time_zone) VALUES ($1, 'a', 'UTC'), ($1, 'b', 'UTC')`,
      'canary',
      '23505',
    ],
    ['SELECT * FROM "canary" WHERE $1 = 1', 'x', '42P01'],
  ])('logs an error of the database without the data in it: %s', async (statement, value, sqlState) => {
    const error = await databaseError(statement, [value]);
    const described = describeError(error);
    expect(described.sqlState).toBe(sqlState);
    expect(JSON.stringify(described)).not.toContain('canary');
  });
});
