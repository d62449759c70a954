import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ARCHIVE_WORDS } from '../src/privacy/access/infrastructure/archive.words.js';

/** A kind of record, as sources write it. */
const KIND = /\bkind: '(\w+)'|\brecordsOfRows\(\s*this\.sql,\s*'(\w+)'/g;

const texts = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
  .map((name) => readFileSync(join('src', name), 'utf8'));

/** The names of the classes that extend a port, or what a function makes of it, with the texts of their files. */
const classesOf = (port: string, maker: string): [string, string][] =>
  texts.flatMap((text) =>
    [...text.matchAll(new RegExp(`^export class (\\w+) extends (?:${port}|${maker})\\b`, 'gm'))].map(
      ([, name = '']) => [name, text] as [string, string],
    ),
  );

const SOURCES = classesOf('PersonalDataSource', 'sourceOf');
const kinds = SOURCES.flatMap(([, text]) =>
  [...text.matchAll(KIND)].map(([, one, other]) => (one ?? other) as string),
);

describe.each([
  ['SOURCES', 'src/privacy/access/access.module.ts', SOURCES],
  ['ERASERS', 'src/privacy/erasure/erasure.module.ts', classesOf('PersonalDataEraser', 'eraserOf')],
])('%s of %s', (list, path, classes) => {
  it('has the class of each context, once', () => {
    const [, entries = ''] =
      new RegExp(`^const ${list} = \\[(.+?)^\\];`, 'ms').exec(readFileSync(path, 'utf8')) ?? [];
    const names = [...entries.matchAll(/\b[A-Z]\w+/g)].map(([name]) => name);
    expect(names.sort()).toEqual(classes.map(([name]) => name).sort());
  });
});

describe('the kinds of records about a person', () => {
  it('have names in archives', () => {
    expect([...new Set(kinds)].sort()).toEqual(Object.keys(ARCHIVE_WORDS.en.kinds).sort());
  });

  it('are in the contract', () => {
    const section = /^## People$(.+?)^## /ms.exec(readFileSync('docs/contract.md', 'utf8'))?.[1] ?? '';
    expect(kinds.filter((kind) => !section.includes(`\`${kind}\``))).toEqual([]);
  });
});
