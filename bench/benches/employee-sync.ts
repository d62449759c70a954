import { setTimeout as sleep } from 'node:timers/promises';
import { employeeRecords, segmentation } from '../data/employees.js';
import { createCompany, importDocument, issueKey } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { HELD_MEMORY_PROBE, heldDuring } from '../harness/held-memory.js';
import { ResidentMemory } from '../harness/resident-memory.js';
import { LOOK_UP_PAUSE_MS, lookUpsDuring } from '../harness/look-ups.js';
import { percentile, spread } from '../harness/statistics.js';
import type { Stage } from '../harness/stage.js';

const PATH = '/api/v1/public/company/employees/syncs';
const PEOPLE = 100_000;
const MAX_PREVIEW_S = 15;
const MAX_APPLY_S = 60;
/** MiB beyond what the service held before. */
const MAX_GROWTH = 64;
/** Of requests while a sync is applied, against those when nothing else is done. */
const MAX_SLOWER = 2;
const QUIET_MS = 10_000;
const POLL_MS = 50;
const WORKING = ['QUEUED', 'PREVIEWING', 'APPLYING'];

interface Sync {
  readonly status: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** A new customer's staff, and the night after. Linux only. */
export const employeeSync: Bench = {
  name: 'employee-sync',
  summary: `POST ${PATH} of ${PEOPLE} people: all new, then unchanged`,
  effort: { rounds: 1 },
  probe: HELD_MEMORY_PROBE,

  async run(stage) {
    const { service } = stage;
    const company = await createCompany(service);
    await importDocument(service, company.companyId, segmentation);
    const headers = { serviceAPIKey: await issueKey(service, company.companyId, 'employees:sync') };
    const list = [...employeeRecords(PEOPLE)].map((person) => `${JSON.stringify(person)}\n`).join('');

    await sync(stage, headers, list.slice(0, list.indexOf('\n')), false); // what the first one of a process costs
    const quiet = await lookUpsDuring(service, company, () => sleep(QUIET_MS));
    const memory = await ResidentMemory.watch(service.pid);
    let first: Awaited<ReturnType<typeof sync>> | undefined;
    const busy = await lookUpsDuring(service, company, async () => {
      first = await sync(stage, headers, list, true);
    });
    const { previewS = 0, applyS = 0 } = first ?? {};
    const again = await sync(stage, headers, list, false);
    const resident = spread([await memory.growth()]);
    const held = spread([await heldDuring(stage, () => sync(stage, headers, list, false))]);
    const slower = spread([percentile(busy, 99) / percentile(quiet, 99)]);
    return {
      notes: [
        `${PEOPLE} people, ${Buffer.byteLength(list)} bytes as NDJSON.`,
        `A look-up of the session's user every ${LOOK_UP_PAUSE_MS} ms while the first sync is made.`,
        'Memory that is held is what is left by garbage collections every second of a third sync.',
      ],
      rows: [
        { name: 'all new', figures: { 'preview, s': spread([previewS]), 'applied, s': spread([applyS]) } },
        { name: 'unchanged', figures: { 'preview, s': spread([again.previewS]) } },
        { name: 'service', figures: { 'resident memory grows by, MiB': resident, 'held, MiB': held } },
        { name: 'look-ups, quiet', figures: { 'p99, ms': spread([percentile(quiet, 99)]) } },
        { name: 'look-ups, busy', figures: { 'p99, ms': spread([percentile(busy, 99)]) } },
      ],
      goals: [
        { name: 'preview of new people, s', value: spread([previewS]), atMost: MAX_PREVIEW_S },
        { name: 'preview of unchanged people, s', value: spread([again.previewS]), atMost: MAX_PREVIEW_S },
        { name: 'applied, s', value: spread([applyS]), atMost: MAX_APPLY_S },
        { name: 'memory that a sync holds, MiB', value: held, atMost: MAX_GROWTH },
        { name: 'p99 of look-ups, busy / quiet', value: slower, atMost: MAX_SLOWER },
      ],
    };
  },
};

type Headers = Readonly<Record<string, string>>;

/** Sends a list, and applies it. */
async function sync(
  { service }: Stage,
  headers: Headers,
  list: string,
  applies: boolean,
): Promise<{ previewS: number; applyS: number }> {
  const path = service.baseUrl + PATH;
  const begun = performance.now();
  const created = await fetch(`${path}?source=hr`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/x-ndjson' },
    body: list,
  });
  if (created.status !== 202) throw new Error(`${created.status} ${await created.text()}`);
  const target = service.baseUrl + String(created.headers.get('location'));
  await finished(target, headers, 'READY');
  const previewed = performance.now();
  if (applies) {
    await fetch(`${target}/apply`, { method: 'POST', headers });
    await finished(target, headers, 'APPLIED');
  }
  return { previewS: (previewed - begun) / 1_000, applyS: (performance.now() - previewed) / 1_000 };
}

async function finished(target: string, headers: Headers, expected: string): Promise<void> {
  for (;;) {
    const answer = (await (await fetch(target, { headers })).json()) as Sync;
    if (answer.status === expected) return;
    if (!WORKING.includes(answer.status)) throw new Error(JSON.stringify(answer));
    await sleep(POLL_MS);
  }
}
