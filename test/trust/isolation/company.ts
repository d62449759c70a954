import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROLES, SCOPES, type Role, type Scope } from '../../../src/shared-kernel/actor.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { employeeRecord } from '../../support/builders/employee.js';
import { actionRecord, noteRecord, planRecord, PLANS, type Body } from '../../support/builders/plan.js';
import {
  area,
  characteristic,
  group,
  type CharacteristicRecord,
} from '../../support/builders/segmentation.js';
import { changeRecord, deletedTimesheetRecord, timesheetRecord } from '../../support/builders/timesheet.js';
import type { Administration } from '../harness/administration.js';
import { addScimUser } from './scim.js';

/** The same in every company; an employee of each has them. */
export const COMMON_EMAIL = 'jo@example.com';
export const COMMON_EXTERNAL_ID = 'HR-1';

/** A credential, and the header that carries it. */
export interface Caller {
  readonly name: string;
  /** Area and rights of a valid credential. */
  readonly credential?: { readonly area: 'session' | 'apiKey'; readonly rights: readonly string[] };
  readonly headers: Readonly<Record<string, string>>;
}

/** A company whose every text has its canary, with callers of every role and scope. */
export interface Company {
  readonly id: string;
  /** In every text, in lower or upper case. */
  readonly canary: string;
  readonly callers: readonly Caller[];
  /** By the names of parameters in paths, and of those that a query must have. */
  readonly ids: Readonly<Record<string, string>>;
  /** Ids of each kind that a body or a query may refer to. */
  readonly references: Readonly<Record<string, string>>;
  /** Every id of its data. */
  readonly allIds: readonly string[];
  readonly adminEmail: string;
}

interface User {
  readonly userId: string;
  readonly sessionId: string;
}

export async function addCompany(service: Administration, canary: string): Promise<Company> {
  const id = await service.addCompany(`Company ${canary}`);
  const users = {} as Record<Role, User>;
  const email = (role: Role): string => `${role.toLowerCase()}@${canary}.example.com`;
  for (const role of ROLES)
    users[role] = await service.addUser(id, role, { name: `${role} ${canary}`, email: email(role) });
  const data = dataOf(canary, users.ADMIN.userId);
  await importData(service, id, canary, data.records);
  await service.linkUser(id, users.ADMIN.userId);
  const recordId = await recordChange(service, data.ids['planId']!, users.ADMIN.sessionId, canary);
  const syncId = await addSync(service, id, canary, data.ids['areaId']!);
  const privacy = await addPrivacy(service, id, canary);
  const keys: Caller[] = [];
  for (const scopes of [SCOPES, ...SCOPES.map((scope) => [scope])]) {
    const serviceAPIKey = await service.addApiKey(id, scopes, `Key ${canary}`);
    const credential = { area: 'apiKey' as const, rights: scopes };
    keys.push({ name: `key of ${scopes.join(' and ')}`, credential, headers: { serviceAPIKey } });
  }
  const spare = await addSpare(service, id, canary);
  const webhook = await addWebhooks(service, id, canary, {
    userId: users.ADMIN.userId,
    apiKeyId: await ofOneRotation(service, keys, 'webhooks:manage'),
  });
  const scimUserId = await addScimUser(
    service,
    keys[0]!.headers['serviceAPIKey']!,
    canary,
    data.ids['groupId']!,
    data.ids['assigneeId']!,
  );
  return {
    id,
    canary,
    ids: {
      ...{
        ...data.ids,
        ...webhook,
        ...privacy,
        recordId,
        syncId,
        scimUserId,
        source: canary,
        list: 'added',
        ids: users.ADMIN.userId,
        ...spare,
      },
      ...{ employeeEmail: `person@${canary}.example.com`, externalId: `person-${canary}` },
    },
    references: { ...data.references, user: users.ADMIN.userId, company: id },
    allIds: idsIn([
      data.records,
      id,
      scimUserId,
      Object.values(spare),
      Object.values(users).map(({ userId }) => userId),
    ]),
    adminEmail: email('ADMIN'),
    callers: [
      ...ROLES.map((role) => ({
        name: role,
        credential: { area: 'session' as const, rights: [role] },
        headers: { SessionId: users[role].sessionId },
      })),
      ...keys,
    ],
  };
}

