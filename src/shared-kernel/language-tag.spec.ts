import { isLanguageTag } from './language-tag.js';

describe('isLanguageTag', () => {
  // Examples of RFC 5646, appendix A.
  it.each([
    'de',
    'i-enochian',
    'zh-Hant',
    'zh-cmn-Hans-CN',
    'cmn-Hans-CN',
    'zh-yue-HK',
    'sr-Latn-RS',
    'sl-rozaj-biske',
    'de-CH-1901',
    'sl-IT-nedis',
    'hy-Latn-IT-arevela',
    'es-419',
    'de-CH-x-phonebk',
    'az-Arab-x-AZE-derbend',
    'x-whatever',
    'qaa-Qaaa-QM-x-southern',
    'en-US-u-islamcal',
    'zh-CN-a-myext-x-private',
    'en-a-myext-b-another',
    'PT-br',
    'zh-min-nan',
    'sgn-BE-FR',
  ])('takes %s', (tag) => expect(isLanguageTag(tag)).toBe(true));

  it.each([
    '',
    'e',
    'en_US',
    'de-419-DE',
    'a-DE',
    'en-',
    '-en',
    'en--US',
    'abcdefghi',
    'é',
    'en-x',
    'en-u',
    'x-',
    'en US',
    `en-x${'-abc'.repeat(40)}`,
  ])('refuses %j', (tag) => expect(isLanguageTag(tag)).toBe(false));
});
