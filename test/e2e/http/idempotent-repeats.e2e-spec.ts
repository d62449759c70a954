import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { ActionPlansService } from '../../../src/action-plans/application/action-plans.service.js';
import { PlanRights } from '../../../src/action-plans/application/plan-rights.js';
import {
  ActionNotFound,
  NoteNotFound,
  PlanForbidden,
  PlanNotFound,
} from '../../../src/action-plans/domain/action-plan.errors.js';
import { newId } from '../../../src/shared-kernel/id.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { byExternalId, employeeBody, INVITE } from '../../support/builders/employee.js';
import { actionPath, minimalAction, planBody, PLANS, type Body } from '../../support/builders/plan.js';
import { minimalTemplate, TEMPLATES } from '../../support/builders/template.js';
import { PlanFixture, type Caller } from '../../support/plan-fixture.js';

const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key } });
const isReplay = ({ headers }: Answer) => headers.get('idempotency-replayed') === 'true';

/** A creation, and requests that others send before it is repeated. */
interface Case {
  readonly operationId: string;
  /** Sends the request, with the same key each time. */
  readonly send: () => Promise<Answer>;
  /** Changes the resource. @returns an answer with the resource as the creator reads it then */
  readonly change: (created: Body) => Promise<Answer>;
  readonly remove: (created: Body) => Promise<unknown>;
  readonly errorCode: string;
}

