import { RetentionRuns } from '../../src/privacy/retention/application/retention-runs.js';
import { RetentionSchedule } from '../../src/privacy/retention/application/retention-schedule.js';
import { HOLDS } from '../support/builders/privacy.js';
import { newId } from '../../src/shared-kernel/id.js';
import { CredentialSecrets } from '../../src/identity/index.js';
import { Connection } from '../../src/platform/database/connection.js';
import { LOCAL_TABLES, REFERENCE_TABLES } from '../../src/platform/database/distribution.js';
import { SyncUndo } from '../../src/syncs/application/sync-undo.js';
import { eventually } from '../support/eventually.js';
import type { Answer } from '../support/api-client.js';
import {
  ACCESSES,
  ADMIN_ACCESSES,
  ERASURES,
  BULK,
  byEmail,
  byExternalId,
  EMPLOYEES,
  employeeBody,
  INVITE,
  RESET,
} from '../support/builders/employee.js';
import {
  API_KEYS,
  BULK_USERS,
  COMPANY_CHARACTERISTICS,
  COMPANY_GROUPS,
  COMPANY_HIERARCHY,
  COMPANY_SETTINGS,
  ME,
  PEOPLE,
  USERS,
} from '../support/builders/look-ups.js';
import { actionPath, MY_ACTIONS, planBody, PLANS } from '../support/builders/plan.js';
import { CHANGES, COMPANY_CHANGES, TRACKED_TABLES } from '../support/builders/change.js';
import { CHARACTERISTICS, GROUPS, HIERARCHY } from '../support/builders/segmentation.js';
import { TEMPLATES, templateBody } from '../support/builders/template.js';
import {
  BULK_TIMESHEETS,
  DELETED_TIMESHEETS,
  deletedTimesheetRecord,
  TIMESHEETS,
  timesheetRecord,
} from '../support/builders/timesheet.js';
import { isDistributed, namesCompanies, refusalsOf } from '../support/citus-rules.js';
import { DOCUMENTED_REQUESTS } from '../support/documented-requests.js';
import { PlanFixture } from '../support/plan-fixture.js';
import {
  GROUPS as SCIM_GROUPS,
  scimClient,
  USERS as SCIM_USERS,
  WORKFORCE,
} from '../support/scim-fixture.js';
import { AREAS, STRUCTURE_SCOPES, structureWrites } from '../support/structure-writes.js';
import { SyncFixture, SYNCS } from '../support/sync-fixture.js';
import { putDeleted, putLive } from '../support/timesheets.js';
import { COMPANY_WEBHOOKS, WEBHOOKS } from '../support/webhook-fixture.js';
import { linkedRecipient } from '../support/wishes-fixture.js';
import { CODES, outboxCode, SESSIONS, setSignIn, userWith } from '../support/sign-in-fixture.js';
import { IdentityProviders } from '../../src/sign-in/application/sign-in.ports.js';
import { SignInUpkeepJob } from '../../src/sign-in/interface/sign-in.job.js';

/** Tables whose rows are on the server of their company, where they are distributed. */
const BY_COMPANY = `
  SELECT c.relname AS name FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id'
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> ALL ($1)`;

