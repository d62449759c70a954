import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TAKE_POSITION } from '../../../src/platform/database/change-sets.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { BULK, byExternalId, EMPLOYEES, INVITE } from '../../support/builders/employee.js';
import { PLANS } from '../../support/builders/plan.js';
import { characteristic } from '../../support/builders/segmentation.js';
import { TEMPLATES, templateBody } from '../../support/builders/template.js';
import { deletedTimesheetRecord, timesheetRecord } from '../../support/builders/timesheet.js';
import { openClient } from '../../support/databases.js';
import type { Fleet } from '../../support/fleet.js';
import { runWes } from '../../support/run-wes.js';
import { isDone, type Call, type Caller, type CallResult } from '../harness/calls.js';
import type { FeedCompany } from './company.js';
import { baseUrlOf } from './follower.js';

/** The deployment at the moment, and what was counted. */
export interface Target {
  readonly databaseUrl: string;
  readonly fleet: Fleet;
  readonly companies: readonly FeedCompany[];
  readonly caller: Caller;
  acknowledged: number;
  refused: number;
}

type Writer = (target: Target, company: FeedCompany) => Promise<void>;

const chance = (share: number): boolean => Math.random() < share;
const nameIn = ({ name }: FeedCompany): string => `${name}, ${Math.random()}`;
const anyOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)];

async function send(
  target: Target,
  credential: string | Readonly<Record<string, string>>,
  call: Call,
): Promise<CallResult> {
  const result = await target.caller.send(baseUrlOf(target.fleet.running('api')), credential, call);
  if (isDone(result)) target.acknowledged++;
  else if (result.status === 0 || result.status >= 500) target.refused++;
  await sleep(50);
  return result;
}

/** Invites, changes and ends people. */
const people: Writer = async (target, company) => {
  const externalId = anyOf(company.externalIds);
  if (externalId === undefined || chance(0.3)) {
    const json = { externalId: newId(), name: nameIn(company) };
    if (isDone(await send(target, company.key, { method: 'POST', path: INVITE, json })))
      company.externalIds.push(json.externalId);
    return;
  }
  const path = byExternalId(externalId);
  if (chance(0.2)) await send(target, company.key, { method: 'DELETE', path });
  else await send(target, company.key, { method: 'PUT', path, json: { name: nameIn(company) } });
};

/** Invites, changes and ends several people by one request. */
const bulk: Writer = async (target, company) => {
  const rows = Array.from({ length: 10 }, () => {
    const externalId = anyOf(company.externalIds);
    if (externalId === undefined || chance(0.3))
      return { operation: 'invite', employee: { externalId: newId(), name: nameIn(company) } };
    if (chance(0.2)) return { operation: 'end', externalId, turnoverDate: '2027-01-31T00:00:00.000Z' };
    return { operation: 'update', externalId, employee: { name: nameIn(company) } };
  });
  const result = await send(target, company.key, { method: 'POST', path: BULK, json: { rows } });
  if (!isDone(result)) return;
  const { results } = JSON.parse(result.body) as { results: readonly { status: number }[] };
  results.forEach(({ status }, index) => {
    const row = rows[index];
    if (status === 200 && row?.employee && 'externalId' in row.employee)
      company.externalIds.push(row.employee.externalId ?? '');
  });
};

/** Syncs the staff of a source, in which people come, change and leave. */
const syncs: Writer = async (target, company) => {
  const { staff } = company;
  const leaver = anyOf([...staff.keys()]);
  if (leaver !== undefined && chance(0.5)) staff.delete(leaver);
  const changed = anyOf([...staff.keys()]);
  if (changed !== undefined) staff.set(changed, nameIn(company));
  for (let index = 0; index < 3; index++) staff.set(newId(), nameIn(company));
  const json = [...staff].map(([externalId, name]) => ({ externalId, name }));
  const created = await send(target, company.key, {
    method: 'POST',
    path: `${EMPLOYEES}/syncs?source=hr&apply=true&adopt=true`,
    json,
  });
  const path = created.headers.location;
  for (let polls = 0; path !== undefined && polls < 50; polls++) {
    const answer = await send(target, company.key, { method: 'GET', path });
    if (!isDone(answer)) continue;
    const { status } = JSON.parse(answer.body) as { status: string };
    if (['APPLIED', 'FAILED', 'BLOCKED'].includes(status)) return;
  }
};

