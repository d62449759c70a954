import { DataSource } from 'typeorm';
import { AreaImporter, CharacteristicImporter, GroupImporter } from '../../../src/segmentation/index.js';
import { newId } from '../../../src/shared-kernel/id.js';
import type { Scope } from '../../../src/shared-kernel/actor.js';
import type { ApiClient } from '../../support/api-client.js';
import { CHANGES } from '../../support/builders/change.js';
import { byExternalId, EMPLOYEES } from '../../support/builders/employee.js';
import {
  area,
  characteristic,
  CHARACTERISTICS,
  group,
  GROUPS,
  HIERARCHY,
} from '../../support/builders/segmentation.js';
import {
  DELETED_TIMESHEETS,
  deletedTimesheetRecord,
  TIMESHEETS,
  timesheetRecord,
} from '../../support/builders/timesheet.js';
import { FeedFollower, type Change } from '../../support/feed-follower.js';
import { PostgresServer } from '../../support/postgres-server.js';
import { TestApp } from '../../support/test-app.js';
import { putDeleted, putLive } from '../../support/timesheets.js';
import { WorkforceFixture } from '../../support/workforce-fixture.js';

const ALL: readonly Scope[] = [
  'changes:read',
  'employees:read',
  'employees:write',
  'segmentation:read',
  'timesheets:read',
];

