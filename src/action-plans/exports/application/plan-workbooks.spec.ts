import { IdentityQueries } from '../../../identity/index.js';
import { QuickWriter } from '../../../../test/support/export-ports.js';
import { ExportFixture, type Caller } from '../../../../test/support/exports.js';
import { FileStorage } from '../../../platform/storage/file-storage.js';
import { ExportablePlans } from '../../index.js';
import { newId } from '../../../shared-kernel/id.js';
import type { BegunExport } from '../domain/plan-export.js';
import { PlanWorkbooks } from './plan-workbooks.js';

describe('PlanWorkbooks', () => {
  let service: ExportFixture;
  let owner: Caller;
  let planId: string;
  let writer: QuickWriter;
  let workbooks: PlanWorkbooks;

  beforeAll(async () => {
    service = await ExportFixture.open({ isWorker: false });
    owner = await service.caller();
    planId = await service.plan(owner);
  });
  afterAll(() => service.close());

  beforeEach(() => {
    writer = new QuickWriter();
    const { app } = service.app;
    const plans = app.get(ExportablePlans, { strict: false });
    const files = app.get(FileStorage, { strict: false });
    workbooks = new PlanWorkbooks(plans, app.get(IdentityQueries), writer, files);
  });

  /** An export of the plan in an attempt. */
  function begun({ userId: requestedBy }: Caller): BegunExport {
    const exportId = newId();
    return {
      companyId: service.companyId,
      exportId,
      planId,
      requestedBy,
      fileKey: `exports/${exportId}.xlsx`,
    };
  }

  const changeUser = ({ userId }: Caller, assignment: string): Promise<unknown> =>
    service.app.sql(`UPDATE user_account SET ${assignment} WHERE id = $1`, [userId]);

  it('makes the workbook for its reader and stores it', async () => {
    await service.app.sql(
      `UPDATE action_plan SET document = jsonb_set(document::jsonb, '{title,langValues}', '{"es": "Espíritu"}')
       WHERE id = $1`,
      [planId],
    );
    const reader = await service.caller();
    await changeUser(reader, `name = 'Ada', email = 'ada@example.com', language = 'es-MX'`);
    await service.app.sql(`UPDATE company SET time_zone = 'America/Lima' WHERE id = $1`, [service.companyId]);
    const state = begun(reader);
    const { signal } = new AbortController();
    let given: AbortSignal | undefined;
    writer.during = (cancel) => void (given = cancel);

    const planTitle = { defaultValue: 'Team spirit', langValues: { es: 'Espíritu' } };
    const locale = { language: 'es-MX', timeZone: 'America/Lima' };
    expect(await workbooks.make(state, signal)).toMatchObject({
      fileName: `Espíritu ${new Date().toISOString().slice(0, 10)}.xlsx`,
      to: { name: 'Ada', address: 'ada@example.com' },
      ...locale,
      planTitle,
    });
    expect(writer.written).toMatchObject([{ plan: { id: planId, title: planTitle }, locale }]);
    expect(given).toBe(signal);
    expect(await service.storage.sizeOf(state.fileKey)).toBe(QuickWriter.CONTENT.length);
  });

  it.each([
    ['who is deactivated', 'deactivated_at = now()', 'is not active any more'],
    ['whose role has no access to plans', `role = 'EMPLOYEE'`, 'has lost the right to use plans'],
  ])('makes none for a user %s', async (_, assignment, reason) => {
    const reader = await service.caller();
    await changeUser(reader, assignment);
    await expect(workbooks.make(begun(reader), new AbortController().signal)).rejects.toThrow(reason);
    expect(writer.written).toEqual([]);
  });

  it('makes none of a plan that its reader may not read any more', async () => {
    const reader = await service.caller();
    planId = await service.plan(owner, { visibility: 'PRIVATE' });
    const making = workbooks.make(begun(reader), new AbortController().signal);
    await expect(making).rejects.toThrow('may not read the plan any more');
    expect(writer.written).toEqual([]);
  });
});
