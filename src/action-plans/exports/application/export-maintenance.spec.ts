import { PLANS } from '../../../../test/support/builders/plan.js';
import { KeptOffers } from '../../../../test/support/export-ports.js';
import { ExportFixture, idIn, type Caller } from '../../../../test/support/exports.js';
import { ObsoleteExportFiles, PlanExportRepository } from '../domain/plan-export.repository.js';
import { ExportMaintenance } from './export-maintenance.js';
import { ExportFiles } from './export.ports.js';

describe('ExportMaintenance', () => {
  let service: ExportFixture;
  let owner: Caller;
  let planId: string;
  let location: string;
  let queue: KeptOffers;
  let files: ExportFiles;
  let maintenance: ExportMaintenance;

  beforeAll(async () => {
    service = await ExportFixture.open({ isWorker: false });
    owner = await service.caller();
  });
  afterAll(() => service.close());

  beforeEach(async () => {
    await service.app.sql('DELETE FROM plan_export');
    planId = await service.plan(owner);
    location = await service.request(owner, planId);
    const { app } = service.app;
    queue = new KeptOffers();
    files = app.get(ExportFiles, { strict: false });
    const [exports, obsolete] = [
      app.get(PlanExportRepository, { strict: false }),
      app.get(ObsoleteExportFiles, { strict: false }),
    ];
    maintenance = new ExportMaintenance(exports, obsolete, files, queue);
  });
  afterEach(() => import.meta.jest.restoreAllMocks());

  it('offers what is due to the queue', async () => {
    await maintenance.offerDue();
    expect(queue.offers).toEqual([[{ companyId: service.companyId, exportId: idIn(location) }]]);
  });

  it('leaves the queue alone when nothing is due', async () => {
    await service.alter(location, `due_at = now() + interval '1 minute'`);
    await maintenance.offerDue();
    expect(queue.offers).toEqual([]);
  });

  it('removes the file of an expired export, and keeps the export', async () => {
    expect((await service.run(location)).result).toBe('sent');
    await service.expire(location);
    expect(await maintenance.removeFiles()).toEqual([]);
    expect(await service.sizeOfWorkbook(location)).toBeUndefined();
    expect(await service.record(location)).toMatchObject({ status: 'SENT', file_key: null });
  });

  it('removes an export that never had a file when its plan is deleted', async () => {
    const remove = import.meta.jest.spyOn(files, 'remove');
    expect((await owner.delete(`${PLANS}/${planId}`)).status).toBe(204);
    expect(await maintenance.removeFiles()).toEqual([]);
    expect(remove).not.toHaveBeenCalled();
    expect(await service.record(location)).toBeUndefined();
  });

  it('reports a file that cannot be removed, removes the others, and tries again later', async () => {
    const other = await service.request(await service.caller(), planId);
    for (const each of [location, other]) {
      expect((await service.run(each)).result).toBe('sent');
      await service.expire(each);
    }
    const error = new Error('The storage does not answer.');
    const remove = files.remove.bind(files);
    const broken = import.meta.jest.spyOn(files, 'remove').mockImplementation(async (key) => {
      if (key === service.keyOf(location)) throw error;
      await remove(key);
    });
    expect(await maintenance.removeFiles()).toEqual([error]);
    expect(await service.sizeOfWorkbook(location)).toBeDefined();
    expect(await service.sizeOfWorkbook(other)).toBeUndefined();

    broken.mockRestore();
    expect(await maintenance.removeFiles()).toEqual([]);
    expect(await service.sizeOfWorkbook(location)).toBeDefined();
    expect(await service.makeRemovalsDue()).toBe(1);
    expect(await maintenance.removeFiles()).toEqual([]);
    expect(await service.sizeOfWorkbook(location)).toBeUndefined();
  });
});
