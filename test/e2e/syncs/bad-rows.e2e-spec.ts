import { employeeBody, type Body } from '../../support/builders/employee.js';
import { SyncFixture, type Sync } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';

const SKIP = '?source=hr&badRows=skip';

const staff = (count: number): (Body & { externalId: string; email: string })[] =>
  Array.from({ length: count }, () => employeeBody({ name: 'Jo' }));

describe('a sync with badRows=skip', () => {
  let app: TestApp;
  let fixture: SyncFixture;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await SyncFixture.open(app);
  });

  const names = async (): Promise<Record<string, unknown>> =>
    Object.fromEntries((await fixture.people()).map(({ externalId, name }) => [externalId, name]));
  const renamed = (people: readonly Body[], name = 'Ana'): Body[] => people.map((one) => ({ ...one, name }));
  /** Sends a list of 40 with two bad rows or fewer. */
  const skipped = (people: readonly Body[]): Promise<Sync> => fixture.sync(people, SKIP);

  it.each(['ignore', 'SKIP'])('refuses the rule %j', async (rule) => {
    const { status, body } = await fixture.post([], `?source=hr&badRows=${rule}`);
    expect([status, body.errorCode, body.errors[0].path]).toEqual([400, 'VALIDATION_FAILED', 'badRows']);
  });

  it('leaves the people of bad rows as they are, names them with values, and applies the rest', async () => {
    const { team } = fixture.workforce;
    const people = staff(40);
    const [one, two] = people as unknown as [Body, Body];
    await fixture.applied(people.map((person) => ({ ...person, hierarchyId: team.id })));
    const list = renamed(people);
    list[0] = { ...list[0], hierarchyId: 'elsewhere', email: 'moved@example.com' };
    list[1] = { ...list[1], email: `no address ${'x'.repeat(200)}`, colour: 'red\0' };
    const { id, status, counts, endsHeldBack } = await skipped(list);
    expect([status, endsHeldBack]).toEqual(['READY', undefined]);
    expect(counts).toEqual({ added: 0, changed: 38, ended: 0, unchanged: 0, skipped: 2, bad: 2 });
    const rows = await fixture.rows(id, 'skipped');
    expect(rows).toEqual([
      {
        ...{ id: expect.any(String), externalId: one['externalId'], email: 'moved@example.com' },
        ...{ reason: 'bad-row', changes: [] },
        issues: [
          {
            ...{ path: '[0].hierarchyId', code: 'UNKNOWN_REFERENCE', value: 'elsewhere' },
            message: expect.any(String),
          },
        ],
      },
      {
        ...{ id: expect.any(String), externalId: two['externalId'], reason: 'bad-row', changes: [] },
        issues: [
          {
            ...{ path: '[1].colour', code: 'UNKNOWN_MEMBER', value: 'red\uFFFD' },
            message: expect.any(String),
          },
          {
            ...{ path: '[1].email', code: 'EMAIL', value: `no address ${'x'.repeat(89)}` },
            message: expect.any(String),
          },
        ],
      },
    ]);
    expect((await fixture.applyNow(id)).status).toBe('APPLIED');
    const expected = people.map(({ externalId }, index) => [externalId, index < 2 ? 'Jo' : 'Ana']);
    expect(await names()).toEqual(Object.fromEntries(expected));
    const stored = (await fixture.people()).find(({ externalId }) => externalId === one['externalId']);
    expect(stored).toMatchObject({ email: one['email'], hierarchyId: team.id });
  });

  it('is applied at once where five of a hundred are bad', async () => {
    const list = staff(40).map((person, index) => (index < 2 ? { ...person, role: 'KING' } : person));
    const { status, counts } = await fixture.applied(list, SKIP);
    expect([status, counts!['added'], counts!['bad']]).toEqual(['APPLIED', 38, 2]);
  });

  it('is blocked by more than five of a hundred until exactly their number is allowed', async () => {
    const list = staff(40).map((person, index) => (index < 3 ? { ...person, role: 'KING' } : person));
    const { id, status, reason, counts } = await fixture.sync(list, `${SKIP}&apply=true`);
    expect([status, reason, counts]).toEqual([
      ...['BLOCKED', 'TOO_MANY_BAD_ROWS'],
      { added: 37, changed: 0, ended: 0, unchanged: 0, skipped: 3, bad: 3 },
    ]);
    for (const body of [undefined, {}, { allowBad: 2 }, { allowEnd: 0 }]) {
      const { status: refused, body: problem } = await fixture.apply(id, body);
      expect([refused, problem.errorCode]).toEqual([409, 'SYNC_BAD_ROWS_NOT_ALLOWED']);
    }
    expect((await fixture.applyNow(id, { allowBad: 3 })).status).toBe('APPLIED');
    expect(await fixture.people()).toHaveLength(37);
    expect(
      await app.sql(`SELECT after FROM audit_record WHERE object_id = $1 AND operation = 'sync.apply'`, [id]),
    ).toEqual([{ after: { status: 'APPLYING', allowBad: 3 } }]);
  });

  it('is blocked by too many ends after its bad rows are allowed', async () => {
    const people = staff(40);
    await fixture.applied(people);
    const list = people.slice(10).map((person, index) => (index < 3 ? { ...person, role: 'KING' } : person));
    const { id, reason, counts } = await skipped(list);
    expect([reason, counts!['ended'], counts!['bad']]).toEqual(['TOO_MANY_BAD_ROWS', 10, 3]);
    expect(await fixture.applyNow(id, { allowBad: 3 })).toMatchObject({
      ...{ status: 'BLOCKED', reason: 'TOO_MANY_ENDS' },
    });
    expect((await fixture.applyNow(id, { allowEnd: 10 })).status).toBe('APPLIED');
    expect(await fixture.people()).toHaveLength(30);
  });

  it('takes both rows for bad that have a key in common, and one that a bad row has', async () => {
    const people = staff(80);
    await fixture.applied(people);
    const list = renamed(people);
    list[1] = { ...list[1], email: people[0]!.email.toUpperCase() };
    list[2] = { ...list[2], role: 'KING' };
    list[3] = { ...list[3], email: people[2]!.email };
    const { id, status, counts, endsHeldBack } = await skipped(list);
    expect([status, counts!['bad'], counts!['ended'], endsHeldBack]).toEqual(['READY', 4, 0, undefined]);
    const rows = await fixture.rows(id, 'skipped');
    expect(
      rows.map(({ issues }) =>
        (issues as { path: string; code: string }[]).map(({ path, code }) => `${path} ${code}`),
      ),
    ).toEqual([
      ['[0].email NOT_UNIQUE'],
      ['[1].email NOT_UNIQUE'],
      ['[2].role NOT_ALLOWED'],
      ['[3].email NOT_UNIQUE'],
    ]);
    await fixture.applyNow(id);
    expect(Object.values(await names()).filter((name) => name === 'Jo')).toHaveLength(4);
  });

  it.each<[string, (person: Body) => unknown]>([
    ['is no object', () => 'Jo'],
    ['has no key', ({ name }) => ({ name })],
    ['has an external id that cannot be read', (person) => ({ ...person, externalId: 1.2e10 })],
    [
      'has an unknown external id and an address that cannot be read',
      (person) => ({ ...person, externalId: 'new', email: 'x' }),
    ],
    ['has the key of another row only', (person) => ({ ...person, email: undefined, externalId: 'twice' })],
  ])('ends nobody if a bad row %s', async (_case, bad) => {
    const people = staff(60);
    await fixture.applied(people);
    const list = renamed(people.slice(0, 58));
    const rows = [...list, bad(people[58]!) as Body];
    rows[0] = { ...rows[0], email: people[59]!.email };
    if (_case.includes('another row')) rows.push({ externalId: 'twice' });
    const { id, status, counts, endsHeldBack } = await skipped(rows);
    expect([status, endsHeldBack, counts!['ended']]).toEqual(['READY', true, 0]);
    const others = (await fixture.rows(id, 'skipped')).filter(({ reason }) => reason !== 'bad-row');
    // Nobody gives an address away who stays.
    expect(others).toMatchObject([{ externalId: people[0]!.externalId, reason: 'email-taken' }]);
    await fixture.applyNow(id);
    expect(await fixture.people()).toHaveLength(60);
  });

  it('ends those whom the list does not name if the keys of all bad rows can be read', async () => {
    const people = staff(80);
    await fixture.applied(people);
    const rows = renamed(people.slice(0, 78));
    rows[0] = { ...rows[0], role: 'KING' };
    rows[1] = { ...rows[1], email: 'x' };
    rows.push({ email: people[78]!.email, role: 'KING' });
    const { id, status, counts, endsHeldBack } = await skipped(rows);
    expect([status, endsHeldBack]).toEqual(['READY', undefined]);
    expect(counts).toMatchObject({ changed: 76, ended: 1, skipped: 3, bad: 3 });
    await fixture.applyNow(id);
    expect(await names()).not.toHaveProperty(people[79]!.externalId);
    expect(await names()).toHaveProperty(people[78]!.externalId);
  });

  it('gives nobody the address of a person whose row is bad', async () => {
    const people = staff(40);
    await fixture.applied(people);
    const rows = renamed(people);
    rows[0] = { externalId: people[0]!.externalId, email: 'other@example.com', role: 'KING' };
    rows[1] = { ...rows[1], email: people[0]!.email };
    const { id, counts } = await skipped(rows);
    expect(counts).toMatchObject({ changed: 38, skipped: 2, bad: 1 });
    expect((await fixture.rows(id, 'skipped')).map(({ reason }) => reason)).toEqual([
      'bad-row',
      'email-taken',
    ]);
  });

  it('counts none in a list without bad rows, and keeps a repeat with an Idempotency-Key apart', async () => {
    const list = staff(2);
    expect((await skipped(list)).counts).toMatchObject({ added: 2, bad: 0 });
    const options = { headers: { 'Idempotency-Key': 'night' } };
    expect((await fixture.post(list, SKIP, options)).status).toBe(202);
    expect((await fixture.post(list, '?source=hr', options)).status).toBe(422);
    expect((await fixture.post(list, SKIP, options)).headers.get('idempotency-replayed')).toBe('true');
  });

  it('is refused with more than ten thousand bad rows', async () => {
    const rows = Array.from({ length: 10_001 }, (_, index) => ({ externalId: `${index}`, role: 'KING' }));
    const { status, reason, issues } = await skipped(rows);
    expect([status, reason, issues!.length]).toEqual(['BLOCKED', 'BAD_ROWS', 100]);
    const { reason: allowable, counts } = await skipped(rows.slice(1));
    expect([allowable, counts!['bad']]).toEqual(['TOO_MANY_BAD_ROWS', 10_000]);
  });
});
