import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';
import { MAX_SETS } from '../../../src/changes/application/change-statements.queries.js';
import { ownerOf } from '../../../src/changes/application/feed-reader.js';
import { CHANGE_KINDS, KEY_KINDS } from '../../../src/changes/index.js';
import { AreaImporter, CharacteristicImporter, GroupImporter } from '../../../src/segmentation/index.js';
import { newId } from '../../../src/shared-kernel/id.js';
import type { Scope } from '../../../src/shared-kernel/actor.js';
import { UnitOfWork } from '../../../src/shared-kernel/unit-of-work.js';
import { EmployeeRepository, EmployeeWrites } from '../../../src/workforce/domain/employee.repository.js';
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
    const kinds = new Set([...feed.known.keys()].map((key) => key.split(' ')[0]));
    expect(kinds).toEqual(new Set(KEY_KINDS));
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

  it.each([
    ['group', GROUPS, () => group('New')],
    ['characteristic', CHARACTERISTICS, () => characteristic('LIST', 'New', 'A')],
  ] as const)('has no %s because another one was removed, added or moved', async (kind, path, make) => {
    const writer = await app.integration(['segmentation:write'], fixture.companyId);
    const replaceAll = async (...records: object[]) => {
      expect((await writer.put(`${path}?prune=true`, records)).status).toBe(200);
      return shown(await feed.read());
    };
    const [first, second, third, fourth] = [make(), make(), make(), make()];
    await replaceAll(first, second, third);
    expect(await replaceAll(second, third)).toEqual([`${kind} ${first.id} deleted`]);
    expect(await replaceAll(fourth, second, third)).toEqual([`${kind} ${fourth.id}`]);
    expect(await replaceAll(second, third, fourth)).toEqual([`${kind} ${fourth.id}`]);
    expect((await client.get(path)).body.map(({ id }: { id: string }) => id)).toEqual(
      [second, third, fourth].map(({ id }) => id),
    );
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

  it('shows a change at its commit, not before, whatever other transactions are open', async () => {
    const { companyId } = fixture;
    const { id: early, externalId } = await fixture.invited();
    await feed.read();
    const bystander = app.app.get(DataSource).createQueryRunner();
    await bystander.startTransaction();
    await bystander.query('SELECT txid_current()');
    const employees = app.app.get(EmployeeRepository);
    await app.app.get(UnitOfWork).run(async (transaction) => {
      const employee = await employees.find(companyId, { externalId }, transaction);
      const changes = { employees: [employee!], newIds: [], displacedIds: [] };
      await app.app.get(EmployeeWrites).upsertAll(fixture.companyId, changes, transaction);
      const { id } = await fixture.invited();
      expect(shown(await feed.read())).toEqual([`employee ${id}`]);
    });
    expect(shown(await feed.read())).toEqual([`employee ${early}`]);
    await bystander.rollbackTransaction();
    await bystander.release();
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

  it('goes on with the cursor of before a transaction that was lost, and answers 410 to that of after it', async () => {
    const before = feed.cursor;
    await fixture.invited();
    await feed.read();
    await app.sql(
      `DELETE FROM change_set s USING change_position p
       WHERE p.company_id = $1 AND s.company_id = $1 AND s.position = p.position`,
      [fixture.companyId],
    );
    await app.sql('UPDATE change_position SET position = position - 1 WHERE company_id = $1', [
      fixture.companyId,
    ]);
    const lost = feed.cursor;
    const code = async (cursor: string): Promise<unknown[]> => {
      const { status, body } = await client.get(`${CHANGES}?after=${cursor}`);
      return [status, body.errorCode];
    };
    expect(await code(lost)).toEqual([410, 'CURSOR_EXPIRED']);
    const { id } = await fixture.invited();
    expect(await code(lost)).toEqual([410, 'CURSOR_EXPIRED']);
    feed.cursor = before;
    expect(shown(await feed.read())).toContain(`employee ${id}`);
  });

  it('answers 410 to a cursor of version 1.0', async () => {
    const content = Buffer.from('["742",99,"g","AAAAAAAAAAA",1732612345678]').toString('base64url');
    const owner = ownerOf({
      companyId: fixture.companyId,
      kinds: CHANGE_KINDS.slice(0, 6),
      userId: '',
      managesTemplates: false,
      rights: [...ALL].sort().join(','),
    });
    const check = createHash('sha256').update(`${owner}\n${content}`).digest('base64url').slice(0, 16);
    const { status, body } = await client.get(`${CHANGES}?after=${content}.${check}`);
    expect([status, body.errorCode]).toEqual([410, 'CURSOR_EXPIRED']);
  });

  it('finds a change behind more change sets without rows than a statement looks at', async () => {
    const { companyId } = fixture;
    await app.sql(
      `INSERT INTO change_set
       SELECT company_id, position + n, gen_random_uuid(), '{employee}', now()
       FROM change_position, generate_series(1, ${MAX_SETS + 1}) n WHERE company_id = $1`,
      [companyId],
    );
    await app.sql(`UPDATE change_position SET position = position + ${MAX_SETS + 1} WHERE company_id = $1`, [
      companyId,
    ]);
    const { id } = await fixture.invited();
    expect(shown(await feed.read())).toEqual([`employee ${id}`]);
  });
});
