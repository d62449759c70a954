import { deepStrictEqual } from 'node:assert';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readWorkbook } from '../../test/support/workbook-reader.js';
import { addLargePlan } from '../data/large-plan.js';
import { readerOf } from '../data/plans.js';
import type { WorkbookCost, WorkbookOrder } from '../harness/become-writer.js';
import type { TrialBench } from '../harness/bench.js';
import type { Child } from '../harness/child.js';
import { judge } from '../harness/comparison.js';
import type { Stage } from '../harness/stage.js';
import { spread } from '../harness/statistics.js';
import type { Measurement } from '../harness/trial.js';
import type { LoopDelays } from '../probes/loop-delays.js';

const PATH = '/api/v1/company/action-plans';
const ACTIONS = 1_000;
const NOTES_EACH = 20;
/** Few enough for a reader that wants all of a workbook in memory. */
const ACTIONS_COMPARED = 25;
const POLL_MS = 20;
const EXPORT_LIMIT_MS = 60_000;
/** As Node.js reports it: with the ten milliseconds between two looks at a loop that has nothing to do. */
const MAX_DELAY_MS = 20;

const WRITERS = {
  service: new URL('../floors/own-workbook.ts', import.meta.url),
  exceljs: new URL('../floors/exceljs-workbook.ts', import.meta.url),
} as const;
const IDLE = new URL('../probes/idle-process.ts', import.meta.url);

type Writer = keyof typeof WRITERS;
type Measured = Record<string, { unit: Measurement['unit']; atMost?: number; values: number[] }>;

