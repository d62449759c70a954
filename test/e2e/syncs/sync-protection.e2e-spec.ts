import { byExternalId, employeeBody, INVITE, type Body } from '../../support/builders/employee.js';
import { SyncFixture, SYNCS } from '../../support/sync-fixture.js';
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

  it('may end no more than half of a small source', async () => {
    const people = staff(6);
    await fixture.applied(people);
    expect((await fixture.sync(people.slice(3))).status).toBe('READY');
    expect(await fixture.sync(people.slice(4))).toMatchObject({ status: 'BLOCKED', reason: 'TOO_MANY_ENDS' });
  });

  it('may change the keys of five, and is blocked by six until exactly their number is allowed', async () => {
    const people = staff(30);
    await fixture.applied(people);
    const changing = (count: number): Body[] =>
      people.map((person, at) => (at < count ? { ...person, externalId: `new-${at}` } : person));
    expect(await fixture.sync(changing(5))).toMatchObject({ status: 'READY', counts: { keyChanges: 5 } });
    const { id, status, reason } = await fixture.sync(changing(6), '?source=hr&apply=true');
    expect([status, reason]).toEqual(['BLOCKED', 'TOO_MANY_KEY_CHANGES']);
    for (const body of [undefined, { allowKeyChanges: 5 }]) {
      const { status: refused, body: problem } = await fixture.apply(id, body);
      expect([refused, problem.errorCode]).toEqual([409, 'SYNC_KEY_CHANGES_NOT_ALLOWED']);
    }
    expect((await fixture.applyNow(id, { allowKeyChanges: 6 })).status).toBe('APPLIED');
    expect(
      (await fixture.people()).filter(({ externalId }) => String(externalId).startsWith('new-')),
    ).toHaveLength(6);
  });

  it('may add any number at first, then no more than twenty or twice the people of the source', async () => {
    const people = staff(33);
    await fixture.applied(people.slice(0, 3));
    expect((await fixture.sync(people.slice(0, 23))).status).toBe('READY');
    const { id, status, reason } = await fixture.sync(people.slice(0, 24), '?source=hr&apply=true');
    expect([status, reason]).toEqual(['BLOCKED', 'TOO_MANY_ADDED']);
    const { status: refused, body } = await fixture.apply(id, { allowAdd: 20 });
    expect([refused, body.errorCode]).toEqual([409, 'SYNC_ADDITIONS_NOT_ALLOWED']);
    expect((await fixture.applyNow(id, { allowAdd: 21 })).status).toBe('APPLIED');
    expect(await fixture.people()).toHaveLength(24);
  });

  it('makes people of no source its own with adopt only', async () => {
    const [own, other] = staff(2) as [Body & { externalId: string }, Body];
    await fixture.hr.post(INVITE, own);
    const list = [{ ...own, name: 'Other' }, other];
    const left = await fixture.applied(list, '?source=hr&adopt=false');
    expect(left.counts).toEqual({ added: 1, changed: 0, ended: 0, unchanged: 0, skipped: 1 });
    const skipped = await fixture.hr.get(`${SYNCS}/${left.id}/skipped`);
    expect(skipped.body.result).toMatchObject([{ externalId: own.externalId, reason: 'no-source' }]);
    expect((await fixture.hr.get(byExternalId(own.externalId))).body.name).toBe('Jo');
    const taken = await fixture.applied(list, '?source=hr&adopt=true');
    expect(taken.counts).toEqual({ added: 0, changed: 1, adopted: 1, ended: 0, unchanged: 1, skipped: 0 });
    expect((await fixture.applied([other], '?source=hr')).counts).toMatchObject({ ended: 1 });
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
    expect([allowed.reason, allowed.counts!['changed']]).toEqual(['TOO_MANY_KEY_CHANGES', 1_000]);
  });
});
