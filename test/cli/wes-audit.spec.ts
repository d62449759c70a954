import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { COMMANDS } from '../../src/commands.js';
import { ActionPlanImporter } from '../../src/action-plans/index.js';
import { DeletedPlansService } from '../../src/action-plans/application/deleted-plans.service.js';
import { ImportService } from '../../src/imports/import.service.js';
import { RecordLists } from '../../src/imports/record-lists.js';
import { addLoaded } from '../../src/platform/cli/command-line.js';
import { Shell } from '../../src/platform/cli/shell.js';
import { CompanyDeletions } from '../../src/privacy/erasure/application/company-deletions.js';
import { actionRecord, noteRecord, planRecord, PLANS, type Body } from '../support/builders/plan.js';
import { area } from '../support/builders/segmentation.js';
import { failedExport } from '../support/failed-job.js';
import { employeeBody, EMPLOYEES, INVITE } from '../support/builders/employee.js';
import { eventually } from '../support/eventually.js';
import { runWes } from '../support/loaded-program.js';
import type { WesResult } from '../support/run-wes.js';
import { SYNCS } from '../support/sync-fixture.js';
import { TestApp } from '../support/test-app.js';
import { WebhookFixture } from '../support/webhook-fixture.js';

const UNKNOWN = '0123456789abcdef01234567';
const ACCOUNT = userInfo().username;
const AUDIT = '/api/v1/company/audit';
const title = { defaultValue: 'Plan' };

const NEW_USER = { companyId: UNKNOWN, email: 'jo@example.com', name: 'Jo', role: 'ADMIN' } as const;

/** Commands that write nothing of a company. */
const READING = [
  ...[
    'api-key list',
    'audit',
    'company list',
    'employee source show',
    'employee sync list',
    'employee sync show',
    'job list',
    'job show',
    'legal-hold list',
    'plan list',
    'privacy report',
    'reminders preview',
    'retention preview',
    'scim check',
    'secret rotate',
    'session list',
    'template export',
    'user links',
    'user list',
    'webhook deliveries',
    'webhook list',
    'webhook reencrypt',
    'webhook show',
  ],
];

/** Commands whose records the specs of legal holds and erasures check. */
const ELSEWHERE = ['legal-hold lift', 'legal-hold place', 'migrate', 'person erase'];

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await TestApp.start();
  folder = await mkdtemp(join(tmpdir(), 'wes-audit-'));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

function wes(...args: string[]): Promise<WesResult> {
  return runWes(args, { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir });
}

async function done(...args: string[]): Promise<WesResult> {
  const result = await wes(...args);
  expect(result).toMatchObject({ exitCode: 0 });
  return result;
}

async function json<T = Body[]>(...args: string[]): Promise<T> {
  return JSON.parse((await done(...args, '--json')).stdout) as T;
}

async function refusal(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await wes(...args, '--json');
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  return (JSON.parse(stderr) as { error: { code: string } }).error.code;
}

async function newWebhook(companyId: string): Promise<string> {
  const fixture = await WebhookFixture.of(app, companyId);
  return (await fixture.create('https://receiver.example/wes')).id;
}

function leaves(command: Command, name = ''): string[] {
  if (command.commands.length === 0) return [name];
  return command.commands.flatMap((each) => leaves(each, `${name} ${each.name()}`.trim()));
}