/** Creates plans, changes who may read them and what is in them, and deletes them. */
const plans: Writer = async (target, company) => {
  const { sessionId } = anyOf(company.people)!;
  const planId = anyOf(company.planIds);
  const title = { defaultValue: nameIn(company) };
  const visibility = chance(0.5) ? 'PUBLIC' : 'PRIVATE';
  if (planId === undefined || chance(0.2)) {
    const result = await send(target, sessionId, {
      method: 'POST',
      path: PLANS,
      json: { title, visibility },
    });
    if (isDone(result)) company.planIds.push((JSON.parse(result.body) as { id: string }).id);
    return;
  }
  const path = `${PLANS}/${planId}`;
  if (chance(0.1)) await send(target, sessionId, { method: 'DELETE', path });
  else if (chance(0.4)) await send(target, sessionId, { method: 'PATCH', path, json: { visibility } });
  else if (chance(0.5)) await send(target, sessionId, { method: 'PATCH', path, json: { title } });
  else {
    const action = await send(target, sessionId, {
      method: 'POST',
      path: `${path}/actions`,
      json: { title },
    });
    if (!isDone(action)) return;
    const { id } = JSON.parse(action.body) as { id: string };
    const json = { content: nameIn(company), visibility: chance(0.5) ? 'PRIVATE' : 'SHARED' };
    await send(target, sessionId, { method: 'POST', path: `${path}/actions/${id}/notes`, json });
  }
};

/** Creates, disables and deletes templates. */
const templates: Writer = async (target, company) => {
  const { sessionId } = company.people[0]!;
  const result = await send(target, sessionId, {
    method: 'POST',
    path: TEMPLATES,
    json: templateBody({ key: newId() }),
  });
  if (!isDone(result)) return;
  const path = `${TEMPLATES}/${(JSON.parse(result.body) as { id: string }).id}`;
  await send(target, sessionId, { method: 'PATCH', path, json: { enabled: chance(0.5) } });
  if (chance(0.7)) await send(target, sessionId, { method: 'DELETE', path });
  await sleep(200);
};

/** Imports entries, live and deleted, and a segmentation that loses and gains groups and areas. */
const imports: Writer = async (target, company) => {
  const live = Array.from({ length: 50 }, () => timesheetRecord());
  const gone = anyOf(company.entryIds);
  const deleted = gone === undefined ? [] : [deletedTimesheetRecord({ originalTimesheetId: gone })];
  const records = { timesheets: live, deletedTimesheets: deleted };
  if (await importFile(target, company, records)) company.entryIds.push(...live.map(({ id }) => id));
  for (const part of [company.groups, company.areas]) {
    const id = anyOf([...part.keys()]);
    if (id !== undefined && chance(0.5)) part.delete(id);
    else part.set(newId(), nameIn(company));
  }
  const listOf = (part: ReadonlyMap<string, string>) => [...part].map(([id, name]) => ({ id, name }));
  const areas = listOf(company.areas).map((area) => ({ ...area, children: [] }));
  const segmentation = {
    areas,
    groups: listOf(company.groups),
    characteristics: [characteristic('LIST', 'C', 'A')],
  };
  await importFile(target, company, segmentation, '--prune');
};

async function importFile(
  target: Target,
  company: FeedCompany,
  content: unknown,
  ...options: readonly string[]
): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'wes-feed-'));
  const file = join(folder, 'import.json');
  await writeFile(file, JSON.stringify(content));
  const args = ['import', '--company', company.id, file, ...options];
  const { exitCode } = await runWes(args, { DATABASE_URL: target.databaseUrl });
  if (exitCode === 0) target.acknowledged++;
  else target.refused++;
  await rm(folder, { recursive: true });
  return exitCode === 0;
}

/** Of each company. With the transactions that stay open, they are 16. */
export const WRITERS: readonly Writer[] = [people, bulk, syncs, plans, plans, templates, imports];

/** Writes a person in a transaction that commits seconds later, or not at all. */
export async function longTransaction({ databaseUrl, companies }: Target): Promise<void> {
  const { id: companyId } = anyOf(companies)!;
  const id = newId();
  const changeSet = randomUUID();
  const document = {
    profile: [],
    groupIds: [],
    managedHierarchies: [],
    id,
    activated: false,
    externalId: id,
  };
  try {
    const client = await openClient(databaseUrl);
    try {
      await client.query('BEGIN');
      await client.query(
        `INSERT INTO employee (
           company_id, id, external_id, activated, must_choose_profile, created_at, updated_at, document, change_set
         ) VALUES ($1, $2, $2, false, false, now(), now(), $3, $4)`,
        [companyId, id, JSON.stringify(document), changeSet],
      );
      await sleep(500 + 2_500 * Math.random());
      await client.query({ ...TAKE_POSITION, values: [companyId, changeSet, ['employee']] });
      await client.query(chance(0.8) ? 'COMMIT' : 'ROLLBACK');
    } finally {
      await client.end().catch(() => undefined);
    }
  } catch {
    await sleep(500); // the server is down
  }
}
