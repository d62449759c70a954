import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestIssuer } from '../../test/support/test-issuer.js';
import { loopbackCertificate } from '../../test/support/webhook-receiver.js';
import { createCompany, setProvider, type Company } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { LOOK_UP_PAUSE_MS, lookUpsDuring } from '../harness/look-ups.js';
import type { Service } from '../harness/service-process.js';
import type { Stage } from '../harness/stage.js';
import { percentile, spread } from '../harness/statistics.js';

const SESSIONS = '/api/v1/company/sessions';
const USERS = '/api/v1/company/users';
const CLIENT = 'bench';
const NONCE = 'bench-nonce';
const PEOPLE = 1_000;
const PER_SECOND = 100;
const SECONDS = 20;
/** Of requests of another company while people sign in, against those when nobody does. */
const MAX_SLOWER = 2;

/** The morning of a large company. */
export const signIn: Bench = {
  name: 'sign-in',
  summary: `${PER_SECOND} people a second who sign in by their provider`,
  effort: { rounds: 3 },

  async run(stage, { rounds }) {
    const certificate = await loopbackCertificate();
    const folder = await mkdtemp(join(tmpdir(), 'wes-bench-'));
    const provider = await TestIssuer.listen(certificate);
    try {
      const authority = join(folder, 'authority.pem');
      await writeFile(authority, certificate.cert);
      return await measure(stage, provider, authority, rounds);
    } finally {
      await provider.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measure(
  stage: Stage,
  provider: TestIssuer,
  authority: string,
  rounds: number,
): ReturnType<Bench['run']> {
  const service = await stage.startService('service with a provider', { authority });
  const other = await createCompany(service);
  const company = await createCompany(service);
  await setProvider(service, company.companyId, { issuer: provider.issuer, clientId: CLIENT });
  await createUsers(service, company);
  const times = { quiet: [] as number[], busy: [] as number[], signIn: [] as number[] };
  const slower: number[] = [];
  // The first round links the people to those of the provider, and is not counted.
  for (let round = 0; round <= rounds; round++) {
    const tokens = await tokensOf(provider);
    const quiet = await lookUpsDuring(service, other, () => sleep(SECONDS * 1_000));
    let signedIn: number[] = [];
    const busy = await lookUpsDuring(service, other, async () => {
      signedIn = await signInAll(service, tokens);
    });
    if (round === 0) continue;
    times.quiet.push(percentile(quiet, 99));
    times.busy.push(percentile(busy, 99));
    times.signIn.push(percentile(signedIn, 99));
    slower.push(percentile(busy, 99) / percentile(quiet, 99));
  }
  return {
    notes: [
      `${PER_SECOND * SECONDS} sign-ins in ${SECONDS} s, each with a token of its own.`,
      `A look-up of a user of another company every ${LOOK_UP_PAUSE_MS} ms. Service, database and provider are one machine.`,
    ],
    rows: [
      { name: 'look-ups, quiet', figures: { 'p99, ms': spread(times.quiet) } },
      { name: 'look-ups, busy', figures: { 'p99, ms': spread(times.busy) } },
      { name: 'sign-ins', figures: { 'p99, ms': spread(times.signIn) } },
    ],
    goals: [{ name: 'p99 of look-ups, busy / quiet', value: spread(slower), atMost: MAX_SLOWER }],
  };
}

const emailOf = (person: number): string => `person.${person}@bench.example`;

async function createUsers({ baseUrl }: Service, { session }: Company): Promise<void> {
  const rows = Array.from({ length: PEOPLE }, (_, person) => ({
    operation: 'create',
    user: { email: emailOf(person), name: `Person ${person}`, role: 'MANAGER' },
  }));
  const { results } = await sent<{ results: { status: number }[] }>(
    `${baseUrl}${USERS}/bulk`,
    { rows },
    session,
  );
  const refused = results.find(({ status }) => status >= 400);
  if (refused) throw new Error(`A user was not created: ${JSON.stringify(refused)}`);
}

function tokensOf(provider: TestIssuer): Promise<string[]> {
  return Promise.all(
    Array.from({ length: PER_SECOND * SECONDS }, (_, number) => {
      const person = number % PEOPLE;
      const verified = { email: emailOf(person), email_verified: true };
      return provider.token({ aud: CLIENT, nonce: NONCE, sub: `person-${person}`, ...verified });
    }),
  );
}

/** Signs one person in at each tick without waiting for the answer before. @returns milliseconds, ascending */
async function signInAll({ baseUrl }: Service, tokens: readonly string[]): Promise<number[]> {
  const startedAt = performance.now();
  const requests = tokens.map(async (idToken, place) => {
    await sleep(Math.max(0, startedAt + (place * 1_000) / PER_SECOND - performance.now()));
    const begun = performance.now();
    await sent(baseUrl + SESSIONS, { idToken, nonce: NONCE });
    return performance.now() - begun;
  });
  return (await Promise.all(requests)).sort((one, other) => one - other);
}

async function sent<Answer>(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}
