import fc from 'fast-check';
import type { ApiClient, Answer } from '../../support/api-client.js';
import { minimalTemplate, TEMPLATES, templateBody } from '../../support/builders/template.js';
import { TestApp } from '../../support/test-app.js';

/** Cases per operation. */
const RUNS = 100;

type Body = Record<string, unknown>;

/** An invalid property: the path that must be reported, and the body that has it. */
interface Broken {
  readonly path: string;
  readonly body: Body;
}

const TEXT_MEMBERS = ['title', 'body', 'resume'] as const;
const LIMITS = {
  title: 255,
  body: 20_000,
  resume: 1_000,
  category: 100,
  coverImageURL: 2_048,
  key: 100,
} as const;

const unpaired = fc.constantFrom('\ud800', 'x\udfff', '\udc00\ud800', 'ok\ud83d');
const nul = fc.constantFrom('\0', 'a\0b');
const control = fc.constantFrom('\u0001', 'a\u001bb', '\u007f', '\u0085', 'x\u000b');
const badText = fc.oneof(unpaired, nul, control);
const notText = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.array(fc.string()),
  fc.dictionary(fc.string(), fc.integer()),
);
const notObject = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.string(),
  fc.array(fc.anything({ maxDepth: 1 }), { maxLength: 3 }),
);
const notInt32 = fc.oneof(
  fc.double({ noInteger: true, noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(2_147_483_648, -2_147_483_649, 1e308, -1e21),
  fc.string(),
  fc.boolean(),
  fc.constant([1]),
  fc.constant({}),
);
const blank = fc.constantFrom('', ' ', '\t\n', '\u00a0\u2003', '\ufeff');
const malformedTag = fc.constantFrom(
  'en_US',
  '',
  '-',
  'e',
  'en-',
  'toolonglanguage',
  'en--US',
  'é',
  '__proto__',
  'en US',
);
const inherited = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
);

/** An object with an own property of any name, also `__proto__`, which a literal would set as the prototype. */
const withOwn = (object: Body, name: string, value: unknown): Body =>
  Object.defineProperty({ ...object }, name, { value, enumerable: true });

const member = (name: string, value: unknown): Broken => ({
  path: name,
  body: templateBody({ [name]: value }),
});
const ofText = (name: string, part: string, value: unknown): Broken => ({
  path: `${name}.${part}`,
  body: templateBody({ [name]: { defaultValue: 'x', [part]: value } }),
});
const tooLong = (limit: number) =>
  fc.constantFrom('x', 'é', '😀').map((character) => character.repeat(limit + 1));

const textMember = fc.constantFrom(...TEXT_MEMBERS);
const brokenText: fc.Arbitrary<Broken> = fc.oneof(
  fc.tuple(textMember, notObject).map(([name, value]) => member(name, value)),
  fc
    .tuple(textMember, fc.oneof(badText, notText, blank))
    .map(([name, value]) => ofText(name, 'defaultValue', value)),
  textMember.chain((name) => tooLong(LIMITS[name]).map((value) => ofText(name, 'defaultValue', value))),
  textMember.map((name) => ({ path: `${name}.defaultValue`, body: templateBody({ [name]: {} }) })),
  textMember.map((name) => ofText(name, 'defaultValue', null)),
  fc.tuple(textMember, notObject).map(([name, value]) => ofText(name, 'langValues', value)),
  fc.tuple(textMember, fc.oneof(badText, notText, fc.constant(null))).map(([name, value]) => ({
    path: `${name}.langValues.de`,
    body: templateBody({ [name]: { defaultValue: 'x', langValues: { de: value } } }),
  })),
  fc.tuple(textMember, malformedTag).map(([name, tag]) => ({
    path: `${name}.langValues${tag === '' ? '[""]' : `.${tag}`}`,
    body: templateBody({ [name]: { defaultValue: 'x', langValues: withOwn({}, tag, 'text') } }),
  })),
  textMember.map((name) => ({
    path: `${name}.langValues`,
    body: templateBody({
      [name]: {
        defaultValue: 'x',
        langValues: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`x-${n}`, 'y'])),
      },
    }),
  })),
  fc
    .tuple(textMember, fc.oneof(inherited, fc.constantFrom('defaultvalue', 'extra', '$ref')))
    .map(([name, extra]) => ({
      path: `${name}.${extra}`,
      body: templateBody({ [name]: withOwn({ defaultValue: 'x' }, extra, { a: 1 }) }),
    })),
  // One line in titles; several in the others.
  fc.constantFrom('a\nb', 'a\tb', 'a\rb').map((value) => ofText('title', 'defaultValue', value)),
);

