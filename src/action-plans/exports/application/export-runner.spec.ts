import { setTimeout as sleep } from 'node:timers/promises';
import { closeDatabase } from '../../../../test/support/databases.js';
import { eventually } from '../../../../test/support/eventually.js';
import { ExportAttempts } from '../../../../test/support/export-attempts.js';
import { QuickWriter } from '../../../../test/support/export-ports.js';
import { idIn } from '../../../../test/support/exports.js';
import { useFakeIntervals } from '../../../../test/support/fake-intervals.js';
import { newId } from '../../../shared-kernel/id.js';
import { EXPORT_RENEWAL_MS } from '../domain/export-schedule.js';
import { PlanExportsQueries } from './plan-exports.queries.js';
import { ExportRefused } from './plan-workbooks.js';

let attempts: ExportAttempts;

beforeAll(async () => {
  attempts = await ExportAttempts.open();
});
afterAll(() => attempts.close());
beforeEach(() => attempts.prepare());

describe('an attempt at an export', () => {
  it('stores the workbook, mails a link to it and records that', async () => {
    const { runner, key, mail, service } = attempts;
    expect(await runner.run(key)).toEqual({ result: 'sent', attempt: 1 });
    expect(await attempts.sizeOfWorkbook()).toBe(QuickWriter.CONTENT.length);
    const record = await attempts.record();
    expect(record).toMatchObject({
      status: 'SENT',
      attempts: 1,
      lease_id: null,
      last_error: null,
      file_name: expect.stringMatching(/^Team spirit .*\.xlsx$/),
    });
    expect(mail.mails).toMatchObject([
      {
        exportId: key.exportId,
        to: { name: expect.stringMatching(/^User/), address: expect.stringContaining('@example.com') },
        language: 'en',
        timeZone: expect.any(String),
        planTitle: { defaultValue: 'Team spirit' },
        link: expect.stringMatching(/^http:.*\/exports\/[\w-]{43}$/),
        expiresAt: record['expires_at'],
      },
    ]);
    const queries = service.app.app.get(PlanExportsQueries, { strict: false });
    expect(await queries.followLink(idIn(mail.mails[0]!.link))).toMatchObject({ exportId: key.exportId });
  });

  it('is logged with its outcome and how long it took', async () => {
    const { runner, key, log, writer } = attempts;
    writer.during = () => sleep(30);
    const startedAt = performance.now();
    const outcome = await runner.run(key);
    const elapsed = performance.now() - startedAt;
    expect(log.attempts).toEqual([{ key, outcome, durationMs: expect.any(Number) }]);
    const { durationMs } = log.attempts[0]!;
    expect(durationMs).toBeGreaterThanOrEqual(29);
    expect(durationMs).toBeLessThanOrEqual(elapsed);
  });

  it('is not begun when the export is unknown or another attempt works on it', async () => {
    const { runner, key, writer, service, location } = attempts;
    expect(await runner.run({ ...key, exportId: newId() })).toEqual({ result: 'lost' });
    await service.alter(location, `lease_id = 'another', leased_until = now() + interval '1 minute'`);
    expect(await runner.run(key)).toEqual({ result: 'taken' });
    expect(writer.written).toEqual([]);
  });

  it('is reported as unrecorded when the database does not answer', async () => {
    const { runner, key, log, service } = attempts;
    const open = await closeDatabase(service.app.databaseUrl);
    try {
      const outcome = await runner.run(key);
      expect(outcome).toEqual({ result: 'unrecorded', error: expect.any(Error) });
      expect(log.attempts).toMatchObject([{ key, outcome }]);
    } finally {
      await open();
    }
  });

  it('renews its lease while it lasts, and no longer', async () => {
    const { runner, key, writer, service, location } = attempts;
    const intervals = useFakeIntervals();
    try {
      writer.during = async () => {
        await service.alter(location, 'leased_until = now()');
        intervals.advance(EXPORT_RENEWAL_MS);
        await eventually(async () => {
          const { leased_until: leasedUntil } = await attempts.record();
          expect((leasedUntil as Date).getTime()).toBeGreaterThan(Date.now() + EXPORT_RENEWAL_MS);
        });
      };
      expect(await runner.run(key)).toEqual({ result: 'sent', attempt: 1 });
      expect(intervals.count()).toBe(0);
    } finally {
      intervals.restore();
    }
  });
});

describe('a failed attempt', () => {
  it.each<[unknown, string]>([
    [new Error('quota exceeded'), 'Error: quota exceeded'],
    [Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), 'Error: ECONNREFUSED: refused'],
    [Object.assign(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT' }), 'Error: connect ETIMEDOUT'],
    [Object.assign(new Error('busy'), { code: 550 }), 'Error: busy'],
    [new AggregateError([new TypeError('first'), new Error('second')], 'all'), 'TypeError: first'],
    [new AggregateError([], 'all'), 'AggregateError: all'],
    [new RangeError(), 'RangeError'],
    ['no error at all', 'no error at all'],
  ])('by %p is recorded as %j, and the next one comes later', async (error, reason) => {
    const { runner, key, mail } = attempts;
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- libraries reject with anything
    mail.during = () => Promise.reject(error);
    expect(await runner.run(key)).toEqual({ result: 'failed', attempt: 1, error });
    const { due_at: dueAt, ...record } = await attempts.record();
    expect(record).toMatchObject({ status: 'RUNNING', attempts: 1, lease_id: null, last_error: reason });
    expect((dueAt as Date).getTime()).toBeGreaterThan(Date.now());
  });

  it('is the last one when the requester has lost the right', async () => {
    const { runner, key } = attempts;
    const error = expect.any(ExportRefused);
    await attempts.whileDeactivated(async () => {
      expect(await runner.run(key)).toEqual({ result: 'refused', attempt: 1, error });
    });
    expect(await attempts.record()).toMatchObject({
      status: 'FAILED',
      last_error: 'The user who asked for the export is not active any more.',
    });
  });
});
