import { someEmployees } from '../data/employees.js';
import { issueKey } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { logProgress } from '../harness/load.js';
import { percentile, spread } from '../harness/statistics.js';
import { createEmployees, EMPLOYEES } from './employees.js';

const USERS = '/api/v1/public/company/scim/v2/Users';
/** As Entra asks for, and requests of each kind in a round. */
const PER_SECOND = 25;
const REQUESTS = 200;
const MAX_LOOK_UP_MS = 100;
const MAX_PATCH_MS = 200;
const PAGE = 500;
/** Requests of each filter without an index in a round, one after the other. */
const FILTERED = 5;

interface Person {
  readonly email: string;
  readonly externalId: string;
}

/** Filters without an index, each of which finds few people or nobody. */
const FILTERS: Readonly<Record<string, string>> = {
  'displayName eq': 'displayName eq "Nobody Here"',
  'displayName co, and active': 'displayName co "body h" and active eq true',
  'emails co': 'emails.value co "nobody@"',
  'meta.lastModified gt': 'meta.lastModified gt "2100-01-01T00:00:00Z"',
  'addresses, a value path': 'addresses[country eq "AT" and type eq "work"]',
};

type Send = (method: string, path: string, body?: object) => Promise<string>;

/** An identity provider of a large company, at the pace of Entra. */
export const scim: Bench = {
  name: 'scim',
  summary: `${PER_SECOND} requests a second of SCIM, and all people by cursors, among ${EMPLOYEES} employees`,
  effort: { rounds: 3 },

  async run(stage, { rounds }) {
    const { companyId } = await createEmployees(stage);
    const { service } = stage;
    const send = sender(service.baseUrl, await issueKey(service, companyId, 'scim'));
    const people = someEmployees(REQUESTS);
    const ids: string[] = [];
    for (const { email } of people) ids.push(idOf(await send('GET', byName(email))));
    const kinds: Readonly<Record<string, (place: number, round: number) => Promise<unknown>>> = {
      'look-up by userName': (place) => send('GET', byName(people[place]!.email)),
      'look-up by externalId': (place) =>
        send('GET', filtered(`externalId eq "${people[place]!.externalId}"`)),
      'look-up by e-mail': (place) =>
        send('GET', filtered(`emails[type eq "work"].value eq "${people[place]!.email}"`)),
      PATCH: (place, round) => send('PATCH', `${USERS}/${ids[place]!}`, renamed(`Name ${round}`)),
    };
    const times: Readonly<Record<string, Times>> = Object.fromEntries(
      Object.keys(kinds).map((kind) => [kind, { p50: [], p99: [] }]),
    );
    const filterTimes: Readonly<Record<string, number[]>> = Object.fromEntries(
      Object.keys(FILTERS).map((name) => [name, []]),
    );
    const reconciled: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      for (const [kind, run] of Object.entries(kinds)) {
        const ms = await paced((place) => run(place, round));
        logProgress(round, rounds, `${kind}: p99 ${percentile(ms, 99).toFixed(1)} ms`);
        if (round === 0) continue;
        times[kind]!.p50.push(percentile(ms, 50));
        times[kind]!.p99.push(percentile(ms, 99));
      }
      for (const [name, filter] of Object.entries(FILTERS)) {
        const ms = await medianOf(() => send('GET', filtered(filter)));
        if (round > 0) filterTimes[name]!.push(ms);
      }
      const seconds = await readAll(send);
      if (round > 0) reconciled.push(seconds);
    }
    return {
      notes: [`${REQUESTS} requests of each kind in a round, one each ${1_000 / PER_SECOND} ms.`],
      rows: [
        ...Object.entries(times).map(([name, { p50, p99 }]) => {
          return { name, figures: { 'p50, ms': spread(p50), 'p99, ms': spread(p99) } };
        }),
        ...Object.entries(filterTimes).map(([name, ms]) => {
          return { name: `filter: ${name}`, figures: { 'p50, ms': spread(ms) } };
        }),
        { name: `all people by cursors, ${PAGE} in a page`, figures: { s: spread(reconciled) } },
      ],
      goals: Object.entries(times).map(([name, { p99 }]) => {
        const atMost = name === 'PATCH' ? MAX_PATCH_MS : MAX_LOOK_UP_MS;
        return { name: `${name}: p99, ms`, value: spread(p99), atMost };
      }),
    };
  },
};

interface Times {
  readonly p50: number[];
  readonly p99: number[];
}

function sender(baseUrl: string, key: string): Send {
  return async (method, path, body) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/scim+json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    return text;
  };
}

const filtered = (filter: string): string => `${USERS}?filter=${encodeURIComponent(filter)}`;
const byName = (email: Person['email']): string => filtered(`userName eq "${email}"`);

function idOf(text: string): string {
  const { Resources } = JSON.parse(text) as { Resources: { id: string }[] };
  return Resources[0]!.id;
}

function renamed(displayName: string): object {
  return { Operations: [{ op: 'Replace', path: 'displayName', value: displayName }] };
}

/** Starts a request at each tick, whether or not the one before is answered. @returns milliseconds, ascending */
async function paced(run: (place: number) => Promise<unknown>): Promise<number[]> {
  const startedAt = performance.now();
  const requests = Array.from({ length: REQUESTS }, async (_, place) => {
    const due = startedAt + (place * 1_000) / PER_SECOND;
    await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
    const begun = performance.now();
    await run(place);
    return performance.now() - begun;
  });
  return (await Promise.all(requests)).sort((one, other) => one - other);
}

/** @returns milliseconds */
async function medianOf(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < FILTERED; count++) {
    const begun = performance.now();
    await run();
    times.push(performance.now() - begun);
  }
  times.sort((one, other) => one - other);
  return percentile(times, 50);
}

/** @returns seconds */
async function readAll(send: Send): Promise<number> {
  const startedAt = performance.now();
  let seen = 0;
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const text = await send('GET', `${USERS}?cursor=${cursor}&count=${PAGE}`);
    const page = JSON.parse(text) as { Resources: unknown[]; nextCursor?: string };
    seen += page.Resources.length;
    cursor = page.nextCursor;
  }
  if (seen < EMPLOYEES) throw new Error(`Only ${seen} people were read.`);
  return (performance.now() - startedAt) / 1_000;
}
