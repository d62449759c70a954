import { AuditTrail } from '../../../src/shared-kernel/audit-trail.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { UnitOfWork } from '../../../src/shared-kernel/unit-of-work.js';
import { Sql } from '../../../src/platform/database/sql.js';
import { JobOperations, type JobNotFailed } from '../../../src/platform/jobs/job-operations.js';
import { SqlJobs } from '../../../src/platform/jobs/sql-jobs.js';
import { JobFixture, ToyJob } from '../../support/job-fixture.js';

describe('jobs for operators', () => {
  let fixture: JobFixture;
  let operations: JobOperations;

  beforeEach(async () => {
    fixture = await JobFixture.open();
    // The service itself does not provide them.
    operations = new JobOperations(
      fixture.get(Sql),
      fixture.get(SqlJobs),
      fixture.get(UnitOfWork),
      fixture.get(AuditTrail),
    );
  });
  afterEach(() => fixture.close());

  it('are listed by company, status and kind, the newest first', async () => {
    const [first, second] = [await fixture.add(), await fixture.add()];
    await fixture.add({ companyId: newId() });
    await fixture.alter(
      first,
      `status = 'FAILED', attempts = 3, last_error = 'no room', finished_at = now()`,
    );
    const list = async (limit: number, filter: Parameters<JobOperations['list']>[2] = {}) =>
      (await operations.list(fixture.companyId, limit, filter)).map(({ id }) => id);
    expect(await list(10)).toEqual([second, first]);
    expect(await list(1)).toEqual([second]);
    expect(await list(10, { status: 'FAILED' })).toEqual([first]);
    expect(await list(10, { kind: 'toy' })).toEqual([second, first]);
    expect(await list(10, { kind: 'other' })).toEqual([]);
  });

  it('are found by id or key', async () => {
    const id = await fixture.add({ key: 'one' });
    const found = await operations.find(id);
    expect(found).toMatchObject({
      id,
      companyId: fixture.companyId,
      kind: 'toy',
      key: 'one',
      status: 'QUEUED',
    });
    expect(await operations.find('one')).toEqual(found);
    await expect(operations.find(newId())).rejects.toMatchObject({
      kind: 'not-found',
      code: 'JOB_NOT_FOUND',
    });
  });

  it('start again after they have failed for good, which is recorded', async () => {
    const id = await fixture.add();
    await fixture.alter(id, `status = 'FAILED', attempts = 3, finished_at = now()`);
    expect(await operations.retry(id)).toMatchObject({ id, status: 'FAILED', attempts: 3 });
    expect(await fixture.row(id)).toMatchObject({ status: 'QUEUED', attempts: 0, finished_at: null });
    expect(await fixture.sql('SELECT * FROM audit_record')).toMatchObject([
      {
        ...{ company_id: fixture.companyId, operation: 'job.retry', object_id: id, actor_kind: 'operator' },
        ...{ before: { status: 'FAILED', attempts: 3 }, after: { status: 'QUEUED', attempts: 0 } },
      },
    ]);
  });

  it('start at once while they wait for their next attempt, and are left alone while they run', async () => {
    const id = await fixture.add();
    const toy = fixture.get(ToyJob);
    toy.during = () => Promise.reject(new Error('refused'));
    await fixture.run(id);
    expect(await fixture.run(id)).toMatchObject({ result: 'not-due' });
    await operations.retry(id);
    expect(await fixture.row(id)).toMatchObject({ status: 'QUEUED', attempts: 1 });
    const records = await fixture.sql(`SELECT before, after FROM audit_record WHERE object_id = $1`, [id]);
    expect(records).toEqual([{ before: { dueAt: expect.anything() }, after: { dueAt: expect.anything() } }]);
    toy.during = () =>
      operations.retry(id).catch((error: unknown) => Promise.reject(new Error((error as JobNotFailed).code)));
    expect(await fixture.run(id)).toMatchObject({ result: 'failed', attempt: 2 });
    expect(await fixture.row(id)).toMatchObject({ last_error: 'Error: JOB_NOT_FAILED' });
  });

  it('do not start again when another one has their key, or when they are done', async () => {
    const failed = await fixture.add({ key: 'one' });
    await fixture.alter(failed, `status = 'FAILED', finished_at = now()`);
    await fixture.add({ key: 'one' });
    const done = await fixture.add();
    await fixture.run(done);
    for (const id of [failed, done]) {
      await expect(operations.retry(id)).rejects.toMatchObject({ kind: 'conflict', code: 'JOB_NOT_FAILED' });
    }
    expect(await fixture.sql('SELECT FROM audit_record')).toEqual([]);
  });
});
