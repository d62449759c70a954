import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeFiles, patternsOf, type Patterns } from '../scripts/patterns/collect.js';
import { decide } from '../scripts/patterns/decide.js';
import { EXCEPTIONS } from '../scripts/patterns/exceptions.js';
import { readResults, writeResults } from '../scripts/patterns/results.js';
import { unsafeOf } from '../scripts/patterns/search.js';

describe('the search for slow patterns', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wes-patterns-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const patternsIn = async (code: string): Promise<Patterns> => {
    await writeFile(join(folder, 'sample.ts'), code);
    return patternsOf(codeFiles(folder));
  };

  it('finds those of exponential and of polynomial time, and those that are made at run time', async () => {
    const code = String.raw`
      import { isSafe } from './other.js';
      const LETTERS = '[a-z]';
      const LIMITS = { letters: 20 } as const;
      let changed = 'a';
      changed += '+$';
      export const check = (text: string, search: string) =>
        /^(a+)+$/.test(text) || new RegExp('\\s+$', 'u').test(text) || RegExp(search).test(text) ||
        new RegExp(changed).test(text) || new RegExp(${'`^${LETTERS}{1,${LIMITS.letters}}$`'}).test(text) || /\d/.test(text);
    `;
    const patterns = await patternsIn(code);
    expect(patterns.found.map(({ text }) => text)).toEqual([
      '/^(a+)+$/',
      String.raw`/\s+$/u`,
      '/^[a-z]{1,20}$/',
      String.raw`/\d/`,
    ]);
    expect(patterns.found[0]?.places).toEqual([`${folder}/sample.ts:8`]);
    expect(await unsafeOf(patterns)).toEqual({
      '/^(a+)+$/': expect.stringMatching(/^takes exponential time, for example for 'a'/),
      [String.raw`/\s+$/u`]: expect.stringMatching(/^takes 2nd degree polynomial time, for example for /),
      'RegExp(search)': 'is made at run time, so that it cannot be searched',
      'new RegExp(changed)': 'is made at run time, so that it cannot be searched',
    });
  });

  it('accepts a finding in the place of its exception, and no exception without a finding', () => {
    const finding = { where: 'src/a.ts', pattern: String.raw`/\s+$/`, why: 'takes too long' };
    const exception = { where: 'src/a.ts', pattern: finding.pattern, because: 'A title has 100 characters.' };
    const elsewhere = { ...finding, where: 'src/b.ts' };
    const other = { ...exception, pattern: '/x+$/' };
    expect(decide([finding], [exception])).toEqual({ open: [], unused: [] });
    expect(decide([finding, elsewhere], [exception, other])).toEqual({ open: [elsewhere], unused: [other] });
  });

  it('has a reason for each exception, and a single exception for a pattern in a place', () => {
    for (const { because } of EXCEPTIONS) expect(because).toMatch(/^[A-Z].{20,}\.$/);
    expect(new Set(EXCEPTIONS.map(({ where, pattern }) => `${where} ${pattern}`)).size).toBe(
      EXCEPTIONS.length,
    );
  });

  it('forgets results of another program', async () => {
    const file = join(folder, 'results.json');
    const unsafe = { '/a+$/': 'takes too long' };
    const results = { safe: ['/a/'], unsafe, packages: { 'a@1.0.0': unsafe } };
    writeResults(results, file);
    expect(readResults(file)).toEqual(results);
    await writeFile(file, JSON.stringify({ ...results, by: 'another' }));
    expect(readResults(file)).toEqual({ safe: [], unsafe: {}, packages: {} });
  });
});