/** Commands that write, with the operations that are recorded of each in the company. */
const WRITES: Record<string, (companyId: string) => Promise<{ args: string[]; recorded: string[] }>> = {
  'company create': () => Promise.resolve({ args: ['--name', 'New'], recorded: ['company.create'] }),
  'company rename': (companyId) =>
    Promise.resolve({ args: ['--company', companyId, '--name', 'Renamed'], recorded: ['company.rename'] }),
  'company set': (companyId) =>
    Promise.resolve({
      args: ['--company', companyId, '--reminders', 'on'],
      recorded: ['settings.update'],
    }),
  'company delete': async (companyId) => {
    const [{ name }] = (await app.sql('SELECT name FROM company WHERE id = $1', [companyId])) as [
      { name: string },
    ];
    return { args: ['--company', companyId, '--confirm', name], recorded: ['company.delete'] };
  },
  'company allow-again': async (companyId) => {
    await app.app.get(CompanyDeletions, { strict: false }).delete(companyId);
    return {
      args: ['--company', companyId, '--reason', 'The contract goes on'],
      recorded: ['company.allow-again'],
    };
  },
  'user create': (companyId) =>
    Promise.resolve({
      args: ['--company', companyId, '--email', 'jo@example.com', '--name', 'Jo', '--role', 'ADMIN'],
      recorded: ['user.create'],
    }),
  'user set-role': async (companyId) => ({
    args: ['--user', (await app.user('MANAGER', companyId)).userId, '--role', 'ADMIN'],
    recorded: ['user.set-role'],
  }),
  'user deactivate': async (companyId) => ({
    args: ['--user', (await app.user('MANAGER', companyId)).userId],
    recorded: ['user.deactivate'],
  }),
  'user edit': async (companyId) => ({
    args: ['--user', (await app.user('MANAGER', companyId)).userId, '--name', 'Zoë'],
    recorded: ['user.update'],
  }),
  'user link': async (companyId) => ({
    args: ['--user', (await app.user('MANAGER', companyId)).userId],
    recorded: ['user.update'],
  }),
  'user reactivate': async (companyId) => {
    const { userId } = await app.user('MANAGER', companyId);
    await app.identity.deactivateUser(userId);
    return { args: ['--user', userId], recorded: ['session.revoke', 'user.reactivate'] };
  },
  'session issue': async (companyId) => ({
    args: ['--user', (await app.user('MANAGER', companyId)).userId],
    recorded: ['session.issue'],
  }),
  'session revoke': async (companyId) => {
    const { userId } = await app.user('MANAGER', companyId);
    await app.identity.issueSession(userId, 60_000);
    return { args: ['--user', userId], recorded: ['session.revoke', 'session.revoke'] };
  },
  'api-key issue': (companyId) =>
    Promise.resolve({ args: ['--company', companyId, '--name', 'HR'], recorded: ['api-key.issue'] }),
  'api-key rotate': async (companyId) => {
    const lifetimeMs = 30 * 86_400_000; // longer than the overlap
    const { apiKey } = await app.identity.issueApiKey({ companyId, name: 'HR', lifetimeMs });
    return { args: ['--id', apiKey.id], recorded: ['api-key.issue', 'api-key.rotate'] };
  },
  'api-key revoke': async (companyId) => {
    const input = { companyId, name: 'HR', lifetimeMs: 60_000 };
    const { apiKey } = await app.identity.issueApiKey(input);
    return { args: ['--id', apiKey.id], recorded: ['api-key.revoke'] };
  },
  'plan transfer': async (companyId) => {
    const creator = await app.user('MANAGER', companyId);
    const { body: plan } = await creator.post(PLANS, { title });
    const { userId } = await app.user('MANAGER', companyId);
    return { args: ['--plan', plan.id, '--to', userId], recorded: ['plan.transfer'] };
  },
  'plan restore': async (companyId) => {
    const creator = await app.user('MANAGER', companyId);
    const { body: plan } = await creator.post(PLANS, { title });
    await creator.delete(`${PLANS}/${plan.id}`);
    return { args: ['--plan', plan.id], recorded: ['plan.restore'] };
  },
  'person access': async (companyId) => {
    const { email } = (
      await (await app.integration(undefined, companyId)).post(INVITE, employeeBody({ name: 'Ana Núñez' }))
    ).body as { email: string };
    return {
      args: ['--company', companyId, '--person', email, '--out', join(folder, 'person')],
      recorded: ['person.access'],
    };
  },
  'employee source set': async (companyId) => {
    const file = join(folder, 'source.json');
    await writeFile(file, JSON.stringify({ endColumn: 'Left' }));
    return { args: [file, '--company', companyId, '--source', 'hr'], recorded: ['source.replace'] };
  },
  'employee source delete': async (companyId) => {
    const hr = await app.integration(['employees:sync'], companyId);
    await hr.put(`${EMPLOYEES}/sources/hr`, {});
    return { args: ['--company', companyId, '--source', 'hr', '--yes'], recorded: ['source.delete'] };
  },
  'employee sync run': async (companyId) => {
    const file = join(folder, 'staff.json');
    await writeFile(file, JSON.stringify([employeeBody()]));
    return {
      args: [file, '--company', companyId, '--source', 'hr', '--apply'],
      recorded: ['sync.create', 'sync.apply', 'employee.invite'],
    };
  },
  'employee sync undo': async (companyId) => {
    const hr = await app.integration(['employees:sync'], companyId);
    const { headers } = await hr.post(`${SYNCS}?source=hr&apply=true`, [employeeBody()]);
    await eventually(async () =>
      expect((await hr.get(headers.get('location')!)).body.status).toBe('APPLIED'),
    );
    return { args: ['--company', companyId, '--yes'], recorded: ['employee.end', 'sync.undo'] };
  },
  'job retry': async (companyId) => ({
    args: ['--id', await failedExport(app, companyId)],
    recorded: ['job.retry'],
  }),
  'webhook disable': async (companyId) => ({
    args: ['--company', companyId, '--id', await newWebhook(companyId)],
    recorded: ['webhook.update'],
  }),
  'webhook enable': async (companyId) => {
    const id = await newWebhook(companyId);
    await done('webhook', 'disable', '--company', companyId, '--id', id);
    return { args: ['--company', companyId, '--id', id], recorded: ['webhook.update'] };
  },
  'webhook delete': async (companyId) => ({
    args: ['--company', companyId, '--id', await newWebhook(companyId), '--yes'],
    recorded: ['webhook.delete'],
  }),
  import: async (companyId) => {
    const file = join(folder, 'areas.json');
    await writeFile(file, JSON.stringify({ areas: [area('Team')] }));
    return { args: [file, '--company', companyId], recorded: ['company.import'] };
  },
  'template import': async (companyId) => {
    const templates = await mkdtemp(join(folder, 'templates-'));
    await writeFile(join(templates, 'audited.json'), JSON.stringify({ key: 'audited', title }));
    return { args: ['--folder', templates, '--company', companyId], recorded: ['template.create'] };
  },
  demo: () => Promise.resolve({ args: ['--yes'], recorded: ['company.create'] }),
};