/** A large plan as a workbook: what it takes, and what it does to requests meanwhile. */
export const planExport: TrialBench = {
  name: 'plan-export',
  summary: `a plan with ${ACTIONS} actions of ${NOTES_EACH} notes as a workbook, against the streaming writer of exceljs`,
  probe: new URL('../probes/event-loop.mjs', import.meta.url),

  async conduct(stage, { rounds }, tell) {
    const folder = await mkdtemp(join(tmpdir(), 'wes-bench-workbooks-'));
    try {
      await compareContents(stage, folder);
      const reader = await readerOf(stage.database, stage.service.managerSessionId);
      const planId = await addLargePlan(stage.database, reader, ACTIONS, NOTES_EACH);
      const idle = await stage.startChild('idle process', IDLE);
      const measured: Measured = {};
      for (let round = 0; round <= rounds; round++) {
        const figures = { ...(await writeBoth(stage, folder)), ...(await exportOnce(stage, planId, idle)) };
        tell(`${round === 0 ? 'warm-up' : `round ${round} of ${rounds}`}: ${told(figures)}`);
        if (round > 0) collect(measured, figures);
      }
      return {
        notes: [
          `Both workbooks say the same in every cell of a plan with ${ACTIONS_COMPARED} actions, and look the same there.`,
          'Delays of event loops are the time between two looks at a loop, of which there is one in 10 ms at most.',
        ],
        measurements: Object.entries(measured).map(([name, { values, ...rest }]) => ({
          name,
          value: spread(values),
          ...rest,
        })),
        comparisons: [
          judge(
            { of: 'service', against: 'exceljs', figure: 'time', atMost: 1 },
            measured['service, time']?.values ?? [],
            measured['exceljs, time']?.values ?? [],
          ),
        ],
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

type Figures = Record<string, Omit<Measurement, 'name' | 'value'> & { readonly value: number }>;

/** Each in a process that has done nothing else, so that its memory is that of one workbook. */
async function writeBoth(stage: Stage, folder: string): Promise<Figures> {
  const figures: Figures = {};
  for (const writer of Object.keys(WRITERS) as Writer[]) {
    const { time, peakMemory, size } = await writeWith(stage, writer, {
      actions: ACTIONS,
      notesEach: NOTES_EACH,
      path: join(folder, `${writer}.xlsx`),
    });
    figures[`${writer}, time`] = { unit: 'ms', value: time };
    figures[`${writer}, peak memory of its process`] = { unit: 'MiB', value: peakMemory };
    figures[`${writer}, size of the file`] = { unit: 'bytes', value: size };
  }
  return figures;
}

async function writeWith(stage: Stage, writer: Writer, order: WorkbookOrder): Promise<WorkbookCost> {
  const child = await stage.startChild(`writer ${writer}`, WRITERS[writer]);
  const cost = await child.ask<WorkbookCost>(order);
  await child.end();
  return cost;
}

/** An export by way of the API, and what three event loops went through: before, meanwhile, and beside it. */
async function exportOnce(stage: Stage, planId: string, idle: Child): Promise<Figures> {
  await stage.askService('begin');
  await delay(2_000);
  const before = await stage.askService<LoopDelays>('read');
  await idle.ask('begin');
  const startedAt = performance.now();
  await exportPlan(stage, planId);
  const time = performance.now() - startedAt;
  const [meanwhile, beside] = [
    await stage.askService<LoopDelays>('read'),
    await idle.ask<LoopDelays>('read'),
  ];
  return {
    'export by the API, from request to mail': { unit: 'ms', value: time },
    'loop of the API during an export, p99': { unit: 'ms', value: meanwhile.p99, atMost: MAX_DELAY_MS },
    'loop of the API during an export, longest': { unit: 'ms', value: meanwhile.max },
    'loop of the API without exports, p99': { unit: 'ms', value: before.p99 },
    'loop of an idle process during an export, p99': { unit: 'ms', value: beside.p99 },
    'loop of an idle process during an export, longest': { unit: 'ms', value: beside.max },
  };
}

/** Whether it has come to its end is asked of the database, so that the API has nothing else to do. */
async function exportPlan({ service, database }: Stage, planId: string): Promise<void> {
  const response = await fetch(`${service.baseUrl}${PATH}/${planId}/excel`, {
    method: 'POST',
    headers: { SessionId: service.managerSessionId },
  });
  const exportId = response.headers.get('location')?.split('/').at(-1);
  if (response.status !== 200) throw new Error(`the export is answered ${response.status}`);
  const deadline = performance.now() + EXPORT_LIMIT_MS;
  while (performance.now() < deadline) {
    const [row] = await database.query<{ status: string }>('SELECT status FROM plan_export WHERE id = $1', [
      exportId,
    ]);
    if (row?.status === 'SENT') return;
    await delay(POLL_MS);
  }
  throw new Error('the export has not come to its end');
}

async function compareContents(stage: Stage, folder: string): Promise<void> {
  const contents = async (writer: Writer): Promise<unknown> => {
    const path = join(folder, `small-${writer}.xlsx`);
    await writeWith(stage, writer, { actions: ACTIONS_COMPARED, notesEach: NOTES_EACH, path });
    return (await readWorkbook(path)).map((reading) => ({
      name: reading.name,
      view: reading.sheet.views[0]?.state,
      filter: reading.sheet.autoFilter,
      widths: reading.sheet.columns.map(({ width }) => width),
      cells: reading.cells().map(({ address, text, numFmt, font, fill, alignment, border }) => {
        const color = fill.type === 'pattern' ? fill.fgColor : undefined;
        return { address, text: withoutIds(text), numFmt, bold: font.bold, color, alignment, border };
      }),
    }));
  };
  deepStrictEqual(await contents('exceljs'), await contents('service'), 'the workbooks differ');
}

/** Each process makes the plan itself, with ids of its own. */
function withoutIds(text: string): string {
  return text.replaceAll(/[0-9a-f]{24}/g, 'id');
}

function collect(measured: Measured, figures: Figures): void {
  for (const [name, { value, ...rest }] of Object.entries(figures)) {
    (measured[name] ??= { ...rest, values: [] }).values.push(value);
  }
}

function told(figures: Figures): string {
  return Object.entries(figures)
    .map(([name, { unit, value }]) => `${name} ${value.toFixed(0)} ${unit}`)
    .join('; ');
}
