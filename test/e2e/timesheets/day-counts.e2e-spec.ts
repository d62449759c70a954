import { newId } from '../../../src/shared-kernel/id.js';
import { UnitOfWork } from '../../../src/shared-kernel/unit-of-work.js';
import type { Body } from '../../support/builders/plan.js';
import {
  DELETED_TIMESHEETS,
  deletedTimesheetRecord,
  minimalTimesheet,
  TIMESHEETS,
} from '../../support/builders/timesheet.js';
import { TestApp } from '../../support/test-app.js';
import { Random } from '../../trust/harness/random.js';
import { everything, expectExactCounts, putDeleted, putLive } from '../../support/timesheets.js';

const WORKERS = 6;
const IMPORTS = 300;
const HOUR_MS = 3_600_000;

const SEED = Date.now() % 2 ** 31;
const random = new Random(SEED);
const upTo = (limit: number): number => random.below(limit);
const oneOf = <T>(values: readonly T[]): T => random.pick(values);
/** On one of four UTC days, often at its very beginning or end. */
const moment = (): string => new Date(Date.UTC(2026, 2, 2) + upTo(8) * 12 * HOUR_MS - upTo(2)).toISOString();
const email = (): string | null => oneOf(['a@example.com', 'A@example.com', 'b@example.com', null]);

describe(`the day counts of timesheets (seed ${SEED})`, () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  const live = (overrides: Body = {}) =>
    minimalTimesheet({ email: email(), startTime: moment(), ...overrides });
  const deleted = (overrides: Body = {}) =>
    deletedTimesheetRecord({
      email: email(),
      startTime: moment(),
      endTime: null,
      deletedAt: moment(),
      ...overrides,
    });

  it('are exact after hundreds of imports at the same time, some of them undone', async () => {
    const companies = [await app.company(), await app.company()];
    const ids = new Map(companies.map((company) => [company, Array.from({ length: 60 }, newId)]));
    const unitOfWork = app.app.get(UnitOfWork, { strict: false });
    let left = IMPORTS;

    const importSome = async () => {
      const company = oneOf(companies);
      const own = ids.get(company)!;
      const chosen = [...new Set(Array.from({ length: 1 + upTo(12) }, () => oneOf(own)))];
      const half = upTo(chosen.length + 1);
      const [first, second] = [chosen.slice(0, half), chosen.slice(half)];
      const isUndone = upTo(4) === 0;
      await unitOfWork
        .run(async (transaction) => {
          await putLive(
            app,
            company,
            first.map((id) => live({ id })),
            transaction,
          );
          const deletions = second.map((id) => deleted({ id, originalTimesheetId: oneOf(own) }));
          await putDeleted(app, company, deletions, transaction);
          if (isUndone) throw new Error('undone');
        })
        .catch((error: unknown) => {
          if (!isUndone) throw error;
        });
    };
    const work = async () => {
      while (left-- > 0) await importSome();
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
    await expectExactCounts(app);

    for (const company of companies) {
      const reader = await app.integration(['timesheets:read'], company);
      for (const [path, list] of [
        [TIMESHEETS, 'live'],
        [DELETED_TIMESHEETS, 'deleted'],
      ]) {
        const [row] = await app.sql<{ total: number }>(
          'SELECT count(*)::integer AS total FROM timesheet_entry WHERE company_id = $1 AND list = $2',
          [company, list],
        );
        expect((await reader.get(path!)).body.total).toBe(row!.total);
      }
    }
  });

  it('follow an entry that moves to another day, and one that is deleted', async () => {
    const company = await app.company();
    const entries = Array.from({ length: 3 }, () => live({ startTime: '2026-03-02T23:59:59.999Z' }));
    const counts = () =>
      app.sql(
        `SELECT list, day::text, entries FROM timesheet_day_count WHERE company_id = $1 ORDER BY list, day`,
        [company],
      );
    await putLive(app, company, entries);
    expect(await counts()).toEqual([{ list: 'live', day: '2026-03-02', entries: 3 }]);
    await putLive(app, company, [{ ...entries[0], startTime: '2026-03-03T00:00:00.000Z' }]);
    expect(await counts()).toEqual([
      { list: 'live', day: '2026-03-02', entries: 2 },
      { list: 'live', day: '2026-03-03', entries: 1 },
    ]);
    await putDeleted(app, company, [
      deleted({
        id: entries[0]!.id,
        deletedAt: '2026-04-01T00:00:00.000Z',
        originalTimesheetId: entries[1]!.id,
      }),
    ]);
    expect(await counts()).toEqual([
      { list: 'deleted', day: '2026-04-01', entries: 1 },
      { list: 'live', day: '2026-03-02', entries: 1 },
    ]);
  });

  it('go with their company', async () => {
    const [kept, gone] = [await app.company(), await app.company()];
    await putLive(app, kept, [live()]);
    const before = await everything(app);
    await putLive(app, gone, [live()]);
    await putDeleted(app, gone, [deleted()]);
    await app.sql('DELETE FROM company WHERE id = $1', [gone]);
    expect(await everything(app)).toEqual(before);
  });
});
