import { HOLDS } from '../../support/builders/privacy.js';
import { randomUUID } from 'node:crypto';
import { newId } from '../../../src/shared-kernel/id.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import {
  ACCESSES,
  ADMIN_ACCESSES,
  ERASURES,
  BULK,
  byEmail,
  byExternalId,
  employeeBody,
  employeeRecord,
  EMPLOYEES,
  INVITE,
  RESET,
} from '../../support/builders/employee.js';
import { COMPANY_SETTINGS, ME, API_KEYS, BULK_USERS, USERS } from '../../support/builders/look-ups.js';
import { actionPath, MY_ACTIONS, planBody, PLANS, type Body } from '../../support/builders/plan.js';
import { TEMPLATES, templateBody } from '../../support/builders/template.js';
import { BULK_TIMESHEETS } from '../../support/builders/timesheet.js';
import { DOCUMENTED_REQUESTS, READING_POSTS, SESSION_OPERATIONS } from '../../support/documented-requests.js';
import { PlanFixture } from '../../support/plan-fixture.js';
import { COMPANY_WEBHOOKS, EMPLOYEE_TYPES, WEBHOOKS } from '../../support/webhook-fixture.js';
import { STRUCTURE_SCOPES, structureWrites } from '../../support/structure-writes.js';
import { SyncFixture, SYNCS } from '../../support/sync-fixture.js';

/** The recorded properties of an object. */
interface Changes {
  readonly before?: Body;
  readonly after?: Body;
}

/** A write, with the record that it must leave. */
interface Write {
  readonly operation: string;
  /** The expected changes, or a function of the answer. */
  readonly changes: Changes | ((answer: Body) => Changes);
  readonly send: (options: { readonly headers: Record<string, string> }) => Promise<Answer>;
}

/** The stored part of an answer: without properties that are computed or belong to other objects. */
function stored({ actions: _, completionPercent: __, plan: ___, notes, ...object }: Body): Body {
  const isText = (value: unknown): value is Body =>
    typeof value === 'object' && value !== null && 'defaultValue' in value;
  const texts = Object.entries(object).filter(([, value]) => isText(value)) as [string, Body][];
  return {
    ...object,
    ...Object.fromEntries(texts.map(([name, { valid: _valid, ...text }]) => [name, text])),
    ...(notes !== undefined && { notes }),
  };
}

const ANY = expect.any(String) as unknown;
const TIME = expect.stringMatching(/Z$/) as unknown;

const AUDIT = '/api/v1/company/audit';

/** Versions of all rows, which change with every update, also to the same values. */
const ROW_VERSIONS = `
  SELECT id, xmin::text FROM employee UNION ALL SELECT id, xmin::text FROM announcement_template
  ORDER BY id`;

const writing = DOCUMENTED_REQUESTS.filter(({ method }) => method !== 'GET')
  .map(({ operationId }) => operationId)
  .filter((operationId) => ![...READING_POSTS, ...SESSION_OPERATIONS].includes(operationId));

