import fc from 'fast-check';
import {
  DELETED_TIMESHEETS,
  deletedTimesheetRecord,
  minimalTimesheet,
  TIMESHEETS,
} from '../../support/builders/timesheet.js';
import type { Body } from '../../support/builders/plan.js';
import { TestApp } from '../../support/test-app.js';
import { idsOf, putDeleted, putLive } from '../../support/timesheets.js';

const RUNS = 40;
const QUESTIONS = 12;

/** The same page without counts. */
const PLAIN = `
  SELECT id FROM timesheet_entry
  WHERE company_id = $1 AND list = $2 AND ($3::text IS NULL OR lower(document->>'email') = lower($3))
    AND start_time >= coalesce($4::timestamptz, '-infinity') AND start_time <= coalesce($5::timestamptz, 'infinity')
  ORDER BY listed_at, id`;

/** Twelve hours apart: two on each UTC day, the first of them its first moment. */
const moment = (slot: number): string => new Date(Date.UTC(2026, 2, 2) + slot * 43_200_000).toISOString();
const EMAILS = ['a@example.com', 'B@example.com', 'b@EXAMPLE.com', undefined];

/** Few times, so that many entries are equal in all but their ids. */
const entry = fc.record({
  slot: fc.nat(7),
  deletedSlot: fc.nat(3),
  email: fc.constantFrom(...EMAILS),
  isDeleted: fc.boolean(),
});
const question = fc.record({
  from: fc.nat(45),
  length: fc.nat(12),
  email: fc.constantFrom(undefined, undefined, 'A@example.com', 'b@example.com', 'nobody@example.com'),
  dateFrom: fc.option(fc.nat(8), { nil: undefined }),
  dateTo: fc.option(fc.nat(8), { nil: undefined }),
  isDeleted: fc.boolean(),
});

describe('pages of any data', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  it('are those of a query without counts', async () => {
    const data = fc.array(entry, { maxLength: 60 });
    const questions = fc.array(question, { minLength: QUESTIONS, maxLength: QUESTIONS });
    await fc.assert(
      fc.asyncProperty(data, questions, fc.nat(60), async (entries, asked, cut) => {
        const companyId = await app.company();
        const reader = await app.integration(['timesheets:read'], companyId);
        const records = entries.map(({ slot, deletedSlot, email, isDeleted }) => {
          const own = {
            startTime: moment(slot),
            endTime: moment(100),
            ...(email !== undefined && { email }),
          };
          const record: Body = isDeleted
            ? { ...deletedTimesheetRecord({ deletedAt: moment(deletedSlot) }), ...own }
            : minimalTimesheet(own);
          return { isDeleted, record };
        });
        // Twice, so that the second part meets counts of the first one.
        for (const part of [records.slice(0, cut), records.slice(cut)]) {
          const of = (deleted: boolean) =>
            part.filter(({ isDeleted }) => isDeleted === deleted).map(({ record }) => record);
          await putLive(app, companyId, of(false));
          await putDeleted(app, companyId, of(true));
        }
        for (const { from, length, email, dateFrom, dateTo, isDeleted } of asked) {
          if (dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo) continue;
          const ends = [dateFrom, dateTo].map((slot) => (slot === undefined ? undefined : moment(slot)));
          const query = Object.entries({ from, to: from + length, email, dateFrom: ends[0], dateTo: ends[1] })
            .filter(([, value]) => value !== undefined)
            .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
          const { body } = await reader.get(
            `${isDeleted ? DELETED_TIMESHEETS : TIMESHEETS}?${query.join('&')}`,
          );
          const rows = await app.sql<{ id: string }>(PLAIN, [
            ...[companyId, isDeleted ? 'deleted' : 'live', email ?? null, ends[0] ?? null, ends[1] ?? null],
          ]);
          expect([body.total, idsOf(body.results as Body[])]).toEqual([
            rows.length,
            idsOf(rows.slice(from, from + length)),
          ]);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
