import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { READ_CHANGES } from './change-statements.queries.js';

/** A statement without comments, each space, line break and gap beside a bracket as one space. */
const plain = (sql: string): string =>
  sql
    .replaceAll(/^--.*$/gm, '')
    .replaceAll(/\s*([()])\s*/g, ' $1 ')
    .replaceAll(/\s+/g, ' ')
    .trim();

it('reads the catalogue with the statement of the example', () => {
  const example = readFileSync(join(import.meta.dirname, 'read-catalogue.example.sql'), 'utf8');
  expect(plain(READ_CHANGES.catalogue.text)).toBe(plain(example));
});
