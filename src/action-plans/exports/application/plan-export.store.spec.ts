import { PLANS } from '../../../../test/support/builders/plan.js';
import { closeDatabase } from '../../../../test/support/databases.js';
import { ExportFixture, idIn, type Caller } from '../../../../test/support/exports.js';
import { newId } from '../../../shared-kernel/id.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import { PlanExportStore } from './plan-export.store.js';
import type { ExportKey, PlanExport } from '../domain/plan-export.js';

describe('PlanExportStore', () => {
  let service: ExportFixture;
  let exports: PlanExportStore;
  let owner: Caller;
  let planId: string;

  beforeAll(async () => {
    service = await ExportFixture.open({ isWorker: false });
    exports = service.app.app.get(PlanExportStore, { strict: false });
    owner = await service.caller();
  });
  afterAll(() => service.close());

  beforeEach(async () => {
    await service.app.sql('DELETE FROM plan_export');
    planId = await service.plan(owner);
  });

  const newExport = (changes: Partial<PlanExport> = {}): PlanExport => {
    const { companyId } = service;
    return { companyId, exportId: newId(), planId, requestedBy: owner.userId, ...changes };
  };
  const record = (planExport: PlanExport): Promise<string | undefined> =>
    service.app.app.get(UnitOfWork).run((transaction) => exports.record(planExport, transaction));
  const fail = (key: ExportKey): Promise<void> =>
    service.app.app.get(UnitOfWork).run((transaction) => exports.failed(key, transaction));
  const requested = async (): Promise<ExportKey> => ({
    companyId: service.companyId,
    exportId: idIn(await service.request(owner, planId)),
  });
  const rowOf = ({ exportId }: ExportKey) => service.record(exportId);
  const link = (digest: string) => ({ digest: Buffer.from(digest), ttlMs: 60_000, fileName: 'a.xlsx' });
  const deletePlan = async (): Promise<void> => {
    expect((await owner.delete(`${PLANS}/${planId}`)).status).toBe(204);
  };

  describe('record', () => {
    it('inserts an export', async () => {
      const planExport = newExport();
      expect(await record(planExport)).toBe(planExport.exportId);
      expect(await rowOf(planExport)).toMatchObject({
        plan_id: planId,
        requested_by: owner.userId,
        status: 'QUEUED',
      });
    });

    it('joins an export of the same user and plan while that is queued', async () => {
      const first = await record(newExport());
      expect(await record(newExport())).toBe(first);
      await service.alter(first!, `status = 'RUNNING'`);
      expect(await record(newExport())).not.toBe(first);
    });

    it('inserts nothing for a plan or a user that does not exist', async () => {
      expect(await record(newExport({ planId: newId() }))).toBeUndefined();
      expect(await record(newExport({ requestedBy: newId() }))).toBeUndefined();
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

  describe('begin', () => {
    it('names the file of the export, and keeps earlier links open', async () => {
      const key = await requested();
      const fileKey = `exports/${key.exportId}.xlsx`;
      expect(await exports.begin(key)).toEqual({ ...key, planId, requestedBy: owner.userId, fileKey });
      expect(await rowOf(key)).toMatchObject({ status: 'RUNNING', file_key: fileKey, expires_at: null });
      const expiresAt = await exports.beginMail(key, link('first'));
      await exports.begin(key);
      expect(await rowOf(key)).toMatchObject({ status: 'RUNNING', expires_at: expiresAt });
    });

    it('begins again what failed for good, and closes its links', async () => {
      const key = await requested();
      await exports.begin(key);
      await fail(key);
      expect(await rowOf(key)).toMatchObject({
        status: 'FAILED',
        finished_at: expect.any(Date),
        expires_at: expect.any(Date),
      });
      expect(await exports.begin(key)).toBeDefined();
      expect(await rowOf(key)).toMatchObject({ status: 'RUNNING', finished_at: null, expires_at: null });
    });

    it('finds nothing that is sent, unknown, or whose plan is deleted', async () => {
      const key = await requested();
      expect(await exports.begin({ ...key, exportId: newId() })).toBeUndefined();
      await exports.sent(key);
      expect(await exports.begin(key)).toBeUndefined();
      const other = await requested();
      await deletePlan();
      expect(await exports.begin(other)).toBeUndefined();
    });
  });

  describe('beginMail', () => {
    it('adds links until the export is sent', async () => {
      const key = await requested();
      await exports.begin(key);
      const expiresAt = await exports.beginMail(key, link('first'));
      expect(expiresAt!.getTime() - Date.now()).toBeGreaterThan(50_000);
      expect(await rowOf(key)).toMatchObject({ expires_at: expiresAt, file_name: 'a.xlsx' });
      expect(await exports.beginMail(key, link('second'))).toBeInstanceOf(Date);
      await exports.sent(key);
      expect(await exports.beginMail(key, link('third'))).toBeUndefined();
      const links = 'SELECT digest FROM plan_export_link WHERE export_id = $1 ORDER BY digest';
      expect(await service.app.sql(links, [key.exportId])).toEqual([
        { digest: Buffer.from('first') },
        { digest: Buffer.from('second') },
      ]);
    });

    it('adds none to an export whose plan is deleted', async () => {
      const key = await requested();
      await deletePlan();
      expect(await exports.beginMail(key, link('late'))).toBeUndefined();
    });
  });

  it('does not fail what is sent', async () => {
    const key = await requested();
    await exports.sent(key);
    await fail(key);
    expect(await rowOf(key)).toMatchObject({ status: 'SENT', finished_at: expect.any(Date) });
  });
});
