import fc from 'fast-check';
import type { ApiClient, Answer } from '../../support/api-client.js';
import { planBody, PLANS, type Body } from '../../support/builders/plan.js';
import { TestApp } from '../../support/test-app.js';

/** Cases per operation. */
const RUNS = 100;

/** An invalid property: the path that must be reported, and the body that has it. */
interface Broken {
  readonly path: string;
  readonly body: Body;
}

const badText = fc.constantFrom(
  ...[
    '\ud800',
    'x\udfff',
    '\udc00\ud800',
    'ok\ud83d',
    '\0',
    'a\0b',
    '\u0001',
    'a\u001bb',
    '\u007f',
    '\u0085',
  ],
);
const notText = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.array(fc.string()),
  fc.dictionary(fc.string(), fc.integer()),
);
const notObject = fc.oneof(fc.integer(), fc.boolean(), fc.string(), fc.array(fc.anything({ maxDepth: 1 })));
const blank = fc.constantFrom('', ' ', '\u00a0\u2003', '\ufeff');
const malformedTag = fc.constantFrom('en_US', '-', 'e', 'en-', 'toolonglanguage', 'é', '__proto__', 'en US');
const inherited = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty');
const tooLong = (limit: number) =>
  fc.constantFrom('x', 'é', '😀').map((character) => character.repeat(limit + 1));

/** An object with an own property of any name, also `__proto__`, which a literal would set as the prototype. */
const withOwn = (object: Body, name: string, value: unknown): Body =>
  Object.defineProperty({ ...object }, name, { value, enumerable: true });
const member = (name: string, value: unknown): Broken => ({ path: name, body: planBody({ [name]: value }) });
const ofText = (name: string, part: string, value: unknown): Broken => ({
  path: `${name}.${part}`,
  body: planBody({ [name]: { defaultValue: 'x', [part]: value } }),
});

const LIMITS = { title: 255, description: 20_000 } as const;
const textMember = fc.constantFrom('title', 'description');

const broken: fc.Arbitrary<Broken> = fc.oneof(
  fc.tuple(textMember, notObject).map(([name, value]) => member(name, value)),
  fc
    .tuple(textMember, fc.oneof(badText, notText, blank, fc.constant(null)))
    .map(([name, value]) => ofText(name, 'defaultValue', value)),
  textMember.chain((name) => tooLong(LIMITS[name]).map((value) => ofText(name, 'defaultValue', value))),
  textMember.map((name) => ({ path: `${name}.defaultValue`, body: planBody({ [name]: {} }) })),
  fc.tuple(textMember, notObject).map(([name, value]) => ofText(name, 'langValues', value)),
  fc.tuple(textMember, fc.oneof(badText, notText, fc.constant(null))).map(([name, value]) => ({
    path: `${name}.langValues.de`,
    body: planBody({ [name]: { defaultValue: 'x', langValues: { de: value } } }),
  })),
  fc.tuple(textMember, malformedTag).map(([name, tag]) => ({
    path: `${name}.langValues.${tag}`,
    body: planBody({ [name]: { defaultValue: 'x', langValues: withOwn({}, tag, 'text') } }),
  })),
  fc.tuple(textMember, inherited).map(([name, extra]) => ({
    path: `${name}.${extra}`,
    body: planBody({ [name]: withOwn({ defaultValue: 'x' }, extra, 1) }),
  })),
  fc.constantFrom('a\nb', 'a\tb', 'a\rb').map((value) => ofText('title', 'defaultValue', value)),
  fc
    .oneof(notText, fc.constantFrom('', 'public', 'PUBLIC ', 'SHARED', '\0'))
    .map((value) => member('visibility', value)),
  fc.oneof(inherited, fc.constantFrom('Title', 'extra', 'status', '$where', '')).map((name) => ({
    path: name === '' ? '[""]' : name,
    body: withOwn(planBody(), name, { polluted: true }),
  })),
);

const notInteger = fc.constantFrom(
  ...[
    'x',
    '0x10',
    '1e3',
    '12abc',
    '1.5',
    '+1',
    ' 1',
    '1 ',
    '--1',
    'NaN',
    'Infinity',
    '٣',
    '1_000',
    '\0',
    '-',
  ],
);
const outOfRange = fc.constantFrom('-1', '2147483648', '-2147483649', '9'.repeat(400));
const badQuery: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(fc.constantFrom('from', 'to'), fc.oneof(notInteger, outOfRange)),
  fc.tuple(
    fc.constantFrom('status', 'focusType', 'actionType'),
    fc.constantFrom('x', 'pending', 'PENDING ', '__proto__', 'constructor', '0', '\0', 'PENDING,COMPLETED'),
  ),
  fc.tuple(
    fc.constantFrom('q', 'hierarchyId', 'assigneeId'),
    fc.oneof(fc.constantFrom('\0', 'a\nb', '\u001b', '\u0085', '\t'), tooLong(255)),
  ),
);

describe('bad input', () => {
  let app: TestApp;
  let manager: ApiClient;
  let path: string;

  beforeAll(async () => {
    app = await TestApp.start();
    manager = await app.user('MANAGER');
    path = `${PLANS}/${(await manager.post(PLANS, planBody())).body.id}`;
  });
  afterAll(() => app.stop());

  const everything = () => app.sql('SELECT * FROM action_plan ORDER BY id');
  const expectNamed = ({ status, body }: Answer, issue: string) => {
    expect([status, body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.errors).toEqual([
      { path: issue, code: expect.stringMatching(/^[A-Z0-9_]+$/), message: expect.any(String) },
    ]);
  };

  it.each(['POST', 'PATCH'] as const)(
    'in one property of the body of %s is refused with its path and changes nothing',
    async (method) => {
      const before = await everything();
      await fc.assert(
        fc.asyncProperty(broken, async ({ path: issue, body }) => {
          expectNamed(await manager.request(method, method === 'POST' ? PLANS : path, { json: body }), issue);
        }),
        { numRuns: RUNS },
      );
      expect(await everything()).toEqual(before);
    },
    120_000,
  );

  it('in one parameter of the list is refused and named', async () => {
    await fc.assert(
      fc.asyncProperty(badQuery, async ([name, value]) => {
        expectNamed(await manager.get(`${PLANS}?${name}=${encodeURIComponent(value)}`), name);
      }),
      { numRuns: RUNS },
    );
  });
});
