import fc from 'fast-check';
import { parseFilter } from '../../../src/scim/application/scim-filter.js';
import { ENTERPRISE, GROUPS, ScimFixture, USERS, WORKFORCE } from '../../support/scim-fixture.js';
import { TestApp } from '../../support/test-app.js';

interface Listed {
  readonly id: string;
}

const TEXTS = [
  ...['id', 'externalId', 'userName', 'displayName', 'name.givenName', 'NAME.familyName', 'title', 'locale'],
  ...[
    'emails',
    'emails.value',
    'emails.type',
    'addresses.country',
    'phoneNumbers.value',
    'groups',
    'nickName',
  ],
  ...['groups.display', `${ENTERPRISE}:department`, `${ENTERPRISE}:employeeNumber`, `${ENTERPRISE}:manager`],
  ...[
    `${ENTERPRISE}:manager.displayName`,
    `${WORKFORCE}:area`,
    `${WORKFORCE}:role`,
    `${WORKFORCE}:managedAreas`,
  ],
];
const PRESENT = [...TEXTS, 'name', 'emails.primary', 'addresses', 'phoneNumbers', 'meta.created', 'active'];
const LISTS = ['emails', 'phoneNumbers', 'addresses', 'groups'];
const PARTS = ['value', 'type', 'country', 'locality', 'display'];
const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'];
const NAMES = [
  'Ana',
  'ÄNNE',
  'Straße',
  'ΣΊΣΥΦΟΣ',
  'İpek',
  'O"Neil',
  "O'Neil",
  '100%_x',
  'back\\slash',
  'zoë',
];