describe('the audit trail', () => {
  let fixture: PlanFixture;
  let hr: ApiClient;
  let syncs: SyncFixture;
  let webhookKey: ApiClient;
  let clock: ApiClient;
  let eraser: ApiClient;
  let officer: ApiClient;
  let structure: ApiClient;
  beforeAll(async () => {
    fixture = await PlanFixture.start();
    ({ hr } = fixture.workforce);
    syncs = await SyncFixture.of(fixture.workforce);
    clock = await fixture.app.integration(['timesheets:write'], fixture.companyId);
    eraser = await fixture.app.integration(['people:erase'], fixture.companyId);
    officer = await fixture.app.integration(['people:access'], fixture.companyId);
    structure = await fixture.app.integration(STRUCTURE_SCOPES, fixture.companyId);
    webhookKey = await fixture.app.integration(['webhooks:manage', 'employees:read'], fixture.companyId);
  });
  afterAll(() => fixture.stop());

  const template = async (): Promise<Body & { id: string }> =>
    (await fixture.admin.post(TEMPLATES, templateBody())).body;
  const action = (): Promise<{ path: string; planId: string; actionId: string }> =>
    fixture.action({}, { createdBy: fixture.admin.userId });
  const note = async (): Promise<Body & { path: string }> => {
    const { path } = await action();
    const { body } = await fixture.admin.post(`${path}/notes`, { content: 'x' });
    return { ...body, path: `${path}/notes/${body.id}` };
  };
  const employee = (): Promise<Body & { email: string; externalId: string }> =>
    fixture.workforce.invited({
      ...{ ...employeeBody(), name: 'Old' },
      hierarchyId: fixture.workforce.team.id,
    });
  const renamed: Changes = { before: { name: 'Old' }, after: { name: 'New' } };
  const ended: Changes = { before: {}, after: { deletedAt: TIME, turnoverDate: TIME } };

  const accessesOf = (
    suffix: '' | 'AsAdmin',
    path: string,
    caller: () => ApiClient,
  ): Record<string, () => Promise<Write>> => ({
    [`createAccess${suffix}`]: async () => {
      const { externalId, id } = await employee();
      return {
        operation: 'person.access',
        changes: { after: { employeeIds: [id], userIds: [] } },
        send: (options) => caller().post(path, { externalId }, options),
      };
    },
    [`endAccess${suffix}`]: async () => {
      const { externalId } = await employee();
      const { body } = await caller().post(path, { externalId });
      return {
        operation: 'person.end-access',
        changes: { after: { state: 'EXPIRED' } },
        send: (options) => caller().delete(`${path}/${body.id}`, options),
      };
    },
  });

  /** A key that the admin has made, as its record has it. */
  const madeKey = ({ id, name, scopes, expiresAt }: Body): Body => ({
    ...{ id, name, scopes, expiresAt },
    companyId: fixture.companyId,
    createdBy: fixture.admin.userId,
  });

  const webhooksOf = (
    infix: '' | 'Company',
    path: string,
    caller: () => ApiClient,
    types: readonly string[],
  ): Record<string, () => Promise<Write>> => {
    const url = 'https://receiver.example.com/wes';
    const create = async (): Promise<Body & { id: string }> => {
      // A company has at most ten.
      const known = (await caller().get(path)).body as { id: string }[];
      await Promise.all(known.map(({ id }) => caller().delete(`${path}/${id}`)));
      return (await caller().post(path, { url, types })).body;
    };
    const owner = expect.any(String) as unknown;
    const created = { url, types, enabled: true, [infix === '' ? 'apiKeyId' : 'userId']: owner };
    return {
      [`create${infix}Webhook`]: async () => {
        await create();
        return {
          operation: 'webhook.create',
          changes: { after: created },
          send: (options) => caller().post(path, { url, types }, options),
        };
      },
      [`update${infix}Webhook`]: async () => {
        const { id } = await create();
        return {
          operation: 'webhook.update',
          changes: {
            before: { enabled: true },
            after: { enabled: false, disabledReason: 'DISABLED', description: 'x' },
          },
          send: (options) => caller().patch(`${path}/${id}`, { enabled: false, description: 'x' }, options),
        };
      },
      [`delete${infix}Webhook`]: async () => {
        const { id } = await create();
        return {
          operation: 'webhook.delete',
          changes: { before: created },
          send: (options) => caller().delete(`${path}/${id}`, options),
        };
      },
      [`rotate${infix}WebhookSecret`]: async () => {
        const { id } = await create();
        return {
          operation: 'webhook.rotate',
          changes: { before: {}, after: { previousSecretUntil: TIME, secretChangedAt: TIME } },
          send: (options) => caller().post(`${path}/${id}/rotate`, undefined, options),
        };
      },
      [`retry${infix}WebhookDelivery`]: async () => {
        const { id } = await create();
        const deliveryId = newId();
        await fixture.app.sql(
          `INSERT INTO webhook_message (company_id, webhook_id, id, type, status, created_at)
           VALUES ($1, $2, $3, 'changes.waiting', 'FAILED', now())`,
          [fixture.companyId, id, deliveryId],
        );
        return {
          operation: 'webhook.retry',
          changes: { after: { deliveryId } },
          send: (options) =>
            caller().post(`${path}/${id}/deliveries/${deliveryId}/retry`, undefined, options),
        };
      },
      [`replay${infix}Webhook`]: async () => {
        const { id } = await create();
        const since = new Date().toISOString();
        return {
          operation: 'webhook.replay',
          changes: { after: { since } },
          send: (options) => caller().post(`${path}/${id}/replay`, { since }, options),
        };
      },
    };
  };

  /** Each function creates its data and returns the request. */
  const writes: Record<string, () => Promise<Write>> = {
    createTemplate: async () => ({
      operation: 'template.create',
      changes: (answer) => ({ after: stored(answer) }),
      send: (options) => fixture.admin.post(TEMPLATES, templateBody(), options),
    }),
    updateTemplate: async () => {
      const { id, ...body } = await template();
      return {
        operation: 'template.replace',
        changes: {
          before: { order: 10, category: 'Onboarding' },
          after: { order: 11 },
        },
        send: (options) =>
          fixture.admin.put(`${TEMPLATES}/${id}`, { ...body, order: 11, category: undefined }, options),
      };
    },
    patchTemplate: async () => {
      const { id } = await template();
      return {
        operation: 'template.update',
        changes: { before: { enabled: true, category: 'Onboarding' }, after: { enabled: false } },
        send: (options) =>
          fixture.admin.patch(`${TEMPLATES}/${id}`, { enabled: false, category: null }, options),
      };
    },
    deleteTemplate: async () => {
      const body = await template();
      return {
        operation: 'template.delete',
        changes: { before: stored(body) },
        send: (options) => fixture.admin.delete(`${TEMPLATES}/${body.id}`, options),
      };
    },
    createActionPlan: async () => ({
      operation: 'plan.create',
      changes: (answer) => ({ after: stored(answer) }),
      send: (options) => fixture.admin.post(PLANS, planBody(), options),
    }),
    copyActionPlan: async () => {
      const { planId } = await action();
      return {
        operation: 'plan.copy',
        changes: (answer) => ({ after: { ...stored(answer), copiedFrom: planId } }),
        send: (options) => fixture.admin.post(`${PLANS}/${planId}/copy`, undefined, options),
      };
    },
    updateActionPlan: async () => {
      const id = await fixture.plan();
      const { title, description } = planBody();
      return {
        operation: 'plan.update',
        changes: { before: { title: { defaultValue: 'Plan' } }, after: { title, description } },
        send: (options) => fixture.admin.patch(`${PLANS}/${id}`, planBody(), options),
      };
    },
    deleteActionPlan: async () => {
      const { planId } = await action();
      return {
        operation: 'plan.delete',
        changes: { before: stored((await fixture.admin.get(`${PLANS}/${planId}`)).body) },
        send: (options) => fixture.admin.delete(`${PLANS}/${planId}`, options),
      };
    },
    exportPlan: async () => {
      const id = await fixture.plan();
      return {
        operation: 'export.request',
        changes: {},
        send: (options) => fixture.admin.post(`${PLANS}/${id}/excel`, undefined, options),
      };
    },
    createAction: async () => {
      const path = actionPath(await fixture.plan());
      return {
        operation: 'action.create',
        changes: ({ notes: _, ...answer }) => ({ after: stored(answer) }),
        send: (options) => fixture.admin.post(path, { title: { defaultValue: 'x' } }, options),
      };
    },
    updateAction: async () => {
      const { path } = await action();
      return {
        operation: 'action.update',
        changes: { before: { source: 'MANUAL' }, after: { source: 'AI' } },
        send: (options) => fixture.admin.patch(path, { source: 'AI' }, options),
      };
    },
    deleteAction: async () => {
      const { path } = await action();
      await fixture.admin.post(`${path}/notes`, { content: 'Shared' });
      await fixture.admin.post(`${path}/notes`, { content: 'Mine', visibility: 'PRIVATE' });
      const { notes, ...body } = (await fixture.admin.get(path)).body as Body & { notes: Body[] };
      return {
        operation: 'action.delete',
        changes: { before: stored({ ...body, notes: notes.slice(0, 1) }) },
        send: (options) => fixture.admin.delete(path, options),
      };
    },
    setAssignee: async () => {
      const [{ path }, [assigneeId]] = [await action(), await fixture.employees(1)];
      return {
        operation: 'action.set-assignee',
        changes: {
          before: { assigneeStatuses: [], status: 'PENDING' },
          after: {
            assigneeStatuses: [{ assigneeId, status: 'IN_PROGRESS', startedAt: TIME }],
            ...{ status: 'IN_PROGRESS', startedAt: TIME },
          },
        },
        send: (options) =>
          fixture.admin.put(`${path}/assignees/${assigneeId}`, { status: 'IN_PROGRESS' }, options),
      };
    },
    removeAssignee: async () => {
      const [{ path }, [assigneeId]] = [await action(), await fixture.employees(1)];
      await fixture.admin.put(`${path}/assignees/${assigneeId}`, { status: 'PENDING' });
      return {
        operation: 'action.remove-assignee',
        changes: {
          before: { assigneeStatuses: [{ assigneeId, status: 'PENDING' }] },
          after: { assigneeStatuses: [] },
        },
        send: (options) => fixture.admin.delete(`${path}/assignees/${assigneeId}`, options),
      };
    },
    setMyStatus: async () => {
      const { actionId, employeeId: assigneeId } = await fixture.ownAction();
      return {
        operation: 'action.set-assignee',
        changes: {
          before: { assigneeStatuses: [{ assigneeId, status: 'PENDING' }], status: 'PENDING' },
          after: {
            assigneeStatuses: [{ assigneeId, status: 'IN_PROGRESS', startedAt: TIME }],
            ...{ status: 'IN_PROGRESS', startedAt: TIME },
          },
        },
        send: (options) => fixture.admin.put(`${MY_ACTIONS}/${actionId}`, { status: 'IN_PROGRESS' }, options),
      };
    },
    createMyNote: async () => {
      const { actionId } = await fixture.ownAction();
      return {
        operation: 'note.create',
        changes: (answer) => ({ after: answer }),
        send: (options) => fixture.admin.post(`${MY_ACTIONS}/${actionId}/notes`, { content: 'x' }, options),
      };
    },
    createNote: async () => {
      const { path } = await action();
      return {
        operation: 'note.create',
        changes: (answer) => ({ after: answer }),
        send: (options) => fixture.admin.post(`${path}/notes`, { content: 'x' }, options),
      };
    },
    updateNote: async () => {
      const { path } = await note();
      return {
        operation: 'note.update',
        changes: { before: { content: 'x' }, after: { content: 'y' } },
        send: (options) => fixture.admin.patch(path, { content: 'y' }, options),
      };
    },
    deleteNote: async () => {
      const { path, ...before } = await note();
      return {
        operation: 'note.delete',
        changes: { before },
        send: (options) => fixture.admin.delete(path, options),
      };
    },
    createEmployeeSync: () => {
      const send: Write['send'] = (options) => syncs.post([employeeBody()], '?source=hr', options);
      return Promise.resolve({
        operation: 'sync.create',
        changes: { after: { source: 'hr', apply: false, adopt: true } },
        send,
      });
    },
    applyEmployeeSync: async () => {
      const person = employeeBody();
      await syncs.applied([person], '?source=same');
      const { id } = await syncs.sync([person], '?source=same');
      return {
        operation: 'sync.apply',
        changes: { before: { status: 'READY' }, after: { status: 'APPLYING' } },
        send: (options) => syncs.hr.post(`${SYNCS}/${id}/apply`, undefined, options),
      };
    },
    setEmployeeSource: async () => {
      const source = randomUUID();
      const path = `${EMPLOYEES}/sources/${source}`;
      await syncs.hr.put(path, { endColumn: 'Left' });
      return {
        operation: 'source.replace',
        changes: { before: { dateFormat: 'yyyy-MM-dd' }, after: { dateFormat: 'yyyyMMdd' } },
        send: (options) => syncs.hr.put(path, { endColumn: 'Left', dateFormat: 'yyyyMMdd' }, options),
      };
    },
    deleteEmployeeSource: async () => {
      const source = randomUUID();
      const path = `${EMPLOYEES}/sources/${source}`;
      await syncs.hr.put(path, { endColumn: 'Left' });
      return {
        operation: 'source.delete',
        changes: {
          before: {
            ...{ columns: {}, nameSeparator: ' ', dateFormat: 'yyyy-MM-dd', noDates: [], listSeparator: ';' },
            ...{ endColumn: 'Left', leaveOut: {}, mainRows: {} },
          },
        },
        send: (options) => syncs.hr.delete(path, options),
      };
    },
    createErasure: async () => {
      const { externalId } = await employee();
      return {
        operation: 'person.erase',
        changes: { after: { reason: 'x', keepTimesheets: false } },
        send: (options) => eraser.post(ERASURES, { externalId, reason: 'x' }, options),
      };
    },
    allowPersonAgain: async () => {
      const { externalId } = await employee();
      const { body } = await eraser.post(ERASURES, { externalId, reason: 'x' });
      return {
        operation: 'person.allow-again',
        changes: { after: { reason: 'y' } },
        send: (options) => eraser.patch(`${ERASURES}/${body.id}`, { allowAgain: true, reason: 'y' }, options),
      };
    },
    placeLegalHold: async () => {
      const { email } = (await hr.post(INVITE, employeeBody())).body as { email: string };
      return {
        operation: 'hold.place',
        changes: ({ employeeIds, userIds, reason }) => ({ after: { employeeIds, userIds, reason } }),
        send: (options) => eraser.put(HOLDS, { email, reason: 'Lawsuit' }, options),
      };
    },
    liftLegalHold: async () => {
      const { email } = (await hr.post(INVITE, employeeBody())).body as { email: string };
      const { id } = (await eraser.put(HOLDS, { email, reason: 'Lawsuit' })).body as { id: string };
      return {
        operation: 'hold.lift',
        changes: ({ employeeIds, userIds, reason }) => ({ before: { employeeIds, userIds, reason } }),
        send: (options) => eraser.delete(`${HOLDS}/${id}`, options),
      };
    },
    ...accessesOf('', ACCESSES, () => officer),
    ...accessesOf('AsAdmin', ADMIN_ACCESSES, () => fixture.admin),
    ...(structureWrites(() => structure) as Record<string, () => Promise<Write>>),
    ...webhooksOf('', WEBHOOKS, () => webhookKey, EMPLOYEE_TYPES),
    ...webhooksOf('Company', COMPANY_WEBHOOKS, () => fixture.admin, ['plan.changed']),
    updateCompanySettings: async () => {
      const { hour } = (await fixture.admin.get(COMPANY_SETTINGS)).body as { hour: number };
      return {
        operation: 'settings.update',
        changes: { before: { hour }, after: { hour: hour + 1 } },
        send: (options) => fixture.admin.patch(COMPANY_SETTINGS, { hour: hour + 1 }, options),
      };
    },
    updateMe: () =>
      Promise.resolve({
        operation: 'user.update',
        changes: { before: { digest: true }, after: { digest: false } },
        send: (options) => fixture.admin.patch(ME, { digest: false }, options),
      }),
    updateUser: async () => {
      const { userId } = await fixture.workforce.app.user('MANAGER', fixture.companyId);
      const { id } = (await hr.post(INVITE, employeeBody())).body as { id: string };
      return {
        operation: 'user.update',
        changes: { before: {}, after: { employeeId: id, linkFirmAt: TIME } },
        send: (options) => fixture.admin.patch(`${USERS}/${userId}`, { employeeId: id }, options),
      };
    },
    createUser: () => {
      const user = { email: `${newId()}@example.com`, name: 'Jo', role: 'MANAGER', language: 'de' };
      return Promise.resolve({
        operation: 'user.create',
        changes: ({ id }) => ({ after: { ...user, id, companyId: fixture.companyId } }),
        send: (options) => fixture.admin.post(USERS, user, options),
      });
    },
    endUserSessions: async () => {
      const { userId } = await fixture.workforce.app.user('MANAGER', fixture.companyId);
      return {
        operation: 'session.revoke',
        changes: { before: { userId, id: ANY, companyId: fixture.companyId } },
        send: (options) => fixture.admin.delete(`${USERS}/${userId}/sessions`, options),
      };
    },
    changeUsers: async () => {
      const { userId: id } = await fixture.workforce.app.user('MANAGER', fixture.companyId);
      const rows = [
        { operation: 'update', id, user: { role: 'ADVISOR' } },
        { operation: 'update', id, user: { role: 'ADVISOR' } },
        { operation: 'update', email: 'nobody@example.com', user: { role: 'ADMIN' } },
      ];
      return {
        operation: 'user.set-role',
        changes: { before: { role: 'MANAGER' }, after: { role: 'ADVISOR' } },
        send: (options) => fixture.admin.post(BULK_USERS, { rows }, options),
      };
    },
    createApiKey: () => {
      const key = { name: 'HR', scopes: ['scim'] };
      return Promise.resolve({
        operation: 'api-key.issue',
        changes: (answer) => ({ after: madeKey(answer) }),
        send: (options) => fixture.admin.post(API_KEYS, key, options),
      });
    },
    rotateApiKey: async () => {
      const { id } = (await fixture.admin.post(API_KEYS, { name: 'HR', scopes: ['scim'] })).body as {
        id: string;
      };
      // An overlap that is longer than the rest of the old key leaves it as it is.
      await fixture.app.sql(`UPDATE api_key SET expires_at = now() + interval '1 hour' WHERE id = $1`, [id]);
      return {
        operation: 'api-key.issue',
        changes: (answer) => ({ after: { ...madeKey(answer), firstKeyId: id } }),
        send: (options) => fixture.admin.post(`${API_KEYS}/${id}/rotate`, undefined, options),
      };
    },
    revokeApiKey: async () => {
      const { id } = (await fixture.admin.post(API_KEYS, { name: 'HR', scopes: ['scim'] })).body as {
        id: string;
      };
      return {
        operation: 'api-key.revoke',
        changes: { before: {}, after: { revokedAt: TIME } },
        send: (options) => fixture.admin.delete(`${API_KEYS}/${id}`, options),
      };
    },
    inviteEmployee: async () => {
      const body = employeeBody();
      return {
        operation: 'employee.invite',
        changes: ({ id }) => ({
          after: {
            ...{ ...body, id, companyId: fixture.companyId, activated: false, mustChooseProfile: false },
            ...{ profile: [], groupIds: [], managedHierarchies: [], createdAt: TIME, updatedAt: TIME },
          },
        }),
        send: (options) => hr.post(INVITE, body, options),
      };
    },
    resetEmployee: async () => {
      const { email } = await employee();
      return {
        operation: 'employee.reset',
        changes: {
          before: { hierarchyId: fixture.workforce.team.id, mustChooseProfile: false },
          after: { mustChooseProfile: true },
        },
        send: (options) => hr.put(RESET, { email }, options),
      };
    },
    updateEmployeeByEmail: async () => {
      const { email } = await employee();
      return {
        operation: 'employee.update',
        changes: renamed,
        send: (options) => hr.put(byEmail(email), { name: 'New' }, options),
      };
    },
    updateEmployeeByExternalId: async () => {
      const { externalId } = await employee();
      return {
        operation: 'employee.update',
        changes: renamed,
        send: (options) => hr.put(byExternalId(externalId), { name: 'New' }, options),
      };
    },
    changeEmployees: async () => {
      const { email: key } = await employee();
      const rows = [
        { operation: 'update', email: key, employee: { name: 'New' } },
        { operation: 'update', email: key, employee: { name: 'New' } },
        { operation: 'end', email: 'nobody@example.com' },
      ];
      return {
        operation: 'employee.update',
        changes: renamed,
        send: (options) => hr.post(BULK, { rows }, options),
      };
    },
    changeTimesheets: async () => {
      const { externalId } = await employee();
      const put = { operation: 'put', externalId, entry: { externalId, startTime: '2026-03-02' } };
      const rows = [
        { ...put, entry: { ...put.entry, active: true } },
        { operation: 'delete', externalId: 'none' },
      ];
      await clock.post(BULK_TIMESHEETS, { rows: [put] });
      return {
        operation: 'timesheet.update',
        changes: { before: {}, after: { active: true } },
        send: (options) => clock.post(BULK_TIMESHEETS, { rows: [...rows, rows[0]] }, options),
      };
    },
    deleteEmployeeByEmail: async () => {
      const { email } = await employee();
      return {
        operation: 'employee.end',
        changes: ended,
        send: (options) => hr.delete(byEmail(email), options),
      };
    },
    deleteEmployeeByExternalId: async () => {
      const { externalId } = await employee();
      return {
        operation: 'employee.end',
        changes: ended,
        send: (options) => hr.delete(byExternalId(externalId), options),
      };
    },
  };

  const count = async (): Promise<number> =>
    (await fixture.app.sql<{ count: number }>('SELECT count(*)::integer AS count FROM audit_record'))[0]!
      .count;

  it('is tried with every operation that writes', () => {
    expect(Object.keys(writes).sort()).toEqual([...writing].sort());
  });

  it.each(writing)('has one record of %s, with the actor, the credential and the request', async (name) => {
    const { operation, changes, send } = await writes[name]!();
    const before = await count();
    const requestId = `audit-${name}`;
    const { status, body: answer } = await send({ headers: { 'X-Request-Id': requestId } });
    expect(status).toBeLessThan(300);
    expect(await count()).toBe(before + 1);

    const { body } = await fixture.admin.get(`${AUDIT}?to=1`);
    const [record] = body.result as [Body];
    const isSync = operation.startsWith('sync.');
    const isOfWebhookKey = operation.startsWith('webhook.') && !name.includes('Company');
    const isOfClock = operation.startsWith('timesheet.');
    const isSource = operation.startsWith('source.');
    const isOfStructure = /^(area|group|characteristic)\./.test(operation);
    const isOfPerson = /^(person|hold)\./.test(operation) && !name.endsWith('AsAdmin');
    const isOfHr = operation.startsWith('employee.') || isSync || isSource || isOfStructure;
    const isHr = isOfHr || isOfWebhookKey || isOfClock || isOfPerson;
    const ofClock = isOfClock ? 'timesheets:write' : 'employees:write';
    const scope = isSync || isSource ? 'employees:sync' : isOfStructure ? 'segmentation:write' : ofClock;
    const ofPerson = operation.includes('access') ? 'people:access' : 'people:erase';
    const own = isOfPerson ? ofPerson : scope;
    const key = isHr ? await keyOf(isOfWebhookKey ? 'webhooks:manage' : own) : '';
    const session = await only('SELECT id FROM session WHERE user_id = $1', fixture.admin.userId);
    expect(record).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      companyId: fixture.companyId,
      at: expect.stringMatching(/Z$/),
      operation,
      objectType: operation.split('.')[0],
      objectId: isSource ? expect.any(String) : expect.stringMatching(/^[0-9a-f]{24}$/),
      ...(isSync && { syncId: record['objectId'] }),
      ...(/^(plan|action|note|export)\./.test(operation) && {
        planId: expect.stringMatching(/^[0-9a-f]{24}$/),
      }),
      actorKind: isHr ? 'integration' : 'user',
      actorId: isHr ? key : fixture.admin.userId,
      credentialId: isHr ? key : session,
      address: '127.0.0.1',
      requestId,
      ...(typeof changes === 'function' ? changes(answer as Body) : changes),
    });
  });

  /** Of the key whose special scope it is; the key of the HR system has none of these. */
  const keyOf = (
    scope:
      | 'employees:sync'
      | 'employees:write'
      | 'people:access'
      | 'people:erase'
      | 'segmentation:write'
      | 'timesheets:write'
      | 'webhooks:manage',
  ): Promise<string> => {
    const without = scope !== 'employees:sync' ? `AND NOT scopes @> '{employees:sync}'` : '';
    return only(
      `SELECT id FROM api_key WHERE company_id = $1 AND scopes @> '{${scope}}' ${without}`,
      fixture.companyId,
    );
  };

  const only = async (statement: string, value: string): Promise<string> => {
    const rows = await fixture.app.sql<{ id: string }>(statement, [value]);
    expect(rows).toHaveLength(1);
    return rows[0]!.id;
  };

  it.each(writing)('has no record of %s when it is refused', async (name) => {
    const operation = DOCUMENTED_REQUESTS.find(({ operationId }) => operationId === name)!;
    const path = operation.path.replace(/\{\w+\}/g, '0123456789abcdef01234567');
    const before = await count();
    for (const caller of [fixture.admin, hr, fixture.app.anonymous()]) {
      const { status } = await caller.request(operation.method, path, { json: { nothing: 1 } });
      expect(status).toBeGreaterThanOrEqual(400);
    }
    expect(await count()).toBe(before);
  });

  it('has what an invitation changes of a known employee, and of one who left', async () => {
    const record = employeeRecord({ name: 'Old' });
    await fixture.workforce.import([record]);
    const invite = async (name: string): Promise<Body> => {
      expect((await hr.post(INVITE, { email: record.email, name })).status).toBe(200);
      const { body } = await fixture.admin.get(`${AUDIT}?to=1`);
      const { operation, before, after } = body.result[0] as Body;
      return { operation, before, after };
    };
    expect(await invite('New')).toEqual({ operation: 'employee.invite', ...renamed });
    expect((await hr.delete(byEmail(record.email))).status).toBe(200);
    expect(await invite('Newer')).toEqual({
      operation: 'employee.invite',
      before: { activated: true, name: 'New', deletedAt: TIME, turnoverDate: TIME },
      after: { activated: false, name: 'Newer' },
    });
  });

  it('has no record of what changes nothing', async () => {
    const [{ path }, { email }] = [await fixture.action(), await employee()];
    const { path: notePath } = await note();
    await hr.put(RESET, { email });
    const planId = await fixture.plan();
    const { id: templateId, ...content } = await template();
    const rows = () => fixture.app.sql(ROW_VERSIONS);
    const [before, written] = [await count(), await rows()];
    const answers = [
      await fixture.admin.patch(`${PLANS}/${planId}`, {}),
      await fixture.admin.patch(ME, {}),
      await fixture.admin.patch(COMPANY_SETTINGS, {}),
      await fixture.admin.patch(path, {}),
      await fixture.admin.patch(notePath, {}),
      await hr.put(RESET, { email }),
      await hr.put(byEmail(email), {}),
      await hr.put(byEmail(email), { name: 'Old', profile: [], groupIds: [] }),
      await hr.post(INVITE, { email, name: 'Old' }),
      await fixture.admin.put(`${TEMPLATES}/${templateId}`, content),
      await fixture.admin.patch(`${TEMPLATES}/${templateId}`, {}),
      await fixture.admin.patch(`${TEMPLATES}/${templateId}`, { enabled: null, order: content['order'] }),
      await fixture.admin.post(`${TEMPLATES}/${templateId}/preview`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(200));
    expect(await count()).toBe(before);
    expect(await rows()).toEqual(written);
  });

  it('is rolled back with the write', async () => {
    const path = actionPath(await fixture.plan());
    await fixture.app.sql('ALTER TABLE audit_record RENAME TO audit_record_away');
    try {
      const { status } = await fixture.admin.post(path, { title: { defaultValue: 'Not recorded' } });
      expect(status).toBe(500);
    } finally {
      await fixture.app.sql('ALTER TABLE audit_record_away RENAME TO audit_record');
    }
    const stored = await fixture.app.sql(
      `SELECT FROM plan_action WHERE document::text LIKE '%Not recorded%'`,
    );
    expect(stored).toEqual([]);
  });

  it('has the sessions that end with an employment', async () => {
    const { userId, employeeId } = await fixture.person();
    const session = await only('SELECT id FROM session WHERE user_id = $1', userId);
    const externalId = await only('SELECT external_id AS id FROM employee WHERE id = $1', employeeId);
    expect((await hr.delete(byExternalId(externalId))).status).toBe(200);
    const { body } = await fixture.admin.get(`${AUDIT}?to=2`);
    expect(body.result).toMatchObject([
      { operation: 'session.revoke', objectId: session, actorKind: 'integration', before: { userId } },
      { operation: 'employee.end', objectId: employeeId },
    ]);
  });
});
