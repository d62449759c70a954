import type { ApiClient } from '../../support/api-client.js';
import type { Body } from '../../support/builders/plan.js';
import { deletedTimesheetRecord, minimalTimesheet, TIMESHEETS } from '../../support/builders/timesheet.js';
import { issuesOf } from '../../support/issues.js';
import { TestApp } from '../../support/test-app.js';
import { everything, inOneImport, putDeleted, putLive } from '../../support/timesheets.js';

describe('an import of timesheets with an id twice', () => {
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

  it('is refused, in one batch and across batches and lists, and writes nothing', async () => {
    const before = await everything(app);
    const [one, other] = [minimalTimesheet(), minimalTimesheet()];
    expect(await issuesOf(putLive(app, companyId, [one, other, one]))).toEqual([['[2].id', 'NOT_UNIQUE']]);
    const twice = inOneImport(app, async (put) => {
      await put(app, companyId, [one]);
      return put(app, companyId, [other, one]);
    });
    expect(await issuesOf(twice)).toEqual([['[1].id', 'NOT_UNIQUE']]);
    const inBoth = inOneImport(app, async (put, remove) => {
      await put(app, companyId, [one]);
      return remove(app, companyId, [deletedTimesheetRecord({ id: one.id })]);
    });
    expect(await issuesOf(inBoth)).toEqual([['[0].id', 'NOT_UNIQUE']]);
    expect(await everything(app)).toEqual(before);
  });

  it('is refused, also for entries that it does not write or removes again', async () => {
    const [unchanged, gone, added] = [minimalTimesheet(), minimalTimesheet(), minimalTimesheet()];
    const deletionOf = ({ id }: Body): Body => deletedTimesheetRecord({ originalTimesheetId: id });
    await putLive(app, companyId, [unchanged]);
    await putDeleted(app, companyId, [deletionOf(gone)]);
    const before = await everything(app);
    for (const entry of [unchanged, gone]) {
      const twice = inOneImport(app, async (put) => {
        await put(app, companyId, [entry]);
        return put(app, companyId, [minimalTimesheet(), { ...entry, active: true }]);
      });
      expect(await issuesOf(twice)).toEqual([['[1].id', 'NOT_UNIQUE']]);
    }
    for (const entry of [unchanged, added]) {
      const removed = inOneImport(app, async (put, remove) => {
        await put(app, companyId, [entry]);
        await remove(app, companyId, [deletionOf(entry)]);
        return put(app, companyId, [entry]);
      });
      expect(await issuesOf(removed)).toEqual([['[0].id', 'NOT_UNIQUE']]);
    }
    expect(await everything(app)).toEqual(before);
  });

  it('is none that it has only removed before', async () => {
    const stored = minimalTimesheet();
    await putLive(app, companyId, [stored]);
    const counts = await inOneImport(app, async (put, remove) => {
      await remove(app, companyId, [deletedTimesheetRecord({ originalTimesheetId: stored.id })]);
      return put(app, companyId, [stored]);
    });
    expect(counts).toEqual({ created: 0, updated: 0, unchanged: 1 });
    expect((await reader.get(`${TIMESHEETS}?to=500`)).body.results as Body[]).toEqual([]);
  });
});