/** Filters in SQL and in the process, which agree on everyone. */
describe('filters of SCIM', () => {
  let app: TestApp;
  let fixture: ScimFixture;
  let people: readonly Listed[];
  let groups: readonly Listed[];
  let changed: Listed & { readonly email: string };

  beforeAll(async () => {
    app = await TestApp.start();
    fixture = await ScimFixture.open(app);
    await provision();
    people = (await fixture.provider.get(`${USERS}?count=500`)).body.Resources;
    groups = (await fixture.provider.get(`${GROUPS}?count=500`)).body.Resources;
  });
  afterAll(() => app.stop());

  /** People of SCIM and of HR, with and without values, also changed by HR and gone. */
  async function provision(): Promise<void> {
    const { workforce } = fixture;
    const ids: string[] = [];
    for (const [index, name] of NAMES.entries()) {
      const { id } = await fixture.created({
        displayName: name,
        userName: index % 2 ? `name${index}` : `Name${index}@scim.example`,
        name: { givenName: name, ...(index % 3 && { familyName: NAMES.at(-index) }) },
        active: index % 4 !== 3,
        emails: [{ value: `mail${index}@scim.example` }],
        ...(index % 2 && {
          title: NAMES[index - 1],
          locale: 'de-AT',
          phoneNumbers: [{ value: `+43 ${index}` }],
        }),
        ...(index % 3 === 1 && {
          emails: [
            { value: `Work${index}@scim.example`, type: 'work', primary: index % 2 === 0 },
            { value: `home${index}@scim.example`, type: 'home', display: name },
          ],
          addresses: [{ country: 'AT', locality: name, type: 'work', primary: true }, { country: 'DE' }],
        }),
        [ENTERPRISE]: {
          ...(index % 2 && { employeeNumber: String(index), department: workforce.team.name }),
          ...(index % 3 === 2 && { department: 'Elsewhere', manager: { value: ids[0] } }),
        },
      });
      ids.push(id);
    }
    await fixture.provider.post(GROUPS, {
      displayName: 'ÄRZTE',
      externalId: 'G-1',
      members: [{ value: ids[0] }],
    });
    const bare = await workforce.invited({ email: 'bare@example.com' });
    const full = await workforce.invited(workforce.full({ name: 'Zoë', role: 'MANAGER' }));
    changed = full;
    await fixture.patch(full.id, { op: 'add', path: 'emails[type eq "home"].value', value: 'x@example.com' });
    await workforce.hr.put(`/api/v1/public/company/employees/externalid/${full.externalId}`, {
      email: 'changed@example.com',
    });
    await fixture.provider.post(GROUPS, {
      displayName: 'x',
      members: [{ value: bare.id }, { value: full.id }],
    });
  }

  /** Values that people have, parts of them, and others. */
  function values(): fc.Arbitrary<string> {
    const texts = [...JSON.stringify(people).matchAll(/:"([^"\\]+)"/g)].map(([, text]) => text!);
    const known = fc.constantFrom(
      ...new Set([...texts, ...NAMES, 'true', '', ...texts.map((text) => text.toUpperCase())]),
    );
    const part = fc.tuple(known, fc.nat(5), fc.nat(5)).map(([text, from, length]) =>
      Array.from(text)
        .slice(from, from + length)
        .join(''),
    );
    return fc.oneof(known, part);
  }

  function filters(): fc.Arbitrary<string> {
    const value = values().map((text) => JSON.stringify(text));
    const operator = fc.constantFrom(...OPERATORS);
    const compared = (paths: readonly string[]): fc.Arbitrary<string> =>
      fc.tuple(fc.constantFrom(...paths), operator, value).map((parts) => parts.join(' '));
    const present = (paths: readonly string[]): fc.Arbitrary<string> =>
      fc.constantFrom(...paths).map((path) => `${path} pr`);
    const flag = fc.tuple(
      fc.constantFrom('active', 'emails.primary'),
      fc.constantFrom('eq', 'ne'),
      fc.boolean(),
    );
    const time = fc.tuple(
      fc.constantFrom('meta.created', 'meta.lastModified'),
      fc.constantFrom('gt', 'ge', 'lt', 'le', 'eq', 'ne'),
      fc.constantFrom(
        ...people.map((each) => (each as unknown as { meta: { created: string } }).meta.created),
      ),
    );
    const { filter } = fc.letrec<Record<'filter' | 'part', string>>((tie) => ({
      part: fc.oneof(
        compared(PARTS),
        present(PARTS),
        fc
          .tuple(compared(PARTS), fc.constantFrom('and', 'or'), compared(PARTS))
          .map((parts) => parts.join(' ')),
        compared(PARTS).map((part) => `not (${part})`),
        fc.boolean().map((isTrue) => `primary eq ${isTrue}`),
      ),
      filter: fc.oneof(
        { maxDepth: 3 },
        compared(TEXTS),
        present(PRESENT),
        flag.map((parts) => parts.join(' ')),
        time.map(([path, operation, moment]) => `${path} ${operation} "${moment}"`),
        fc.tuple(fc.constantFrom(...LISTS), tie('part')).map(([list, part]) => `${list}[${part}]`),
        fc
          .tuple(tie('filter'), fc.constantFrom('and', 'or'), tie('filter'))
          .map(([one, operation, other]) => `(${one}) ${operation} (${other})`),
        tie('filter').map((inner) => `not (${inner})`),
      ),
    }));
    return filter;
  }

  const found = async (path: string, filter: string): Promise<string[]> => {
    const { body } = await fixture.provider.get(`${path}?count=500&filter=${encodeURIComponent(filter)}`);
    if (!body.Resources) throw new Error(`${filter}: ${JSON.stringify(body)}`);
    expect(body.totalResults).toBe(body.Resources.length);
    return body.Resources.map(({ id }: Listed) => id);
  };
  const expected = (resources: readonly Listed[], filter: string): string[] =>
    resources.filter(parseFilter(filter).matches).map(({ id }) => id);

  it('find the same people in SQL and in the process', async () => {
    expect(people).toHaveLength(NAMES.length + 2);
    await fc.assert(
      fc.asyncProperty(filters(), async (filter) => {
        expect(await found(USERS, filter)).toEqual(expected(people, filter));
      }),
      { numRuns: 500 },
    );
  });

  it('find the same groups', async () => {
    const value = fc.constantFrom('x', 'ärzte', 'Ä', 'G-1', 'g-1', '', ...groups.map(({ id }) => id));
    const comparison = fc.tuple(
      fc.constantFrom('id', 'externalId', 'displayName', 'meta.resourceType'),
      fc.constantFrom(...OPERATORS),
      value,
    );
    const filter = fc
      .array(comparison, { minLength: 1, maxLength: 3 })
      .map((parts) =>
        parts.map(([path, operator, text]) => `not (${path} ${operator} "${text}")`).join(' or '),
      );
    await fc.assert(
      fc.asyncProperty(filter, async (text) => {
        expect(await found(GROUPS, text)).toEqual(expected(groups, text));
      }),
      { numRuns: 100 },
    );
  });

  it('find an address that another system has changed, and not the one before', async () => {
    expect(await found(USERS, 'emails[value sw "changed@" and type eq "work"]')).toEqual([changed.id]);
    expect(await found(USERS, `emails co "${changed.email}" or id eq "x"`)).toEqual([]);
    expect(await found(USERS, 'emails.value sw "x@"')).toEqual([changed.id]);
  });
});
