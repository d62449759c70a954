import { setTimeout as sleep } from 'node:timers/promises';
import { PLANS } from '../../support/builders/plan.js';
import { runSql } from '../../support/databases.js';
import type { Person } from '../../support/fleet.js';
import { isDone, type Call, type CallResult } from './calls.js';
import type { Deployment } from './deployment.js';
import type { Finding } from './program.js';

const SETTLE_LIMIT_MS = 60_000;
const MAX_DUPLICATES = 0.01;

export interface WantedExport {
  readonly person: Person;
  readonly planId: string;
}

export interface AcceptedExport {
  readonly id: string;
  readonly email: string;
}

export type SendAs = (person: Person, call: Call) => Promise<CallResult>;

/** Pairs of a person and a plan, each once, because a second request joins the first. */
export async function prepareExports(
  count: number,
  people: readonly Person[],
  send: SendAs,
): Promise<WantedExport[]> {
  const wanted: WantedExport[] = [];
  for (let number = 1; wanted.length < count; number++) {
    const json = { title: { defaultValue: `Exported plan ${number}` }, visibility: 'PUBLIC' };
    const { body } = await send(people[0]!, { method: 'POST', path: PLANS, json });
    const { id: planId } = JSON.parse(body) as { id: string };
    wanted.push(...people.map((person) => ({ person, planId })));
  }
  return wanted.slice(0, count);
}

/** Asks for an export until it is accepted. */
export async function requestExport({ person, planId }: WantedExport, send: SendAs): Promise<AcceptedExport> {
  for (;;) {
    const result = await send(person, { method: 'POST', path: `${PLANS}/${planId}/excel` });
    if (isDone(result)) return { id: result.headers.location!.split('/').at(-1)!, email: person.email };
    await sleep(200);
  }
}

/** Waits until no export is left, for as long as that may take. @returns how many are left */
export async function settle(databaseUrl: string, lastFaultAt: number): Promise<number> {
  for (;;) {
    const [row] = await runSql<{ count: number }>(
      databaseUrl,
      `SELECT count(*)::integer AS count FROM plan_export WHERE status <> 'SENT'`,
    );
    if (row!.count === 0 || performance.now() - lastFaultAt > SETTLE_LIMIT_MS) return row!.count;
    await sleep(100);
  }
}

export async function judgeMails(
  { mail, postgres }: Deployment,
  accepted: readonly AcceptedExport[],
): Promise<Finding[]> {
  const rows = await runSql<{ id: string; status: string }>(
    postgres.url,
    'SELECT id, status FROM plan_export',
  );
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  const lost = accepted.filter(({ id }) => statuses.get(id) !== 'SENT');
  const unknown = mail.deliveries.filter(
    ({ message: { messageId } }) => !rows.some(({ id }) => messageId?.includes(id)),
  );
  const messageIds = new Set(mail.deliveries.map(({ message: { messageId } }) => messageId));
  const unsent = accepted.filter(
    ({ id, email }) => !mail.to(email).some(({ message: { messageId } }) => messageId?.includes(id)),
  );
  const duplicates = mail.deliveries.length - messageIds.size;
  return [
    {
      promise: 'no accepted export is missing, and each has its mail',
      seen: `${accepted.length} accepted, ${lost.length} not recorded as sent, ${unsent.length} without a mail`,
      holds: lost.length === 0 && unsent.length === 0,
    },
    {
      promise: 'at most 1 % of the mails come twice, and then with one Message-ID',
      seen:
        `${mail.deliveries.length} mails with ${messageIds.size} Message-IDs for ${rows.length} exports, ` +
        `${duplicates} twice, ${unknown.length} of no export`,
      holds:
        duplicates <= MAX_DUPLICATES * accepted.length &&
        unknown.length === 0 &&
        messageIds.size <= rows.length,
    },
  ];
}
