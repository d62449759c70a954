import { setTimeout as sleep } from 'node:timers/promises';
import { closeDatabase } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { JobFixture, TOY_ATTEMPTS, ToyJob } from '../../support/job-fixture.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { JobRefused, LeaseLost } from '../../../src/shared-kernel/jobs.js';
import { FinishedJobs } from '../../../src/platform/jobs/finished-jobs.js';
import { JobRunner } from '../../../src/platform/jobs/job-runner.js';
import { JOB_LEASE_MS, SqlJobs } from '../../../src/platform/jobs/sql-jobs.js';

let fixture: JobFixture;
let toy: ToyJob;
let id: string;

beforeEach(async () => {
  fixture = await JobFixture.open();
  toy = fixture.get(ToyJob);
  id = await fixture.add();
});
afterEach(() => fixture.close());

describe('a job', () => {
  it('exists if and only if its cause does, and once for a key until it is finished', async () => {
    expect(await fixture.row(id)).toMatchObject({ status: 'QUEUED', attempts: 0, payload: { number: 1 } });
    const keyed = await fixture.add({ key: 'one' });
    expect(await fixture.add({ key: 'one' })).toBe(keyed);
    expect(await fixture.add({ key: 'one', companyId: newId() })).not.toBe(keyed);
    await fixture.run(keyed);
    expect(fixture.lines).toMatchObject([{ jobId: keyed, key: 'one' }]);
    expect(await fixture.add({ key: 'one' })).not.toBe(keyed);
  });

  it('has a payload of 8 KiB at most', async () => {
    await expect(fixture.add({ payload: { text: 'x'.repeat(8_200) } })).rejects.toThrow('8192 bytes');
  });

  it('may be due later', async () => {
    const later = await fixture.add({ dueAt: new Date(Date.now() + 60_000) });
    expect(await fixture.run(later)).toEqual({ result: 'not-due' });
  });
});