describe('a repeat with an Idempotency-Key', () => {
  let fixture: PlanFixture;
  let apiKey: ApiClient;

  beforeAll(async () => {
    fixture = await PlanFixture.start();
    apiKey = await fixture.app.integration(undefined, fixture.companyId);
  });
  afterAll(() => fixture.stop());

  const sender = (caller: ApiClient, path: string, body?: Body) => {
    const key = randomUUID();
    return () => caller.post(path, body, withKey(key));
  };

  const CASES: Readonly<Record<string, () => Promise<Omit<Case, 'operationId'>>>> = {
    createTemplate: () =>
      Promise.resolve({
        send: sender(fixture.admin, TEMPLATES, minimalTemplate()),
        change: async ({ id, key }) => {
          await fixture.stranger.put(`${TEMPLATES}/${String(id)}`, { ...minimalTemplate(), key, order: 7 });
          return fixture.admin.get(`${TEMPLATES}/${String(id)}`);
        },
        remove: ({ id }) => fixture.stranger.delete(`${TEMPLATES}/${String(id)}`),
        errorCode: 'TEMPLATE_NOT_FOUND',
      }),
    createActionPlan: () =>
      Promise.resolve({
        send: sender(fixture.creator, PLANS, planBody()),
        change: async ({ id }) => {
          const { admin, creator } = fixture;
          await admin.patch(`${PLANS}/${String(id)}`, { title: { defaultValue: 'Renamed' } });
          await admin.post(actionPath(String(id)), { title: { defaultValue: 'Added' } });
          return creator.get(`${PLANS}/${String(id)}`);
        },
        remove: ({ id }) => fixture.admin.delete(`${PLANS}/${String(id)}`),
        errorCode: 'PLAN_NOT_FOUND',
      }),
    copyActionPlan: async () => {
      const planId = await fixture.plan({ actions: [minimalAction()] });
      return {
        send: sender(fixture.manager, `${PLANS}/${planId}/copy`),
        change: async ({ id }) => {
          const { manager, creator } = fixture;
          await creator.post(actionPath(planId), { title: { defaultValue: 'Not copied' } });
          const path = `${PLANS}/${String(id)}`;
          return manager.patch(path, { title: { defaultValue: 'Renamed' } });
        },
        remove: ({ id }) => fixture.admin.delete(`${PLANS}/${String(id)}`),
        errorCode: 'PLAN_NOT_FOUND',
      };
    },
    createAction: async () => {
      const planId = await fixture.plan();
      return {
        send: sender(fixture.creator, actionPath(planId), { title: { defaultValue: 'x' } }),
        change: async ({ id }) => {
          const { admin, creator } = fixture;
          const path = actionPath(planId, String(id));
          await admin.patch(path, { title: { defaultValue: 'Renamed' } });
          await admin.post(`${path}/notes`, { content: 'Shown' });
          await admin.post(`${path}/notes`, { content: 'Hidden', visibility: 'PRIVATE' });
          return creator.get(path);
        },
        remove: ({ id }) => fixture.admin.delete(actionPath(planId, String(id))),
        errorCode: 'ACTION_NOT_FOUND',
      };
    },
    createNote: async () => {
      const { path } = await fixture.action();
      return {
        send: sender(fixture.manager, `${path}/notes`, { content: 'x' }),
        change: ({ id }) => fixture.manager.patch(`${path}/notes/${String(id)}`, { content: 'Changed' }),
        remove: ({ id }) => fixture.admin.delete(`${path}/notes/${String(id)}`),
        errorCode: 'NOTE_NOT_FOUND',
      };
    },
    inviteEmployee: () => {
      const person = employeeBody();
      const path = byExternalId(person.externalId);
      return Promise.resolve({
        send: sender(apiKey, INVITE, person),
        change: async () => {
          await fixture.workforce.hr.put(path, {
            name: 'Renamed',
            groupIds: [fixture.workforce.groups[0].id],
          });
          return apiKey.get(path);
        },
        remove: () => fixture.workforce.hr.delete(path),
        errorCode: 'EMPLOYEE_NOT_FOUND',
      });
    },
  };

  describe.each(Object.keys(CASES))('of %s', (operationId) => {
    it('is answered with the resource as it is now, and 404 when it is gone', async () => {
      const { send, change, remove, errorCode } = await CASES[operationId]!();
      const first = await send();
      const changed = await change(first.body);
      const second = await send();
      expect([second.status, second.text, isReplay(second)]).toEqual([200, changed.text, true]);
      expect(second.text).not.toBe(first.text);
      if (first.headers.has('etag')) expect(second.headers.get('etag')).toBe(changed.headers.get('etag'));

      await remove(first.body);
      const third = await send();
      expect([third.status, third.body.errorCode, isReplay(third)]).toEqual([404, errorCode, true]);
      expect(third.headers.get('content-type')).toBe('application/problem+json');
    });
  });

  it('of an export names the same export, and is 404 when the export or its plan is gone', async () => {
    const [planId, otherId] = [await fixture.plan(), await fixture.plan()];
    const [send, sendOther] = [planId, otherId].map((id) => sender(fixture.manager, `${PLANS}/${id}/excel`));
    const first = await send!();
    const second = await send!();
    expect([second.status, second.text, isReplay(second)]).toEqual([200, '', true]);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    await fixture.app.sql('DELETE FROM plan_export WHERE plan_id = $1', [planId]);
    const third = await send!();
    expect([third.status, third.body.errorCode, isReplay(third)]).toEqual([404, 'EXPORT_NOT_FOUND', true]);

    await sendOther!();
    await fixture.creator.delete(`${PLANS}/${otherId}`);
    const gone = await sendOther!();
    expect([gone.status, gone.body.errorCode]).toEqual([404, 'PLAN_NOT_FOUND']);
  });

  it('of a plan is 403 when its new creator has made it private', async () => {
    const { companyId, creator, manager } = fixture;
    const send = sender(creator, PLANS, planBody());
    const { body: plan } = await send();
    const plans = fixture.app.app.get(ActionPlansService, { strict: false });
    await plans.transfer(companyId, plan.id, manager.userId);
    expect((await send()).body.createdBy).toBe(manager.userId);
    await manager.patch(`${PLANS}/${plan.id}`, { visibility: 'PRIVATE' });
    const { status, body, headers } = await send();
    expect([status, body.errorCode]).toEqual([403, 'PLAN_FORBIDDEN']);
    expect(headers.get('idempotency-replayed')).toBe('true');
  });

  it('within a plan is answered only to a caller who still has the right', async () => {
    const caller = await fixture.app.user('ADMIN', fixture.companyId);
    const { planId } = await fixture.action();
    const send = sender(caller, actionPath(planId), { title: { defaultValue: 'x' } });
    const status = async (): Promise<number> => (await send()).status;
    expect([await status(), await status()]).toEqual([200, 200]);
    await fixture.creator.patch(`${PLANS}/${planId}`, { visibility: 'PRIVATE' });
    expect(await status()).toBe(403);
    await fixture.creator.delete(`${PLANS}/${planId}`);
    expect(await status()).toBe(404);
    await fixture.app.identity.setRole(caller.userId, 'EMPLOYEE');
    expect(await status()).toBe(403);
    await fixture.app.identity.deactivateUser(caller.userId);
    expect(await status()).toBe(401);
  });

  it('of a template is 403 for a caller who is not an admin any more', async () => {
    const caller = await fixture.app.user('ADMIN', fixture.companyId);
    const send = sender(caller, TEMPLATES, minimalTemplate());
    expect((await send()).status).toBe(200);
    await fixture.app.identity.setRole(caller.userId, 'MANAGER');
    expect((await send()).status).toBe(403);
  });

  it('of a note reads it with all checks', async () => {
    const { path, planId, actionId } = await fixture.action();
    const rights = fixture.app.app.get(PlanRights, { strict: false });
    const { companyId, creator, manager } = fixture;
    const { body: note } = await creator.post(`${path}/notes`, { content: 'x', visibility: 'PRIVATE' });
    const read = async ({ userId }: Caller, ids: object = {}) => {
      const actor = { kind: 'user', companyId, userId, role: 'MANAGER', language: 'en' } as const;
      return (await rights.check('read', { planId, actionId, noteId: note.id, ...ids }, actor)).note;
    };
    expect(await read(creator)).toEqual(note);
    await expect(read(manager)).rejects.toThrow(NoteNotFound);
    await expect(read(creator, { actionId: newId() })).rejects.toThrow(ActionNotFound);
    await expect(read(creator, { planId: newId() })).rejects.toThrow(PlanNotFound);
    await creator.patch(`${PLANS}/${planId}`, { visibility: 'PRIVATE' });
    await expect(read(manager)).rejects.toThrow(PlanForbidden);
  });

  it('of an invitation finds a known and a restored employee by the id', async () => {
    const person = employeeBody();
    const path = byExternalId(person.externalId);
    const { body: known } = await apiKey.post(INVITE, person);
    const send = sender(apiKey, INVITE, { ...person, name: 'Invited again' });
    await send();
    await apiKey.put(path, { email: 'other@example.com', externalId: 'moved' });
    await apiKey.post(INVITE, person); // has the identifiers of the invitation now
    const { body } = await send();
    expect([body.id, body.externalId, body.name]).toEqual([known.id, 'moved', 'Invited again']);

    await apiKey.delete(byExternalId('moved'));
    expect((await send()).status).toBe(404);
    await apiKey.post(INVITE, { externalId: 'moved' });
    expect((await send()).body.id).toBe(known.id);
  });

  it('has the status of the first answer', async () => {
    const send = sender(fixture.admin, PLANS, planBody());
    const { body } = await send();
    const changed = await fixture.app.sql(
      'UPDATE idempotency_key SET status = 299 WHERE resource_id = $1 AND status = 200 RETURNING status',
      [body.id],
    );
    expect(changed).toHaveLength(1);
    await expect(send()).rejects.toThrow('answered 299');
  });

  it('needs a small row without any text of the request, the answer, the caller or the key', async () => {
    const text = randomBytes(9_000).toString('hex');
    const languages = Object.fromEntries(['de', 'es'].map((tag) => [tag, text]));
    const description = { defaultValue: text, langValues: languages };
    const action = { title: { defaultValue: 'A secret title' }, description };
    const person = employeeBody({ name: 'A secret name' });
    const planId = await fixture.plan();
    for (const [caller, path, body] of [
      [fixture.creator, actionPath(planId), action],
      [apiKey, INVITE, person],
    ] as const) {
      const key = `A secret key ${randomUUID()}`;
      const raw = JSON.stringify(body).padEnd(1_000_000);
      const headers = { 'Content-Type': 'application/json', ...withKey(key).headers };
      const { status, body: created } = await caller.post(path, undefined, { raw, headers });
      expect(status).toBe(200);
      const rows = await fixture.app.sql<{ row: string; size: number }>(
        'SELECT k::text AS row, pg_column_size(k.*) AS size FROM idempotency_key k WHERE resource_id = $1',
        [created.id],
      );
      expect(rows).toHaveLength(1);
      const [{ row, size }] = rows as [{ row: string; size: number }];
      expect(size).toBeLessThan(512);
      const { creator } = fixture;
      const secrets = [key, path, text, person.email, person.externalId, creator.userId, 'secret', planId];
      for (const secret of secrets) {
        expect(row).not.toContain(secret);
        expect(row).not.toContain(Buffer.from(secret).toString('hex'));
      }
      const guess = createHash('sha256').update(`${path}\n${JSON.stringify(body)}`);
      expect(row).not.toContain(guess.digest('hex'));
    }
  });
});