describe('the audit trail', () => {
  const recordsSince = (time: string): Promise<Body[]> =>
    app.sql('SELECT * FROM audit_record WHERE at > $1 ORDER BY at', [time]);
  /** The time of the newest record, which the removal of a company may remove. */
  const newest = async (): Promise<string> =>
    (await app.sql<{ at: string }>('SELECT max(at)::text AS at FROM audit_record'))[0]!.at;

  it('is tried with every command that writes', async () => {
    const program = new Command();
    for (const group of COMMANDS) await addLoaded(program, group, new Shell(undefined as never));
    expect(leaves(program).sort()).toEqual([...READING, ...ELSEWHERE, ...Object.keys(WRITES)].sort());
  });

  it.each(Object.keys(WRITES))('has a record of wes %s, by an operator', async (command) => {
    const companyId = await app.company();
    const { args, recorded } = await WRITES[command]!(companyId);
    const before = await newest();
    const { stdout } = await done(...command.split(' '), ...args);
    const records = await recordsSince(before);
    if (command === 'demo')
      expect(records.map(({ operation }) => operation)).toEqual(expect.arrayContaining(recorded));
    else expect(records.map(({ operation }) => operation)).toEqual(recorded);
    for (const record of records) {
      if (!['company create', 'demo'].includes(command)) expect(record['company_id']).toBe(companyId);
      expect(record).toMatchObject({ actor_kind: 'operator', actor_id: ACCOUNT, credential_id: null });
      expect(record['before'] ?? record['after']).not.toBeNull();
      // Of a credential; a setting is called so, too.
      expect(JSON.stringify(record)).not.toMatch(/digest(?!":(?:true|false))/);
      if (command.endsWith('issue')) expect(JSON.stringify(record)).not.toContain(stdout.trim());
    }
  });

  it('has no record of what changes nothing or is refused', async () => {
    const companyId = await app.company();
    const { userId } = await app.user('ADMIN', companyId);
    await app.identity.revokeSessions(userId);
    const imports = app.app.get(ImportService, { strict: false });
    const records = { areas: [area('Team')] };
    const before = await newest();
    await app.identity.setRole(userId, 'ADMIN');
    await app.identity.revokeSessions(userId);
    await expect(app.identity.createUser(NEW_USER)).rejects.toMatchObject({ code: 'COMPANY_NOT_FOUND' });
    await imports.run(companyId, new RecordLists(records), { isDryRun: true });
    expect(await recordsSince(before)).toEqual([]);
    const file = join(folder, 'same.json');
    await writeFile(file, JSON.stringify(records));
    await done('import', file, '--company', companyId);
    await imports.run(companyId, new RecordLists(records));
    expect(await recordsSince(before)).toMatchObject([
      {
        operation: 'company.import',
        object_id: companyId,
        after: {
          file: 'same.json',
          prune: false,
          records: { areas: { created: 1, updated: 0, unchanged: 0, removed: 0 } },
        },
      },
    ]);
  });
});

describe('wes audit', () => {
  it('lists the records of one company, the newest first, and filters them', async () => {
    const companyId = await app.company();
    const { userId } = await app.user('ADVISOR', companyId);
    await app.identity.setRole(userId, 'MANAGER');
    const all = ['user.set-role', 'session.issue', 'user.create', 'company.create'];
    const { stdout, stderr } = await done('audit', '--company', companyId, '--limit', '4');
    const [headings, ...rows] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(headings!.slice(0, 3)).toEqual(['AT', 'OPERATION', 'OBJECT']);
    expect(rows.map(([, operation]) => operation)).toEqual(all);
    expect(rows[0]!.slice(2, 6)).toEqual([userId, '-', 'operator', ACCOUNT]);
    expect(stderr).toContain('The newest 4 are shown');
    const filters = {
      ...{ 'actor-id': ACCOUNT, 'object-type': 'user', 'object-id': userId, operation: 'user.set-role' },
      ...{ since: '2020-01-01', until: '2199-12-31' },
    };
    const options = Object.entries(filters).map(([name, value]) => `--${name}=${value}`);
    const [found, ...more] = await json('audit', '--company', companyId, ...options);
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      ...{ companyId, objectId: userId, actorKind: 'operator' },
    });
    expect([found!['before'], found!['after']]).toEqual([{ role: 'ADVISOR' }, { role: 'MANAGER' }]);
  });

  it('does not show the contents of private plans', async () => {
    const creator = await app.user('ADMIN');
    const { body: plan } = await creator.post(PLANS, { title });
    const [{ companyId }] = (await creator.get(AUDIT)).body.result as [{ companyId: string }];
    const [record] = await json('audit', '--company', companyId, '--object-id', plan.id);
    expect(record).toMatchObject({ operation: 'plan.create', actorId: creator.userId });
    expect(record).not.toHaveProperty('after');
  });

  it.each([
    ['--operation', 'plan.delet', 'Did you mean plan.delete? Known are action.create, '],
    ['--object-type', 'plans', 'Did you mean plan? Known are action, '],
  ])('refuses an unknown %s, and names the nearest', async (option, value, reason) => {
    const { exitCode, stdout, stderr } = await wes('audit', '--company', UNKNOWN, option, value);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reason);
  });

  it('refuses a time that it cannot read', async () => {
    const { exitCode, stderr } = await wes('audit', '--company', UNKNOWN, '--since', 'yesterday');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('It must be a date')]);
  });
});