/** A sync whose every text has the canary, with a person, and its source. @returns its id */
async function addSync(
  service: Administration,
  companyId: string,
  canary: string,
  areaId: string,
): Promise<string> {
  const syncId = newId();
  const issues = [
    {
      path: `[0].${canary}`,
      code: canary.toUpperCase(),
      message: canary,
      value: canary,
      line: 1,
      column: canary,
    },
  ];
  const changes = [
    { property: canary, from: canary, to: canary },
    { property: 'hierarchyId', from: areaId, to: areaId },
  ];
  await service.sql(
    `INSERT INTO employee_sync (company_id, id, source, status, issues, columns, applies_when_ready, added, changed,
      ended, unchanged, skipped, created_by, finished_at, undone_at)
     VALUES ($1, $2, $3, 'APPLIED', $4, $5, false, 1, 0, 0, 0, 0, 'key', now(), now())`,
    [
      ...[companyId, syncId, canary, JSON.stringify(issues)],
      JSON.stringify([{ header: `Shift ${canary}`, values: [canary], property: `profile.${canary}` }]),
    ],
  );
  await service.sql(
    `INSERT INTO employee_sync_row (company_id, sync_id, kind, position, employee_id, external_id, email, changes,
      issues, is_move)
     VALUES ($1, $2, 'added', 0, $3, $4, $5, $6, $7, false)`,
    [
      ...[companyId, syncId, newId(), canary, `sync@${canary}.example.com`],
      ...[JSON.stringify(changes), JSON.stringify(issues)],
    ],
  );
  const columns = { [canary]: `profile.${canary}` };
  await service.sql(
    `INSERT INTO employee_source (company_id, source, document, created_at, updated_at)
     VALUES ($1, $2, $3, now(), now())`,
    [
      ...[companyId, canary],
      JSON.stringify({
        ...{ columns, dateFormat: 'yyyy-MM-dd', listSeparator: ';', endColumn: canary, sheet: canary },
        ...{ nameColumns: [canary], noDates: [canary] },
        ...{ leaveOut: { [canary]: [canary] }, mainRows: { [canary]: [canary] } },
      }),
    ],
  );
  return syncId;
}

/** A request for access, an erasure and a hold on a person whose every text has the canary. @returns their ids */
async function addPrivacy(
  service: Administration,
  companyId: string,
  canary: string,
): Promise<{ accessId: string; erasureId: string; holdId: string }> {
  const [accessId, erasureId, holdId] = [newId(), newId(), newId()];
  await service.sql(
    `INSERT INTO person_access (company_id, id, state, person, language, requested_by, counts, finished_at, expires_at)
     VALUES ($1, $2, 'READY', $3, 'en', 'key', '{"employees":1}', now(), now() + interval '1 day')`,
    [companyId, accessId, JSON.stringify({ companyId, employeeIds: [], userIds: [], emailKeys: [canary] })],
  );
  await service.sql(
    `INSERT INTO person_erasure (company_id, id, state, counts, reason, requested_by, finished_at, allowed_again_at)
     VALUES ($1, $2, 'DONE', '{"employees":1}', $3, 'key', now(), now())`,
    [companyId, erasureId, canary],
  );
  await service.sql(
    `INSERT INTO legal_hold (company_id, id, is_of_company, employee_ids, user_ids, reason, placed_at)
     VALUES ($1, $2, false, $3, $3, $4, now())`,
    [companyId, holdId, [newId()], canary],
  );
  return { accessId, erasureId, holdId };
}

/**
 * Makes the keys with a scope those of one rotation: a key sees what belongs to one of them.
 * @returns the id of the first
 */
