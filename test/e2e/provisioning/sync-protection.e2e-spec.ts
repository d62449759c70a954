import { byExternalId, employeeBody, type Body } from '../../support/builders/employee.js';
import { SyncFixture } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';

const staff = (count: number): (Body & { externalId: string })[] =>
  Array.from({ length: count }, () => employeeBody({ name: 'Jo' }));

describe('a sync that ends, brings back or moves many people', () => {
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

  describe('of people who have left', () => {
    const leave = async (people: readonly { externalId: string }[]): Promise<void> => {
      for (const { externalId } of people) await fixture.hr.delete(byExternalId(externalId));
    };

    it('may bring back five, and is blocked by six until exactly their number is allowed', async () => {
      const people = staff(20);
      await fixture.applied(people);
      await leave(people.slice(0, 6));
      expect((await fixture.sync(people.slice(1))).counts).toMatchObject({ added: 5, revived: 5 });
      const { id, status, reason, counts } = await fixture.sync(
        [...people, ...staff(2)],
        '?source=hr&apply=true',
      );
      expect([status, reason, counts]).toEqual([
        'BLOCKED',
        'TOO_MANY_REVIVALS',
        { added: 8, revived: 6, changed: 0, ended: 0, unchanged: 14, skipped: 0 },
      ]);
      expect(await fixture.people()).toHaveLength(14);
      for (const body of [undefined, {}, { allowRevive: 5 }, { allowRevive: 8 }, { allowEnd: 6 }]) {
        const { status: refused, body: problem } = await fixture.apply(id, body);
        const code = body && 'allowEnd' in body ? 'SYNC_ENDS_NOT_ALLOWED' : 'SYNC_REVIVALS_NOT_ALLOWED';
        expect([refused, problem.errorCode]).toEqual([409, code]);
      }
      expect(await fixture.applyNow(id, { allowRevive: 6 })).toMatchObject({
        status: 'APPLIED',
        counts: { added: 8, revived: 6 },
      });
      expect(await fixture.people()).toHaveLength(22);
      const [audited] = await app.sql(
        `SELECT after FROM audit_record WHERE company_id = $1 AND operation = 'sync.apply' AND object_id = $2`,
        [fixture.companyId, id],
      );
      expect(audited).toEqual({ after: { status: 'APPLYING', allowRevive: 6 } });
    });

    it('counts nobody who comes back in the meantime', async () => {
      const people = staff(8);
      await fixture.applied(people);
      await leave(people.slice(0, 3));
      const { id } = await fixture.sync(people);
      await fixture.workforce.invited(people[0]);
      expect((await fixture.applyNow(id)).counts).toMatchObject({ added: 2, revived: 2, skipped: 1 });
    });

    it('is blocked when the people of the source have become fewer', async () => {
      const people = staff(77);
      await fixture.applied(people);
      await leave(people.slice(0, 7));
      const { id, status } = await fixture.sync(people);
      expect(status).toBe('READY');
      await leave(people.slice(7, 17));
      const blocked = { status: 'BLOCKED', reason: 'TOO_MANY_REVIVALS', counts: { revived: 7 } };
      expect(await fixture.applyNow(id)).toMatchObject(blocked);
      expect(await fixture.people()).toHaveLength(60);
      expect((await fixture.applyNow(id, { allowRevive: 7 })).status).toBe('APPLIED');
    });

    it('says how many a preview of the release before brings back, which has not counted them', async () => {
      const people = staff(6);
      await fixture.applied([...people, ...staff(1)]);
      await leave(people);
      const { id } = await fixture.sync(people);
      await app.sql(
        `UPDATE employee_sync SET status = 'READY', reason = NULL, revived = 0 WHERE company_id = $1 AND id = $2`,
        [fixture.companyId, id],
      );
      const blocked = { status: 'BLOCKED', reason: 'TOO_MANY_REVIVALS', counts: { revived: 6 } };
      expect(await fixture.applyNow(id)).toMatchObject(blocked);
      expect((await fixture.applyNow(id, { allowRevive: 6 })).status).toBe('APPLIED');
    });

    it('keeps what was allowed, where something else is in the way, too', async () => {
      const [leavers, others, stay] = [staff(6), staff(6), staff(8)];
      await fixture.applied([...leavers, ...others, ...stay]);
      await leave(leavers);
      const { id, reason } = await fixture.sync([...leavers, ...stay]);
      expect(reason).toBe('TOO_MANY_ENDS');
      const then = await fixture.applyNow(id, { allowEnd: 6 });
      expect([then.status, then.reason]).toEqual(['BLOCKED', 'TOO_MANY_REVIVALS']);
      expect((await fixture.applyNow(id, { allowRevive: 6 })).status).toBe('APPLIED');
      const both = await fixture.sync([...others, ...stay]);
      expect((await fixture.applyNow(both.id, { allowEnd: 6, allowRevive: 6 })).status).toBe('APPLIED');
    });
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