const brokenScalar: fc.Arbitrary<Broken> = fc.oneof(
  fc
    .oneof(notText, badText, blank, fc.constantFrom('a b', 'é', 'a/b', 'x'.repeat(101)))
    .map((value) => member('key', value)),
  fc.constantFrom(undefined, null).map((value) => member('key', value)),
  fc.constantFrom(undefined, null).map((value) => member('title', value)),
  fc
    .oneof(notText, badText, tooLong(LIMITS.category), fc.constant('a\nb'))
    .map((value) => member('category', value)),
  fc
    .oneof(
      notText,
      badText,
      fc.constantFrom(
        '',
        'x',
        '/a.png',
        '//h/a',
        'ftp://h/a',
        'http://',
        'http:/h',
        'javascript:alert(1)',
        'https://h/a b',
      ),
      fc.constant(`https://h/${'x'.repeat(LIMITS.coverImageURL)}`),
    )
    .map((value) => member('coverImageURL', value)),
  notInt32.map((value) => member('order', value)),
  fc
    .oneof(fc.integer(), fc.string(), fc.constant([true]), fc.constant({}))
    .map((value) => member('enabled', value)),
  fc
    .oneof(fc.string(), fc.integer(), fc.dictionary(fc.string(), fc.string()))
    .map((value) => member('placeholders', value)),
  fc.oneof(notText, badText, tooLong(100), fc.constant(null)).map((value) => ({
    path: 'placeholders[1]',
    body: templateBody({ placeholders: ['{a}', value] }),
  })),
  fc.constant(
    member(
      'placeholders',
      Array.from({ length: 101 }, () => 'x'),
    ),
  ),
  fc.oneof(inherited, fc.constantFrom('Key', 'extra', 'companyId', '$where', '')).map((name) => ({
    path: name === '' ? '[""]' : name,
    body: withOwn(templateBody(), name, { polluted: true }),
  })),
);

const broken = fc.oneof(brokenText, brokenScalar);

/** A change need not have what a template must have. */
const brokenChange = broken.filter(({ body }) => body['key'] !== undefined && body['title'] !== undefined);

describe('bad input', () => {
  let app: TestApp;
  let admin: ApiClient;
  let existing: Body & { id: string };

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.user('ADMIN');
    existing = (await admin.post(TEMPLATES, templateBody({ key: 'existing' }))).body;
  });
  afterAll(() => app.stop());

  const everything = () => app.sql('SELECT * FROM announcement_template ORDER BY id');

  const expectNamed = ({ status, body }: Answer, path: string) => {
    expect([status, body.errorCode]).toEqual([412, 'VALIDATION_FAILED']);
    expect(body.errors).toContainEqual({
      path,
      code: expect.stringMatching(/^[A-Z0-9_]+$/),
      message: expect.any(String),
    });
    expect(body.errors).toHaveLength(1);
  };

  it.each([
    ['POST', '', broken],
    ['PUT', '/{id}', broken],
    ['PATCH', '/{id}', brokenChange],
  ] as const)(
    'in one property of the body of %s is refused with its path and changes nothing',
    async (method, suffix, bodies) => {
      const path = TEMPLATES + suffix.replace('{id}', existing.id);
      const before = await everything();
      await fc.assert(
        fc.asyncProperty(bodies, async ({ path: issue, body }) => {
          expectNamed(await admin.request(method, path, { json: body }), issue);
        }),
        { numRuns: RUNS },
      );
      expect(await everything()).toEqual(before);
    },
    120_000,
  );
});

describe('good input of any kind', () => {
  it('is stored and answered unchanged', async () => {
    const app = await TestApp.start();
    const admin = await app.user('ADMIN');
    const line = (maxLength: number, minLength = 0) =>
      fc
        .string({ unit: 'binary', maxLength, minLength })
        .filter((text) => text.isWellFormed() && !/\p{Cc}/u.test(text));
    const lines = (maxLength: number) => line(maxLength).map((text) => `${text}\r\n\t.`);
    const tag = fc.constantFrom(
      'de',
      'pt-BR',
      'zh-Hant-TW',
      'x-a',
      'i-klingon',
      'sl-rozaj-biske-1994',
      'en-u-ca-buddhist',
    );
    const texts = (value: fc.Arbitrary<string>) =>
      fc.record(
        {
          defaultValue: value.filter((text) => text.trim() !== ''),
          langValues: fc.dictionary(tag, value, { maxKeys: 4 }),
        },
        { requiredKeys: ['defaultValue'] },
      );
    const template = fc.record(
      {
        title: texts(line(255)),
        body: texts(lines(200)),
        resume: texts(lines(200)),
        category: line(100),
        order: fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }),
        enabled: fc.boolean(),
        placeholders: fc.array(line(100), { maxLength: 10 }),
      },
      { requiredKeys: ['title'] },
    );
    try {
      await fc.assert(
        fc.asyncProperty(template, async (generated) => {
          const sent = { ...minimalTemplate(), ...generated } as Body;
          const { status, body } = await admin.post(TEMPLATES, sent);
          expect(status).toBe(200);
          expect(body).toMatchObject({ enabled: true, placeholders: [], ...sent });
          const all = (await admin.get(`${TEMPLATES}/all`)).body as Body[];
          expect(all.find(({ id }) => id === body.id)).toEqual(body);
        }),
        { numRuns: RUNS },
      );
    } finally {
      await app.stop();
    }
  });
});