async function ofOneRotation(
  service: Administration,
  keys: readonly Caller[],
  scope: Scope,
): Promise<string> {
  const [first, ...others] = keys
    .filter(({ credential }) => credential!.rights.includes(scope))
    .map(({ headers }) => headers['serviceAPIKey']!.split('_')[1]!);
  await service.sql('UPDATE api_key SET first_key_id = $1 WHERE id = ANY ($2)', [first, others]);
  return first!;
}

/** A user and a key with which no caller comes: operations end them. */
async function addSpare(
  service: Administration,
  companyId: string,
  canary: string,
): Promise<{ userId: string; apiKeyId: string; linkedId: string }> {
  const { userId } = await service.addUser(companyId, 'MANAGER', {
    ...{ name: `Spare ${canary}`, email: `spare@${canary}.example.com` },
  });
  const key = await service.addApiKey(companyId, ['employees:read'], `Spare ${canary}`);
  const apiKeyId = key.split('_')[1]!;
  const employeeId = newId();
  await service.sql('UPDATE user_account SET employee_id = $2 WHERE id = $1', [userId, employeeId]);
  await service.sql('UPDATE api_key SET created_by = $2, last_used_at = now() WHERE id = $1', [
    apiKeyId,
    userId,
  ]);
  return { userId, apiKeyId, linkedId: employeeId };
}

/** Disabled webhooks of a key and of a user whose every text has the canary, with a message. @returns ids of the key's */
async function addWebhooks(
  service: Administration,
  companyId: string,
  canary: string,
  { userId, apiKeyId }: { readonly userId: string; readonly apiKeyId: string },
): Promise<{ webhookId: string; deliveryId: string }> {
  const [webhookId, deliveryId] = [newId(), newId()];
  for (const [id, owner] of [
    [webhookId, { apiKeyId }],
    [newId(), { userId }],
  ] as const)
    await service.sql(
      `INSERT INTO webhook (company_id, id, url, types, description, user_id, api_key_id, scopes, secret,
        previous_secret,
         previous_until, disabled_reason, disabled_at, failing_since, place, company_position, catalogue_position,
         created_at, updated_at)
       VALUES ($1, $2, $3, '{plan.changed}', $4, $5, $6, '{}', '', '', now() + interval '1 day', 'FAILING', now(),
         now(), '', 0, 0, now(), now())`,
      [
        ...[companyId, id, `https://${canary}.example.com`, canary],
        'userId' in owner ? owner.userId : null,
        'apiKeyId' in owner ? owner.apiKeyId : null,
      ],
    );
  const attempt = { at: new Date().toISOString(), durationMs: 1, reason: canary, answer: canary };
  await service.sql(
    `INSERT INTO webhook_message (company_id, webhook_id, id, type, object_id, status, log, created_at, due_at)
     VALUES ($1, $2, $3, 'employee.changed', $4, 'WAITING', $5, now(), now() + interval '1 day')`,
    [companyId, webhookId, deliveryId, newId(), JSON.stringify([attempt])],
  );
  return { webhookId, deliveryId };
}

