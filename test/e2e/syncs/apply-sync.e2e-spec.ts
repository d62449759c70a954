import { newId } from '../../../src/shared-kernel/id.js';
import { byEmail, byExternalId, employeeBody, INVITE, type Body } from '../../support/builders/employee.js';
import { SyncFixture, SYNCS } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';

type Person = ReturnType<typeof employeeBody>;

const person = (): Person => employeeBody({ name: 'Jo' });
const staff = (count: number): Person[] => Array.from({ length: count }, person);
const three = (): [Person, Person, Person] => [person(), person(), person()];
const four = (): [Person, Person, Person, Person] => [...three(), person()];

describe('a sync of employees', () => {
  let app: TestApp;
  let fixture: SyncFixture;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await SyncFixture.open(app);
  });

  const reasonsOf = async (id: string, list: string): Promise<unknown[]> =>
    (await fixture.rows(id, list)).map(({ externalId, reason }) => [externalId, reason]);
  const live = async (): Promise<unknown[]> =>
    (await fixture.people()).map(({ externalId }) => externalId).sort();
  const audited = (id: string): Promise<{ operation: string; object_id: string }[]> =>
    app.sql('SELECT operation, object_id FROM audit_record WHERE sync_id = $1 ORDER BY at, id', [id]);

  it('adds, changes and ends people exactly as previewed', async () => {
    const { team, groups } = fixture.workforce;
    const [stays, changes, leaves] = three();
    await fixture.applied([stays, { ...changes, role: 'ADVISOR', groupIds: [groups[0].id] }, leaves]);
    const before = (await fixture.workforce.list()).body as Body[];
    const joins = employeeBody({ name: 'New', hierarchyId: team.id });
    const changed = { externalId: changes.externalId, name: 'Changed', role: null };
    const { id, status, counts } = await fixture.sync([stays, changed, joins]);
    expect([status, counts]).toEqual(['READY', { added: 1, changed: 1, ended: 1, unchanged: 1, skipped: 0 }]);
    expect((await fixture.workforce.list()).body).toEqual(before);
    expect(await fixture.rows(id, 'changed')).toEqual([
      {
        id: before.find(({ externalId }) => externalId === changes.externalId)!['id'],
        externalId: changes.externalId,
        email: changes.email,
        changes: [
          { property: 'name', from: 'Jo', to: 'Changed' },
          { property: 'role', from: 'ADVISOR' },
        ],
      },
    ]);
    const [added] = await fixture.rows(id, 'added');
    expect(added).toEqual({
      externalId: joins.externalId,
      email: joins.email,
      changes: [
        { property: 'name', to: 'New' },
        { property: 'email', to: joins.email },
        { property: 'externalId', to: joins.externalId },
        { property: 'hierarchyId', to: team.id, toText: 'Department > Team' },
        { property: 'source', to: 'hr' },
      ],
    });
    expect(await reasonsOf(id, 'ended')).toEqual([[leaves.externalId, undefined]]);

    const applied = await fixture.applyNow(id);
    expect([applied.status, applied.counts]).toEqual(['APPLIED', counts]);
    expect(await live()).toEqual([stays, changes, joins].map(({ externalId }) => externalId).sort());
    const { body } = await fixture.hr.get(byExternalId(changes.externalId));
    expect(body).toMatchObject({ name: 'Changed', email: changes.email, groupIds: [groups[0].id] });
    expect(body.role).toBeUndefined();
    const [ended] = (await fixture.workforce.list('?deleted=true')).body as Body[];
    expect(ended).toMatchObject({ externalId: leaves.externalId, deletedAt: expect.any(String) });
    expect((await fixture.rows(id, 'added'))[0]!['id']).toMatch(/^[0-9a-f]{24}$/);
    const operations = (await audited(id)).map(({ operation }) => operation);
    expect(operations).toEqual([
      'sync.create',
      'sync.apply',
      'employee.end',
      'employee.update',
      'employee.invite',
    ]);
    expect((await fixture.apply(id)).body.errorCode).toBe('SYNC_APPLIED');
  });

  it('changes nothing when it is sent again', async () => {
    const people = staff(3);
    await fixture.applied(people);
    const before = await fixture.workforce.everything();
    const { counts } = await fixture.applied(people);
    expect(counts).toEqual({ added: 0, changed: 0, ended: 0, unchanged: 3, skipped: 0 });
    expect(await fixture.workforce.everything()).toEqual(before);
  });

  it('adopts people of no source, by external id, then by e-mail, and leaves others of no source alone', async () => {
    const [named, addressed, other] = three();
    for (const person of [named, { ...addressed, externalId: undefined }, other])
      await fixture.workforce.invited(person);
    const { id, counts } = await fixture.applied([
      { externalId: named.externalId },
      { externalId: 'new', email: addressed.email.toUpperCase() },
    ]);
    const changes = { changed: 2, adopted: 2, keyChanges: 1 };
    expect(counts).toEqual({ added: 0, ...changes, ended: 0, unchanged: 0, skipped: 0 });
    expect(await reasonsOf(id, 'changed')).toEqual([
      [named.externalId, 'adopted'],
      ['new', 'adopted'],
    ]);
    expect(await live()).toEqual([named.externalId, 'new', other.externalId].sort());
    const { ended } = (await fixture.sync([{ externalId: named.externalId }])).counts!;
    expect(ended).toBe(1);
  });

  it('finds people by e-mail whose external id has changed, unless the list has it, too', async () => {
    const [one, other] = three();
    await fixture.applied([one, other]);
    const { counts } = await fixture.applied([{ ...one, externalId: 'renumbered' }, other]);
    expect(counts).toMatchObject({ added: 0, changed: 1, ended: 0 });
    const { id } = await fixture.applied([
      { externalId: 'renumbered' },
      { externalId: 'twin', email: one.email },
      other,
    ]);
    expect(await reasonsOf(id, 'skipped')).toEqual([['twin', 'email-taken']]);
  });

  it('leaves people of another source alone', async () => {
    const [mine, theirs, other] = three();
    await fixture.applied([theirs, other], '?source=theirs');
    const { id, status, counts } = await fixture.applied([
      mine,
      { ...theirs, name: 'Taken over' },
      { externalId: 'new', email: other.email },
    ]);
    expect([status, counts]).toEqual([
      'APPLIED',
      { added: 1, changed: 0, ended: 0, unchanged: 0, skipped: 2 },
    ]);
    expect(await reasonsOf(id, 'skipped')).toEqual([
      [theirs.externalId, 'other-source'],
      ['new', 'other-source'],
    ]);
    expect((await fixture.hr.get(byExternalId(theirs.externalId))).body.name).toBe('Jo');
  });

  it('exchanges e-mail addresses, also in a ring, and hands on those of people who leave', async () => {
    const [one, two, three, leaves] = four();
    await fixture.applied([one, two, three, leaves]);
    const { status, counts } = await fixture.applied([
      { ...one, email: two.email },
      { ...two, email: three.email },
      { ...three, email: one.email },
      { externalId: 'heir', email: leaves.email },
    ]);
    // The heir is the person with the e-mail address, under a new external id.
    expect([status, counts]).toEqual([
      'APPLIED',
      { added: 0, changed: 4, keyChanges: 4, ended: 0, unchanged: 0, skipped: 0 },
    ]);
    const ids = await Promise.all(
      [two, three, one].map(async ({ email }) => (await fixture.hr.get(byEmail(email))).body.externalId),
    );
    expect(ids).toEqual([one, two, three].map(({ externalId }) => externalId));
  });

  it('takes deleted people back with their id', async () => {
    const [left, stays] = three();
    const { id } = await fixture.workforce.invited({ ...left, role: 'ADVISOR' });
    await fixture.hr.delete(byExternalId(left.externalId));
    const sync = await fixture.applied([{ externalId: left.externalId, name: 'Back' }, stays]);
    expect(await reasonsOf(sync.id, 'added')).toEqual([
      [left.externalId, 'revived'],
      [stays.externalId, undefined],
    ]);
    const { body } = await fixture.hr.get(byExternalId(left.externalId));
    expect(body).toMatchObject({
      id,
      name: 'Back',
      role: 'ADVISOR',
      activated: false,
      email: left.email,
    });
    expect(body).not.toHaveProperty('deletedAt');
  });

  it('takes people back without an address that another person has by now', async () => {
    const [left, heir] = three();
    const { id } = await fixture.workforce.invited(left);
    await fixture.hr.delete(byExternalId(left.externalId));
    const { id: heirId } = await fixture.workforce.invited({ ...heir, email: left.email });
    const { status, counts } = await fixture.applied([{ externalId: left.externalId, name: 'Back' }]);
    expect([status, counts]).toEqual([
      'APPLIED',
      { added: 1, revived: 1, changed: 0, ended: 0, unchanged: 0, skipped: 0 },
    ]);
    const { body } = await fixture.hr.get(byExternalId(left.externalId));
    expect([body.id, body.name, body.email]).toEqual([id, 'Back', undefined]);
    expect((await fixture.hr.get(byEmail(left.email))).body.id).toBe(heirId);
  });

  it('takes two people back of whom one has got the address of the other', async () => {
    const [left, heir] = three();
    for (const each of [left, { ...heir, email: left.email }]) {
      await fixture.workforce.invited(each);
      await fixture.hr.delete(byExternalId(each.externalId));
    }
    const sync = await fixture.applied([
      { externalId: left.externalId, name: 'First' },
      { externalId: heir.externalId, name: 'Second' },
    ]);
    expect(sync.counts).toEqual({ added: 2, revived: 2, changed: 0, ended: 0, unchanged: 0, skipped: 0 });
    expect((await fixture.rows(sync.id, 'added')).map(({ email }) => email)).toEqual([left.email, undefined]);
    const first = (await fixture.hr.get(byExternalId(left.externalId))).body;
    const second = (await fixture.hr.get(byExternalId(heir.externalId))).body;
    expect([first.name, first.email]).toEqual(['First', left.email]);
    expect([second.name, second.email]).toEqual(['Second', undefined]);
  });

  it('takes two people back of whom one has got the external id of the other', async () => {
    const [left, heir] = three();
    await fixture.workforce.invited(left);
    await fixture.hr.delete(byExternalId(left.externalId));
    await fixture.workforce.invited({ email: heir.email, name: 'Heir' });
    expect((await fixture.hr.put(byEmail(heir.email), { externalId: left.externalId })).status).toBe(200);
    await fixture.hr.delete(byEmail(heir.email));
    const sync = await fixture.applied([{ email: left.email }, { email: heir.email }]);
    expect(sync.counts).toEqual({ added: 2, revived: 2, changed: 0, ended: 0, unchanged: 0, skipped: 0 });
    const added = await fixture.rows(sync.id, 'added');
    expect(added.map(({ externalId }) => externalId)).toEqual([left.externalId, undefined]);
    const first = (await fixture.hr.get(byEmail(left.email))).body;
    const second = (await fixture.hr.get(byEmail(heir.email))).body;
    expect([first.externalId, second.externalId]).toEqual([left.externalId, undefined]);
  });

  it('skips people whose group is removed after the preview', async () => {
    const [group] = fixture.workforce.groups;
    const [joins, other] = three();
    const { id } = await fixture.sync([{ ...joins, groupIds: [group.id] }, other]);
    await app.sql('DELETE FROM company_group WHERE company_id = $1 AND id = $2', [
      fixture.companyId,
      group.id,
    ]);
    const { status, counts } = await fixture.applyNow(id);
    expect([status, counts]).toEqual([
      'APPLIED',
      { added: 1, changed: 0, ended: 0, unchanged: 0, skipped: 1 },
    ]);
    expect(await reasonsOf(id, 'skipped')).toEqual([[joins.externalId, 'unknown-reference']]);
    expect(await live()).toEqual([other.externalId]);
  });

  it('skips people who have changed since the preview, and lists them', async () => {
    const people = three();
    await fixture.applied(people);
    const joins = employeeBody();
    const { id } = await fixture.sync([{ ...people[0], name: 'Changed' }, people[1], joins]);
    await fixture.hr.put(byExternalId(people[0].externalId), { name: 'Meanwhile' });
    await fixture.hr.put(byExternalId(people[2].externalId), { name: 'Still here' });
    await fixture.hr.post(INVITE, { email: joins.email, externalId: 'another' });
    const { status, counts } = await fixture.applyNow(id);
    expect([status, counts]).toEqual([
      'APPLIED',
      { added: 0, changed: 0, ended: 0, unchanged: 1, skipped: 3 },
    ]);
    expect((await reasonsOf(id, 'skipped')).sort()).toEqual(
      [
        [people[0].externalId, 'changed-meanwhile'],
        [people[2].externalId, 'changed-meanwhile'],
        [joins.externalId, 'email-taken'],
      ].sort(),
    );
    expect((await fixture.hr.get(byExternalId(people[0].externalId))).body.name).toBe('Meanwhile');
  });

  it('lists the people of a list who are skipped in its order', async () => {
    const people = three();
    await fixture.applied(people);
    const { id } = await fixture.sync(people.map((one) => ({ ...one, name: 'Changed' })));
    for (const { externalId } of people)
      await fixture.hr.put(byExternalId(externalId), { name: 'Meanwhile' });
    await fixture.applyNow(id);
    expect(await reasonsOf(id, 'skipped')).toEqual(
      people.map(({ externalId }) => [externalId, 'changed-meanwhile']),
    );
  });

  it('ends the sessions of people who leave', async () => {
    const leaving = employeeBody();
    const { id: userId } = await app.identity.createUser({
      companyId: fixture.companyId,
      email: leaving.email,
      name: 'Jo',
      role: 'MANAGER',
    });
    const { sessionId } = await app.identity.issueSession(userId, 3_600_000);
    const staying = employeeBody();
    await fixture.applied([leaving, staying]);
    await fixture.applied([staying]);
    const [session] = await app.sql<{ revoked_at: Date | null }>(
      'SELECT revoked_at FROM session WHERE user_id = $1',
      [userId],
    );
    expect(sessionId).toEqual(expect.any(String));
    expect(session!.revoked_at).not.toBeNull();
  });

  it('is read by its company only', async () => {
    const { id } = await fixture.sync(staff(1));
    const other = await SyncFixture.open(app);
    for (const path of [`${SYNCS}/${id}`, `${SYNCS}/${id}/added`, `${SYNCS}/${newId()}`]) {
      const { status, body } = await other.hr.get(path);
      expect([status, body.errorCode]).toEqual([404, 'SYNC_NOT_FOUND']);
    }
    expect((await other.apply(id)).status).toBe(404);
    const unknownList = await fixture.hr.get(`${SYNCS}/${id}/others`);
    expect([unknownList.status, unknownList.body.errorCode, unknownList.body.detail]).toEqual([
      404,
      'SYNC_NOT_FOUND',
      'A sync has the lists added, changed, ended, skipped, suppressed.',
    ]);
  });

  it('is not applied after it has failed', async () => {
    const { id } = await fixture.sync(staff(1));
    await app.sql(`UPDATE employee_sync SET status = 'FAILED' WHERE company_id = $1 AND id = $2`, [
      fixture.companyId,
      id,
    ]);
    const { status, body } = await fixture.apply(id);
    expect([status, body.errorCode]).toEqual([409, 'SYNC_BLOCKED']);
    expect(await live()).toEqual([]);
  });

  it('shows its people in pages', async () => {
    const { id } = await fixture.sync(staff(5));
    const first = await fixture.hr.get(`${SYNCS}/${id}/added?from=1&to=3`);
    expect([first.body.total, first.body.result.length, first.headers.get('x-total-count')]).toEqual([
      5,
      2,
      '5',
    ]);
    expect(await fixture.rows(id, 'added', '?from=5&to=9')).toEqual([]);
    expect((await fixture.hr.get(`${SYNCS}/${id}/added?to=500`)).status).toBe(200);
    expect((await fixture.hr.get(`${SYNCS}/${id}/added?to=501`)).status).toBe(400);
    expect((await fixture.hr.get(`${SYNCS}/${id}/changed`)).body).toMatchObject({ total: 0, result: [] });
  });

  it('refuses a page of more than 8 MiB, and names what fits', async () => {
    const { id } = await fixture.sync(staff(12));
    await app.sql(
      `UPDATE employee_sync_row SET changes = json_build_array(json_build_object('property', 'name', 'to',
        repeat('x', 900000)))
       WHERE company_id = $1 AND sync_id = $2`,
      [fixture.companyId, id],
    );
    const refused = await fixture.hr.get(`${SYNCS}/${id}/added?from=1&to=12`);
    expect([refused.status, refused.body.errorCode, refused.body.errors]).toEqual([
      400,
      'PAGE_TOO_LARGE',
      [{ path: 'to', code: 'PAGE_TOO_LARGE', message: 'must be at most 10: a page has at most 8 MiB' }],
    ]);
    expect(await fixture.rows(id, 'added', '?from=1&to=10')).toHaveLength(9);
  });
});
