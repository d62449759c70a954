import { PLANS } from '../../../../test/support/builders/plan.js';
import { ExportFixture, idIn, type Caller } from '../../../../test/support/exports.js';
import { IdentityQueries } from '../../../identity/index.js';
import { Sql } from '../../../platform/database/sql.js';
import { ExportListQueries } from './export-list.queries.js';

describe('exports for operators', () => {
  let service: ExportFixture;
  let queries: ExportListQueries;
  let owner: Caller;

  beforeAll(async () => {
    service = await ExportFixture.open({ isWorker: false });
    const { app } = service.app;
    queries = new ExportListQueries(app.get(Sql, { strict: false }), app.get(IdentityQueries));
    owner = await service.caller();
  });
  afterAll(() => service.close());

  it('are listed newest first with their requesters and the last error', async () => {
    await service.app.sql(`UPDATE user_account SET name = 'Ann' WHERE id = $1`, [owner.userId]);
    const planId = await service.plan(owner);
    const first = await service.request(owner, planId);
    const time = new Date('2026-01-01');
    await service.alter(
      first,
      `status = 'FAILED', attempts = 2, last_error = 'out of order', requested_at = '2026-01-01Z',
       finished_at = '2026-01-01Z', expires_at = '2026-01-01Z'`,
    );
    const other = await service.caller();
    const second = await service.request(other, planId);
    const deleted = await service.plan(owner);
    await service.request(owner, deleted);
    expect((await owner.delete(`${PLANS}/${deleted}`)).status).toBe(204);

    const { companyId } = service;
    expect(await queries.list(companyId, 10)).toEqual([
      {
        id: idIn(second),
        planId,
        requestedBy: other.userId,
        requesterName: expect.stringMatching(/^User/),
        status: 'QUEUED',
        attempts: 0,
        requestedAt: expect.any(Date),
        finishedAt: null,
        expiresAt: null,
        lastError: null,
      },
      {
        id: idIn(first),
        planId,
        requestedBy: owner.userId,
        requesterName: 'Ann',
        status: 'FAILED',
        attempts: 2,
        requestedAt: time,
        finishedAt: time,
        expiresAt: time,
        lastError: 'out of order',
      },
    ]);
    expect(await queries.list(companyId, 1)).toMatchObject([{ id: idIn(second) }]);
    expect(await queries.list(await service.app.company(), 10)).toEqual([]);
  });
});
