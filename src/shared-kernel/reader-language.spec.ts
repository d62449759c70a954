import { readerLanguage, readerLocale } from './reader-language.js';

describe('readerLanguage', () => {
  it.each([
    ['es', 'es'],
    ['pt-BR', 'pt'],
    ['DE-at', 'de'],
    ['ja', 'en'],
    ['', 'en'],
    ['constructor', 'en'],
  ])('of %j is %s', (tag, language) => {
    expect(readerLanguage(tag)).toBe(language);
  });
});

describe('readerLocale', () => {
  it.each([
    ['es-mx', 'es-MX'],
    ['en-GB', 'en-GB'],
    ['de', 'de'],
    // Dates would be in a language that the words are not in.
    ['ja-JP', 'en'],
    // Intl replaces it by another language.
    ['in', 'en'],
    ['not a tag', 'en'],
    ['fr_CA', 'en'],
    ['es-x', 'es'],
  ])('of %j is %s', (tag, locale) => {
    expect(readerLocale(tag)).toBe(locale);
  });
});
