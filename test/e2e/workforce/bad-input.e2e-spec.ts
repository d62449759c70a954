import fc from 'fast-check';
import type { Answer } from '../../support/api-client.js';
import { byEmail, INVITE, type Body } from '../../support/builders/employee.js';
import { TestApp } from '../../support/test-app.js';
import { WorkforceFixture } from '../../support/workforce-fixture.js';

/** Cases per operation. */
const RUNS = 100;

interface Broken {
  readonly path: string;
  readonly member: string;
  readonly value: unknown;
}

const badText = fc.constantFrom(
  '\ud800',
  'x\udfff',
  '\0',
  'a\0b',
  '\u0001',
  'a\u001bb',
  '\u0085',
  'a\nb',
  'a\tb',
);
const notText = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.array(fc.string()),
  fc.dictionary(fc.string(), fc.integer()),
);
const notArray = fc.oneof(fc.integer(), fc.boolean(), fc.string(), fc.dictionary(fc.string(), fc.integer()));
const notObject = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.string(),
  fc.array(fc.integer()),
  fc.constant(null),
);
const badReference = fc.oneof(
  badText,
  notText,
  fc.constant(''),
  fc.constant('é'.repeat(256)),
  fc.constant(null),
);
const notEmail = fc.constantFrom(
  '',
  'x',
  '@',
  'a@',
  '@b',
  'a@b@c',
  'a b@c',
  'a,b@c',
  '<a@b>',
  `a@${'b'.repeat(253)}`,
);
const inherited = fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty');

const broken: fc.Arbitrary<Broken> = fc.oneof(
  fc
    .tuple(fc.constantFrom('name', 'email', 'externalId', 'hierarchyId'), fc.oneof(badText, notText))
    .map(([member, value]) => ({ path: member, member, value })),
  notEmail.map((value) => ({ path: 'email', member: 'email', value })),
  fc
    .constantFrom('name', 'externalId', 'hierarchyId')
    .map((member) => ({ path: member, member, value: '😀'.repeat(256) })),
  fc.constantFrom('externalId', 'hierarchyId').map((member) => ({ path: member, member, value: '' })),
  fc
    .oneof(notText, fc.constantFrom('', 'admin', 'BOSS', '\0'))
    .map((value) => ({ path: 'role', member: 'role', value })),
  fc
    .tuple(fc.constantFrom('profile', 'groupIds', 'managedHierarchies'), notArray)
    .map(([member, value]) => ({ path: member, member, value })),
  fc
    .tuple(fc.constantFrom('groupIds', 'managedHierarchies'), badReference)
    .map(([member, value]) => ({ path: `${member}[0]`, member, value: [value] })),
  notObject.map((value) => ({ path: 'profile[0]', member: 'profile', value: [value] })),
  fc
    .tuple(fc.constantFrom('valueId', 'leafId'), fc.oneof(badText, notText, fc.constant('')))
    .map(([part, value]) => ({
      path: `profile[0].${part}`,
      member: 'profile',
      value: [{ id: 'x', [part]: value }],
    })),
  badReference.map((value) => ({ path: 'profile[0].id', member: 'profile', value: [{ id: value }] })),
  fc
    .oneof(notText, fc.constantFrom('', '31022026', '2026-13-01', '2026-02-30T00:00:00Z', 'today', '\0'))
    .map((value) => ({ path: 'profile[0].date', member: 'profile', value: [{ id: 'x', date: value }] })),
  inherited.map((name) => ({
    path: `profile[0].${name}`,
    member: 'profile',
    value: [Object.defineProperty({ id: 'x' }, name, { value: 1, enumerable: true })],
  })),
  fc
    .oneof(inherited, fc.constantFrom('Name', 'companyId', 'deleted', 'turnover', '$where'))
    .map((member) => ({ path: member, member, value: { polluted: true } })),
);

describe('bad input', () => {
  let app: TestApp;
  let fixture: WorkforceFixture;
  let person: { email: string };

  beforeAll(async () => {
    app = await TestApp.start();
    fixture = await WorkforceFixture.open(app);
    person = await fixture.invited(fixture.full());
  });
  afterAll(() => app.stop());

  const expectNamed = ({ status, body }: Answer, path: string) => {
    expect([status, body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.errors).toEqual([
      { path, code: expect.stringMatching(/^[A-Z0-9_]+$/), message: expect.any(String) },
    ]);
  };
  const withOwn = (object: Body, name: string, value: unknown): Body =>
    Object.defineProperty({ ...object }, name, { value, enumerable: true });

  it.each(['POST', 'PUT'])(
    'in one property of the body of %s is refused with its path and changes nothing',
    async (method) => {
      const path = method === 'POST' ? INVITE : byEmail(person.email);
      const before = await fixture.everything();
      await fc.assert(
        fc.asyncProperty(broken, async ({ path: issue, member, value }) => {
          const json = withOwn({ email: person.email }, member, value);
          expectNamed(await fixture.hr.request(method, path, { json }), issue);
        }),
        { numRuns: RUNS },
      );
      expect(await fixture.everything()).toEqual(before);
    },
    120_000,
  );
});
