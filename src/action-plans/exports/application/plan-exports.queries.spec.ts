import { PLANS } from '../../../../test/support/builders/plan.js';
import { ExportFixture, idIn, type Caller } from '../../../../test/support/exports.js';
import { CredentialSecrets } from '../../../identity/index.js';
import type { UserActor } from '../../../shared-kernel/actor.js';
import { newId } from '../../../shared-kernel/id.js';
import { ExportForbidden, ExportNotFound } from '../domain/plan-export.errors.js';
import { PlanExportStore } from './plan-export.store.js';
import { PlanExportsQueries } from './plan-exports.queries.js';

describe('PlanExportsQueries', () => {
  let service: ExportFixture;
  let queries: PlanExportsQueries;
  let owner: Caller;
  let planId: string;
  let location: string;

  beforeAll(async () => {
    service = await ExportFixture.open({ isWorker: false });
    queries = service.app.app.get(PlanExportsQueries, { strict: false });
    owner = await service.caller();
  });
  afterAll(() => service.close());

  beforeEach(async () => {
    planId = await service.plan(owner);
    location = await service.request(owner, planId);
  });

  describe('report', () => {
    const actor = (changes: Partial<UserActor> = {}): UserActor => ({
      ...{ kind: 'user', role: 'MANAGER', language: 'en' },
      ...{ companyId: service.companyId, userId: owner.userId },
      ...changes,
    });
    const report = (changes: { plan?: string; id?: string; actor?: Partial<UserActor> } = {}) =>
      queries.report(changes.plan ?? planId, changes.id ?? idIn(location), actor(changes.actor));

    it('says until when the link works only when the mail was sent', async () => {
      const times = `requested_at = '2026-01-01T10:00Z', expires_at = '2026-01-02T10:00Z'`;
      await service.alter(location, times);
      const requestedAt = '2026-01-01T10:00:00.000Z';
      expect(await report()).toEqual({ id: idIn(location), status: 'QUEUED', requestedAt });
      await service.alter(location, `status = 'SENT', finished_at = '2026-01-01T10:01Z'`);
      expect(await report()).toEqual({
        id: idIn(location),
        status: 'SENT',
        requestedAt,
        finishedAt: '2026-01-01T10:01:00.000Z',
        expiresAt: '2026-01-02T10:00:00.000Z',
      });
    });

    it('finds nothing under another id, plan or company', async () => {
      for (const id of [newId(), 'nonsense']) {
        await expect(report({ id })).rejects.toThrow(ExportNotFound);
        await expect(report({ plan: id })).rejects.toThrow(ExportNotFound);
      }
      await expect(report({ actor: { companyId: newId() } })).rejects.toThrow(ExportNotFound);
    });

    it('is refused to others than the requester', async () => {
      const { userId } = await service.caller('ADMIN');
      await expect(report({ actor: { userId, role: 'ADMIN' } })).rejects.toThrow(ExportForbidden);
    });
  });

  describe('followLink', () => {
    let token: string;

    beforeEach(async () => {
      const key = { companyId: service.companyId, exportId: idIn(location) };
      const issued = await newToken();
      token = issued.credential;
      const link = { digest: issued.digest, ttlMs: 1_000, fileName: 'a.xlsx' };
      await service.app.app.get(PlanExportStore, { strict: false }).beginMail(key, link);
      await service.alter(
        location,
        `status = 'SENT', file_key = 'exports/a.xlsx', file_name = 'a.xlsx',
         expires_at = now() + interval '1 day'`,
      );
    });

    const newToken = () => service.app.app.get(CredentialSecrets).issue('exportLink');

    const changeOwner = (assignment: string): Promise<unknown> =>
      service.app.sql(`UPDATE user_account SET ${assignment} WHERE id = $1`, [owner.userId]);

    it('finds the file of a link, which is final once the mail was sent', async () => {
      const file = { exportId: idIn(location), fileKey: 'exports/a.xlsx', fileName: 'a.xlsx' };
      expect(await queries.followLink(token)).toEqual({ ...file, isFinal: true });
      await service.alter(location, `status = 'RUNNING'`);
      expect(await queries.followLink(token)).toEqual({ ...file, isFinal: false });
    });

    it('does not know what is no token, and a token that is not stored', async () => {
      for (const text of ['', 'nonsense', '\0', `${token}x`, (await newToken()).credential])
        expect([text, await queries.followLink(text)]).toEqual([text, undefined]);
    });

    it('does not know the link of a plan that is deleted', async () => {
      expect((await owner.delete(`${PLANS}/${planId}`)).status).toBe(204);
      expect(await queries.followLink(token)).toBeUndefined();
    });

    it.each([
      ['its time is over', `expires_at = now() - interval '1 minute'`],
      ['it has no time yet', 'expires_at = NULL'],
      ['its file is removed', 'file_key = NULL'],
    ])('is expired when %s', async (_, assignment) => {
      await service.alter(location, assignment);
      expect(await queries.followLink(token)).toBe('expired');
    });

    it.each([
      ['is deactivated', 'deactivated_at = now()', 'deactivated_at = NULL'],
      ['has lost the right to use plans', `role = 'EMPLOYEE'`, `role = 'MANAGER'`],
    ])('is expired when its reader %s', async (_, change, undo) => {
      await changeOwner(change);
      try {
        expect(await queries.followLink(token)).toBe('expired');
      } finally {
        await changeOwner(undo);
      }
    });

    it('is expired when its reader may not read the plan any more', async () => {
      const { userId } = await service.caller();
      await service.alter(location, `requested_by = '${userId}'`);
      expect(await queries.followLink(token)).toMatchObject({ exportId: idIn(location) });
      await service.app.sql(
        `UPDATE action_plan SET document = jsonb_set(document::jsonb, '{visibility}', '"PRIVATE"') WHERE id = $1`,
        [planId],
      );
      expect(await queries.followLink(token)).toBe('expired');
    });
  });
});
