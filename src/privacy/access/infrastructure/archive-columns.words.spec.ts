import { READER_LANGUAGES } from '../../../shared-kernel/reader-language.js';
import { columnName } from './archive-columns.words.js';

describe('names of columns', () => {
  it.each([
    ['en', 'Title: Text'],
    ['es', 'Título: Texto'],
    ['fr', 'Titre: Texte'],
    ['de', 'Titel: Text'],
    ['pt', 'Título: Texto'],
    ['it', 'Titolo: Testo'],
  ] as const)('in the language %s are %s', (language, name) => {
    expect(columnName('title.defaultValue', language)).toBe(name);
  });

  it('are the properties where there is no name', () => {
    for (const language of READER_LANGUAGES)
      expect(columnName('after.constructor', language)).toMatch(/: constructor$/);
  });
});
