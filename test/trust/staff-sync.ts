import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { newId } from '../../src/shared-kernel/id.js';
import { EMPLOYEES } from '../support/builders/employee.js';
import { runSql } from '../support/databases.js';
import { addManagers } from '../support/fleet.js';
import { InstalledPostgres } from '../support/installed-postgres.js';
import { newApiKey } from '../support/new-credential.js';
import { Caller, type Call, type CallResult } from './harness/calls.js';
import { counted } from './harness/failures.js';
import { openFleet, type OpenFleet } from './harness/open-fleet.js';
import type { TrustProgram } from './harness/program.js';
import { StaffModel, type Listed, type ModelPerson } from './staff-sync/model.js';

const SYNCS = `${EMPLOYEES}/syncs`;
const SOURCES = ['payroll', 'agency'] as const;
const SCOPES = ['employees:read', 'employees:sync'];
const SHORT = { syncs: 10, keys: 1_200, people: 500 };
const WHOLE = { syncs: 60, keys: 5_000, people: 2_000 };
const MAX_KILL_MS = 1_500;
const WORKING = ['QUEUED', 'PREVIEWING', 'APPLYING'];

/** A change of the list of a source. */
interface Edit {
  readonly source: (typeof SOURCES)[number];
  readonly leave: number;
  readonly join: readonly Listed[];
  /** Exchanges of e-mail addresses, and other changes, by the place in the list. */
  readonly change: readonly (readonly [place: number, Partial<Listed>])[];
  readonly swap: readonly (readonly [number, number])[];
  /** Rows that are bad, by the place in the list. */
  readonly bad: readonly (readonly [place: number, what: Exclude<Listed['bad'], undefined>])[];
  readonly killAfterMs: number | undefined;
  readonly isAllowed: boolean;
}

/**
 * Random lists of two sources that share people, while workers are killed in the middle of previews and of applying.
 * The people of the company are always those of a plain model.
 */
export const staffSync: TrustProgram = {
  summary: 'random staff lists of two sources with bad rows, under kills of workers, against a plain model',
  limit: { short: 600, whole: 3_600 },

  async run(stage) {
    const { syncs, keys, people } = stage.short ? SHORT : WHOLE;
    const caller = await stage.use(Promise.resolve(new Caller()), (opened) => opened.close());
    const server = await stage.use(InstalledPostgres.start(), (started) => started.stop());
    const open = await openFleet(stage, server);
    const key = await addKey(open.databaseUrl);
    const send = (call: Call): Promise<CallResult> =>
      caller.send(open.fleet.running('api')[0]!.baseUrl, { serviceAPIKey: key }, call);

    const model = new StaffModel();
    const lists: Record<string, Listed[]> = { payroll: [], agency: [] };
    const seen = { applied: 0, blocked: 0, kills: 0, tooMany: 0, differing: 0, ended: 0, revived: 0, bad: 0 };
    const seed = stage.seed ?? Date.now() % 1_000_000;
    stage.note(`Seed ${seed}`);
    const edits = fc.sample(edit(keys, people), { numRuns: syncs, seed });
    for (const [number, given] of edits.entries()) {
      const one = number % 5 === 4 ? { ...given, bad: everyTenth(people) } : given;
      const list = edited(lists[one.source]!, one);
      lists[one.source] = list;
      const rows = withBadRows(list, one);
      const bad = rows.filter((row) => row.bad !== undefined).length;
      const before = model.liveOf(one.source).length;
      const ends = model.ends(one.source, rows).length;
      const isBad = bad > Math.floor(rows.length / 20);
      const share = Math.floor(before / 10);
      const allowed = Math.max(5, share);
      const allowedEnds = Math.max(Math.min(5, Math.ceil(before / 2)), share);
      const query = `?source=${one.source}&badRows=skip&adopt=true`;
      const created = await send({ method: 'POST', path: SYNCS + query, json: rows.map(sentRow) });
      if (created.status !== 202) throw new Error(`${created.status} ${created.body}`);
      const path = String(created.headers.location);
      const kills = killing(open, one.killAfterMs);
      const previewed = await settled(send, path);
      let { status } = previewed;
      const {
        revived: allowRevive = 0,
        keyChanges: allowKeyChanges = 0,
        added: allowAdd = 0,
      } = previewed.counts ?? {};
      const isTooNew = before > 0 && allowAdd - allowRevive > Math.max(20, 2 * before);
      const isOver =
        isBad || ends > allowedEnds || allowRevive > allowed || allowKeyChanges > allowed || isTooNew;
      seen.kills += await kills;
      seen.tooMany += Number((status === 'BLOCKED') !== isOver);
      if (isOver) seen.blocked++;
      if (status === 'READY' || (status === 'BLOCKED' && one.isAllowed)) {
        const json = isOver ? { allowEnd: ends, allowRevive, allowKeyChanges, allowAdd, allowBad: bad } : {};
        const accepted = await send({ method: 'POST', path: `${path}/apply`, json });
        if (accepted.status !== 202) throw new Error(`${accepted.status} ${accepted.body}`);
        const more = killing(open, one.killAfterMs);
        const done = await settled(send, path);
        status = done.status;
        seen.kills += await more;
        if (status !== 'APPLIED') throw new Error(`The sync is ${status}.`);
        const revived = model.apply(one.source, rows);
        seen.differing += Number(revived !== (done.counts?.revived ?? 0));
        seen.applied++;
        seen.revived += revived;
        seen.bad += bad;
        seen.ended += ends;
      }
      const differences = differencesBetween(model.people, await stored(send));
      seen.differing += differences.length;
      stage.note(
        `${number + 1}: ${one.source}, ${list.length} people, ${bad} bad, ${ends} ended of ${before}, ${status}`,
      );
      if (differences.length > 0) stage.note(`  ${differences.slice(0, 3).join('; ')}`);
    }
    return [
      {
        promise: 'the people are always those of the model',
        seen:
          `${seen.applied} syncs applied, ${counted(model.people.length)} people, ${counted(seen.ended)} ` +
          `ended, ${counted(seen.revived)} back, ${counted(seen.bad)} bad rows, ${seen.kills} workers killed; ${seen.differing} differ`,
        holds: seen.differing === 0 && seen.applied > 0 && seen.kills > 0 && seen.bad > 0,
      },
      {
        promise:
          'a sync is blocked exactly where it ends, brings back, adds or re-keys more people, or leaves out more rows, than it may',
        seen: `${seen.blocked} of ${syncs} do, ${seen.tooMany} were judged otherwise`,
        holds: seen.tooMany === 0 && seen.blocked > 0,
      },
    ];
  },
};

