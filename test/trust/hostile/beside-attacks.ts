import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { TEMPLATES, minimalTemplate } from '../../support/builders/template.js';
import { DEFAULT_SETTINGS } from '../../support/default-settings.js';
import { USERS } from '../../support/scim-fixture.js';
import { Caller, isDone } from '../harness/calls.js';
import type { Finding } from '../harness/program.js';
import type { Stage } from '../harness/stage.js';
import type { AttackOrder, AttackStatuses } from './attacker.js';
import { ATTACKS, type AttackContext } from './attacks.js';
import { SecondCompany, type Noticed } from './second-company.js';
import { addHostileCompany, type HostileCompany, type Target } from './target.js';

export interface AttackForm {
  readonly quietMs: number;
  readonly attackMs: number;
}

const MAX_P99_MS = 50;
const MAX_TIMES_QUIET = 3;
const MAX_WEBHOOK_MS = 3_000;
const MAX_LIST_MS = 5_000;
const MAX_RESIDENT_MIB = 512;
const SAMPLE_EVERY_MS = 250;
const RAMP_MS = 500;
const SESSION_ATTACKS = ['previews'];
/** Those that need names which nobody answers. */
const NAME_ATTACKS = ['names'];

const DEFAULT_LIMITS = Object.fromEntries(
  Object.entries(DEFAULT_SETTINGS).filter(([name]) => name.includes('LIMIT')),
);

/** Each attack from one company, at the default limits, and a second one beside it. */
export async function besideAttacks(stage: Stage, target: Target, form: AttackForm): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const name of Object.keys(ATTACKS).filter((each) => stage.runs(each))) {
    if (NAME_ATTACKS.includes(name) && !target.hasSilentNames) {
      stage.note(`${name}: left out, because only root may give a process other name servers`);
      continue;
    }
    await target.restart(DEFAULT_LIMITS);
    findings.push(await oneAttack(target, name, form));
  }
  return findings;
}

async function oneAttack(target: Target, name: string, form: AttackForm): Promise<Finding> {
  const second = await SecondCompany.open(target);
  const attacker = fork(new URL('./attacker.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  const ready = once(attacker, 'message');
  try {
    const first = await addHostileCompany(target.administration, 'First');
    const context = await contextOf(target, first);
    const quiet = await second.measure(form.quietMs);
    const headers = SESSION_ATTACKS.includes(name) ? first.session : first.apiKey;
    await ready;
    attacker.send({ name, baseUrl: target.baseUrl, headers, context } satisfies AttackOrder);
    await sleep(RAMP_MS);
    const sampling = new AbortController();
    const resident = residentUntil(target, sampling.signal);
    const measuring = second.measure(form.attackMs);
    if (NAME_ATTACKS.includes(name)) {
      await sleep(form.attackMs / 2);
      await target.endConnections();
    }
    const noticed = await measuring;
    sampling.abort();
    const statuses = await stopped(attacker);
    const after = await second.worksAfterwards();
    return judged(name, {
      quiet,
      noticed,
      residentMib: await resident,
      statuses,
      worksAfterwards: after.body.includes('"delivered":true') || isDone(after),
    });
  } finally {
    attacker.kill();
    await second.close();
  }
}

interface Seen {
  readonly quiet: Noticed;
  readonly noticed: Noticed;
  readonly residentMib: number;
  readonly statuses: AttackStatuses;
  readonly worksAfterwards: boolean;
}

function judged(name: string, { quiet, noticed, residentMib, statuses, worksAfterwards }: Seen): Finding {
  const maxP99 = Math.max(MAX_P99_MS, MAX_TIMES_QUIET * quiet.p99);
  const shown = (ms: number): string => (ms === Infinity ? 'never' : `${ms.toFixed(0)} ms`);
  const each = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  const errors = [...new Set(noticed.errors.map(({ status, failure }) => failure ?? String(status)))];
  // The request that was being answered when the connections of the database ended.
  const isInterrupted = NAME_ATTACKS.includes(name) && noticed.errors.every(({ status }) => status === 503);
  const interrupted = isInterrupted ? 1 : 0;
  const failing = Object.keys(statuses).filter((status) => Number(status) >= 500);
  return {
    promise: `beside ${name}, a second company has p99 ≤ ${maxP99.toFixed(0)} ms, webhooks in 3 s, lists in 5 s, and the process 512 MiB`,
    seen:
      `p99 ${shown(noticed.p99)} (quiet ${shown(quiet.p99)}), ${noticed.errors.length} errors (${errors.join()}), webhook ` +
      `${shown(noticed.slowestWebhookMs)}, list ${shown(noticed.slowestListMs)}, ${residentMib.toFixed(0)} MiB, ` +
      `attack ${each.join(', ')}; afterwards ${worksAfterwards ? 'all works' : 'a test of a webhook fails'}`,
    holds:
      noticed.p99 <= maxP99 &&
      noticed.errors.length <= interrupted &&
      noticed.slowestWebhookMs <= MAX_WEBHOOK_MS &&
      noticed.slowestListMs <= MAX_LIST_MS &&
      residentMib <= MAX_RESIDENT_MIB &&
      failing.length === 0 &&
      worksAfterwards,
  };
}

async function stopped(attacker: ChildProcess): Promise<AttackStatuses> {
  const answered = once(attacker, 'message') as Promise<[AttackStatuses]>;
  attacker.send('stop');
  return (await answered)[0];
}

async function residentUntil(target: Target, over: AbortSignal): Promise<number> {
  let most = 0;
  while (!over.aborted && target.process.isRunning) {
    most = Math.max(most, await target.residentMib((path) => readFile(path, 'utf8')));
    await sleep(SAMPLE_EVERY_MS);
  }
  return most;
}

/** A user of SCIM and a template of the company that attacks. */
async function contextOf(target: Target, { session, apiKey }: HostileCompany): Promise<AttackContext> {
  const caller = new Caller();
  const bearer = { Authorization: apiKey['Authorization']! };
  const created = async (
    credential: Readonly<Record<string, string>>,
    path: string,
    json: object,
  ): Promise<string> => {
    const result = await caller.send(target.baseUrl, credential, { method: 'POST', path, json });
    if (!isDone(result)) throw new Error(`${path} answered ${result.status}: ${result.body}`);
    return (JSON.parse(result.body) as { id: string }).id;
  };
  const key = `hostile-${Date.now()}`;
  const userId = await created(bearer, USERS, { userName: `${key}@example.com` });
  const templateId = await created(session, TEMPLATES, minimalTemplate({ key }));
  await caller.close();
  return { certificate: target.certificate, userId, templateId };
}
