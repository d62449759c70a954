import { setTimeout as sleep } from 'node:timers/promises';
import { utils, write } from 'xlsx';
import { employeeRecords, segmentation } from '../data/employees.js';
import { createCompany, importDocument, issueKey } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { ResidentMemory } from '../harness/resident-memory.js';
import { spread } from '../harness/statistics.js';
import type { Stage } from '../harness/stage.js';

const PATH = '/api/v1/public/company/employees/syncs';
const PEOPLE = 100_000;
const WORKBOOK_PEOPLE = 20_000;
/** Of the preview of the same people as NDJSON. */
const MAX_SLOWER = 1.3;
/** MiB. */
const MAX_HELD = 64;
const MAX_WORKBOOK_S = 30;
const MAX_WORKBOOK_GROWTH = 512;
const MAX_DELAY_MS = 100;
const POLL_MS = 50;
const ROUNDS = 3;

const TYPES = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
type Form = keyof typeof TYPES;

interface Probe {
  readonly longestMs: number;
  readonly heldMiB: number;
}

interface Person {
  readonly externalId: string;
  readonly email?: string;
  readonly name: string;
  readonly hierarchyId?: string;
  readonly groupIds: readonly string[];
  readonly profile: readonly [{ readonly date: string }, { readonly valueId: string }];
}

const HEADERS = ['externalId', 'email', 'name', 'area', 'groups', 'profile.Entry', 'profile.Contract'];

/** The staff of a company as files of its HR department. Linux only. */
export const hrFiles: Bench = {
  name: 'hr-files',
  summary: `POST ${PATH} of ${PEOPLE} people as CSV and NDJSON, and of ${WORKBOOK_PEOPLE} as a workbook`,
  effort: { rounds: ROUNDS },
  probe: new URL('../harness/loop-and-memory-probe.mjs', import.meta.url),

  async run(stage, { rounds }) {
    const { service } = stage;
    const company = await createCompany(service);
    await importDocument(service, company.companyId, segmentation);
    const headers = { serviceAPIKey: await issueKey(service, company.companyId, 'employees:sync') };
    const people = [...employeeRecords(PEOPLE)] as Person[];
    const rows = people.map(cellsOf);
    const files = {
      ndjson: Buffer.from(people.map((person) => `${JSON.stringify(person)}\n`).join('')),
      csv: Buffer.from([HEADERS, ...rows].map((row) => `${row.map(quoted).join(',')}\n`).join('')),
      xlsx: workbookOf([HEADERS, ...rows.slice(0, WORKBOOK_PEOPLE)]),
    };
    const preview = (form: Form): Promise<number> => previewed(stage, headers, form, files[form]);
    for (const form of ['ndjson', 'csv', 'xlsx'] as const) await preview(form); // what the first ones cost
    const times: Record<'ndjson' | 'csv', number[]> = { ndjson: [], csv: [] };
    for (let round = 0; round < rounds; round++)
      for (const form of ['ndjson', 'csv'] as const) times[form].push(await preview(form));
    await stage.askService<Probe>();
    await preview('csv');
    const csvDelay = (await stage.askService<Probe>()).longestMs;
    const held = await heldDuring(stage, () => preview('csv'));
    const memory = await ResidentMemory.watch(service.pid);
    await stage.askService<Probe>();
    const workbookS = await preview('xlsx');
    const workbookDelay = (await stage.askService<Probe>()).longestMs;
    const growth = await memory.growth();
    const [ndjsonS, csvS] = [spread(times.ndjson), spread(times.csv)];
    const slower = spread(times.csv.map((time, round) => time / (times.ndjson[round] ?? NaN)));
    return {
      notes: [
        `${PEOPLE} people: ${files.ndjson.length} bytes as NDJSON, ${files.csv.length} as CSV, with names of areas.`,
        `${WORKBOOK_PEOPLE} people: ${files.xlsx.length} bytes as a workbook.`,
        'Delays of the event loop are those of the process that takes and reads the list.',
      ],
      rows: [
        { name: 'NDJSON', figures: { 'preview, s': ndjsonS } },
        {
          name: 'CSV',
          figures: {
            'preview, s': csvS,
            'held, MiB': spread([held]),
            'longest delay of the event loop, ms': spread([csvDelay]),
          },
        },
        {
          name: 'workbook',
          figures: {
            'preview, s': spread([workbookS]),
            'resident memory grows by, MiB': spread([growth]),
            'longest delay of the event loop, ms': spread([workbookDelay]),
          },
        },
      ],
      goals: [
        { name: 'preview of CSV / NDJSON', value: slower, atMost: MAX_SLOWER },
        { name: 'memory that a CSV file holds, MiB', value: spread([held]), atMost: MAX_HELD },
        { name: 'preview of a workbook, s', value: spread([workbookS]), atMost: MAX_WORKBOOK_S },
        { name: 'memory of a workbook, MiB', value: spread([growth]), atMost: MAX_WORKBOOK_GROWTH },
        {
          name: 'delay of the event loop, workbook, ms',
          value: spread([workbookDelay]),
          atMost: MAX_DELAY_MS,
        },
      ],
    };
  },
};

const nameOf = new Map<string, string>(segmentation.areas.map((area) => [area.id, area.name]));
const labelOf = new Map<string, string>(
  segmentation.characteristics.flatMap(({ allowedValues }) =>
    (allowedValues as readonly { id: string; label: string }[]).map(({ id, label }) => [id, label] as const),
  ),
);

function cellsOf({ externalId, email, name, hierarchyId, groupIds, profile }: Person): string[] {
  const [entry, contract] = profile;
  return [
    ...[externalId, email ?? '', name, nameOf.get(hierarchyId ?? '') ?? '', groupIds.join(';')],
    ...[entry.date.slice(0, 10), labelOf.get(contract.valueId) ?? ''],
  ];
}

function quoted(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function workbookOf(rows: readonly (readonly string[])[]): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Staff');
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
}

async function heldDuring(stage: Stage, work: () => Promise<unknown>): Promise<number> {
  const before = (await stage.askService<Probe>()).heldMiB;
  let most = before;
  let isOver = false;
  const working = work().finally(() => (isOver = true));
  const isWorking = (): boolean => !isOver;
  while (isWorking()) {
    most = Math.max(most, (await stage.askService<Probe>()).heldMiB);
    await sleep(1_000);
  }
  await working;
  return most - before;
}

/** @returns seconds until the changes of a list are known */
async function previewed(
  { service }: Stage,
  headers: Readonly<Record<string, string>>,
  form: Form,
  file: Buffer,
): Promise<number> {
  const begun = performance.now();
  const created = await fetch(`${service.baseUrl}${PATH}?source=hr`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': TYPES[form] },
    body: new Uint8Array(file),
  });
  if (created.status !== 202) throw new Error(`${created.status} ${await created.text()}`);
  const target = service.baseUrl + String(created.headers.get('location'));
  for (;;) {
    const sync = (await (await fetch(target, { headers })).json()) as { readonly status: string };
    if (sync.status === 'READY') return (performance.now() - begun) / 1_000;
    if (!['QUEUED', 'PREVIEWING'].includes(sync.status)) throw new Error(JSON.stringify(sync));
    await sleep(POLL_MS);
  }
}
