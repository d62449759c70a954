import { PLANS } from './builders/plan.js';
import { eventually } from './eventually.js';
import { idIn } from './exports.js';
import type { TestApp } from './test-app.js';

/** Creates an export that has used up its attempts. @returns its id, which is the key of its job */
export async function failedExport(app: TestApp, companyId: string): Promise<string> {
  const manager = await app.user('MANAGER', companyId);
  const { body: plan } = await manager.post(PLANS, { title: { defaultValue: 'Plan' } });
  const { headers } = await manager.post(`${PLANS}/${plan.id}/excel`);
  const exportId = idIn(headers.get('location')!);
  await eventually(async () => {
    const failed = await app.sql(
      `UPDATE job SET status = 'FAILED', attempts = 110, last_error = 'out of order'
       WHERE key = $1 AND status = 'DONE' RETURNING id`,
      [exportId],
    );
    expect(failed).toHaveLength(1);
  });
  await app.sql(`UPDATE plan_export SET status = 'FAILED', expires_at = now() WHERE id = $1`, [exportId]);
  return exportId;
}