/** Missing, malformed, unknown, expired and revoked credentials. */
export async function uselessCallers(service: Administration, { id, callers }: Company): Promise<Caller[]> {
  const [sessionOf, keyOf] = [
    async (change: string): Promise<Record<string, string>> => {
      const { userId, sessionId } = await service.addUser(id, 'ADMIN');
      await service.sql(change, [userId]);
      return { SessionId: sessionId };
    },
    async (change: string): Promise<Record<string, string>> => {
      const key = await service.addApiKey(id);
      await service.sql(change, [key.split('_')[1]]);
      return { serviceAPIKey: key };
    },
  ];
  const [admin, key] = [callers[0]!.headers['SessionId']!, callers.at(-5)!.headers['serviceAPIKey']!];
  const headers: Record<string, Record<string, string>> = {
    nothing: {},
    'empty credentials': { SessionId: '', serviceAPIKey: '' },
    'credentials without form': { SessionId: 'x', serviceAPIKey: 'x' },
    'unknown credentials': {
      SessionId: 'A'.repeat(59),
      serviceAPIKey: `wes_${'0'.repeat(24)}_${'A'.repeat(59)}`,
    },
    'credentials in the wrong header': { SessionId: key, serviceAPIKey: admin },
    'credentials with a space': { SessionId: `${admin} x`, serviceAPIKey: `${key} x` },
    'an expired session': await sessionOf('UPDATE session SET expires_at = now() WHERE user_id = $1'),
    'a revoked session': await sessionOf('UPDATE session SET revoked_at = now() WHERE user_id = $1'),
    'the session of a deactivated user': await sessionOf(
      'UPDATE user_account SET deactivated_at = now() WHERE id = $1',
    ),
    'an expired key': await keyOf('UPDATE api_key SET expires_at = now() WHERE id = $1'),
    'a revoked key': await keyOf('UPDATE api_key SET revoked_at = now() WHERE id = $1'),
  };
  return Object.entries(headers).map(([name, each]) => ({ name, headers: each }));
}

type Keyed = CharacteristicRecord & { readonly externalId: string };

function dataOf(
  canary: string,
  userId: string,
): { records: Body; ids: Record<string, string>; references: Record<string, string> } {
  const text = { defaultValue: `Text ${canary}`, langValues: { de: `Wort ${canary}` } };
  const keyed = <T extends { readonly id: string }>(one: T): T & { externalId: string } => {
    return { ...one, externalId: `${canary}-${one.id}` };
  };
  const areas = [keyed(area(`Area ${canary}`, area(`Team ${canary}`)))];
  const groups = [keyed(group(`Group ${canary}`))];
  const characteristics = [
    characteristic('DATE', `Start ${canary}`),
    characteristic('LIST', `Shift ${canary}`, `Early ${canary}`),
    characteristic('TREE', `Skill ${canary}`, `Baking ${canary}`),
  ].map((one) => keyed({ ...one, allowedValues: one.allowedValues.map(keyed), nodes: one.nodes.map(keyed) }));
  const [start, shift, skill] = characteristics as readonly Keyed[] as readonly [Keyed, Keyed, Keyed];
  const [areaId, groupId, valueId, leafId] = [
    areas[0]!.id,
    groups[0]!.id,
    shift.allowedValues[0]!.id,
    skill.nodes[0]!.id,
  ];
  const refersTo = {
    name: `Person ${canary}`,
    hierarchyId: areaId,
    managedHierarchies: [areaId],
    groupIds: [groupId],
    profile: [
      { id: start.id, date: '2024-03-01T00:00:00.000Z' },
      { id: shift.id, valueId },
      { id: skill.id, leafId },
    ],
  };
  const own = { email: `person@${canary}.example.com`, externalId: `person-${canary}` };
  const employees = [
    employeeRecord({ email: COMMON_EMAIL, externalId: COMMON_EXTERNAL_ID, ...refersTo }),
    employeeRecord({ ...own, ...refersTo }),
    // The employee of a user.
    employeeRecord({ email: `admin@${canary}.example.com`, externalId: `admin-${canary}`, ...refersTo }),
    employeeRecord({
      email: `left@${canary}.example.com`,
      externalId: `left-${canary}`,
      ...refersTo,
      deleted: true,
    }),
    // With them the area has enough people for a row of figures.
    ...['one', 'two'].map((name) =>
      employeeRecord({
        email: `${name}@${canary}.example.com`,
        externalId: `${name}-${canary}`,
        ...refersTo,
      }),
    ),
  ];
  const action = actionRecord({
    title: text,
    description: text,
    hierarchyIds: [areaId],
    groupIds: [groupId],
    characteristics: [
      { characteristicId: shift.id, id: valueId, questionType: 'LIST', value: `Value ${canary}` },
    ],
    // The second is the user who reads the action as an own one.
    assigneeStatuses: [employees[1]!, employees[2]!].map(({ id }) => ({
      assigneeId: id,
      status: 'COMPLETED',
      startedAt: '2026-01-02T08:00:00.000Z',
      completedAt: '2026-01-03T08:00:00.000Z',
    })),
    status: 'COMPLETED',
    completedAt: '2026-01-04T08:00:00.000Z',
    createdBy: userId,
    notes: [noteRecord({ authorId: userId, content: `Note ${canary}` })],
  });
  const plan = planRecord({ title: text, description: text, createdBy: userId, actions: [action] });
  const hidden = planRecord({ title: text, createdBy: userId, visibility: 'PRIVATE' });
  const plans = [plan, hidden];
  const entry = {
    ...own,
    timesheetExternalId: `T-${canary}`,
    periodType: `PERIOD_${canary.toUpperCase()}`,
    changeHistory: [
      changeRecord({
        periodType: `PERIOD_${canary.toUpperCase()}`,
        changeReason: `Reason ${canary}`,
        changedBy: { ...own, apiKeyId: newId() },
      }),
    ],
  };
  const timesheets = [
    timesheetRecord(entry),
    timesheetRecord({ email: COMMON_EMAIL, externalId: COMMON_EXTERNAL_ID }),
  ];
  const deletedTimesheets = [deletedTimesheetRecord({ ...entry, deletedReason: `Reason ${canary}` })];
  return {
    records: { areas, groups, characteristics, employees, plans, timesheets, deletedTimesheets },
    ids: {
      planId: plan.id,
      actionId: action.id,
      noteId: (action['notes'] as { id: string }[])[0]!.id,
      assigneeId: employees[1]!.id,
      privatePlanId: hidden.id,
      areaId,
      groupId,
      characteristicId: shift.id,
      valueId,
    },
    references: {
      area: areaId,
      group: groupId,
      characteristic: shift.id,
      value: valueId,
      leaf: leafId,
      employee: employees[1]!.id,
      plan: plan.id,
      action: action.id,
      timesheet: timesheets[0]!.id,
    },
  };
}