describe('an attempt', () => {
  it('is done when the handler resolves, and never made again', async () => {
    const seen: unknown[] = [];
    toy.during = (payload, { attempt, companyId, id: jobId }) =>
      seen.push([payload, attempt, companyId, jobId]);
    expect(await fixture.run(id)).toEqual({ result: 'done', attempt: 1, key: null });
    expect(await fixture.run(id)).toEqual({ result: 'not-due' });
    expect(seen).toEqual([[{ number: 1 }, 1, fixture.companyId, id]]);
    expect(await fixture.row(id)).toMatchObject({
      ...{ status: 'DONE', attempts: 1, lease_id: null, leased_until: null, last_error: null },
      finished_at: expect.any(Date),
    });
    const [line] = fixture.lines.filter(({ msg }) => msg === 'job');
    expect(line).toMatchObject({ level: 'info', kind: 'toy', jobId: id, result: 'done', attempt: 1 });
    expect(line).not.toHaveProperty('key');
  });

  it('is made by one of many that begin at once', async () => {
    toy.during = () => sleep(50);
    const results = await Promise.all(Array.from({ length: 8 }, () => fixture.run(id)));
    expect(results.map(({ result }) => result).sort()).toEqual(['done', ...Array<string>(7).fill('not-due')]);
  });

  it('records steps, which a later attempt finds', async () => {
    toy.during = async (_, job) => {
      await job.step('file', 'a');
      throw new Error('out of order');
    };
    await fixture.run(id);
    await fixture.alter(id, "due_at = now() - interval '1 minute'");
    let progress: unknown;
    toy.during = (_, job) => (progress = job.progress);
    await fixture.run(id);
    expect(progress).toEqual({ file: 'a' });
  });

  it('that fails is made again later, by the clock of the database', async () => {
    toy.during = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    expect(await fixture.run(id)).toMatchObject({ result: 'failed', attempt: 1 });
    const row = await fixture.row(id);
    expect(row).toMatchObject({
      ...{ status: 'QUEUED', lease_id: null, last_error: 'Error: ECONNREFUSED: refused', finished_at: null },
    });
    const delayMs = (row['due_at'] as Date).getTime() - Date.now();
    expect(delayMs).toBeGreaterThan(0);
    expect(delayMs).toBeLessThan(6_250);
    const [line] = fixture.lines.filter(({ msg }) => msg === 'job');
    expect(line).toMatchObject({ level: 'warn', result: 'failed', cause: 'Error ECONNREFUSED' });
  });

  it('is the last one when the handler refuses the job', async () => {
    toy.during = () => Promise.reject(new JobRefused('Not allowed any more.'));
    expect(await fixture.run(id)).toMatchObject({ result: 'refused' });
    expect(await fixture.row(id)).toMatchObject({ status: 'REFUSED', last_error: 'Not allowed any more.' });
    expect(toy.failures).toEqual([{ number: 1 }]);
  });

  it('is the last one when no other is left, and the handler records it in the same transaction', async () => {
    toy.during = () => Promise.reject(new Error('out of order'));
    toy.onFailed = () => Promise.reject(new Error('no room'));
    await fixture.alter(id, `attempts = ${TOY_ATTEMPTS - 1}`);
    expect(await fixture.run(id)).toMatchObject({ result: 'unrecorded' });
    expect(await fixture.row(id)).toMatchObject({ status: 'RUNNING', finished_at: null });

    toy.onFailed = () => Promise.resolve();
    const other = await fixture.add();
    await fixture.alter(other, `attempts = ${TOY_ATTEMPTS - 1}`);
    expect(await fixture.run(other)).toMatchObject({ result: 'given-up', attempt: TOY_ATTEMPTS });
    expect(await fixture.row(other)).toMatchObject({ status: 'FAILED', last_error: 'Error: out of order' });
    expect(toy.failures).toHaveLength(1);

    await fixture.alter(id, "due_at = now() - interval '1 minute', leased_until = now()");
    expect(await fixture.run(id)).toMatchObject({ result: 'given-up' });
    expect(await fixture.row(id)).toMatchObject({
      status: 'FAILED',
      last_error: 'Every worker that took the job died or lost its connection.',
    });
    expect(toy.failures).toHaveLength(2);
    expect(fixture.lines.at(-1)).toMatchObject({
      level: 'warn',
      result: 'given-up',
      attempt: TOY_ATTEMPTS + 1,
    });
  });

  it('that takes too long is aborted and fails, although its handler goes on', async () => {
    let signal: AbortSignal | undefined;
    toy.during = (_, job) => {
      signal = job.signal;
      return sleep(20_000, undefined, { ref: false });
    };
    const begun = performance.now();
    expect(await fixture.run(id, { timeoutMs: 1_500 })).toMatchObject({ result: 'failed' });
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(signal?.aborted).toBe(true);
    expect(await fixture.row(id)).toMatchObject({ last_error: 'Error: The attempt took too long.' });
    expect(fixture.lines.at(-1)).toMatchObject({ result: 'failed', cause: 'Error' });
  });

  it('that another one has overtaken changes nothing', async () => {
    for (const end of [
      () => undefined,
      () => Promise.reject(new Error('late')),
      () => Promise.reject(new JobRefused()),
    ]) {
      await fixture.alter(id, `due_at = now() - interval '1 minute', lease_id = NULL, leased_until = NULL`);
      toy.during = async (_, job) => {
        await fixture.alter(id, `lease_id = 'another'`);
        await expect(job.step('a', 1)).rejects.toThrow(LeaseLost);
        await end();
      };
      expect(await fixture.run(id)).toMatchObject({ result: 'lost' });
      expect(await fixture.row(id)).toMatchObject({ lease_id: 'another', last_error: null, progress: {} });
    }
    expect(toy.failures).toEqual([]);
  });

  it('holds its lease, which its worker renews', async () => {
    toy.during = async () => {
      const { leased_until: leasedUntil } = await fixture.row(id);
      const leftMs = (leasedUntil as Date).getTime() - Date.now();
      expect(leftMs).toBeGreaterThan(JOB_LEASE_MS - 5_000);
      expect(leftMs).toBeLessThan(JOB_LEASE_MS + 1_000);
      await fixture.alter(id, "due_at = now() - interval '1 minute'");
      expect(await fixture.run(id)).toEqual({ result: 'not-due' });
    };
    expect(await fixture.run(id)).toMatchObject({ result: 'done' });
  });

  it('hears of it when another one takes its job, and survives a renewal that fails', async () => {
    let reason: unknown;
    let open: (() => Promise<void>) | undefined;
    toy.during = async (_, { signal }) => {
      await fixture.alter(id, `lease_id = 'another'`);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      reason = signal.reason;
      // The renewal of the other attempt follows.
      open = await closeDatabase(fixture.databaseUrl);
      throw new Error('late');
    };
    const overtaken = fixture.run(id);
    const other = await fixture.add();
    await sleep(200);
    toy.during = async (_, { signal }) => {
      await eventually(() => expect(open).toBeDefined(), 30_000);
      await sleep(1_000);
      await open!();
      signal.throwIfAborted();
    };
    expect(await fixture.run(other)).toMatchObject({ result: 'done' });
    expect(await overtaken).toMatchObject({ result: 'lost' });
    expect(reason).toBeInstanceOf(LeaseLost);
  });

  it('is reported as unrecorded when the database does not answer', async () => {
    const open = await closeDatabase(fixture.databaseUrl);
    try {
      expect(await fixture.run(id)).toEqual({ result: 'unrecorded', error: expect.any(Error) });
      expect(fixture.lines).toEqual([
        {
          ...{ level: 'error', kind: 'toy', jobId: id, err: expect.anything() },
          msg: 'job could not be recorded',
        },
      ]);
    } finally {
      await open();
    }
  });
});