function edit(keys: number, people: number): fc.Arbitrary<Edit> {
  const name = fc.constantFrom('Ana', 'Jo', 'Zoë', null, undefined);
  const email = fc.integer({ min: 1, max: keys }).map((number) => `Person${number}@example.com`);
  const joining: fc.Arbitrary<Listed> = fc.record({
    externalId: fc.integer({ min: 1, max: keys }).map((number) => `HR-${number}`),
    email: fc.oneof(email, fc.constantFrom(undefined, null)),
    name,
  });
  const place = fc.nat(people);
  const bad = (what: 'role' | 'externalId', maxLength: number): fc.Arbitrary<Edit['bad']> =>
    fc.array(fc.tuple(place, fc.constant(what)), { maxLength, size: 'max' });
  return fc.record({
    source: fc.constantFrom(...SOURCES),
    leave: fc.oneof({ weight: 3, arbitrary: fc.nat(12) }, fc.nat(people / 4)),
    join: fc.array(joining, { maxLength: people / 2, size: 'max' }),
    change: fc.array(fc.tuple(place, fc.oneof(fc.record({ name }), fc.record({ email }))), {
      maxLength: people / 5,
      size: 'max',
    }),
    swap: fc.array(fc.tuple(place, place), { maxLength: 20 }),
    bad: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 3, arbitrary: bad('role', people / 20) },
      { weight: 1, arbitrary: bad('externalId', 3) },
    ),
    killAfterMs: fc.option(fc.nat(MAX_KILL_MS), { nil: undefined }),
    isAllowed: fc.boolean(),
  });
}

/** The list after an edit, in which nobody has a key of another one. */
function edited(before: readonly Listed[], { leave, join, change, swap }: Edit): Listed[] {
  const list = [...before.slice(leave), ...join];
  for (const [place, properties] of change)
    if (place < list.length) list[place] = { ...list[place], ...properties };
  for (const [one, other] of swap) {
    const [first, second] = [list[one], list[other]];
    if (!first || !second) continue;
    list[one] = { ...first, email: second.email };
    list[other] = { ...second, email: first.email };
  }
  const taken = new Set<string>();
  const kept = list.filter(({ externalId, email }) => {
    const own = [externalId, email?.toLowerCase()].filter((each) => each !== undefined);
    if (own.some((each) => taken.has(each))) return false;
    for (const each of own) taken.add(each);
    return true;
  });
  return kept.length > 0 ? kept : [{ externalId: 'HR-1' }];
}

