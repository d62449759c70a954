import type { TemplateState } from './announcement-template.js';
import { previewTemplate } from './template-preview.js';

const template = (title: string, placeholders: string[] = []): TemplateState => ({
  id: '0123456789abcdef01234567',
  key: 'welcome',
  title: { defaultValue: title },
  enabled: true,
  placeholders,
});

describe('previewTemplate', () => {
  it.each([
    ['{a}{b}{a}', ['{a}', '{b}']],
    ['{ a }', ['{ a }']],
    ['{{a}}', ['{{a}}']],
    ['{{a} {a}}', ['{a}']],
    ['{{{a}}}', ['{{a}}']],
    ['{}', []],
    ['{a', []],
    ['a}', []],
    ['{a\nb}', []],
    ['{a{b}', ['{b}']],
    [`{${'😀'.repeat(100)}}`, [`{${'😀'.repeat(100)}}`]],
    [`{${'x'.repeat(101)}}`, []],
  ])('finds the tokens of %j', (text, tokens) => {
    expect(previewTemplate(template(text), {}).unknownTokens).toEqual(tokens);
  });

  it('compares placeholders without their braces, and names them as they are stored', () => {
    const { unknownTokens, unusedPlaceholders } = previewTemplate(
      template('{a} {b} {C} {{d}}', ['a', '{b}', 'c', '{{d}}', '{e}', 'f']),
      {},
    );
    expect(unknownTokens).toEqual(['{C}']);
    expect(unusedPlaceholders).toEqual(['c', '{e}', 'f']);
  });

  it('replaces a token with both of its braces', () => {
    const values = { name: 'Ana', '{{day}}': 'Friday' };
    expect(previewTemplate(template('{{name}}, {name}: {{day}} {{no}}'), { values })).toMatchObject({
      title: 'Ana, Ana: Friday {{no}}',
      unknownTokens: ['{{name}}', '{name}', '{{day}}', '{{no}}'],
    });
  });

  it('keeps braces inside of a placeholder', () => {
    const { unknownTokens, unusedPlaceholders } = previewTemplate(template('{ab}', ['a}b', 'a{b']), {});
    expect(unknownTokens).toEqual(['{ab}']);
    expect(unusedPlaceholders).toEqual(['a}b', 'a{b']);
  });

  it('takes linear time for a text of nothing but braces', () => {
    const before = performance.now();
    previewTemplate(template('{'.repeat(1_000_000)), {});
    previewTemplate(template(`{${'x'.repeat(1_000_000)}`), {});
    previewTemplate(template('{a}', ['x'.repeat(100)]), {
      values: { [`${'}'.repeat(200_000)}x`]: '' },
    });
    expect(performance.now() - before).toBeLessThan(1_000);
  });
});
