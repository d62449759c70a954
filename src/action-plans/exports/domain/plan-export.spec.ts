import { EXPORT_LEASE_MS, MAX_EXPORT_ATTEMPTS, retryDelayMs } from './export-schedule.js';
import { ExportForbidden, ExportNotFailed, ExportNotFound } from './plan-export.errors.js';
import { PlanExport, type ExportStatus, type PlanExportState } from './plan-export.js';

const NOW = new Date('2026-11-21T10:00:00.000Z');
const at = (milliseconds: number): Date => new Date(NOW.getTime() + milliseconds);
const DAY_MS = 86_400_000;

const requested = (): PlanExport =>
  PlanExport.request('aaaaaaaaaaaaaaaaaaaaaaaa', '0123456789abcdef01234567', 'fedcba987654321001234567', NOW);
const running = (overrides: Partial<PlanExportState> = {}): PlanExport => {
  const planExport = requested();
  planExport.claim('mine', NOW, 0);
  return PlanExport.restore({ ...planExport.state, ...overrides });
};
const waiting = (overrides: Partial<PlanExportState> = {}): PlanExport =>
  running({ leaseId: null, leasedUntil: null, ...overrides });
const finished = (status: ExportStatus): PlanExport =>
  running({ status, leaseId: null, leasedUntil: null, finishedAt: NOW });

describe('PlanExport', () => {
  it('is queued, due at once and without a lease when it is requested', () => {
    expect(requested().state).toMatchObject({
      status: 'QUEUED',
      requestedAt: NOW,
      dueAt: NOW,
      attempts: 0,
      leaseId: null,
      fileKey: null,
    });
  });

  it.each([
    ['a queued one', requested(), NOW, 'claimed'],
    ['one that failed and is due again', waiting({ dueAt: NOW }), NOW, 'claimed'],
    ['one that failed and is not due yet', waiting({ dueAt: at(1) }), NOW, 'not-due'],
    ['one with a running attempt', running({ dueAt: NOW }), at(EXPORT_LEASE_MS - 1), 'taken'],
    ['one whose worker died', running({ dueAt: NOW }), at(EXPORT_LEASE_MS), 'claimed'],
    [
      'one whose worker died, before its delay is over',
      running({ dueAt: at(99_999) }),
      at(20_000),
      'not-due',
    ],
    ['one that was sent', finished('SENT'), at(DAY_MS), 'finished'],
    ['one that failed for good', finished('FAILED'), at(DAY_MS), 'finished'],
    [
      'one with no attempt left',
      waiting({ dueAt: NOW, attempts: MAX_EXPORT_ATTEMPTS, lastError: 'x' }),
      NOW,
      'given-up',
    ],
  ] as const)('is taken or not: %s', (_, planExport, now, claim) => {
    const before = planExport.state;
    expect(planExport.claim('next', now, 0)).toBe(claim);
    if (claim === 'claimed') {
      expect(planExport.state).toMatchObject({
        status: 'RUNNING',
        attempts: before.attempts + 1,
        leaseId: 'next',
        leasedUntil: new Date(now.getTime() + EXPORT_LEASE_MS),
        fileKey: `exports/${before.id}.xlsx`,
      });
      expect(planExport.state.dueAt.getTime()).toBeGreaterThan(now.getTime());
    } else if (claim === 'given-up') {
      expect(planExport.state).toMatchObject({ status: 'FAILED', finishedAt: now, lastError: 'x' });
    } else expect(planExport.state).toEqual(before);
  });

  it.each<[string, PlanExport, (planExport: PlanExport) => unknown, Partial<PlanExportState>]>([
    [
      'renewed',
      running(),
      (e) => e.renew('mine', at(9)),
      { leaseId: 'mine', leasedUntil: at(9 + EXPORT_LEASE_MS) },
    ],
    [
      'about to be mailed',
      running(),
      (e) => e.beginMail('mine', 'Plan.xlsx', at(9), 60_000),
      { status: 'RUNNING', fileName: 'Plan.xlsx', expiresAt: at(60_009) },
    ],
    [
      'about to be mailed once more',
      running({ expiresAt: at(-1) }),
      (e) => e.beginMail('mine', 'Plan.xlsx', at(9), 60_000),
      { fileName: 'Plan.xlsx', expiresAt: at(60_009) },
    ],
    [
      'sent',
      running({ lastError: 'x', expiresAt: at(60_009) }),
      (e) => e.sent(at(9)),
      { status: 'SENT', finishedAt: at(9), leaseId: null, lastError: null, expiresAt: at(60_009) },
    ],
    [
      'sent by an attempt whose lease was over',
      running({ leaseId: 'other' }),
      (e) => e.sent(at(9)),
      { status: 'SENT', finishedAt: at(9), leaseId: null },
    ],
    [
      'failed, to be tried again',
      running(),
      (e) => e.failed('mine', 'connect\n ECONNREFUSED', at(9), 0),
      {
        status: 'RUNNING',
        finishedAt: null,
        leaseId: null,
        leasedUntil: null,
        dueAt: at(9 + 5_000),
        lastError: 'connect ECONNREFUSED',
      },
    ],
    [
      'failed for the last time',
      running({ attempts: MAX_EXPORT_ATTEMPTS }),
      (e) => e.failed('mine', 'down', at(9), 0),
      { status: 'FAILED', finishedAt: at(9), leaseId: null, lastError: 'down', expiresAt: at(9) },
    ],
    [
      'refused',
      running({ expiresAt: at(60_009) }),
      (e) => e.refused('mine', 'not allowed', at(9)),
      { status: 'FAILED', finishedAt: at(9), lastError: 'not allowed', expiresAt: at(9) },
    ],
    [
      'released',
      running(),
      (e) => e.released('mine', at(9)),
      { status: 'RUNNING', attempts: 0, leaseId: null, leasedUntil: null, dueAt: at(9) },
    ],
  ])('is %s', (_, planExport, act, expected) => {
    expect(act(planExport)).not.toBe(false);
    expect(planExport.state).toMatchObject(expected);
  });

  it.each<[string, (planExport: PlanExport) => unknown]>([
    ['renew', (e) => e.renew('late', at(9))],
    ['begin the mail', (e) => e.beginMail('late', 'x', at(9), 1)],
    ['fail it', (e) => e.failed('late', 'x', at(9), 0)],
    ['refuse it', (e) => e.refused('late', 'x', at(9))],
    ['release it', (e) => e.released('late', at(9))],
  ])('does not let an attempt that lost its lease %s', (_, act) => {
    for (const planExport of [running(), waiting(), finished('SENT'), finished('FAILED')]) {
      const before = planExport.state;
      expect(act(planExport)).toBe(false);
      expect(planExport.state).toEqual(before);
    }
  });

  it('stays as it is when it is sent a second time', () => {
    const planExport = finished('SENT');
    planExport.sent(at(9));
    expect(planExport.state.finishedAt).toEqual(NOW);
  });

  it('keeps errors to one line that can be stored', () => {
    const planExport = running();
    planExport.failed('mine', `a\0b\ud800${'😀'.repeat(400)}`, NOW, 0);
    const { lastError } = planExport.state;
    expect(lastError).toMatch(/^a b 😀+.?…$/u);
    expect(lastError!.length).toBeLessThanOrEqual(500);
  });

  it('keeps an error of the greatest length whole, without white space around it', () => {
    const planExport = running();
    planExport.failed('mine', `\n${'x'.repeat(500)} `, NOW, 0);
    expect(planExport.state.lastError).toBe('x'.repeat(500));
  });

  it('starts again with all its attempts when it is retried, but only after it failed for good', () => {
    const planExport = running({
      ...{ status: 'FAILED', attempts: MAX_EXPORT_ATTEMPTS, leaseId: null, leasedUntil: null },
      ...{ finishedAt: NOW, expiresAt: NOW, lastError: 'x', fileKey: null },
    });
    planExport.retry(at(9));
    expect(planExport.state).toMatchObject({
      ...{ status: 'RUNNING', attempts: 0, dueAt: at(9), finishedAt: null, expiresAt: null, lastError: 'x' },
    });
    expect(planExport.claim('next', at(9), 0)).toBe('claimed');
    for (const other of [requested(), running(), waiting(), finished('SENT')])
      expect(() => other.retry(NOW)).toThrow(new ExportNotFailed(other.state.status));
  });

  it('waits after a death as long as after a failure', () => {
    const planExport = waiting({ dueAt: NOW, attempts: 3 });
    planExport.claim('next', NOW, 0);
    expect(planExport.state.dueAt).toEqual(at(retryDelayMs(4, 0)));
  });
});

