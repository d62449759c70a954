import { READER_LANGUAGES } from '../../../shared-kernel/reader-language.js';
import { ARCHIVE_WORDS } from './archive.words.js';

/** By the format of workbooks. */
const NAME = /^[^[\]:*?/\\]{1,31}$/;

describe.each(READER_LANGUAGES)('names of sheets in the language %s', (language) => {
  const { about, kinds } = ARCHIVE_WORDS[language];
  const names = [about, ...Object.values(kinds)];

  it('are there for the same kinds as in English', () => {
    expect(Object.keys(kinds).sort()).toEqual(Object.keys(ARCHIVE_WORDS.en.kinds).sort());
  });

  it('are different, and can be names of sheets', () => {
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect(names.filter((name) => !NAME.test(name))).toEqual([]);
  });
});