/** More bad rows than a sync leaves out by itself, whatever the list. */
function everyTenth(people: number): Edit['bad'] {
  return Array.from({ length: people }, (_, index) => [index * 10, 'role'] as const);
}

/** The rows that are sent for a list. */
function withBadRows(list: readonly Listed[], { bad }: Edit): Listed[] {
  const kinds = new Map(bad);
  return list.map((one, place) => {
    const what = kinds.get(place);
    if (what === 'externalId') return { ...one, externalId: undefined, bad: what };
    return what ? { ...one, bad: what } : one;
  });
}

function sentRow({ bad, ...row }: Listed): object {
  if (bad === 'externalId') return { ...row, externalId: 1.2e10 };
  return bad ? { ...row, role: 'KING' } : row;
}

/** Kills the worker after a time, and starts another one. @returns the number of kills */
async function killing({ fleet }: OpenFleet, afterMs: number | undefined): Promise<number> {
  if (afterMs === undefined) return 0;
  await sleep(afterMs);
  await fleet.running('worker')[0]!.kill();
  await fleet.start('worker');
  return 1;
}

interface Settled {
  readonly status: string;
  readonly counts?: { readonly revived?: number; readonly keyChanges?: number; readonly added: number };
}

async function settled(send: (call: Call) => Promise<CallResult>, path: string): Promise<Settled> {
  for (;;) {
    const sync = JSON.parse(await read(send, path)) as Settled;
    if (!WORKING.includes(sync.status)) return sync;
    await sleep(20);
  }
}

type Shown = Pick<ModelPerson, 'externalId' | 'email' | 'name'> & { readonly deletedAt?: string };

async function stored(send: (call: Call) => Promise<CallResult>): Promise<Shown[]> {
  const lists = await Promise.all(['', '?deleted=true'].map((query) => read(send, EMPLOYEES + query)));
  return lists.flatMap((body) => JSON.parse(body) as Shown[]);
}

/** The server may end a connection that was idle in the moment in which it is used: the read is repeated. */
async function read(send: (call: Call) => Promise<CallResult>, path: string): Promise<string> {
  const call = { method: 'GET', path } as const;
  const first = await send(call);
  const { status, failure, body } = first.failure === 'ECONNRESET' ? await send(call) : first;
  if (status !== 200) throw new Error(`${status} ${failure ?? body}`);
  return body;
}

function differencesBetween(model: readonly ModelPerson[], people: readonly Shown[]): string[] {
  const text = ({ externalId, email, name }: Shown, isEnded: boolean): string =>
    JSON.stringify([externalId, email, name, isEnded].map((each) => each ?? null));
  const expected = model.map((person) => text(person, person.endedBy !== undefined)).sort();
  const found = people.map((person) => text(person, person.deletedAt !== undefined)).sort();
  const count = (all: readonly string[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const each of all) counts.set(each, (counts.get(each) ?? 0) + 1);
    return counts;
  };
  const [want, have] = [count(expected), count(found)];
  return [...new Set([...expected, ...found])].flatMap((each) => {
    const [wanted, stored] = [want.get(each) ?? 0, have.get(each) ?? 0];
    return wanted === stored ? [] : [`${each}: ${wanted} expected, ${stored} stored`];
  });
}

async function addKey(databaseUrl: string): Promise<string> {
  const [{ companyId } = { companyId: '' }] = await addManagers(databaseUrl, 1);
  const keyId = newId();
  const { credential, digest } = await newApiKey((text) => runSql(databaseUrl, text), keyId);
  await runSql(
    databaseUrl,
    `WITH digest AS (INSERT INTO credential_digest (digest, company_id) VALUES ($3, $2))
     INSERT INTO api_key (id, company_id, digest, name, scopes, expires_at)
     VALUES ($1, $2, $3, 'HR', $4, now() + interval '1 day')`,
    [keyId, companyId, digest, SCOPES],
  );
  return credential;
}
