import { isComplete, multiLanguageIssues, resolveText } from './multi-language.js';

const issues = (value: unknown) =>
  multiLanguageIssues(value, { maxLength: 5 }).map(({ path, code }) => `${path}: ${code}`);

describe('multiLanguageIssues', () => {
  it('finds none in a fine text, whatever it says of its own validity', () => {
    expect(issues({ defaultValue: 'a', langValues: { es: 'b', 'pt-BR': '' }, valid: 'nonsense' })).toEqual(
      [],
    );
    expect(issues({ defaultValue: 'a', langValues: null })).toEqual([]);
  });

  it('names every property that is not valid', () => {
    expect(issues({ defaultValue: ' ', langValues: { es: 1, en_US: 'x', de: '123456' }, extra: 1 })).toEqual([
      'extra: UNKNOWN_MEMBER',
      'defaultValue: BLANK',
      'langValues.es: WRONG_TYPE',
      'langValues.en_US: LANGUAGE_TAG',
      'langValues.de: TOO_LONG',
    ]);
  });

  it('allows 100 languages', () => {
    const withLanguages = (count: number) => ({
      defaultValue: 'a',
      langValues: Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, 'b'])),
    });
    expect(issues(withLanguages(100))).toEqual([]);
    expect(issues(withLanguages(101))).toEqual(['langValues: TOO_MANY']);
  });

  it.each([
    ['one line', false, 8],
    ['several lines', true, 64],
  ])('limits texts of %s in all languages together', (_, multiline, kibibytes) => {
    const rules = { maxLength: 100_000, multiline };
    const half = 'é'.repeat((kibibytes * 1_024) / 4);
    const text = (last: string) => ({ defaultValue: half, langValues: { es: half.slice(1), de: last } });
    expect(multiLanguageIssues(text('aa'), rules)).toEqual([]);
    expect(multiLanguageIssues(text('aaa'), rules)).toEqual([
      {
        path: '',
        code: 'TOO_LARGE',
        message:
          `must have at most ${kibibytes} KiB (UTF-8) in all languages together, not ` +
          `${kibibytes * 1_024 + 1} bytes`,
      },
    ]);
  });

  it('takes tags that differ only in case for the same language', () => {
    expect(issues({ defaultValue: 'a', langValues: { 'pt-BR': 'b', 'PT-br': 'c' } })).toEqual([
      'langValues.PT-br: DUPLICATE_LANGUAGE',
    ]);
  });

  it('is not fooled by properties that objects inherit', () => {
    const value = JSON.parse('{"__proto__": {"defaultValue": "a"}, "constructor": 1}') as unknown;
    expect(issues(value)).toEqual([
      '__proto__: UNKNOWN_MEMBER',
      'constructor: UNKNOWN_MEMBER',
      'defaultValue: REQUIRED',
    ]);
  });
});

describe('isComplete', () => {
  it('asks the default and every language for a text', () => {
    expect(isComplete({ defaultValue: 'a' })).toBe(true);
    expect(isComplete({ defaultValue: 'a', langValues: { es: 'b' } })).toBe(true);
    expect(isComplete({ defaultValue: 'a', langValues: { es: ' ' } })).toBe(false);
    expect(isComplete({ defaultValue: '' })).toBe(false);
  });
});

describe('resolveText', () => {
  const text = { defaultValue: 'Plan', langValues: { es: 'Plan de acción', 'pt-BR': 'Plano', fr: ' ' } };

  it.each([
    ['es', 'Plan de acción'],
    ['ES', 'Plan de acción'],
    ['es-MX', 'Plan de acción'],
    ['pt-br', 'Plano'],
    ['pt-BR-x-lisboa', 'Plano'],
    ['pt', 'Plan'],
    ['de', 'Plan'],
    ['fr', 'Plan'],
    ['constructor', 'Plan'],
    ['', 'Plan'],
  ])('in %s is %s', (language, resolved) => {
    expect(resolveText(text, language)).toBe(resolved);
  });

  it('prefers the language itself to its base', () => {
    const langValues = { es: 'ordenador', 'es-MX': 'computadora' };
    expect(resolveText({ defaultValue: 'computer', langValues }, 'es-mx')).toBe('computadora');
  });

  it('needs no translations', () => {
    expect(resolveText({ defaultValue: 'Plan' }, 'es')).toBe('Plan');
  });
});
