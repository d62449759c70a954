import { newId } from '../../../src/shared-kernel/id.js';
import type { ApiClient } from '../../support/api-client.js';
import type { Body } from '../../support/builders/plan.js';
import {
  DELETED_TIMESHEETS,
  deletedTimesheetRecord,
  minimalTimesheet,
  timesheetRecord,
  TIMESHEETS,
} from '../../support/builders/timesheet.js';
import { issuesOf } from '../../support/issues.js';
import { TestApp } from '../../support/test-app.js';
import { everything, idsOf, inOneImport, putDeleted, putLive } from '../../support/timesheets.js';

describe('the import of timesheets', () => {
  let app: TestApp;
  let companyId: string;
  let reader: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    companyId = await app.company();
    reader = await app.integration(undefined, companyId);
  });

  const kinds = [
    { kind: 'live', put: putLive, path: TIMESHEETS, record: timesheetRecord },
    { kind: 'deleted', put: putDeleted, path: DELETED_TIMESHEETS, record: deletedTimesheetRecord },
  ];
  const list = async (path: string) => (await reader.get(`${path}?to=500`)).body.results as Body[];

  it.each(kinds)('creates $kind entries, and changes nothing the second time', async ({ put, record }) => {
    const records = [record(), record({ email: undefined }), record({ breaks: [], changeHistory: [] })].map(
      (each) => JSON.parse(JSON.stringify(each)) as Body,
    );
    expect(await put(app, companyId, records)).toEqual({ created: 3, updated: 0, unchanged: 0 });
    const before = await everything(app);
    expect(await put(app, companyId, records)).toEqual({ created: 0, updated: 0, unchanged: 3 });
    expect(await everything(app)).toEqual(before);
  });

  it.each(kinds)('takes back the $kind entries that the API has answered', async ({ put, path, record }) => {
    await put(app, companyId, [record(), record()]);
    const before = await everything(app);
    expect(await put(app, companyId, await list(path))).toEqual({ created: 0, updated: 0, unchanged: 2 });
    expect(await everything(app)).toEqual(before);
  });

  it.each(kinds)('updates $kind entries of known ids, and leaves others', async ({ put, path, record }) => {
    const [kept, changed] = [record(), record()];
    await put(app, companyId, [kept, changed]);
    const later = {
      ...changed,
      startTime: '2026-03-02T09:00:00.000Z',
      email: 'other@example.com',
      breaks: [],
    };
    const added = record();
    expect(await put(app, companyId, [later, added])).toEqual({ created: 1, updated: 1, unchanged: 0 });
    const shown = await list(path);
    expect(shown).toHaveLength(3);
    expect(shown.find(({ id }) => id === changed.id)).toEqual(later);
    expect((await reader.get(`${path}?email=other@example.com`)).body.total).toBe(1);
  });

  it.each(kinds)('gives $kind entries without an id a new one', async ({ put, path, record }) => {
    const { id: _, timesheetExternalId: __, ...anonymous } = record();
    expect(await put(app, companyId, [anonymous, anonymous])).toEqual({
      created: 2,
      updated: 0,
      unchanged: 0,
    });
    const ids = idsOf(await list(path)) as string[];
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
  });

  it('reads every form of a date, and keeps milliseconds', async () => {
    await putLive(app, companyId, [
      minimalTimesheet({ startTime: '02032026', endTime: '2026-03-03' }),
      minimalTimesheet({ startTime: '2026-03-02t10:00:00.1239+02:00' }),
    ]);
    expect((await list(TIMESHEETS)).map(({ startTime, endTime }) => [startTime, endTime])).toEqual([
      ['2026-03-02T00:00:00.000Z', '2026-03-03T00:00:00.000Z'],
      ['2026-03-02T08:00:00.123Z', undefined],
    ]);
  });

  it('takes more entries than one statement', async () => {
    const records = Array.from({ length: 5_001 }, () => minimalTimesheet());
    expect(await putLive(app, companyId, records)).toEqual({ created: 5_001, updated: 0, unchanged: 0 });
    const last = { ...minimalTimesheet(), id: records[5_000]!.id.toUpperCase() };
    expect(await issuesOf(putLive(app, companyId, [...records.slice(0, 5_000), last]))).toEqual([
      ['[5000].id', 'ID'],
    ]);
    expect(await issuesOf(putLive(app, companyId, [...records, records[0]!]))).toEqual([
      ['[5001].id', 'NOT_UNIQUE'],
    ]);
  });

  it.each(kinds)('refuses $kind entries of an id of another company', async ({ put, record }) => {
    const foreign = record();
    await put(app, await app.company(), [foreign]);
    const before = await everything(app);
    expect(await issuesOf(put(app, companyId, [record(), foreign]))).toEqual([['[1].id', 'ID_TAKEN']]);
    expect(await everything(app)).toEqual(before);
  });

  it('writes nothing when the company is not there', async () => {
    await expect(putLive(app, 'f'.repeat(24), [minimalTimesheet()])).rejects.toMatchObject({
      code: 'COMPANY_NOT_FOUND',
    });
  });

  describe('of a deletion', () => {
    it('takes the live entry out', async () => {
      const [live, other] = [timesheetRecord(), timesheetRecord()];
      await putLive(app, companyId, [live, other]);
      const deletion = deletedTimesheetRecord({ originalTimesheetId: live.id });
      expect(await putDeleted(app, companyId, [deletion])).toEqual({ created: 1, updated: 0, unchanged: 0 });
      expect(idsOf(await list(TIMESHEETS))).toEqual([other.id]);
      expect(idsOf(await list(DELETED_TIMESHEETS))).toEqual([deletion.id]);
    });

    it('wins over the live entry of the same import, in any order and any number of times', async () => {
      const live = timesheetRecord();
      const deletion = deletedTimesheetRecord({ originalTimesheetId: live.id });
      const liveFirst = () =>
        inOneImport(app, async (put, remove) => [
          await put(app, companyId, [live]),
          await remove(app, companyId, [deletion]),
        ]);
      await liveFirst();
      const before = await everything(app);
      const nothing = { created: 0, updated: 0, unchanged: 1 };
      expect(await liveFirst()).toEqual([nothing, nothing]);
      await inOneImport(app, async (put, remove) => [
        await remove(app, companyId, [deletion]),
        await put(app, companyId, [live]),
      ]);
      expect(await everything(app)).toEqual(before);
      expect([await list(TIMESHEETS), idsOf(await list(DELETED_TIMESHEETS))]).toEqual([[], [deletion.id]]);
    });

    it('moves an entry that keeps its id, and it stays deleted', async () => {
      const live = timesheetRecord();
      await putLive(app, companyId, [live]);
      const deletion = deletedTimesheetRecord({ id: live.id });
      expect(await putDeleted(app, companyId, [deletion])).toEqual({ created: 0, updated: 1, unchanged: 0 });
      expect(await putLive(app, companyId, [live])).toEqual({ created: 0, updated: 0, unchanged: 1 });
      expect([await list(TIMESHEETS), await list(DELETED_TIMESHEETS)]).toEqual([[], [deletion]]);
    });

    it('touches nothing of another company', async () => {
      const live = timesheetRecord();
      await putLive(app, companyId, [live]);
      await putDeleted(app, await app.company(), [deletedTimesheetRecord({ originalTimesheetId: live.id })]);
      expect(idsOf(await list(TIMESHEETS))).toEqual([live.id]);
      const changed = { ...live, email: 'changed@example.com' };
      expect(await putLive(app, companyId, [changed])).toEqual({ created: 0, updated: 1, unchanged: 0 });
      expect(await list(TIMESHEETS)).toEqual([changed]);
    });

    it('does not keep another company from creating an entry with the id', async () => {
      const live = timesheetRecord();
      await putDeleted(app, await app.company(), [deletedTimesheetRecord({ originalTimesheetId: live.id })]);
      expect(await putLive(app, companyId, [live])).toEqual({ created: 1, updated: 0, unchanged: 0 });
      expect(await list(TIMESHEETS)).toEqual([live]);
    });
  });

  it('lets one of two concurrent imports of the same entries wait for the other', async () => {
    const records = Array.from({ length: 200 }, () => minimalTimesheet({ email: 'jo@example.com' }));
    const counts = await Promise.all([
      putLive(app, companyId, records),
      putLive(app, companyId, [...records].reverse()),
    ]);
    expect(counts.map(({ created, unchanged }) => [created, unchanged]).sort()).toEqual([
      [0, 200],
      [200, 0],
    ]);
    expect((await reader.get(`${TIMESHEETS}?email=jo@example.com`)).body.total).toBe(200);
  });

  it('refuses one of two concurrent imports that bring one id into two companies', async () => {
    const foreign = await app.company();
    for (let round = 0; round < 5; round++) {
      const id = newId();
      const outcomes = await Promise.all([
        issuesOf(putLive(app, companyId, [minimalTimesheet({ id })])),
        issuesOf(putLive(app, foreign, [minimalTimesheet({ id })])),
      ]);
      expect(outcomes.sort((a, b) => a.length - b.length)).toEqual([[], [['[0].id', 'ID_TAKEN']]]);
    }
  });
});
