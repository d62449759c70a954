import { assigned, inserted, replaced, selected } from './columns.js';
import { listOf, named } from './sql.js';

const COLUMNS = { url: 'url', apiKeyId: 'api_key_id' };

describe('a statement with named values', () => {
  it('numbers them in the order of their names', () => {
    const statement = named(
      'a.find',
      'SELECT id FROM a WHERE x = :b AND y = :aB_1 AND (z = :b OR :b IS NULL)',
    );
    expect(statement).toEqual({
      name: 'a.find',
      text: 'SELECT id FROM a WHERE x = $1 AND y = $2 AND (z = $1 OR $1 IS NULL)',
      parameters: ['b', 'aB_1'],
    });
    expect(listOf(statement, { aB_1: 2, other: 3, b: undefined })).toEqual([undefined, 2]);
  });

  it.each([
    'SELECT a::text, $1::text[]',
    "SELECT to_char(a, 'HH24:MI:SS.MS')",
    "SELECT interval '10:20'",
    'SELECT a[1:2]',
  ])('leaves other colons alone: %s', (text) => {
    expect(named('a', text)).toEqual({ name: 'a', text, parameters: [] });
  });

  it('has the cast of a value', () => {
    expect(named('a', 'SELECT :from::timestamptz').text).toBe('SELECT $1::timestamptz');
  });

  it('is refused when a value is missing', () => {
    expect(() => listOf(named('a.find', 'SELECT :id'), { ids: [] })).toThrow(
      'The statement a.find got no value for :id.',
    );
  });
});

describe('a list of values', () => {
  it('stays as it is', () => expect(listOf({ text: 'SELECT $1' }, [1])).toEqual([1]));
});

describe('columns', () => {
  it('are selected by the names of their properties', () => {
    expect(selected(COLUMNS)).toBe('url, api_key_id AS "apiKeyId"');
    expect(selected(COLUMNS, 'w')).toBe('w.url, w.api_key_id AS "apiKeyId"');
  });

  it('are written with named values', () => {
    expect(inserted(COLUMNS)).toBe('(url, api_key_id) VALUES (:url, :apiKeyId)');
    expect(assigned(COLUMNS)).toBe('url = :url, api_key_id = :apiKeyId');
    expect(replaced(COLUMNS)).toBe('url = excluded.url, api_key_id = excluded.api_key_id');
  });
});
