import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStorage } from '../../../src/platform/storage/file-storage.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { employeeBody } from '../../support/builders/employee.js';
import { eventually } from '../../support/eventually.js';
import { SyncFixture, SYNCS } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';

describe('the upkeep of syncs', () => {
  let app: TestApp;
  let fixture: SyncFixture;

  beforeAll(async () => {
    app = await TestApp.start({ SYNC_RETENTION: '2d' });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await SyncFixture.open(app);
  });

  it('removes syncs with their rows after the retention, and no people', async () => {
    const old = await fixture.applied([employeeBody(), employeeBody()]);
    const recent = await fixture.sync([employeeBody()]);
    const people = await fixture.people();
    await app.sql(`UPDATE employee_sync SET created_at = now() - interval '49 hours' WHERE id = $1`, [
      old.id,
    ]);
    await app.sql(`UPDATE employee_sync SET created_at = now() - interval '47 hours' WHERE id = $1`, [
      recent.id,
    ]);
    await eventually(async () => {
      expect((await fixture.hr.get(`${SYNCS}/${old.id}`)).status).toBe(404);
    }, 15_000);
    expect((await fixture.hr.get(`${SYNCS}/${recent.id}`)).status).toBe(200);
    expect(await app.sql('SELECT 1 FROM employee_sync_row WHERE sync_id = $1', [old.id])).toEqual([]);
    expect(await fixture.people()).toEqual(people);
  });

  it('removes lists of requests that were cut off, and not those that are still sent', async () => {
    const [cut, sent] = [newId(), newId()];
    for (const [id, age] of [
      [cut, '121 minutes'],
      [sent, '119 minutes'],
    ]) {
      await app.app.get(FileStorage).put(`syncs/${id}-0`, Buffer.from('[]'), 'application/json');
      await app.sql(
        `INSERT INTO employee_sync_upload (company_id, sync_id, form, created_at)
         VALUES ($1, $2, 'json', now() - $3::interval)`,
        [fixture.companyId, id, age],
      );
    }
    await eventually(async () => {
      expect(await app.sql('SELECT sync_id AS id FROM employee_sync_upload')).toEqual([{ id: sent }]);
    }, 15_000);
    expect(await readdir(join(app.dataDir, 'syncs'))).toEqual([`${sent}-0`]);
  });

  it('ends syncs whose command was killed, and no others', async () => {
    const sync = async (createdBy: string, age: string): Promise<string> => {
      const id = newId();
      await app.sql(
        `INSERT INTO employee_sync (company_id, id, source, status, applies_when_ready, created_by, created_at)
         VALUES ($1, $2, 'hr', 'PREVIEWING', false, $3, now() - $4::interval)`,
        [fixture.companyId, id, createdBy, age],
      );
      return id;
    };
    const killed = await sync('operator', '121 minutes');
    const [recent, ofKey] = [await sync('operator', '119 minutes'), await sync(newId(), '121 minutes')];
    expect(await fixture.finished(killed)).toMatchObject({ status: 'FAILED', reason: 'FAILED' });
    for (const id of [recent, ofKey])
      expect((await fixture.hr.get(`${SYNCS}/${id}`)).body.status).toBe('PREVIEWING');
  });
});
