import { ExportFixture, type Caller } from '../../../../test/support/exports.js';
import type { UserActor } from '../../../shared-kernel/actor.js';
import { AuditTrail } from '../../../shared-kernel/audit-trail.js';
import { newId } from '../../../shared-kernel/id.js';
import { Jobs } from '../../../shared-kernel/jobs.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import { PlanNotFound } from '../../index.js';
import { PlanExportStore } from './plan-export.store.js';
import { PlanExportsService } from './plan-exports.service.js';

describe('PlanExportsService', () => {
  let service: ExportFixture;
  let owner: Caller;
  let exports: PlanExportsService;

  beforeAll(async () => {
    service = await ExportFixture.open({ isWorker: false });
    owner = await service.caller();
  });
  afterAll(() => service.close());

  beforeEach(() => {
    const { app } = service.app;
    exports = new PlanExportsService(
      app.get(PlanExportStore, { strict: false }),
      app.get(Jobs),
      app.get(UnitOfWork),
      app.get(AuditTrail),
    );
  });

  const actor = (): UserActor => ({
    ...{ kind: 'user', role: 'MANAGER', language: 'en' },
    ...{ companyId: service.companyId, userId: owner.userId },
  });

  const jobs = () =>
    service.app.sql(`SELECT key, status, payload FROM job WHERE finished_at IS NULL ORDER BY id`);
  beforeEach(() => service.app.sql('DELETE FROM job'));

  it('records a request with its job', async () => {
    const planId = await service.plan(owner);
    const exportId = await exports.request(planId, actor());
    expect(await service.record(exportId)).toMatchObject({
      company_id: service.companyId,
      plan_id: planId,
      requested_by: owner.userId,
      status: 'QUEUED',
    });
    expect(await jobs()).toEqual([{ key: exportId, status: 'QUEUED', payload: { exportId } }]);
  });

  it('joins an earlier request that is queued, and its job', async () => {
    const planId = await service.plan(owner);
    const exportId = await exports.request(planId, actor());
    expect(await exports.request(planId, actor())).toBe(exportId);
    expect(await jobs()).toHaveLength(1);
    const recorded = 'SELECT operation FROM audit_record WHERE object_id = $1';
    expect(await service.app.sql(recorded, [exportId])).toEqual([{ operation: 'export.request' }]);
  });

  it('refuses a plan that does not exist', async () => {
    await expect(exports.request(newId(), actor())).rejects.toThrow(PlanNotFound);
    expect(await jobs()).toEqual([]);
  });
});
