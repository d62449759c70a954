import { nameKeysOf } from './name-keys.js';

const COMPANY = '0123456789abcdef01234567';
const wordsOf = (name?: string) => nameKeysOf(COMPANY, name).map((key) => key.slice(COMPANY.length));

describe('nameKeysOf', () => {
  it('begins with the company', () => {
    expect(nameKeysOf(COMPANY, 'Ana')).toEqual([`${COMPANY}ana`]);
  });

  it.each([
    [undefined, []],
    ['', []],
    ['  \t', []],
    ["'-%_:*&|!()\\", []],
    ['Ana López', ['ana', 'lopez']],
    ['ana Ana ANA', ['ana']],
    ["Siobhán O'Brien-Smith", ['siobhan', 'o', 'brien', 'smith']],
    ['Jo 2', ['jo', '2']],
    ['김 민준', ['김', '민준']],
    ['हिन्दी', ['हनद']],
    ['😀 Jo', ['jo']],
  ])('has the words of %j', (name, words) => {
    expect(wordsOf(name)).toEqual(words);
  });

  it('cuts words that are too long for a key, at a whole character', () => {
    expect(wordsOf('𝒜'.repeat(255))).toEqual(['a'.repeat(64)]);
    expect(wordsOf('𠀀'.repeat(255))).toEqual(['𠀀'.repeat(64)]);
    expect(wordsOf('㌕'.repeat(255))[0]).toHaveLength(64);
  });
});
