import type { Answer, ApiClient } from '../../support/api-client.js';
import { byEmail, byExternalId, employeeBody, INVITE, RESET } from '../../support/builders/employee.js';
import { actionPath, planBody, PLANS, type Body } from '../../support/builders/plan.js';
import { TEMPLATES, templateBody } from '../../support/builders/template.js';
import { DOCUMENTED_REQUESTS } from '../../support/documented-requests.js';
import { PlanFixture } from '../../support/plan-fixture.js';

/** A write: what is recorded of it, and how a client does it. */
interface Write {
  readonly operation: string;
  /** Whether there is an object before and after it. */
  readonly has: readonly ('before' | 'after')[];
  readonly send: (options: { readonly headers: Record<string, string> }) => Promise<Answer>;
}

const AUDIT = '/api/v1/company/audit';
const writing = DOCUMENTED_REQUESTS.filter(({ method }) => method !== 'GET').map(
  ({ operationId }) => operationId,
);

describe('the audit trail', () => {
  let fixture: PlanFixture;
  let hr: ApiClient;
  beforeAll(async () => {
    fixture = await PlanFixture.start();
    ({ hr } = fixture.workforce);
  });
  afterAll(() => fixture.stop());

  const template = async (): Promise<string> =>
    (await fixture.admin.post(TEMPLATES, templateBody())).body.id as string;
  const note = async (): Promise<string> => {
    const { path } = await fixture.action({}, { createdBy: fixture.admin.userId });
    const { body } = await fixture.admin.post(`${path}/notes`, { content: 'x' });
    return `${path}/notes/${body.id}`;
  };
  const action = async (): Promise<string> =>
    (await fixture.action({}, { createdBy: fixture.admin.userId })).path;
  const employee = (): Promise<Body & { email: string; externalId: string }> =>
    fixture.workforce.invited({ ...employeeBody(), hierarchyId: fixture.workforce.team.id });

  /** Each prepares what it writes to when it is called, and gives the request. */
  const writes: Record<string, () => Promise<Write>> = {
    createTemplate: async () => ({
      operation: 'template.create',
      has: ['after'],
      send: (options) => fixture.admin.post(TEMPLATES, templateBody(), options),
    }),
    updateTemplate: async () => {
      const id = await template();
      return {
        operation: 'template.replace',
        has: ['before', 'after'],
        send: (options) => fixture.admin.put(`${TEMPLATES}/${id}`, templateBody(), options),
      };
    },
    deleteTemplate: async () => {
      const id = await template();
      return {
        operation: 'template.delete',
        has: ['before'],
        send: (options) => fixture.admin.delete(`${TEMPLATES}/${id}`, options),
      };
    },
    createActionPlan: async () => ({
      operation: 'plan.create',
      has: ['after'],
      send: (options) => fixture.admin.post(PLANS, planBody(), options),
    }),
    updateActionPlan: async () => {
      const id = await fixture.plan();
      return {
        operation: 'plan.update',
        has: ['before', 'after'],
        send: (options) => fixture.admin.patch(`${PLANS}/${id}`, planBody(), options),
      };
    },
    deleteActionPlan: async () => {
      const id = await fixture.plan();
      return {
        operation: 'plan.delete',
        has: ['before'],
        send: (options) => fixture.admin.delete(`${PLANS}/${id}`, options),
      };
    },
    exportPlan: async () => {
      const id = await fixture.plan();
      return {
        operation: 'export.request',
        has: [],
        send: (options) => fixture.admin.post(`${PLANS}/${id}/excel`, undefined, options),
      };
    },
    createAction: async () => {
      const path = actionPath(await fixture.plan());
      return {
        operation: 'action.create',
        has: ['after'],
        send: (options) => fixture.admin.post(path, { title: { defaultValue: 'x' } }, options),
      };
    },
    updateAction: async () => {
      const path = await action();
      return {
        operation: 'action.update',
        has: ['before', 'after'],
        send: (options) => fixture.admin.patch(path, { title: { defaultValue: 'x' } }, options),
      };
    },
    deleteAction: async () => {
      const path = await action();
      return {
        operation: 'action.delete',
        has: ['before'],
        send: (options) => fixture.admin.delete(path, options),
      };
    },
    setAssignee: async () => {
      const [path, [id]] = [await action(), await fixture.employees(1)];
      return {
        operation: 'action.set-assignee',
        has: ['before', 'after'],
        send: (options) => fixture.admin.put(`${path}/assignees/${id}`, { status: 'COMPLETED' }, options),
      };
    },
    removeAssignee: async () => {
      const [path, [id]] = [await action(), await fixture.employees(1)];
      await fixture.admin.put(`${path}/assignees/${id}`, { status: 'PENDING' });
      return {
        operation: 'action.remove-assignee',
        has: ['before', 'after'],
        send: (options) => fixture.admin.delete(`${path}/assignees/${id}`, options),
      };
    },
    createNote: async () => {
      const path = await action();
      return {
        operation: 'note.create',
        has: ['after'],
        send: (options) => fixture.admin.post(`${path}/notes`, { content: 'x' }, options),
      };
    },
    updateNote: async () => {
      const path = await note();
      return {
        operation: 'note.update',
        has: ['before', 'after'],
        send: (options) => fixture.admin.patch(path, { content: 'y' }, options),
      };
    },
    deleteNote: async () => {
      const path = await note();
      return {
        operation: 'note.delete',
        has: ['before'],
        send: (options) => fixture.admin.delete(path, options),
      };
    },
    inviteEmployee: async () => ({
      operation: 'employee.invite',
      has: ['after'],
      send: (options) => hr.post(INVITE, employeeBody(), options),
    }),
    resetEmployee: async () => {
      const { email } = await employee();
      return {
        operation: 'employee.reset',
        has: ['before', 'after'],
        send: (options) => hr.put(RESET, { email }, options),
      };
    },
    updateEmployeeByEmail: async () => {
      const { email } = await employee();
      return {
        operation: 'employee.update',
        has: ['before', 'after'],
        send: (options) => hr.put(byEmail(email), { name: 'New' }, options),
      };
    },
    updateEmployeeByExternalId: async () => {
      const { externalId } = await employee();
      return {
        operation: 'employee.update',
        has: ['before', 'after'],
        send: (options) => hr.put(byExternalId(externalId), { name: 'New' }, options),
      };
    },
    deleteEmployeeByEmail: async () => {
      const { email } = await employee();
      return {
        operation: 'employee.end',
        has: ['before', 'after'],
        send: (options) => hr.delete(byEmail(email), options),
      };
    },
    deleteEmployeeByExternalId: async () => {
      const { externalId } = await employee();
      return {
        operation: 'employee.end',
        has: ['before', 'after'],
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
    const { operation, has, send } = await writes[name]!();
    const before = await count();
    const requestId = `audit-${name}`;
    const { status } = await send({ headers: { 'X-Request-Id': requestId } });
    expect(status).toBeLessThan(300);
    expect(await count()).toBe(before + 1);

    const { body } = await fixture.admin.get(`${AUDIT}?to=1`);
    const [record] = body.result as [Body];
    const isHr = operation.startsWith('employee.');
    const key = isHr ? await only('SELECT id FROM api_key WHERE company_id = $1', fixture.companyId) : '';
    const session = await only('SELECT id FROM session WHERE user_id = $1', fixture.admin.userId);
    expect(record).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      companyId: fixture.companyId,
      at: expect.stringMatching(/Z$/),
      operation,
      objectType: operation.split('.')[0],
      objectId: expect.stringMatching(/^[0-9a-f]{24}$/),
      ...(/^(plan|action|note|export)\./.test(operation) && {
        planId: expect.stringMatching(/^[0-9a-f]{24}$/),
      }),
      actorKind: isHr ? 'integration' : 'user',
      actorId: isHr ? key : fixture.admin.userId,
      credentialId: isHr ? key : session,
      address: '127.0.0.1',
      requestId,
      ...Object.fromEntries(has.map((side) => [side, expect.objectContaining({ id: record['objectId'] })])),
    });
  });

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
      const { status } = await caller.request(operation.method, path, { json: {} });
      expect(status).toBeGreaterThanOrEqual(400);
    }
    expect(await count()).toBe(before);
  });

  it('has no record of what changes nothing', async () => {
    const [{ path }, { email }] = [await fixture.action(), await employee()];
    const written = await note();
    await hr.put(RESET, { email });
    const planId = await fixture.plan();
    const before = await count();
    const answers = [
      await fixture.admin.patch(`${PLANS}/${planId}`, {}),
      await fixture.admin.patch(path, {}),
      await fixture.admin.patch(written, {}),
      await hr.put(RESET, { email }),
      await hr.put(byEmail(email), {}),
      await hr.post(INVITE, { email }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(200));
    expect(await count()).toBe(before);
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