/** Statements on the data of several companies, by name or text, with the reason. Citus runs them on all shards. */
const ACROSS_COMPANIES: readonly (readonly [statement: RegExp, reason: string])[] = [
  [/^webhooks\.(?:to-disable|behind)$/, 'workers serve all companies'],
  [/^identity\.ending-api-keys$/, 'workers serve all companies'],
  [/^webhook-messages\.due$/, 'workers serve all companies'],
  [/^workforce\.get-by-(email|external-id)$/, 'a batch of look-ups, each with its company'],
  [
    /WHERE \(\("\w+"\."id" = ANY\(\$1\)\) AND \("\w+"\."company_id" != \$2\)\)/,
    'an import refuses ids of others',
  ],
  [/^SELECT id FROM timesheet_entry WHERE id = ANY \(\$1/, 'an import refuses ids of others'],
  [
    /^SELECT (a\.)?id FROM (action_plan|plan_action a) .*company_id <> \$1/,
    'an import refuses ids of others',
  ],
  [/^plan-exports\.follow-link$/, 'a download has nothing but its token'],
  [/^accesses\.(due|remove-old)$/, 'workers serve all companies'],
  [/^erasures\.(companies-with|older-transactions)$/, 'workers serve all companies'],
  [/^erasures\.(companies-(among|present)|known|restore|restore-keys)$/, 'a start compares the whole ledger'],
  [/^identity\.delete-digests$/, 'a digest belongs to one company'],
  [/^(syncs\.expired|syncs\.abandoned|sync-uploads\.obsolete)$/, 'workers serve all companies'],
  [/^obsolete-export-files\.due$/, 'workers serve all companies'],
  [
    /^(reminders\.companies|action-plans\.(unplanned|remove-old)-assignments)$/,
    'workers serve all companies',
  ],
  [/^changes\.(positions|heads|companies-with-expired)$/, 'a process waits and removes for all companies'],
  [/^\w+\.(find-expired|companies-older-than)$/, 'workers serve all companies'],
  [/^retention\.(due-companies|companies-to-warn)$/, 'workers serve all companies'],
  [/^jobs\.due$/, 'workers serve all companies'],
  [/^sign-in\.(?:users|staff)-with-address$/, 'a person who asks for a code names no company'],
  [
    /^SELECT company_id AS "companyId" FROM (user_account|api_key) WHERE id = \$1$/,
    'operators have nothing but the id',
  ],
];

/** Changes of rows that the change feed reads which it would not notice (ADR 39). */
const TRACKED = `"?(?:${TRACKED_TABLES.join('|')})"?`;
const CHANGE_OF_ROWS = new RegExp(
  `\\bupdate\\s+${TRACKED}\\s(?!.*\\bchange_set\\b)|` +
    `\\binsert\\s+into\\s+${TRACKED}\\s(?!.*\\bchange_set\\b).*\\bdo\\s+update\\b`,
  'is',
);

describe('the statements of the service', () => {
  /** Texts by name, or by the text itself where a statement has none. */
  const texts = new Map<string, string>();
  let fixture: PlanFixture;

  beforeAll(async () => {
    const { query } = Connection.prototype;
    Connection.prototype.query = function (this: Connection, ...parameters: never[]): never {
      const [given] = parameters as unknown as [string | { readonly text: string; readonly name?: string }];
      const { text, name = text } = typeof given === 'string' ? { text: given } : given;
      texts.set(name.replaceAll(/\s+/g, ' ').trim(), text);
      return query.apply(this, parameters);
    };
    fixture = await PlanFixture.start();
  });
  afterAll(() => fixture.stop());

  /** Sends each operation once. @returns the answers by operation */
  async function walk(): Promise<Record<string, Answer>> {
    const { admin, workforce, companyId, app } = fixture;
    const { hr } = workforce;
    const syncs = await SyncFixture.of(workforce);
    const [assigneeId] = await fixture.employees(1);
    const { credential: token } = await app.app.get(CredentialSecrets).issue('exportLink');
    await fixture.action(); // imports a plan
    await putLive(app, companyId, [timesheetRecord()]);
    await putDeleted(app, companyId, [deletedTimesheetRecord()]);
    const person = workforce.full();
    const other = await workforce.invited();
    const title = { defaultValue: 'A title' };

    const answers: Record<string, Answer> = {};
    const send = async (operationId: string, answer: Promise<Answer>): Promise<Answer> =>
      (answers[operationId] = await answer);
    await send('getLiveness', admin.get('/health/live'));
    await send('getReadiness', admin.get('/health/ready'));
    const template = `${TEMPLATES}/${(await send('createTemplate', admin.post(TEMPLATES, templateBody()))).body.id}`;
    await send('listTemplates', admin.get(TEMPLATES));
    await send('listAllTemplates', admin.get(`${TEMPLATES}/all`));
    await send('getTemplate', admin.get(template));
    await send('updateTemplate', admin.put(template, templateBody()));
    await send('patchTemplate', admin.patch(template, { enabled: false }));
    await send('previewTemplate', admin.post(`${template}/preview`));
    await send('deleteTemplate', admin.delete(template));

    const { body: created } = await send('createActionPlan', admin.post(PLANS, planBody()));
    const plan = `${PLANS}/${created.id}`;
    const { body: addedAction } = await send('createAction', admin.post(`${plan}/actions`, { title }));
    const action = actionPath(created.id, addedAction.id);
    const { body: addedNote } = await send('createNote', admin.post(`${action}/notes`, { content: 'x' }));
    const note = `${action}/notes/${addedNote.id}`;
    const assignee = `${action}/assignees/${assigneeId}`;
    const filters = `?hierarchyId=${workforce.team.id}&assigneeId=${assigneeId}&overdue=true&q=title`;
    await send('listActionPlans', admin.get(PLANS));
    for (const form of ['', '&planText=title&sort=title', '&planText=title&sort=-updatedAt&view=summary'])
      expect((await admin.get(PLANS + filters + form)).status).toBe(200);
    await send('summarizeActionPlans', admin.get(`${PLANS}/summary?overdue=true&q=title&planText=title`));
    await send('getActionPlan', admin.get(plan));
    await send('copyActionPlan', admin.post(`${plan}/copy`));
    await send('updateActionPlan', admin.patch(plan, { title: { defaultValue: 'Another' } }));
    await send('getAction', admin.get(action));
    await send('updateAction', admin.patch(action, { source: 'AI' }));
    await send('updateNote', admin.patch(note, { content: 'y' }));
    await send('setAssignee', admin.put(assignee, { status: 'IN_PROGRESS' }));
    const own = `${MY_ACTIONS}/${action.split('/').at(-1)}`;
    await admin.patch(`${USERS}/${admin.userId}`, { employeeId: assigneeId });
    await send('listMyActions', admin.get(`${MY_ACTIONS}?overdue=true`));
    await send('getMyAction', admin.get(own));
    await send('setMyStatus', admin.put(own, { status: 'COMPLETED' }));
    await send('createMyNote', admin.post(`${own}/notes`, { content: 'x' }));
    expect((await fixture.manager.get(`${PLANS}?include=permissions`)).status).toBe(200);
    const { headers } = await send('exportPlan', admin.post(`${plan}/excel`));
    await send('getPlanExport', admin.get(headers.get('location')!));
    await send('downloadExport', admin.get(`/exports/${token}`));
    await send('removeAssignee', admin.delete(assignee));
    await send('deleteNote', admin.delete(note));
    await send('deleteAction', admin.delete(action));
    await send('deleteActionPlan', admin.delete(plan));

    await send('inviteEmployee', hr.post(INVITE, person));
    await send('resetEmployee', hr.put(RESET, { email: person.email }));
    await send('getEmployeeByEmail', hr.get(byEmail(person.email)));
    await send('getEmployeeByExternalId', hr.get(byExternalId(person.externalId)));
    await send('updateEmployeeByEmail', hr.put(byEmail(person.email), { name: 'New' }));
    await send('updateEmployeeByExternalId', hr.put(byExternalId(person.externalId), { name: 'Newer' }));
    const ofTeam = `?hierarchyId=${workforce.team.id}&groupId=${workforce.groups[0].id}&deleted=true`;
    await send('listEmployees', hr.get(EMPLOYEES));
    const found = `${ofTeam}&updatedSince=2020-01-01&externalId=1&email=${person.email}`;
    for (const query of [ofTeam, '?to=1', `${found}&to=1`])
      expect((await hr.get(EMPLOYEES + query)).status).toBe(200);
    const { hr: syncing } = syncs;
    const list = await send('createEmployeeSync', syncs.post([workforce.full()]));
    const { id: syncId } = await syncs.settled(list);
    await send('getEmployeeSync', syncing.get(`${SYNCS}/${syncId}`));
    await send('listEmployeeSyncColumns', syncing.get(`${SYNCS}/${syncId}/columns`));
    await send('listEmployeeSyncRows', syncing.get(`${SYNCS}/${syncId}/added`));
    await syncs.settled(await send('applyEmployeeSync', syncs.apply(syncId)));
    const changed = workforce.full({ email: person.email });
    expect((await syncs.applied([changed])).counts).toMatchObject({ added: 0, changed: 1, ended: 1 });
    const source = `${EMPLOYEES}/sources/hr`;
    await send('setEmployeeSource', syncing.put(source, { columns: { Nummer: 'externalId' } }));
    await send('getEmployeeSource', syncing.get(source));
    await send('deleteEmployeeSource', syncing.delete(source));
    const eraser = await app.integration(['people:erase'], companyId);
    const hold = await send('placeLegalHold', eraser.put(HOLDS, { email: changed.email, reason: 'Lawsuit' }));
    await send('listLegalHolds', eraser.get(HOLDS));
    await send('getLegalHold', eraser.get(`${HOLDS}/${hold.body.id}`));
    await send('liftLegalHold', eraser.delete(`${HOLDS}/${hold.body.id}`));
    await app.app.get(SyncUndo).undo({ companyId, syncId });
    await signIn(send);
    await send('getMe', admin.get(ME));
    await send('updateMe', admin.patch(ME, { digest: false }));
    await send('getCompanySettings', admin.get(COMPANY_SETTINGS));
    await send('updateCompanySettings', admin.patch(COMPANY_SETTINGS, { reminders: true }));
    const { link } = await linkedRecipient(app, companyId);
    await send('showReminderWishes', app.anonymous().get(new URL(link).pathname));
    const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(link, { method: 'POST', body: oneClick })).status).toBe(200);
    await send('listPeople', admin.get(PEOPLE));
    for (const query of [`${ofTeam.replace('&deleted=true', '')}&q=new`, '?q=new', `?ids=${assigneeId}`])
      expect((await admin.get(PEOPLE + query)).status).toBe(200);
    await send('listUsers', admin.get(`${USERS}?ids=${admin.userId}`));
    expect((await admin.get(`${USERS}?q=user&role=ADMIN`)).status).toBe(200);
    const newUser = { email: 'walked@example.com', name: 'Walked', role: 'MANAGER' };
    const { id: userId } = (await send('createUser', admin.post(USERS, newUser))).body as { id: string };
    await send('getUser', admin.get(`${USERS}/${userId}`));
    await send(
      'updateUser',
      admin.patch(`${USERS}/${userId}`, { employeeId: null, role: 'ADMIN', active: false }),
    );
    await send('endUserSessions', admin.delete(`${USERS}/${userId}/sessions`));
    const user = { ...newUser, email: 'bulk@example.com' };
    const bulkUsers = [
      { operation: 'create', user },
      { operation: 'update', email: user.email, user: { name: 'Other' } },
      { operation: 'update', id: userId, user: { active: true, email: 'other@example.com' } },
    ];
    const changedUsers = await send('changeUsers', admin.post(BULK_USERS, { rows: bulkUsers }));
    expect(changedUsers.body).toMatchObject({ results: bulkUsers.map(() => ({ status: 200 })) });
    const { id: apiKeyId } = (await send('createApiKey', admin.post(API_KEYS, { name: 'Walked' }))).body as {
      id: string;
    };
    await send('rotateApiKey', admin.post(`${API_KEYS}/${apiKeyId}/rotate`));
    await send('listApiKeys', admin.get(API_KEYS));
    await send('revokeApiKey', admin.delete(`${API_KEYS}/${apiKeyId}`));
    await send('listCompanyAreas', admin.get(COMPANY_HIERARCHY));
    await send('listCompanyGroups', admin.get(COMPANY_GROUPS));
    await send('listCompanyCharacteristics', admin.get(COMPANY_CHARACTERISTICS));
    const rows = [
      { operation: 'invite', employee: workforce.full() },
      { operation: 'end', email: person.email },
      { operation: 'invite', employee: { email: person.email } },
      { operation: 'update', email: person.email, employee: { externalId: 'moved' } },
      { operation: 'invite', employee: { externalId: person.externalId } },
    ];
    const { body: bulk } = await send('changeEmployees', hr.post(BULK, { rows }));
    expect(bulk.results.map(({ status }: { status: number }) => status)).toEqual([200, 200, 200, 200, 200]);
    const clock = await app.integration(['timesheets:write'], companyId);
    const worked = { email: person.email, startTime: '2026-03-02T08:00:00Z' };
    const entries = ['1', '2', '1', '2'].map((externalId, index) =>
      index === 3
        ? { operation: 'delete', externalId }
        : { operation: 'put', externalId, entry: { ...worked, active: index > 0 } },
    );
    const putById = { operation: 'put', id: newId(), entry: worked };
    const { body: timesheets } = await send(
      'changeTimesheets',
      clock.post(BULK_TIMESHEETS, { rows: [...entries, putById] }),
    );
    expect(timesheets.results.map(({ status }: { status: number }) => status)).toEqual([
      200, 200, 200, 200, 200,
    ]);
    const { body: later } = await clock.post(BULK_TIMESHEETS, { rows: entries.slice(2).toReversed() });
    expect(later.results.map(({ status }: { status: number }) => status)).toEqual([404, 200]);
    expect(
      (await clock.post(BULK_TIMESHEETS, { rows: [{ operation: 'delete', externalId: '1' }] })).status,
    ).toBe(200);
    const structure = await app.integration(STRUCTURE_SCOPES, companyId);
    for (const [operationId, open] of Object.entries(structureWrites(() => structure))) {
      const write = await open();
      await send(operationId, write.send());
    }
    const { body: giving } = await structure.post(AREAS, { name: 'Giving way' });
    const { body: moving } = await hr.post(INVITE, employeeBody({ hierarchyId: giving.id }));
    expect((await structure.delete(`${AREAS}/${giving.id}?moveTo=${workforce.team.id}`)).status).toBe(200);
    expect((await hr.post(INVITE, employeeBody({ hierarchyId: 'nothing' }))).status).toBe(400);
    await hr.delete(byEmail(moving.email));
    await send('deleteEmployeeByEmail', hr.delete(byEmail(person.email)));
    await send('deleteEmployeeByExternalId', hr.delete(byExternalId(other.externalId)));
    await send('listAreas', hr.get(HIERARCHY));
    await send('listGroups', hr.get(GROUPS));
    await send('listCharacteristics', hr.get(CHARACTERISTICS));
    await send('listTimesheets', hr.get(`${TIMESHEETS}?email=${person.email}`));
    await send('listDeletedTimesheets', hr.get(DELETED_TIMESHEETS));
    const changes = await app.integration(['changes:read', 'employees:read'], companyId);
    await send('listChanges', changes.get(CHANGES));
    const { body: feed } = await send('listCompanyChanges', admin.get(COMPANY_CHANGES));
    expect((await admin.get(`${COMPANY_CHANGES}?after=${feed.cursor}&wait=2`)).status).toBe(200);
    const key = await app.integration(['webhooks:manage', 'employees:read'], companyId);
    for (const [infix, caller, path, type] of [
      ['', key, WEBHOOKS, 'employee.changed'],
      ['Company', admin, COMPANY_WEBHOOKS, 'plan.changed'],
    ] as const) {
      const input = { url: 'https://receiver.invalid/', types: [type] };
      const { body: made } = await send(`create${infix}Webhook`, caller.post(path, input));
      const webhook = `${path}/${made.id}`;
      const messageId = newId();
      await app.sql(
        `INSERT INTO webhook_message (company_id, webhook_id, id, type, status, created_at)
         VALUES ($1, $2, $3, 'changes.waiting', 'FAILED', now())`,
        [companyId, made.id, messageId],
      );
      const since = new Date().toISOString();
      await send(`list${infix}Webhooks`, caller.get(path));
      await send(`get${infix}Webhook`, caller.get(webhook));
      await send(`rotate${infix}WebhookSecret`, caller.post(`${webhook}/rotate`));
      await send(`test${infix}Webhook`, caller.post(`${webhook}/test`));
      await send(`list${infix}WebhookDeliveries`, caller.get(`${webhook}/deliveries?status=FAILED`));
      const retry = `${webhook}/deliveries/${messageId}/retry`;
      await send(`retry${infix}WebhookDelivery`, caller.post(retry));
      await send(`replay${infix}Webhook`, caller.post(`${webhook}/replay`, { since }));
      await send(`update${infix}Webhook`, caller.patch(webhook, { enabled: false }));
      await send(`delete${infix}Webhook`, caller.delete(webhook));
    }
    await provision();
    await access(send);
    await erase(send);
    await expire();
    const { body: audit } = await send('listAuditRecords', admin.get('/api/v1/company/audit'));
    await send('getAuditRecord', admin.get(`/api/v1/company/audit/${audit.result[0].id}`));
    return answers;
  }

  /** Makes archives for a key and an admin, and ends one. */
  async function access(
    send: (operationId: string, answer: Promise<Answer>) => Promise<Answer>,
  ): Promise<void> {
    const { app, companyId, workforce, admin } = fixture;
    const { externalId } = await workforce.invited();
    await putLive(app, companyId, [timesheetRecord({ email: undefined, externalId })]);
    const officer = await app.integration(['people:access'], companyId);
    for (const [suffix, path, caller] of [
      ['', ACCESSES, officer],
      ['AsAdmin', ADMIN_ACCESSES, admin],
    ] as const) {
      const { body } = await send(`createAccess${suffix}`, caller.post(path, { externalId }));
      const { link } = await eventually(async () => {
        const answer = await send(`getAccess${suffix}`, caller.get(`${path}/${body.id}`));
        expect(answer.body.state).toBe('READY');
        return answer.body as { link: string };
      });
      await send('downloadPersonalData', app.anonymous().get(new URL(link).pathname));
      await send(`endAccess${suffix}`, caller.delete(`${path}/${body.id}`));
    }
  }

  /** Signs in by a code and by a token, and out. */
  async function signIn(
    send: (operationId: string, answer: Promise<Answer>) => Promise<Answer>,
  ): Promise<void> {
    const { app, companyId } = fixture;
    const { email } = await userWith(app, companyId);
    await send('requestSignInCode', app.anonymous().post(CODES, { email }));
    const code = await eventually(() => outboxCode(app));
    const { body } = await send('signIn', app.anonymous().post(SESSIONS, { email, code }));
    const session = { headers: { SessionId: body.sessionId as string } };
    await send('signOut', app.anonymous().delete(`${SESSIONS}/current`, session));
    const provider = { issuer: 'https://login.example.com', clientIds: ['an-app'] };
    await setSignIn(app, companyId, provider);
    const providers = app.app.get(IdentityProviders, { strict: false });
    const { issuer: iss, clientIds: aud } = provider;
    const claims = { iss, aud, sub: 'S', email, email_verified: true, nonce: 'n', iat: 1, exp: 2 };
    jest.spyOn(providers, 'read').mockReturnValue({ issuer: iss, audiences: aud });
    jest.spyOn(providers, 'verify').mockResolvedValue(claims);
    for (const idToken of ['a.a.a', 'b.b.b'])
      expect((await app.anonymous().post(SESSIONS, { idToken, nonce: 'n' })).status).toBe(200);
    jest.restoreAllMocks();
    await app.app.get(SignInUpkeepJob, { strict: false }).run(new AbortController().signal);
  }

  /** Erases a person, of whom there is something in every table. */
  async function erase(
    send: (operationId: string, answer: Promise<Answer>) => Promise<Answer>,
  ): Promise<void> {
    const { app, companyId, workforce } = fixture;
    const eraser = await app.integration(['people:erase'], companyId);
    for (const keepTimesheets of [false, true]) {
      const { externalId } = await workforce.invited();
      await putLive(app, companyId, [timesheetRecord({ email: undefined, externalId })]);
      const request = { externalId, reason: 'x', keepTimesheets };
      expect((await eraser.post(ERASURES, { ...request, dryRun: true })).status).toBe(200);
      const { body } = await send('createErasure', eraser.post(ERASURES, request));
      const path = `${ERASURES}/${body.id}`;
      await eventually(async () => {
        expect((await send('getErasure', eraser.get(path))).body.state).toBe('DONE');
      });
      await send('allowPersonAgain', eraser.patch(path, { allowAgain: true, reason: 'x' }));
    }
    await send('listErasures', eraser.get(ERASURES));
  }

  /** Does a run of the retention, of every kind, beside a person who is held. */
  async function expire(): Promise<void> {
    const { app, admin, companyId } = fixture;
    const periods = { leaversMonths: 1, timesheetsYears: 1, closedPlansYears: 1, auditDays: 30 };
    await admin.patch(COMPANY_SETTINGS, { retention: { ...periods, warnByMail: true } });
    const signal = new AbortController().signal;
    await app.app.get(RetentionSchedule).round(signal);
    await app.sql(
      `INSERT INTO legal_hold (company_id, id, is_of_company, employee_ids, user_ids, reason, placed_at)
       VALUES ($1, 'h', false, '{x}', '{y}', 'x', now())`,
      [companyId],
    );
    await app.sql(
      `WITH closed AS (UPDATE plan_action SET status = 'COMPLETED', updated_at = '2015-01-01' WHERE company_id = $1)
       UPDATE action_plan SET updated_at = '2015-01-01' WHERE company_id = $1`,
      [companyId],
    );
    await putLive(app, companyId, [
      timesheetRecord({ startTime: '2015-01-01T08:00:00.000Z', endTime: null, breaks: null }),
    ]);
    await app.sql('UPDATE retention_setting SET next_run_at = now() WHERE company_id = $1', [companyId]);
    const removed: Record<string, unknown> = {};
    const step = (kind: string, count: unknown): Promise<void> => {
      removed[kind] = count;
      return Promise.resolve();
    };
    await app.app.get(RetentionRuns).run(companyId, { signal, progress: {}, step });
    expect(removed).toMatchObject({ timesheets: expect.any(Number), closedPlans: expect.any(Number) });
    await app.app.get(RetentionSchedule).round(signal);
  }

  /** Sends each operation of SCIM, which the document does not have. */
  async function provision(): Promise<void> {
    const provider = await scimClient(fixture.app, fixture.companyId);
    const sent = {
      userName: 'scim@example.com',
      externalId: 'S',
      [WORKFORCE]: { area: fixture.workforce.team.id },
    };
    const { body: user } = await provider.post(SCIM_USERS, sent);
    const path = `${SCIM_USERS}/${user.id}`;
    const change = (...Operations: object[]) => provider.patch(path, { Operations });
    for (const query of ['', '?cursor', '?sortBy=id', '?filter=userName+eq+x', '?filter=externalId+eq+x'])
      expect((await provider.get(SCIM_USERS + query)).status).toBe(200);
    expect((await provider.get(`${SCIM_USERS}?filter=emails+eq+x`)).status).toBe(200);
    const profile = [{ characteristic: fixture.workforce.shift.name, value: 'Late' }];
    expect((await change({ op: 'add', path: `${WORKFORCE}:profile`, value: profile })).status).toBe(204);
    expect((await provider.put(path, sent)).status).toBe(200);
    expect((await change({ op: 'replace', path: 'active', value: false })).status).toBe(204);
    expect((await change({ op: 'replace', path: 'active', value: true })).status).toBe(204);
    const members = [{ value: user.id }];
    const { body: group } = await provider.post(SCIM_GROUPS, { displayName: 'Group', members });
    const groupPath = `${SCIM_GROUPS}/${group.id}`;
    for (const query of [SCIM_GROUPS, groupPath, `${groupPath}?excludedAttributes=members`])
      expect((await provider.get(query)).status).toBe(200);
    expect((await provider.get(`${SCIM_GROUPS}?filter=members+eq+"${user.id}"`)).status).toBe(200);
    expect((await provider.put(groupPath, { displayName: 'Other', members: [] })).status).toBe(200);
    const Operations = [{ op: 'add', path: 'members', value: members }];
    expect((await provider.patch(groupPath, { Operations })).status).toBe(204);
    expect((await provider.delete(groupPath)).status).toBe(204);
    expect((await provider.delete(path)).status).toBe(204);
    expect((await provider.post(SCIM_USERS, sent)).body.id).toBe(user.id);
  }

  it('name one company, use shared tables only, or are listed with a reason', async () => {
    const answers = await walk();
    expect(Object.keys(answers).sort()).toEqual(
      DOCUMENTED_REQUESTS.map(({ operationId }) => operationId).sort(),
    );
    const refused = Object.entries(answers).filter(([, { status }]) => status >= 300);
    expect(refused.map(([operation, { status }]) => `${operation} ${status}`)).toEqual([
      'downloadExport 404',
    ]);
    const names = await fixture.app.sql<{ name: string }>(BY_COMPANY, [REFERENCE_TABLES]);
    const distribution = {
      byCompany: new Set(names.map(({ name }) => name)),
      local: new Set(LOCAL_TABLES),
    };
    const isAcross = (text: string): boolean =>
      isDistributed(text, distribution) && !namesCompanies(text, distribution);
    const across = [...texts].filter(([, text]) => isAcross(text)).map(([name]) => name);
    const isListed = (name: string): boolean => ACROSS_COMPANIES.some(([statement]) => statement.test(name));
    expect(across.filter((name) => !isListed(name))).toEqual([]);
    const refusals = [...texts].map(([name, text]) => [name, ...refusalsOf(text, distribution)] as const);
    expect(refusals.filter(([, refusal]) => refusal !== undefined)).toEqual([]);
    expect([...texts.values()].filter((text) => CHANGE_OF_ROWS.test(text))).toEqual([]);
    const { app } = fixture;
    for (const table of TRACKED_TABLES) {
      const company = table === 'announcement_template' ? `''` : 'r.company_id';
      const rows = await app.sql(
        `SELECT r.* FROM ${table} r LEFT JOIN change_set s ON s.company_id = ${company} AND s.id = r.change_set
         WHERE s.xmin IS DISTINCT FROM r.xmin`,
      );
      expect([table, rows]).toEqual([table, []]);
    }
  });
});