async function importData(
  service: Administration,
  companyId: string,
  name: string,
  records: Body,
): Promise<void> {
  const file = join(service.folder, `${name}.json`);
  await writeFile(file, JSON.stringify(records));
  await service.wes('import', '--company', companyId, file);
}

/** Changes a plan by the API. @returns the id of the audit record */
async function recordChange(
  service: Administration,
  planId: string,
  sessionId: string,
  canary: string,
): Promise<string> {
  const title = { defaultValue: `Change ${canary}`, langValues: { de: `Wandel ${canary}` } };
  const { status } = await fetch(`${service.baseUrl}${PLANS}/${planId}`, {
    method: 'PATCH',
    headers: { SessionId: sessionId, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title }),
  });
  if (status !== 200) throw new Error(`The plan was not changed: ${status}`);
  const [record] = await service.sql<{ id: string }>(
    `SELECT id FROM audit_record WHERE object_id = $1 AND operation = 'plan.update'`,
    [planId],
  );
  return record!.id;
}

/** Imports a plan that refers to people, areas and users of another company. @returns its id */
export async function addStrangePlan(
  service: Administration,
  { id, canary }: Company,
  { references }: Company,
): Promise<string> {
  const text = { defaultValue: `Strange ${canary}` };
  const action = actionRecord({
    title: text,
    hierarchyIds: [references['area']],
    groupIds: [references['group']],
    characteristics: [{ characteristicId: references['characteristic'], id: references['value'] }],
    assigneeStatuses: [{ assigneeId: references['employee'], status: 'PENDING' }],
    createdBy: references['user'],
    notes: [noteRecord({ authorId: references['user'], content: `Note ${canary}` })],
  });
  const plan = planRecord({ title: text, createdBy: references['user'], actions: [action] });
  await importData(service, id, `strange-${canary}`, { plans: [plan] });
  return plan.id;
}

function idsIn(value: unknown): string[] {
  return [...new Set(JSON.stringify(value).match(/\b[0-9a-f]{24}\b/g) ?? [])];
}
