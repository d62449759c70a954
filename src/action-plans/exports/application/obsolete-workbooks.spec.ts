import { PLANS } from '../../../../test/support/builders/plan.js';
import { ExportFixture, type Caller } from '../../../../test/support/exports.js';
import { FileStorage } from '../../../platform/storage/file-storage.js';

describe('ObsoleteWorkbooks', () => {
  let service: ExportFixture;
  let owner: Caller;
  let planId: string;
  let location: string;
  let files: FileStorage;

  beforeAll(async () => {
    service = await ExportFixture.open({ isWorker: false });
    owner = await service.caller();
    files = service.app.app.get(FileStorage, { strict: false });
  });
  afterAll(() => service.close());

  beforeEach(async () => {
    await service.app.sql('DELETE FROM plan_export');
    planId = await service.plan(owner);
    location = await service.request(owner, planId);
  });
  afterEach(() => jest.restoreAllMocks());

  it('removes the file of an expired export, and keeps the export', async () => {
    expect((await service.run(location)).result).toBe('done');
    await service.expire(location);
    await service.removeFiles();
    expect(await service.sizeOfWorkbook(location)).toBeUndefined();
    expect(await service.record(location)).toMatchObject({ status: 'SENT', file_key: null });
  });

  it('removes an export that never had a file when its plan is deleted', async () => {
    const remove = jest.spyOn(files, 'remove');
    expect((await owner.delete(`${PLANS}/${planId}`)).status).toBe(204);
    await service.removeFiles();
    expect(remove).not.toHaveBeenCalled();
    expect(await service.record(location)).toBeUndefined();
  });

  it('rejects when a file cannot be removed, removes the others, and tries again later', async () => {
    const other = await service.request(await service.caller(), planId);
    for (const each of [location, other]) {
      expect((await service.run(each)).result).toBe('done');
      await service.expire(each);
    }
    const remove = files.remove.bind(files);
    const broken = jest.spyOn(files, 'remove').mockImplementation(async (key) => {
      if (key === service.keyOf(location)) throw new Error('The storage does not answer.');
      await remove(key);
    });
    await expect(service.removeFiles()).rejects.toThrow('The storage does not answer.');
    expect(await service.sizeOfWorkbook(location)).toBeDefined();
    expect(await service.sizeOfWorkbook(other)).toBeUndefined();

    broken.mockRestore();
    await service.removeFiles();
    expect(await service.sizeOfWorkbook(location)).toBeDefined();
    expect(await service.makeRemovalsDue()).toBe(1);
    await service.removeFiles();
    expect(await service.sizeOfWorkbook(location)).toBeUndefined();
  });
});