describe('wes plan restore', () => {
  const TABLES = ['action_plan', 'plan_action', 'action_text', 'action_note'];
  /** All rows of the company, without the columns by which a restored plan is a new one. */
  const everything = (companyId: string): Promise<unknown[]> =>
    Promise.all(
      TABLES.map((table) =>
        app.sql(
          `SELECT to_jsonb(t) - '{change_set,stored_at}'::text[] AS stored
           FROM ${table} t WHERE company_id = $1 ORDER BY stored`,
          [companyId],
        ),
      ),
    );

  it.each(['PUBLIC', 'PRIVATE'])(
    'restores a %s plan with its actions and notes as they were',
    async (visibility) => {
      const companyId = await app.company();
      const creator = await app.user('ADMIN', companyId);
      const notes = [noteRecord(), noteRecord({ visibility: 'PRIVATE' }), noteRecord()];
      const plan = planRecord({
        ...{ visibility, createdBy: creator.userId, description: title },
        actions: [actionRecord({ notes }), actionRecord({ notes: [] })],
      });
      await app.app.get(ActionPlanImporter).import(companyId, [plan, planRecord()]);
      const before = await everything(companyId);
      expect((await creator.delete(`${PLANS}/${plan.id}`)).status).toBe(204);
      expect(await everything(companyId)).not.toEqual(before);
      const { stdout } = await done('plan', 'restore', '--plan', plan.id);
      expect(stdout).toBe(`Plan ${plan.id} is restored.\n`);
      expect(await everything(companyId)).toEqual(before);
      const { body } = await creator.get(`${AUDIT}?objectId=${plan.id}`);
      expect((body.result as Body[]).map(({ operation }) => operation)).toEqual([
        'plan.restore',
        'plan.delete',
      ]);
    },
  );

  it('restores a plan that was written by the API, and again after the next deletion', async () => {
    const creator = await app.user('ADMIN');
    const { body: plan } = await creator.post(PLANS, { title });
    const { body: action } = await creator.post(`${PLANS}/${plan.id}/actions`, { title });
    const path = `${PLANS}/${plan.id}/actions/${action.id}/notes`;
    await creator.post(path, { content: 'Mine', visibility: 'PRIVATE' });
    for (const _ of [1, 2]) {
      const { body: before } = await creator.get(`${PLANS}/${plan.id}`);
      await creator.delete(`${PLANS}/${plan.id}`);
      await app.app.get(DeletedPlansService).restore(plan.id);
      expect((await creator.get(`${PLANS}/${plan.id}`)).body).toEqual(before);
      await creator.post(path, { content: 'One more' });
    }
  });

  it('keeps nothing of a plan that is restored, and the newest of one that is imported again and deleted', async () => {
    const creator = await app.user('ADMIN');
    const { body: plan } = await creator.post(PLANS, { title });
    const kept = () => app.sql('SELECT FROM deleted_plan WHERE plan_id = $1', [plan.id]);
    await creator.delete(`${PLANS}/${plan.id}`);
    expect(await kept()).toHaveLength(1);
    const record = planRecord({ id: plan.id, title: { defaultValue: 'Again' }, createdBy: creator.userId });
    await app.app.get(ActionPlanImporter).import(plan.companyId, [record]);
    await expect(app.app.get(DeletedPlansService).restore(plan.id)).rejects.toMatchObject({
      code: 'PLAN_NOT_DELETED',
    });
    await creator.delete(`${PLANS}/${plan.id}`);
    expect(await kept()).toHaveLength(1);
    await app.app.get(DeletedPlansService).restore(plan.id);
    expect((await creator.get(`${PLANS}/${plan.id}`)).body.title.defaultValue).toBe('Again');
    expect(await kept()).toEqual([]);
  });

  it('restores a plan once where two operators do it at the same time', async () => {
    const creator = await app.user('ADMIN');
    const { body: plan } = await creator.post(PLANS, { title });
    await creator.delete(`${PLANS}/${plan.id}`);
    const service = app.app.get(DeletedPlansService);
    const results = await Promise.allSettled([service.restore(plan.id), service.restore(plan.id)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { body } = await creator.get(`${AUDIT}?objectId=${plan.id}&operation=plan.restore`);
    expect(body.total).toBe(1);
  });

  it('refuses a plan that is not deleted, is unknown, or was deleted too long ago', async () => {
    const creator = await app.user('ADMIN');
    const { body: plan } = await creator.post(PLANS, { title });
    const restored = (planId: string) => app.app.get(DeletedPlansService).restore(planId);
    const restore = () => refusal('plan', 'restore', '--plan', plan.id);
    await expect(restored(UNKNOWN)).rejects.toMatchObject({ code: 'DELETION_NOT_FOUND' });
    await expect(restored(plan.id)).rejects.toMatchObject({ code: 'DELETION_NOT_FOUND' });
    await creator.delete(`${PLANS}/${plan.id}`);
    await restored(plan.id);
    await creator.patch(`${PLANS}/${plan.id}`, { title: { defaultValue: 'Changed' } });
    expect(await restore()).toBe('DELETION_NOT_FOUND');
    expect((await creator.get(`${PLANS}/${plan.id}`)).body.title.defaultValue).toBe('Changed');
    await creator.delete(`${PLANS}/${plan.id}`);
    await app.sql(`DELETE FROM deleted_plan WHERE plan_id = $1`, [plan.id]);
    expect(await restore()).toBe('DELETION_NOT_FOUND');
  });
});
