import { closeDatabase } from '../../../../test/support/databases.js';
import { eventually } from '../../../../test/support/eventually.js';
import { ExportAttempts } from '../../../../test/support/export-attempts.js';
import { useFakeIntervals } from '../../../../test/support/fake-intervals.js';
import { EXPORT_RENEWAL_MS } from '../domain/export-schedule.js';
import { ExportLease } from './export-lease.js';

describe('ExportLease', () => {
  let attempts: ExportAttempts;
  let lease: ExportLease;
  let intervals: ReturnType<typeof useFakeIntervals>;

  beforeAll(async () => {
    attempts = await ExportAttempts.open();
  });
  afterAll(() => attempts.close());

  const alter = (assignments: string): Promise<void> =>
    attempts.service.alter(attempts.location, assignments);

  beforeEach(async () => {
    await attempts.prepare();
    await alter(`status = 'RUNNING', lease_id = 'ours', leased_until = now()`);
    intervals = useFakeIntervals();
    lease = new ExportLease(attempts.repository, attempts.key, 'ours');
  });
  afterEach(() => {
    lease.stopRenewing();
    intervals.restore();
  });

  const renewal = (): Promise<void> =>
    eventually(async () => {
      const { leased_until: leasedUntil } = await attempts.record();
      expect((leasedUntil as Date).getTime()).toBeGreaterThan(Date.now());
    });

  it('is renewed in time', async () => {
    intervals.advance(EXPORT_RENEWAL_MS);
    await renewal();
    expect(lease.isLost).toBe(false);
  });

  it('is not renewed any more once it is stopped', () => {
    expect(intervals.count()).toBe(1);
    lease.stopRenewing();
    expect(intervals.count()).toBe(0);
  });

  it('is lost when another attempt has taken over', async () => {
    await alter(`lease_id = 'another'`);
    intervals.advance(EXPORT_RENEWAL_MS);
    await eventually(() => expect(lease.isLost).toBe(true));
  });

  it('is lost when the plan is deleted', async () => {
    await attempts.deletePlan();
    intervals.advance(EXPORT_RENEWAL_MS);
    await eventually(() => expect(lease.isLost).toBe(true));
  });

  it('is not lost by a renewal that the database does not answer', async () => {
    const change = import.meta.jest.spyOn(attempts.repository, 'change');
    const open = await closeDatabase(attempts.service.app.databaseUrl);
    try {
      intervals.advance(EXPORT_RENEWAL_MS);
      await expect(change.mock.results[0]?.value).rejects.toThrow();
    } finally {
      change.mockRestore();
      await open();
    }
    expect(lease.isLost).toBe(false);
    intervals.advance(EXPORT_RENEWAL_MS);
    await renewal();
  });
});
