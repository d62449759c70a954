import type { TemplateContent } from '../domain/announcement-template.js';
import { fileNamesOf, isTemplateFile, readTemplateFile, templateFile } from './template-file.js';

const full: TemplateContent = {
  placeholders: ['{a}'],
  enabled: false,
  order: 3,
  coverImageURL: 'https://a.example',
  category: 'A',
  resume: { defaultValue: 'r' },
  body: { defaultValue: 'Line\nLine' },
  title: { langValues: { fr: 'F', de: 'D' }, defaultValue: 'T' },
  key: 'full',
};

describe('the file of a template', () => {
  it('has the properties in the order of the contract, and languages in that of the alphabet', () => {
    expect(templateFile(full)).toBe(`{
  "key": "full",
  "title": {
    "defaultValue": "T",
    "langValues": {
      "de": "D",
      "fr": "F"
    }
  },
  "body": {
    "defaultValue": "Line\\nLine"
  },
  "resume": {
    "defaultValue": "r"
  },
  "category": "A",
  "coverImageURL": "https://a.example",
  "order": 3,
  "enabled": false,
  "placeholders": [
    "{a}"
  ]
}
`);
  });

  it('has nothing but what is imported', () => {
    const state = { ...full, id: '0123456789abcdef01234567' };
    expect(templateFile(state)).toBe(templateFile(full));
  });

  it('is read as it was written', () => {
    expect(readTemplateFile('full.json', Buffer.from(templateFile(full)))).toEqual({
      template: full,
      issues: [],
    });
  });

  it.each([
    ['{', '', 'is not JSON from line 1, column 2 on'],
    ['[]', '', 'must be an object'],
    ['null', '', 'must be an object'],
    ['{"key":"full"}', 'title', 'is required'],
    ['{"key":"other","title":{"defaultValue":"T"}}', 'key', 'must be the name of the file, full'],
    ['{"key":"full","title":{"defaultValue":"T"},"colour":1}', 'colour', 'is not a property'],
    [Buffer.from([0x22, 0xff, 0x22]), '', 'is not UTF-8'],
  ])('is refused with %j', (content, path, message) => {
    const { template, issues } = readTemplateFile('full.json', Buffer.from(content as string));
    expect(template).toBeUndefined();
    expect(issues).toEqual([
      { path, code: expect.any(String) as string, message: expect.stringContaining(message) as string },
    ]);
  });
});

describe('the names of files', () => {
  it('are the keys, and differ also where case is ignored', () => {
    const keys = ['b', 'B', '..', '.', '-', 'a.json', 'A.JSON', 'x'.repeat(100)];
    const names = fileNamesOf(keys);
    expect(Object.fromEntries(names)).toEqual({
      b: 'b~2.json',
      B: 'B.json',
      '..': '...json',
      '.': '..json',
      '-': '-.json',
      'a.json': 'a.json~2.json',
      'A.JSON': 'A.JSON.json',
      ['x'.repeat(100)]: `${'x'.repeat(100)}.json`,
    });
    for (const [key, name] of names) {
      expect(isTemplateFile(name)).toBe(true);
      const file = Buffer.from(templateFile({ ...full, key }));
      expect(readTemplateFile(name, file)).toMatchObject({ template: { key }, issues: [] });
    }
  });

  it.each(['.json', 'a.JSON', 'a.json~', 'README.md', '.a.json.tmp'])('are not %s', (name) => {
    expect(isTemplateFile(name)).toBe(false);
  });
});
