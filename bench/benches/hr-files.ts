import { setTimeout as sleep } from 'node:timers/promises';
import { utils, write } from 'xlsx';
import { employeeRecords, segmentation } from '../data/employees.js';
import { createCompany, importDocument, issueKey } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { ResidentMemory } from '../harness/resident-memory.js';
import { spread } from '../harness/statistics.js';
import type { Stage } from '../harness/stage.js';

const EMPLOYEES = '/api/v1/public/company/employees';
const PATH = `${EMPLOYEES}/syncs`;
const PEOPLE = 100_000;
const WORKBOOK_PEOPLE = 20_000;
/** Of the preview of the same people as NDJSON. */
const MAX_SLOWER = 1.3;
/** Of the preview of the same people as plain CSV. */
const MAX_REPORT_SLOWER = 1.2;
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
  report: 'text/csv',
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

/** A source whose files use all that a source can say. */
const REPORT = {
  columns: {
    ...{
      externalId: 'externalId',
      'E-Mail': 'email',
      'E-Mail privat': 'email',
      area: 'area',
      groups: 'groups',
    },
    ...{ Eintritt: 'profile.Entry', 'profile.Contract': 'profile.Contract' },
  },
  ...{ nameColumns: ['Nachname', 'Vorname'], nameSeparator: ', ', noDates: ['unbekannt'], endColumn: 'Ende' },
  leaveOut: { Status: ['inaktiv', 'Summe*'], externalId: ['*** Ende'] },
  mainRows: { Vertrag: ['Haupt'] },
};
const REPORT_HEADERS = [
  ...['externalId', 'E-Mail privat', 'E-Mail', 'Nachname', 'Vorname', 'area', 'groups', 'Eintritt'],
  ...['profile.Contract', 'Ende', 'Status', 'Vertrag'],
];

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
      report: Buffer.from(reportOf(rows.slice(10))), // its other lines count, too
      xlsx: workbookOf([HEADERS, ...rows.slice(0, WORKBOOK_PEOPLE)]),
    };
    await setSource(stage, headers);
    const preview = (form: Form): Promise<number> => previewed(stage, headers, form, files[form]);
    for (const form of ['ndjson', 'csv', 'report', 'xlsx'] as const) await preview(form); // what the first ones cost
    const times: Record<'ndjson' | 'csv' | 'report', number[]> = { ndjson: [], csv: [], report: [] };
    for (let round = 0; round < rounds; round++)
      for (const form of ['ndjson', 'csv', 'report'] as const) times[form].push(await preview(form));
    await stage.askService<Probe>();
    await preview('csv');
    const csvDelay = (await stage.askService<Probe>()).longestMs;
    const held = await heldDuring(stage, () => preview('csv'));
    const reportHeld = await heldDuring(stage, () => preview('report'));
    const memory = await ResidentMemory.watch(service.pid);
    await stage.askService<Probe>();
    const workbookS = await preview('xlsx');
    const workbookDelay = (await stage.askService<Probe>()).longestMs;
    const growth = await memory.growth();
    const [ndjsonS, csvS] = [spread(times.ndjson), spread(times.csv)];
    const slower = spread(times.csv.map((time, round) => time / (times.ndjson[round] ?? NaN)));
    const reportSlower = spread(times.report.map((time, round) => time / (times.csv[round] ?? NaN)));
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
          name: 'report',
          figures: { 'preview, s': spread(times.report), 'held, MiB': spread([reportHeld]) },
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
        { name: 'preview of a report / CSV', value: reportSlower, atMost: MAX_REPORT_SLOWER },
        {
          name: 'memory that a report holds, MiB',
          value: spread([reportHeld]),
          atMost: MAX_REPORT_SLOWER * MAX_HELD,
        },
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

/** A title, the rows in the form of {@link REPORT}, and the end of the report. */
function reportOf(rows: readonly (readonly string[])[]): string {
  const people = rows.map(
    ([externalId = '', email = '', name = '', area = '', groups = '', entry = '', contract = '']) => {
      const [last = '', first = ''] = name.split(/ (?=[^ ]*$)/);
      const keys = [externalId, '', email, last, first];
      return [...keys, area, groups, `${entry} 00:00:00`, contract, '9999-12-31', 'aktiv', 'Haupt'];
    },
  );
  const table = [REPORT_HEADERS, ...people].map((row) => `${row.map(quoted).join(',')}\n`).join('');
  return `Staff\nOn 2026-03-01\n${table}*** Ende\n`;
}

async function setSource({ service }: Stage, headers: Readonly<Record<string, string>>): Promise<void> {
  const { status } = await fetch(`${service.baseUrl}${EMPLOYEES}/sources/report`, {
    method: 'PUT',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(REPORT),
  });
  if (status !== 200) throw new Error(`The source was not set: ${status}`);
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
  const created = await fetch(`${service.baseUrl}${PATH}?source=${form === 'report' ? 'report' : 'hr'}`, {
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