describe(`GET ${CHANGES}`, () => {
  let server: PostgresServer;
  let app: TestApp;
  let fixture: WorkforceFixture;
  let client: ApiClient;
  let feed: FeedFollower;

  beforeAll(async () => {
    server = await PostgresServer.start();
    app = await TestApp.start({}, server.url);
  });
  afterAll(async () => {
    await app.stop();
    await server.close();
  });
  beforeEach(async () => {
    fixture = await WorkforceFixture.open(app);
    client = await app.integration(ALL, fixture.companyId);
    feed = new FeedFollower(client, CHANGES);
    await feed.begin();
  });

  const shown = (changes: readonly Change[]): string[] =>
    changes.map(({ kind, id, deleted }) => `${kind} ${id}${deleted ? ' deleted' : ''}`);

  it('answers 401 without a key and to a session, and 403 without the scope of the feed or of a kind', async () => {
    expect((await app.anonymous().get(CHANGES)).status).toBe(401);
    expect((await (await app.user('ADMIN')).get(CHANGES)).status).toBe(401);
    expect((await fixture.hr.get(CHANGES)).status).toBe(403);
    const reader = await app.integration(['changes:read', 'employees:read'], fixture.companyId);
    expect((await reader.get(CHANGES)).status).toBe(200);
    expect((await reader.get(`${CHANGES}?kinds=employee`)).status).toBe(200);
    expect((await reader.get(`${CHANGES}?kinds=employee,group`)).status).toBe(403);
    expect((await (await app.integration(['changes:read'], fixture.companyId)).get(CHANGES)).status).toBe(
      200,
    );
  });

  it.each([
    ['after=', 'after'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['wait=26', 'wait'],
    ['wait=-1', 'wait'],
    ['kinds=people', 'kinds'],
    ['kinds=plan', 'kinds'],
  ])('refuses %s', async (query, path) => {
    const { status, body } = await client.get(`${CHANGES}?${query}`);
    expect([status, body.errorCode, body.errors[0].path]).toEqual([400, 'VALIDATION_FAILED', path]);
  });

  it('has each kind as GET answers it', async () => {
    const { companyId } = fixture;
    const [newGroup, top, list] = [
      group('New'),
      area('Top', area('First'), area('Second')),
      characteristic('LIST', 'C', 'A', 'B'),
    ];
    await app.app.get(GroupImporter).import(companyId, [newGroup]);
    await app.app.get(AreaImporter).import(companyId, [top]);
    await app.app.get(CharacteristicImporter).import(companyId, [list]);
    const { id, externalId } = await fixture.invited(fixture.full());
    const [entry, gone] = [timesheetRecord(), deletedTimesheetRecord()];
    await putLive(app, companyId, [entry]);
    await putDeleted(app, companyId, [gone]);
    await feed.read();
    const resource = (kind: string, of: string): unknown => feed.known.get(`${kind} ${of}`);
    const listed = async (path: string, of: string): Promise<unknown> => {
      const { body } = await client.get(path);
      return (body.results ?? body).find((each: { id: string }) => each.id === of);
    };
    expect(resource('employee', id)).toEqual((await client.get(byExternalId(externalId))).body);
    expect(resource('timesheet', entry.id)).toEqual(await listed(TIMESHEETS, entry.id));
    expect(resource('deletedTimesheet', gone.id)).toEqual(await listed(DELETED_TIMESHEETS, gone.id));
    expect(resource('group', newGroup.id)).toEqual(await listed(GROUPS, newGroup.id));
    expect(resource('characteristic', list.id)).toEqual(await listed(CHARACTERISTICS, list.id));
    const { body: roots } = await client.get(HIERARCHY);
    const position = roots.findIndex(({ id: root }: { id: string }) => root === top.id);
    expect(resource('area', top.id)).toEqual({ id: top.id, name: 'Top', position });
    for (const [index, { id: below, name }] of top.children.entries())
      expect(resource('area', below)).toEqual({ id: below, name, parentId: top.id, position: index });
  });

  it('has what changed once, as it is now, and nothing of what did not change', async () => {
    const { id, externalId } = await fixture.invited();
    for (const name of ['A', 'B', 'C']) await client.put(byExternalId(externalId), { name });
    const changes = await feed.read();
    expect(changes).toMatchObject([{ kind: 'employee', id, resource: { name: 'C' } }]);
    expect(await feed.read()).toEqual([]);
    await client.put(byExternalId(externalId), { name: 'C' });
    expect(await feed.read()).toEqual([]);
    await client.delete(byExternalId(externalId));
    const [ended] = await feed.read();
    const { body } = await client.get(`${EMPLOYEES}?deleted=true`);
    expect(ended).toMatchObject({ deleted: true, resource: body[0] });
  });

  it('has what was removed as deleted, until it is there again', async () => {
    const importer = app.app.get(GroupImporter);
    const [a, b] = [group('A'), group('B')];
    await importer.import(fixture.companyId, [a, b]);
    await feed.read();
    await importer.replaceAll(fixture.companyId, importer.read(fixture.companyId, [b]));
    expect(shown(await feed.read())).toEqual(expect.arrayContaining([`group ${a.id} deleted`]));
    await importer.replaceAll(fixture.companyId, importer.read(fixture.companyId, [b, a]));
    const before = feed.cursor;
    expect(shown(await feed.read())).toContain(`group ${a.id}`);
    feed.cursor = before;
    expect(shown(await feed.read('&limit=1'))).not.toContain(`group ${a.id} deleted`);
  });

  it('has an entry that is deleted as a deleted entry, too', async () => {
    const { companyId } = fixture;
    const [replaced, moved] = [timesheetRecord(), timesheetRecord()];
    await putLive(app, companyId, [replaced, moved]);
    await feed.read();
    const deletion = deletedTimesheetRecord({ originalTimesheetId: replaced.id });
    const same = deletedTimesheetRecord({ id: moved.id, originalTimesheetId: newId() });
    await putDeleted(app, companyId, [deletion, same]);
    expect(shown(await feed.read()).sort()).toEqual(
      [
        `timesheet ${replaced.id} deleted`,
        `timesheet ${moved.id} deleted`,
        `deletedTimesheet ${deletion.id}`,
        `deletedTimesheet ${moved.id}`,
      ].sort(),
    );
  });

  it('has only the kinds that are asked for, and nothing of other companies', async () => {
    const other = await WorkforceFixture.open(app);
    const stranger = new FeedFollower(await app.integration(ALL, other.companyId), CHANGES);
    await stranger.begin();
    const people = new FeedFollower(client, `${CHANGES}?kinds=employee`);
    await people.begin();
    await app.app.get(GroupImporter).import(fixture.companyId, [group('New')]);
    const { id } = await fixture.invited();
    expect(shown(await people.read())).toEqual([`employee ${id}`]);
    expect(await stranger.read()).toEqual([]);
  });

  it.each([1, 2, 3, 7])('has the same changes in pages of %d', async (limit) => {
    const { companyId } = fixture;
    await app.app.get(AreaImporter).import(companyId, [area('One'), area('Two')]);
    await putLive(app, companyId, [timesheetRecord(), timesheetRecord()]);
    const importer = app.app.get(GroupImporter);
    await importer.replaceAll(companyId, importer.read(companyId, [group('Only')]));
    await fixture.invited();
    const { cursor } = feed;
    const whole = await feed.read();
    feed.cursor = cursor;
    expect(await feed.read(`&limit=${limit}`)).toEqual(whole);
    expect(whole.length).toBeGreaterThanOrEqual(6);
  });

  it('shows nothing of a transaction until all that began before it have ended', async () => {
    const dataSource = app.app.get(DataSource);
    const { id: early } = await fixture.invited();
    await feed.read();
    const late = dataSource.createQueryRunner();
    await late.startTransaction();
    await late.query('SELECT txid_current()');
    const { id } = await fixture.invited();
    expect(await feed.read()).toEqual([]);
    await late.query('UPDATE employee SET changed_xid = txid_current() WHERE company_id = $1 AND id = $2', [
      fixture.companyId,
      early,
    ]);
    await late.commitTransaction();
    await late.release();
    expect(shown(await feed.read())).toEqual([`employee ${early}`, `employee ${id}`]);
  });

  it('takes cursors of the same company, kinds and scopes only', async () => {
    const code = async (reader: ApiClient, query: string): Promise<unknown[]> => {
      const { status, body } = await reader.get(`${CHANGES}?${query}`);
      return [status, body.errorCode];
    };
    const { cursor } = feed;
    const rotated = await app.integration([...ALL].reverse(), fixture.companyId);
    expect((await rotated.get(`${CHANGES}?after=${cursor}`)).status).toBe(200);
    const invalid = [400, 'CURSOR_INVALID'];
    expect(await code(await app.integration(ALL), `after=${cursor}`)).toEqual(invalid);
    expect(await code(client, `after=${cursor}&kinds=employee`)).toEqual(invalid);
    const fewer = await app.integration(['changes:read', 'employees:read'], fixture.companyId);
    expect(await code(fewer, `after=${cursor}`)).toEqual(invalid);
    for (const wrong of ['x', 'x.y', `${cursor}x`, `x${cursor}`, '%F0%9F%99%82', 'WzFd.AAAA'])
      expect(await code(client, `after=${wrong}`)).toEqual(invalid);
  });

  it.each([
    [
      'a restored dump',
      'ALTER TABLE change_feed RENAME TO old_feed; CREATE TABLE change_feed AS TABLE old_feed',
    ],
    ['what an operator says', 'UPDATE change_feed SET generation = generation + 1'],
  ])('answers 410 after %s', async (_, statement) => {
    await app.sql(statement);
    const { status, body } = await client.get(`${CHANGES}?after=${feed.cursor}`);
    expect([status, body.errorCode]).toEqual([410, 'CURSOR_EXPIRED']);
    await feed.begin();
    const { id } = await fixture.invited();
    expect(shown(await feed.read())).toEqual([`employee ${id}`]);
  });

  it('ignores rows that another cluster has written, whatever their transactions are', async () => {
    const { id } = await fixture.invited();
    await app.sql(
      'UPDATE employee SET changed_cluster = 1, changed_xid = changed_xid + 1000000 WHERE id = $1',
      [id],
    );
    expect(await feed.read()).toEqual([]);
    await feed.begin();
    const { id: next } = await fixture.invited();
    expect(shown(await feed.read())).toEqual([`employee ${next}`]);
  });
});
