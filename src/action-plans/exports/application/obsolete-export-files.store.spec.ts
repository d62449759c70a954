import { ExportFixture, idIn, type Caller } from '../../../../test/support/exports.js';
import { ObsoleteExportFiles, type ObsoleteExportFile } from './obsolete-export-files.store.js';

describe('ObsoleteExportFiles', () => {
  let service: ExportFixture;
  let obsolete: ObsoleteExportFiles;
  let owner: Caller;

  beforeAll(async () => {
    service = await ExportFixture.open({ isWorker: false });
    obsolete = service.app.app.get(ObsoleteExportFiles, { strict: false });
    owner = await service.caller();
  });
  afterAll(() => service.close());
  beforeEach(() => service.app.sql('DELETE FROM plan_export'));

  const EXPIRED = `status = 'SENT', file_key = 'a', expires_at = now()`;

  /** A row of an export. @returns its file */
  async function stored(assignments: string): Promise<ObsoleteExportFile> {
    const location = await service.request(owner, await service.plan(owner, { actions: 0 }));
    await service.alter(location, assignments);
    const { file_key: fileKey } = (await service.record(location)) as { file_key: string | null };
    return { companyId: service.companyId, exportId: idIn(location), fileKey };
  }

  /** A file whose job was last leased until some time ago. */
  async function leased(assignments: string, ago: string): Promise<ObsoleteExportFile> {
    const file = await stored(assignments);
    await service.alterJob(file.exportId, `leased_until = now() - interval '${ago}'`);
    return file;
  }

  it('are due when their links have expired, or their plan or requester is deleted', async () => {
    const expired = [await stored(EXPIRED), await stored(EXPIRED.replace('SENT', 'FAILED'))];
    const orphans = [
      await stored(`plan_id = NULL, file_key = 'b'`),
      await stored('requested_by = NULL'),
      await leased('plan_id = NULL', '2 minutes'),
    ];
    await stored(`status = 'SENT', file_key = 'a', expires_at = now() + interval '1 minute'`);
    await stored(`status = 'SENT', expires_at = now()`);
    await stored(`status = 'RUNNING', file_key = 'a', expires_at = now()`);
    // Its worker may still store the file.
    await leased('plan_id = NULL', '30 seconds');
    const due = await obsolete.due(10);
    expect(due).toHaveLength(5);
    expect(due).toEqual(expect.arrayContaining([...expired, ...orphans]));
    expect(await obsolete.due(1)).toHaveLength(2);
  });

  it('leave their export when they are removed', async () => {
    const file = await stored(EXPIRED);
    await obsolete.removed(file);
    expect(await service.record(file.exportId)).toMatchObject({ status: 'SENT', file_key: null });
    expect(await obsolete.due(10)).toEqual([]);
  });

  it('take the row of a deleted plan with them when they are removed', async () => {
    const [file, kept] = [await stored('plan_id = NULL'), await stored(EXPIRED)];
    await obsolete.removed(file);
    expect(await service.record(file.exportId)).toBeUndefined();
    expect(await obsolete.due(10)).toEqual([kept]);
  });

  it('are due again a minute after they could not be removed', async () => {
    const file = await stored(EXPIRED);
    await obsolete.postpone(file);
    expect(await obsolete.due(10)).toEqual([]);
    const [row] = await service.app.sql<{ isInAMinute: boolean }>(
      `SELECT removal_due_at BETWEEN now() + interval '50 seconds' AND now() + interval '1 minute' AS "isInAMinute"
       FROM plan_export`,
    );
    expect(row).toEqual({ isInAMinute: true });
    await service.makeRemovalsDue();
    expect(await obsolete.due(10)).toEqual([file]);
  });
});
