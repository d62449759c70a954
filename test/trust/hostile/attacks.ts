import { setTimeout as sleep } from 'node:timers/promises';
import { INVITE } from '../../support/builders/employee.js';
import { PATCH_OP, USERS } from '../../support/scim-fixture.js';
import { EMPLOYEE_TYPES, WEBHOOKS } from '../../support/webhook-fixture.js';
import { LINES_CSV, LINES_NDJSON, SYNCS, WORKBOOKS, XLSX, sparseWorkbook } from './files.js';
import { FloodingReceiver, UPGRADE, CONTINUES } from './flooding-receiver.js';
import type { Certificate } from '../../support/webhook-receiver.js';

/** What an attacker knows. */
export interface AttackContext {
  readonly certificate: Certificate;
  readonly userId: string;
  readonly templateId: string;
}

export interface Sender {
  readonly over: AbortSignal;
  /** Never rejects. @returns the status, 0 without an answer, and the body */
  send(
    method: string,
    path: string,
    body?: string | Buffer,
    type?: string,
  ): Promise<{ status: number; body: string }>;
}

export type Attack = (sender: Sender, context: AttackContext) => Promise<void>;

const WEBHOOKS_OF_COMPANY = 10;
const PEOPLE = 20;
const UNFINISHED_SYNCS = 20;
/** After a refusal, which costs the service little. */
const PAUSE_MS = 100;

/** Sends a request on several connections until it is over. */
async function repeated(
  { over }: Sender,
  lanes: number,
  send: () => Promise<{ status: number }>,
): Promise<void> {
  const lane = async (): Promise<void> => {
    while (!over.aborted) {
      const { status } = await send();
      if (status === 0 || status >= 400) await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

export const unclosedFilter = (lineBreaks: number): string =>
  `${USERS}?filter=${encodeURIComponent(`userName eq "${'\n'.repeat(lineBreaks)}`)}`;

export function manyPhoneNumbers(operations: number, entries: number): string {
  const value = Array.from({ length: entries }, (_, at) => String(at));
  const add = (index: number): object => ({
    op: 'add',
    path: 'phoneNumbers',
    value: value.map((each) => `${index}-${each}`),
  });
  return JSON.stringify({
    schemas: [PATCH_OP],
    Operations: Array.from({ length: operations }, (_, at) => add(at)),
  });
}

export const previewPath = (templateId: string): string =>
  `/api/v1/company/announcements/templates/${templateId}/preview`;

export const bracesPreview = (braces: number): string =>
  JSON.stringify({ values: { [`${'}'.repeat(braces)}x`]: 'x' } });

/** Makes webhooks, changes people, and removes the webhooks, again and again. */
async function webhooksTo(sender: Sender, url: (index: number) => string, holdMs: number): Promise<void> {
  while (!sender.over.aborted) {
    const ids: string[] = [];
    for (let index = 0; index < WEBHOOKS_OF_COMPANY; index++) {
      const json = JSON.stringify({ url: url(index), types: EMPLOYEE_TYPES });
      const { status, body } = await sender.send('POST', WEBHOOKS, json);
      if (status === 200) ids.push((JSON.parse(body) as { id: string }).id);
    }
    for (let person = 0; person < PEOPLE; person++)
      await sender.send('POST', INVITE, JSON.stringify({ externalId: `${Date.now()}-${person}` }));
    await sleep(holdMs, undefined, { signal: sender.over }).catch(() => undefined);
    for (const id of ids) await sender.send('DELETE', `${WEBHOOKS}/${id}`);
  }
}

async function floodedBy(
  sender: Sender,
  context: AttackContext,
  answer: typeof UPGRADE,
  holdMs: number,
): Promise<void> {
  const receiver = await FloodingReceiver.start(context.certificate, answer);
  await webhooksTo(sender, () => receiver.url, holdMs);
  await receiver.close();
}

async function files(
  sender: Sender,
  all: readonly { type: string; bytes: Buffer }[],
  lanes: number,
): Promise<void> {
  let next = 0;
  await repeated(sender, lanes, () => {
    const { type, bytes } = all[next++ % all.length]!;
    return sender.send('POST', SYNCS, bytes, type);
  });
}

/** Attacks of one company, by name. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  filters: (sender) => repeated(sender, 4, () => sender.send('GET', unclosedFilter(40))),
  patches: (sender, { userId }) => {
    const body = manyPhoneNumbers(95, 200);
    return repeated(sender, 4, () => sender.send('PATCH', `${USERS}/${userId}`, body));
  },
  upgrades: (sender, context) => floodedBy(sender, context, UPGRADE, 1_000),
  names: (sender) => webhooksTo(sender, (index) => `https://silent-${index}.example/wes`, 20_000),
  bombs: (sender) => {
    const lying = Object.entries(WORKBOOKS).filter(([name]) => /total|method|small/.test(name));
    return files(
      sender,
      lying.map(([, make]) => ({ type: XLSX, bytes: make() })),
      2,
    );
  },
  sparse: (sender) => files(sender, [{ type: XLSX, bytes: sparseWorkbook() }], UNFINISHED_SYNCS),
  lines: (sender) =>
    files(
      sender,
      [LINES_CSV, LINES_NDJSON].map(({ type, make }) => ({ type, bytes: make() })),
      2,
    ),
  previews: (sender, { templateId }) => {
    const body = bracesPreview(900_000);
    return repeated(sender, 4, () => sender.send('POST', previewPath(templateId), body));
  },
  continues: (sender, context) => floodedBy(sender, context, CONTINUES, 20_000),
  lookups: (sender) =>
    repeated(sender, 4, () =>
      sender.send('GET', `${USERS}?filter=${encodeURIComponent('userName eq "nobody@example.com"')}`),
    ),
};
