import { byExternalId, employeeBody, type Body } from '../../support/builders/employee.js';
import { SyncFixture } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';

const staff = (count: number): (Body & { externalId: string })[] =>
  Array.from({ length: count }, () => employeeBody({ name: 'Jo' }));

describe('a sync that ends or moves many people', () => {
  let app: TestApp;
  let fixture: SyncFixture;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await SyncFixture.open(app);
  });

  it('may end five, and is blocked by six until exactly their number is allowed', async () => {
    const people = staff(20);
    await fixture.applied(people);
    expect((await fixture.sync(people.slice(5))).status).toBe('READY');
    const { id, status, reason, counts } = await fixture.sync(people.slice(6), '?source=hr&apply=true');
    expect([status, reason, counts!['ended']]).toEqual(['BLOCKED', 'TOO_MANY_ENDS', 6]);
    expect(await fixture.people()).toHaveLength(20);
    for (const body of [undefined, {}, { allowEnd: 5 }, { allowEnd: 7 }]) {
      const { status: refused, body: problem } = await fixture.apply(id, body);
      expect([refused, problem.errorCode]).toEqual([409, 'SYNC_ENDS_NOT_ALLOWED']);
    }
    expect((await fixture.applyNow(id, { allowEnd: 6 })).status).toBe('APPLIED');
    expect(await fixture.people()).toHaveLength(14);
  });

  it('may end a tenth', async () => {
    const people = staff(79);
    await fixture.applied(people);
    expect((await fixture.sync(people.slice(7))).status).toBe('READY');
    expect((await fixture.sync(people.slice(8))).status).toBe('BLOCKED');
  });

  it('is blocked when the people of the source have become fewer', async () => {
    const people = staff(70);
    await fixture.applied(people);
    const { id, status } = await fixture.sync(people.slice(7));
    expect(status).toBe('READY');
    for (const { externalId } of people.slice(7, 20)) await fixture.hr.delete(byExternalId(externalId));
    expect(await fixture.applyNow(id)).toMatchObject({ status: 'BLOCKED', reason: 'TOO_MANY_ENDS' });
    expect(await fixture.people()).toHaveLength(57);
    expect((await fixture.applyNow(id, { allowEnd: 7 })).status).toBe('APPLIED');
  });

  it('is blocked when more than a thousand people take over an address', async () => {
    const people = staff(1_001);
    await fixture.applied(people);
    const ring = (moved: typeof people): Body[] =>
      moved.map((one, index) => ({ ...one, email: moved[(index + 1) % moved.length]!['email'] }));
    const { status, reason } = await fixture.sync(ring(people));
    expect([status, reason]).toEqual(['BLOCKED', 'TOO_MANY_MOVES']);
    const allowed = await fixture.sync([...ring(people.slice(1)), people[0]!]);
    expect([allowed.status, allowed.counts!['changed']]).toEqual(['READY', 1_000]);
  });
});
