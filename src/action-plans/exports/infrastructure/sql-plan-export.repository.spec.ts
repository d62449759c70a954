import { PLANS } from '../../../../test/support/builders/plan.js';
import { closeDatabase } from '../../../../test/support/databases.js';
import { ExportFixture, idIn, type Caller } from '../../../../test/support/exports.js';
import { Sql, type Statement } from '../../../platform/database/sql.js';
import { newId } from '../../../shared-kernel/id.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import { EXPORT_LEASE_MS } from '../domain/export-schedule.js';
import { PlanExport, type ExportKey } from '../domain/plan-export.js';
import { PlanExportRepository } from '../domain/plan-export.repository.js';
import { SqlPlanExportRepository } from './sql-plan-export.repository.js';

describe('SqlPlanExportRepository', () => {
  let service: ExportFixture;
  let exports: PlanExportRepository;
  let owner: Caller;
  let planId: string;

  beforeAll(async () => {
    service = await ExportFixture.open({ isWorker: false });
    exports = service.app.app.get(PlanExportRepository, { strict: false });
    owner = await service.caller();
  });
  afterAll(() => service.close());

  beforeEach(async () => {
    await service.app.sql('DELETE FROM plan_export');
    planId = await service.plan(owner);
  });

  const newExport = (changes: { plan?: string; user?: string } = {}): PlanExport =>
    PlanExport.request(service.companyId, changes.plan ?? planId, changes.user ?? owner.userId, new Date());
  const record = (planExport: PlanExport): Promise<string | undefined> =>
    service.app.app.get(UnitOfWork).run((transaction) => exports.record(planExport, transaction));
  const keyOf = (exportId: string): ExportKey => ({ companyId: service.companyId, exportId });
  const requested = async (): Promise<ExportKey> => keyOf(idIn(await service.request(owner, planId)));
  const deletePlan = async (): Promise<void> => {
    expect((await owner.delete(`${PLANS}/${planId}`)).status).toBe(204);
  };
  /** A repository with another way to run its statements. */
  function repositoryWith(run: (statement: Statement, values: readonly unknown[]) => Promise<unknown[]>) {
    return new SqlPlanExportRepository(Object.assign(Object.create(sql()) as Sql, { query: run }));
  }
  const sql = (): Sql => service.app.app.get(Sql, { strict: false });
  const stateOf = (key: ExportKey) => exports.change(key, ({ state }) => state);

  describe('record', () => {
    it('inserts an export that is due at once', async () => {
      const planExport = newExport();
      const id = await record(planExport);
      expect(id).toBe(planExport.state.id);
      const state = await stateOf(keyOf(id!));
      expect(state).toEqual({
        ...planExport.state,
        requestedAt: expect.any(Date),
        dueAt: state!.requestedAt,
      });
      expect(await exports.due(10)).toEqual([keyOf(id!)]);
    });

    it('joins an export of the same user and plan while that is queued', async () => {
      const first = await record(newExport());
      expect(await record(newExport())).toBe(first);
      await service.alter(first!, `status = 'RUNNING'`);
      expect(await record(newExport())).not.toBe(first);
    });

    it('inserts nothing for a plan or a user that does not exist', async () => {
      expect(await record(newExport({ plan: newId() }))).toBeUndefined();
      expect(await record(newExport({ user: newId() }))).toBeUndefined();
    });

    it('rejects when the database does not answer', async () => {
      const open = await closeDatabase(service.app.databaseUrl);
      try {
        await expect(record(newExport())).rejects.toThrow();
      } finally {
        await open();
      }
    });
  });

  describe('change', () => {
    it('stores what the domain has changed, by the clock of the database', async () => {
      const key = await requested();
      const [claim, time] = (await exports.change(key, (planExport, now) => [
        planExport.claim('ours', now, 0),
        now,
      ]))!;
      expect(claim).toBe('claimed');
      const { now } = (await service.app.sql<{ now: Date }>('SELECT now()'))[0]!;
      expect(Math.abs(time.getTime() - now.getTime())).toBeLessThan(5_000);
      expect(await stateOf(key)).toMatchObject({
        status: 'RUNNING',
        attempts: 1,
        leaseId: 'ours',
        leasedUntil: new Date(time.getTime() + EXPORT_LEASE_MS),
        fileKey: `exports/${key.exportId}.xlsx`,
      });
      await exports.change(key, (planExport) => planExport.beginMail('ours', 'a.xlsx', time, 1_000));
      expect(await stateOf(key)).toMatchObject({
        fileName: 'a.xlsx',
        expiresAt: new Date(time.getTime() + 1_000),
      });
      await exports.change(key, (planExport) => planExport.failed('ours', 'out of order', time, 0));
      expect(await stateOf(key)).toMatchObject({
        leaseId: null,
        leasedUntil: null,
        lastError: 'out of order',
        dueAt: new Date(time.getTime() + 5_000),
      });
      await exports.change(key, (planExport) => planExport.sent(time));
      expect(await stateOf(key)).toMatchObject({ status: 'SENT', finishedAt: time, lastError: null });
    });

    it('writes nothing when the domain changes nothing', async () => {
      const key = await requested();
      expect(await exports.change(key, () => 'decision')).toBe('decision');
      expect(await service.record(key.exportId)).toMatchObject({ version: 0 });
    });

    it('lets one of many concurrent attempts win', async () => {
      const key = await requested();
      const leases = Array.from({ length: 8 }, (_, index) => `lease ${index}`);
      const claims = await Promise.all(
        leases.map((lease) => exports.change(key, (planExport, now) => planExport.claim(lease, now, 0))),
      );
      expect(claims.filter((claim) => claim === 'claimed')).toHaveLength(1);
      expect(claims.filter((claim) => claim === 'taken')).toHaveLength(7);
      expect(await stateOf(key)).toMatchObject({ leaseId: leases[claims.indexOf('claimed')], attempts: 1 });
    });

    it('decides again when another process has changed the export meanwhile', async () => {
      const key = await requested();
      let isFirst = true;
      const interrupted = repositoryWith(async (statement, values) => {
        const rows = await sql().query(statement, values);
        if (isFirst) await service.alter(key.exportId, 'attempts = 7');
        isFirst = false;
        return rows;
      });
      const decide = import.meta.jest.fn((planExport: PlanExport, now: Date) =>
        planExport.claim('ours', now, 0),
      );
      expect(await interrupted.change(key, decide)).toBe('claimed');
      expect(decide).toHaveBeenCalledTimes(2);
      expect(await stateOf(key)).toMatchObject({ leaseId: 'ours', attempts: 8 });
    });

    it('fails rather than trying forever', async () => {
      const key = await requested();
      const row = { ...(await stateOf(key)), version: 0, now: new Date() };
      const beaten = repositoryWith(({ name }) => Promise.resolve(name === 'plan-exports.load' ? [row] : []));
      const claim = beaten.change(key, (planExport, now) => planExport.claim('ours', now, 0));
      await expect(claim).rejects.toThrow('Too many concurrent changes');
    });

    it('does not find an export that is unknown, or whose plan is deleted', async () => {
      const key = await requested();
      const decide = import.meta.jest.fn();
      expect(await exports.change(keyOf(newId()), decide)).toBeUndefined();
      await deletePlan();
      expect(await exports.change(key, decide)).toBeUndefined();
      expect(decide).not.toHaveBeenCalled();
    });
  });

  describe('addLink', () => {
    it('adds links to an export until its plan is deleted', async () => {
      const key = await requested();
      expect(await exports.addLink(key, Buffer.from('first'))).toBe(true);
      expect(await exports.addLink(key, Buffer.from('second'))).toBe(true);
      const links = 'SELECT digest FROM plan_export_link WHERE export_id = $1 ORDER BY digest';
      expect(await service.app.sql(links, [key.exportId])).toEqual([
        { digest: Buffer.from('first') },
        { digest: Buffer.from('second') },
      ]);
      await deletePlan();
      expect(await exports.addLink(key, Buffer.from('third'))).toBe(false);
    });
  });

  describe('due', () => {
    it('is what waits for an attempt, the longest waiting first', async () => {
      const minutesAgo = async (minutes: number, assignments = ''): Promise<ExportKey> => {
        const location = await service.request(await service.caller(), planId);
        await service.alter(location, `due_at = now() - interval '${minutes} minutes'${assignments}`);
        return keyOf(idIn(location));
      };
      const queued = await minutesAgo(1);
      const retried = await minutesAgo(3, `, status = 'RUNNING'`);
      const abandoned = await minutesAgo(2, `, status = 'RUNNING', leased_until = now()`);
      await minutesAgo(-1);
      await minutesAgo(1, `, status = 'RUNNING', leased_until = now() + interval '1 minute'`);
      await minutesAgo(1, `, status = 'SENT'`);
      await minutesAgo(1, `, status = 'FAILED'`);
      await minutesAgo(1, ', plan_id = NULL');
      expect(await exports.due(10)).toEqual([retried, abandoned, queued]);
      expect(await exports.due(2)).toEqual([retried, abandoned]);
    });
  });
});