describe('the schedule of attempts', () => {
  it.each([0, 1])('goes on for more than 24 hours, whether attempts fail or die (chance %d)', (chance) => {
    const planExport = requested();
    let now = NOW;
    let gaps = 0;
    while (planExport.claim('a', now, chance) === 'claimed') {
      if (planExport.state.attempts % 2 === 0) planExport.failed('a', 'down', now, chance);
      const { dueAt, leasedUntil } = planExport.state;
      const next = new Date(Math.max(dueAt.getTime(), leasedUntil?.getTime() ?? 0));
      gaps = Math.max(gaps, next.getTime() - now.getTime());
      now = next;
    }
    expect(planExport.state).toMatchObject({ status: 'FAILED', attempts: MAX_EXPORT_ATTEMPTS });
    expect(now.getTime() - NOW.getTime()).toBeGreaterThan(DAY_MS);
    expect(gaps).toBeLessThanOrEqual(20 * 60_000);
  });

  it('keeps apart what failed together', () => {
    expect(retryDelayMs(4, 1)).toBe(1.25 * retryDelayMs(4, 0));
  });
});

describe('errors of exports', () => {
  it('have stable codes', () => {
    expect(new ExportNotFound()).toMatchObject({ kind: 'not-found', code: 'EXPORT_NOT_FOUND' });
    expect(new ExportForbidden()).toMatchObject({ kind: 'forbidden', code: 'FORBIDDEN' });
  });
});