describe('a shutdown', () => {
  it('aborts attempts and gives their jobs back, for another process to begin at once', async () => {
    toy.during = (_, job) => {
      void fixture.get(JobRunner).stop();
      job.signal.throwIfAborted();
    };
    expect(await fixture.run(id)).toMatchObject({ result: 'released' });
    expect(await fixture.row(id)).toMatchObject({ attempts: 0, lease_id: null, last_error: null });
    expect(await fixture.run(id)).toEqual({ result: 'not-due' });
    const jobs = fixture.get(SqlJobs);
    expect(await jobs.due(['toy'], 10)).toMatchObject([{ id, attempts: 0 }]);
  });

  it('waits for attempts that cannot be aborted', async () => {
    const order: string[] = [];
    let stopped: Promise<unknown> | undefined;
    toy.during = async () => {
      stopped = fixture
        .get(JobRunner)
        .stop()
        .then(() => order.push('stopped'));
      await sleep(20);
      order.push('done');
    };
    expect(await fixture.run(id)).toMatchObject({ result: 'done' });
    await stopped;
    expect(order).toEqual(['done', 'stopped']);
  });

  it('does not give back a job that is refused', async () => {
    toy.during = () => {
      void fixture.get(JobRunner).stop();
      throw new JobRefused('Not allowed.');
    };
    expect(await fixture.run(id)).toMatchObject({ result: 'refused' });
  });
});

describe('the table of jobs', () => {
  it('lists what is due, of each kind the longest waiting first', async () => {
    const [, older, leased, finished] = [id, await fixture.add(), await fixture.add(), await fixture.add()];
    await fixture.alter(older, `due_at = now() - interval '1 minute', status = 'RUNNING'`);
    await fixture.alter(leased, `leased_until = now() + interval '1 minute'`);
    await fixture.alter(finished, 'finished_at = now()');
    await fixture.add({ dueAt: new Date(Date.now() + 60_000) });
    const due = await fixture.get(SqlJobs).due(['toy', 'none'], 10);
    expect(due.map((job) => job.id)).toEqual([older, id]);
    expect(due[0]!.waitingMs).toBeGreaterThan(59_000);
    expect(await fixture.get(SqlJobs).due(['toy'], 1)).toHaveLength(1);
  });

  it('keeps jobs that are done for three days and others for thirty', async () => {
    const ids = [id, await fixture.add(), await fixture.add(), await fixture.add()];
    const ends = [
      `status = 'DONE', finished_at = now() - interval '4 days'`,
      `status = 'DONE', finished_at = now()`,
    ];
    ends.push(
      ...['4 days', '31 days'].map((age) => `status = 'FAILED', finished_at = now() - interval '${age}'`),
    );
    for (const [index, end] of ends.entries()) await fixture.alter(ids[index]!, end);
    await fixture.get(FinishedJobs).run(new AbortController().signal);
    expect(await fixture.sql('SELECT id FROM job ORDER BY id')).toEqual([{ id: ids[1] }, { id: ids[2] }]);
  });
});
