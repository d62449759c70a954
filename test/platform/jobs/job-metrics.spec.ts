import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { closeDatabase } from '../../support/databases.js';
import { JobFixture, ToyJob } from '../../support/job-fixture.js';

describe('the metrics of jobs', () => {
  let fixture: JobFixture;

  beforeEach(async () => {
    fixture = await JobFixture.open({ environment: { METRICS_PORT: '0' } });
  });
  afterEach(() => fixture.close());

  interface Value {
    readonly metricName?: string;
    readonly labels: object;
    readonly value: number;
  }

  const valuesOf = async (name: string): Promise<readonly Value[]> =>
    (await fixture.get(Registry).getSingleMetric(name)!.get()).values;

  it('count unfinished jobs by state, and tell how long the oldest one has waited', async () => {
    const [old, running, retrying, done] = await Promise.all(Array.from({ length: 4 }, () => fixture.add()));
    await fixture.add();
    await fixture.alter(old!, `due_at = now() - interval '1 hour'`);
    await fixture.alter(
      running!,
      `due_at = now() - interval '1 day', leased_until = now() + interval '1 minute'`,
    );
    await fixture.alter(retrying!, `due_at = now() + interval '1 minute'`);
    await fixture.alter(done!, `status = 'DONE', finished_at = now()`);
    const ofToys = async (name: string) =>
      (await valuesOf(name)).filter(({ labels }) => 'kind' in labels && labels.kind === 'toy');
    expect(await ofToys('wes_jobs_unfinished')).toEqual([
      { labels: { kind: 'toy', state: 'due' }, value: 2 },
      { labels: { kind: 'toy', state: 'running' }, value: 1 },
      { labels: { kind: 'toy', state: 'retrying' }, value: 1 },
    ]);
    const [oldest] = await ofToys('wes_jobs_oldest_due_seconds');
    expect(oldest!.value).toBeGreaterThanOrEqual(3_600);
    expect(oldest!.value).toBeLessThan(3_700);
  });

  it('have no value while the database does not answer', async () => {
    const open = await closeDatabase(fixture.databaseUrl);
    try {
      expect(await valuesOf('wes_jobs_unfinished')).toEqual([]);
      expect(await valuesOf('wes_jobs_oldest_due_seconds')).toEqual([]);
    } finally {
      await open();
    }
  });

  it('measure attempts by result, each of which has a value from the start', async () => {
    const name = 'wes_job_attempt_duration_seconds';
    const of = async (suffix: string) =>
      (await valuesOf(name))
        .filter(({ metricName }) => metricName === `${name}_${suffix}`)
        .map(({ labels, value }) => ({ ...labels, value }));
    const results = ['done', 'failed', 'refused', 'released', 'lost', 'unrecorded', 'given-up'];
    const zero = results.map((result) => ({ kind: 'toy', result, value: 0 }));
    expect(await of('count')).toEqual(expect.arrayContaining(zero));
    for (const kind of ['finished-jobs', 'toy-schedule', 'rare-schedule']) {
      const ofKind = (await of('count')).filter((count) => 'kind' in count && count.kind === kind);
      expect(ofKind).toEqual(['done', 'failed'].map((result) => ({ kind, result, value: 0 })));
    }

    const id = await fixture.add();
    fixture.get(ToyJob).during = () => sleep(200);
    await fixture.run(id);
    await fixture.run(id); // not due
    expect((await of('count')).filter(({ value }) => value !== 0)).toEqual([
      { kind: 'toy', result: 'done', value: 1 },
    ]);
    const seconds = (await of('sum')).find(({ value }) => value !== 0)!.value;
    expect(seconds).toBeGreaterThan(0.19);
    expect(seconds).toBeLessThan(60);
  });
});
