import { deepStrictEqual } from 'node:assert';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { largeWorkbookPlan } from '../../test/support/builders/workbook-plan.js';
import { readWorkbook } from '../../test/support/workbook-reader.js';
import type { WorkbookOrder } from '../baselines/become-writer.js';
import { createCompany, importDocument, type Company } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { logProgress } from '../harness/load.js';
import type { Service } from '../harness/service-process.js';
import type { Stage } from '../harness/stage.js';
import { ratio, spread } from '../harness/statistics.js';

const PATH = '/api/v1/company/action-plans';
const ACTIONS = 1_000;
/** The plan nearly reaches the largest size. */
const NOTES_EACH = 5;
/** Few enough for exceljs, which reads a workbook into memory. */
const ACTIONS_COMPARED = 25;
const POLL_MS = 50;
const IDLE_MS = 1_000;
const EXPORT_LIMIT_MS = 60_000;
/** Includes the 10 ms between two looks at the event loop. */
const MAX_DELAY_MS = 20;

const WRITERS = {
  service: new URL('../baselines/service-workbook.ts', import.meta.url),
  exceljs: new URL('../baselines/exceljs-workbook.ts', import.meta.url),
} as const;

/** A large plan as a workbook: the time, and how long requests wait meanwhile. */
export const planExport: Bench = {
  name: 'plan-export',
  summary: `a plan with ${ACTIONS} actions of ${NOTES_EACH} notes as a workbook against the streaming writer of exceljs`,
  probe: new URL('../harness/event-loop-probe.mjs', import.meta.url),

  async run(stage, { rounds }) {
    const folder = await mkdtemp(join(tmpdir(), 'wes-bench-'));
    try {
      deepStrictEqual(await cellsOf('exceljs', stage, folder), await cellsOf('service', stage, folder));
      const company = await createCompany(stage.service);
      const {
        names: _names,
        figures: _figures,
        companyId: _company,
        ...large
      } = largeWorkbookPlan(ACTIONS, NOTES_EACH);
      // The import gives plans and actions what refers to them, and computes the figures.
      const actions = large.actions.map(({ companyId: _company, planId: _plan, ...action }) => action);
      const plan = { ...large, actions };
      await importDocument(stage.service, company.companyId, { plans: [plan] });
      const figures = { service: [], exceljs: [], export: [], loop: [], idle: [] } as Record<
        string,
        number[]
      >;
      for (let round = 0; round <= rounds; round++) {
        const order = { actions: ACTIONS, notesEach: NOTES_EACH, path: join(folder, 'large.xlsx') };
        const done = {
          service: await write('service', stage, order),
          exceljs: await write('exceljs', stage, order),
          ...(await exportPlan(stage, company, plan.id)),
        };
        logProgress(round, rounds, JSON.stringify(done));
        if (round === 0) continue;
        for (const [name, value] of Object.entries(done)) figures[name]?.push(value);
      }
      const { service = [], exceljs = [], export: exports = [], loop = [], idle = [] } = figures;
      return {
        notes: [`Both writers write the same cells in a plan with ${ACTIONS_COMPARED} actions.`],
        rows: [
          { name: 'service, one workbook', figures: { 'time, ms': spread(service) } },
          { name: 'exceljs, one workbook', figures: { 'time, ms': spread(exceljs) } },
          { name: 'service, from the request to the mail', figures: { 'time, ms': spread(exports) } },
          { name: 'event loop without an export', figures: { 'p99, ms': spread(idle) } },
        ],
        goals: [
          { name: 'service / exceljs, time', value: ratio(service, exceljs), atMost: 1.2 },
          { name: 'event loop during an export, p99, ms', value: spread(loop), atMost: MAX_DELAY_MS },
        ],
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Writes one workbook in a new process. @returns milliseconds */
async function write(writer: keyof typeof WRITERS, stage: Stage, order: WorkbookOrder): Promise<number> {
  const { child } = await stage.start(`writer ${writer}`, WRITERS[writer]);
  const ms = await child.ask<number>(order);
  await child.end();
  return ms;
}

async function cellsOf(writer: keyof typeof WRITERS, stage: Stage, folder: string): Promise<unknown> {
  const path = join(folder, `${writer}.xlsx`);
  await write(writer, stage, { actions: ACTIONS_COMPARED, notesEach: NOTES_EACH, path });
  return (await readWorkbook(path)).map((sheet) => ({
    name: sheet.name,
    cells: sheet.cells().map(({ address, text, numFmt }) => ({ address, numFmt, text: withoutIds(text) })),
  }));
}

/** Each process makes the plan with ids of its own. */
function withoutIds(text: string): string {
  return text.replaceAll(/[0-9a-f]{24}/g, 'id');
}

/** Exports a plan by the API. @returns the time, and the p99 of the delays of the event loop during and before it */
async function exportPlan(
  stage: Stage,
  { session }: Company,
  planId: string,
): Promise<{ export: number; loop: number; idle: number }> {
  const { baseUrl }: Service = stage.service;
  await stage.askService();
  await delay(IDLE_MS);
  const idle = await stage.askService<number>();
  const startedAt = performance.now();
  const response = await fetch(`${baseUrl}${PATH}/${planId}/excel`, { method: 'POST', headers: session });
  if (response.status !== 200) throw new Error(`the export is answered ${response.status}`);
  const location = response.headers.get('location') ?? '';
  for (;;) {
    const answer = await fetch(new URL(location, baseUrl), { headers: session });
    const { status } = (await answer.json()) as { status: string };
    const time = performance.now() - startedAt;
    if (status === 'SENT') return { export: time, loop: await stage.askService<number>(), idle };
    if (time > EXPORT_LIMIT_MS) throw new Error(`the export is ${status}`);
    await delay(POLL_MS);
  }
}
