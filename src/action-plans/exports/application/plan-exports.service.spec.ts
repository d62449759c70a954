import { KeptOffers } from '../../../../test/support/export-ports.js';
import { ExportFixture, type Caller } from '../../../../test/support/exports.js';
import type { UserActor } from '../../../shared-kernel/actor.js';
import { AuditTrail } from '../../../shared-kernel/audit-trail.js';
import { newId } from '../../../shared-kernel/id.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import { PlanNotFound } from '../../index.js';
import { PlanExportRepository } from '../domain/plan-export.repository.js';
import { PlanExportsService } from './plan-exports.service.js';

describe('PlanExportsService', () => {
  let service: ExportFixture;
  let owner: Caller;
  let queue: KeptOffers;
  let exports: PlanExportsService;

  beforeAll(async () => {
    service = await ExportFixture.open({ isWorker: false });
    owner = await service.caller();
  });
  afterAll(() => service.close());

  beforeEach(() => {
    queue = new KeptOffers();
    const { app } = service.app;
    exports = new PlanExportsService(
      app.get(PlanExportRepository, { strict: false }),
      queue,
      app.get(UnitOfWork),
      app.get(AuditTrail),
    );
  });

  const actor = (): UserActor => ({
    ...{ kind: 'user', role: 'MANAGER', language: 'en' },
    ...{ companyId: service.companyId, userId: owner.userId },
  });

  it('records a request and offers it to the workers', async () => {
    const planId = await service.plan(owner);
    const exportId = await exports.request(planId, actor());
    expect(await service.record(exportId)).toMatchObject({
      company_id: service.companyId,
      plan_id: planId,
      requested_by: owner.userId,
      status: 'QUEUED',
    });
    expect(queue.offers).toEqual([[{ companyId: service.companyId, exportId }]]);
  });

  it('offers the earlier request again that a new one joins', async () => {
    const planId = await service.plan(owner);
    const exportId = await exports.request(planId, actor());
    expect(await exports.request(planId, actor())).toBe(exportId);
    const offer = [{ companyId: service.companyId, exportId }];
    expect(queue.offers).toEqual([offer, offer]);
  });

  it('refuses a plan that does not exist', async () => {
    await expect(exports.request(newId(), actor())).rejects.toThrow(PlanNotFound);
    expect(queue.offers).toEqual([]);
  });
});
