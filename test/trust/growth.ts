import { PLANS } from '../support/builders/plan.js';
import { leastQuery, type DocumentedRequest } from '../support/documented-requests.js';
import { WITH_METRICS } from '../support/event-loop-lag.js';
import { eventually } from '../support/eventually.js';
import { fillAuditPage, fillPlan, type FullPlan } from '../support/full-plan.js';
import { LargestBodies } from '../support/largest-bodies.js';
import { isDone, type CallResult } from './harness/calls.js';
import { counted, Failures } from './harness/failures.js';
import { addLargeCompany, type LargeCompany } from './harness/large-company.js';
import { largestPage } from '../support/largest-page.js';
import type { Finding, TrustProgram } from './harness/program.js';
import { Service } from './harness/service.js';
import type { Stage } from './harness/stage.js';
import { FreshCompany } from './growth/fresh-company.js';
import { GrowthClient, MAX_LAG_MS, MAX_MS } from './growth/growth-client.js';
import { parameterBelow, type Ids } from './harness/learned-ids.js';
import { bodyOf, CHANGES, CREATIONS, DELETIONS, READS } from './harness/operations.js';
import { ScimGrowth } from './growth/scim-growth.js';
import { StoredBytes } from './growth/stored-bytes.js';

interface Form {
  readonly repetitions: number;
  readonly fullPlans: number;
  /** Longest time of 99 % of the writes of an operation: other work on the machine delays single ones. */
  readonly maxWriteMs: number;
  /** Longest time in which an answer blocks the event loop. */
  readonly maxLagMs: number;
}

/** A company, and what calls it. */
interface Opened {
  readonly company: LargeCompany;
  readonly client: GrowthClient;
}

/** Specs of large answers and unread ones have full plans. Other tests may use the processors. */
const SHORT: Form = { repetitions: 4, fullPlans: 0, maxWriteMs: 5 * MAX_MS, maxLagMs: 5 * MAX_LAG_MS };
const WHOLE: Form = { repetitions: 1_000, fullPlans: 10, maxWriteMs: MAX_MS, maxLagMs: MAX_LAG_MS };

/** Most stored bytes of a write for each byte of the request and of the changed object, besides a constant. */
const FACTOR = 5;

/** All companies share the catalogue, which has a limit of its own. */
const CATALOGUE_IS_FULL = 'CATALOGUE_TOO_LARGE';
const BYTES_PER_WRITE = 4_096;
/** Most people of SCIM, all of whom a write of a group changes. */
const MOST_USERS = 100;
/** Each row is a write. */
const MOST_BULKS = 20;
const MOST_AT_ONCE = 16;
const EXPORTS_LIMIT_MS = 600_000;

const SETTINGS = {
  WRITE_LIMIT: 'off',
  RATE_LIMIT_SEARCH: 'off',
  ...WITH_METRICS,
  NODE_OPTIONS: '--max-old-space-size=1024',
};

/**
 * Repeats every writing operation of `openapi.json` with bodies at their limits. The stored bytes stay in proportion to
 * what is sent, and everything that was made is still read, changed and deleted in time. The whole form first sends every
 * operation to a company that the statistics of the database do not know.
 */
export const growth: TrustProgram = {
  summary:
    'every write many times with the largest bodies: bytes stored, and times to read, change and delete; every ' +
    'operation in a company that the statistics do not know',
  limit: { short: 300, whole: 7_200 },

  async run(stage) {
    return [
      ...(stage.runs('fresh') && !stage.short ? await runFresh(stage) : []),
      ...(stage.runs('writes') ? await runWrites(stage) : []),
    ];
  },
};

/** A company of a service, with what calls it. */
async function open(stage: Stage, service: Service, name: string): Promise<Opened> {
  const company = await addLargeCompany(service, name);
  const bearer = { Authorization: `Bearer ${company.apiKey['serviceAPIKey']!}` };
  const opened = new GrowthClient(service, { ...company, apiKey: { ...company.apiKey, ...bearer } });
  const client = await stage.use(Promise.resolve(opened), (made) => made.close());
  return { company, client };
}

const start = (stage: Stage): Promise<Service> =>
  stage.use(Service.start(SETTINGS), (started) => started.close());

/** The rows take a minute, so that the tests leave it out; they have `plans-without-statistics`. */
async function runFresh(stage: Stage): Promise<Finding[]> {
  const service = await start(stage);
  return new FreshCompany(stage, service, new Failures(), (name) => open(stage, service, name)).run();
}

async function runWrites(stage: Stage): Promise<Finding[]> {
  const service = await start(stage);
  const { company, client } = await open(stage, service, 'Growing');
  const stored = await StoredBytes.of(service);
  const form = stage.short ? SHORT : WHOLE;
  const bodies = new LargestBodies(company.references);
  const run = new GrowthRun(form, stage, service, client, stored, bodies);
  const repetitions = Math.min(form.repetitions, MOST_USERS);
  const bounds = { ...form, repetitions, factor: FACTOR, bytesPerWrite: BYTES_PER_WRITE };
  const scim = new ScimGrowth(bounds, stage, company, client, stored, run.failures);
  return run.run(company, scim);
}

class GrowthRun {
  readonly failures = new Failures();
  private readonly ids: Ids[] = [];
  private writes = 0;
  private scimWrites = 0;
  private worstFactor = 0;
  private slowest = 0;
  private largest = { path: '', bytes: 0, ms: 0 };

  constructor(
    private readonly form: Form,
    private readonly stage: Stage,
    private readonly service: Service,
    private readonly client: GrowthClient,
    private readonly stored: StoredBytes,
    private readonly bodies: LargestBodies,
  ) {}

  async run({ userId, references: { employees } }: LargeCompany, scim: ScimGrowth): Promise<Finding[]> {
    const { repetitions, fullPlans } = this.form;
    // The second half has people only: they are deleted by their e-mail, those of the first half by their external id.
    for (let index = 0; index < 2 * repetitions; index++)
      this.ids.push({ userId, assigneeId: employees[index % employees.length]! });
    for (const operation of CREATIONS) {
      const isBulk = operation.path.endsWith('/bulk');
      const isOfPeople = operation.path.includes('/employees/');
      const times = isBulk ? Math.min(repetitions, MOST_BULKS) : isOfPeople ? 2 * repetitions : repetitions;
      await this.repeat(operation, times);
    }
    await this.exportsAreDone();
    for (const operation of CHANGES) await this.repeat(operation, repetitions);
    await this.readAll(this.ids[0]!);
    if (fullPlans > 0) await this.fullPlans(fullPlans);
    for (const operation of DELETIONS) await this.repeat(operation, repetitions);
    await scim.run();
    this.scimWrites = scim.writes;
    if (!this.service.process.isRunning)
      this.failures.add('The service ended', this.service.process.stderr.slice(-2_000));
    this.failures.expectNone();
    return this.findings();
  }

  /** Calls an operation for one object after the other. What changes something is then sent again. */
  private async repeat(operation: DocumentedRequest, times: number): Promise<void> {
    const { operationId, method, path } = operation;
    const first = path.includes('{employeeEmail}') ? this.ids.length / 2 : 0;
    const chosen = this.ids.slice(first, first + times).filter((ids) => this.client.hasIds(operation, ids));
    if (chosen.length === 0) throw new Error(`${operationId}: no operation has made what its path names.`);
    const before = await this.stored.byTable();
    let allowed = 0;
    let writes = 0;
    const tookMs: number[] = [];
    const sent: { readonly ids: Ids; readonly json: object | undefined }[] = [];
    for (const [index, ids] of chosen.entries()) {
      const json = bodyOf(this.bodies, operation, ids);
      const objectBytes = await this.client.objectBytes(operation, ids);
      const { result, sentBytes } = await this.client.write(operation, ids, json, `${operationId}-${index}`);
      if (result.body.includes(CATALOGUE_IS_FULL)) break;
      this.expectDone(operationId, result);
      allowed += sentBytes + objectBytes;
      const rows = json && 'rows' in json ? (json.rows as object[]) : undefined;
      if (rows) this.expectRowsDone(operationId, result);
      writes += rows?.length ?? 1;
      tookMs.push(result.tookMs);
      sent.push({ ids, json });
    }
    const growth = this.stored.since(before, await this.stored.byTable());
    const stored = growth.total;
    const done = sent.length;
    tookMs.sort((a, b) => a - b);
    const p99 = tookMs[Math.ceil(done * 0.99) - 1]!;
    const factor = Math.max(0, stored - writes * BYTES_PER_WRITE) / Math.max(1, allowed);
    const line =
      `${operationId}: ${counted(done)} × ${counted(Math.round(allowed / done))} bytes sent or changed, ` +
      `${counted(Math.round(stored / done))} stored, p99 ${p99.toFixed(0)} ms, slowest ` +
      `${tookMs.at(-1)!.toFixed(0)} ms`;
    this.stage.note(line);
    if (factor > FACTOR)
      this.failures.add(`${operationId} stores too much`, `${line}; in all ${growth.largest}`);
    if (p99 > this.form.maxWriteMs) this.failures.add(`${operationId} takes too long`, line);
    this.writes += writes;
    this.worstFactor = Math.max(this.worstFactor, factor);
    this.slowest = Math.max(this.slowest, p99);
    if (method === 'PUT' || method === 'PATCH') await this.again(operation, sent);
  }

  /** Sends the same bodies once more: nothing changes. */
  private async again(
    operation: DocumentedRequest,
    sent: readonly { readonly ids: Ids; readonly json: object | undefined }[],
  ): Promise<void> {
    const before = await this.stored.byTable();
    for (const { ids, json } of sent)
      this.expectDone(operation.operationId, (await this.client.write(operation, ids, json)).result);
    const each = this.stored.since(before, await this.stored.byTable()).total / sent.length;
    if (each > BYTES_PER_WRITE)
      this.failures.add(
        `${operation.operationId} stores what does not change`,
        `${counted(Math.round(each))} bytes`,
      );
  }

  private async exportsAreDone(): Promise<void> {
    await eventually(async () => {
      const waiting = await this.service.sql(
        `SELECT id FROM plan_export WHERE status IN ('QUEUED', 'RUNNING') LIMIT 1`,
      );
      if (waiting.length > 0) throw new Error('Exports are not done.');
    }, EXPORTS_LIMIT_MS);
  }

  /** Reads everything with the largest page that is allowed. @returns the paths */
  private async readAll(ids: Ids): Promise<string[]> {
    const paths: string[] = [];
    for (const operation of READS) {
      const entry = parameterBelow(operation.path);
      const path = this.client.pathOf(operation, ids) + leastQuery(operation, ids);
      const page = 'to' in operation.query ? await largestPage(path, (each) => this.client.read(each)) : path;
      const permitted = 'include' in operation.query ? [`${path}?include=permissions`] : [];
      paths.push(page, ...permitted, ...('q' in operation.query ? [`${path}?q=a`] : []));
      if (entry === undefined || ids[entry] !== undefined || !('to' in operation.query)) continue;
      const { body } = await this.client.read(path);
      ids[entry] = (JSON.parse(body) as { result: { id: string }[] }).result[0]!.id;
    }
    for (const path of paths) await this.readInTime(path);
    return paths;
  }

  private async readInTime(path: string): Promise<void> {
    const { result, lagMs, tookMs } = await this.client.timed(path);
    this.expectDone(path, result);
    const bytes = Buffer.byteLength(result.body);
    const seen =
      `${counted(bytes)} bytes in ${tookMs.toFixed(0)} ms, the event loop was blocked for at most ` +
      `${lagMs.toFixed(0)} ms`;
    this.stage.note(`GET ${path.slice(0, 100)}: ${seen}`);
    if (tookMs > MAX_MS) this.failures.add('An answer takes too long', `${path}: ${seen}`);
    if (lagMs > this.form.maxLagMs) this.failures.add('An answer blocks the event loop', `${path}: ${seen}`);
    if (bytes > this.largest.bytes) this.largest = { path, bytes, ms: tookMs };
  }

  /** Plans that take no other action are read, changed and deleted, too, and read many times at once. */
  private async fullPlans(count: number): Promise<void> {
    const plans: FullPlan[] = [];
    for (let number = 0; number < count; number++) plans.push(await fillPlan(this.client.call, this.bodies));
    const { actions, refusal } = plans[0]!;
    this.stage.note(
      `${count} plans with ${actions} actions each, the next action is ${refusal ?? 'accepted'}`,
    );
    if (refusal === undefined) this.failures.add(`A plan takes ${actions} of the largest actions`);
    const { planId, actionId, noteId } = plans[0]!;
    const ids: Ids = { ...this.ids[0]!, planId, actionId, noteId };
    await fillAuditPage(this.client.call, `${PLANS}/${this.ids[0]!['planId']}`, this.bodies);
    const exportPlan = CREATIONS.find(({ operationId }) => operationId === 'exportPlan')!;
    this.expectInTime('exportPlan', (await this.client.write(exportPlan, ids)).result);
    await this.exportsAreDone();
    const paths = await this.readAll(ids);
    for (const path of paths) await this.client.readAtOnce(path, MOST_AT_ONCE);
    for (const operation of CHANGES.filter(({ path }) => path.includes('{planId}'))) {
      const { result } = await this.client.write(operation, ids, bodyOf(this.bodies, operation, ids));
      this.expectInTime(operation.operationId, result, 409);
    }
    const deletion = DELETIONS.find(({ operationId }) => operationId === 'deleteActionPlan')!;
    for (const plan of plans)
      this.expectInTime(
        'deleteActionPlan',
        (await this.client.write(deletion, { planId: plan.planId })).result,
      );
  }

  private expectInTime(what: string, result: CallResult, refusal?: number): void {
    if (result.status !== refusal) this.expectDone(what, result);
    this.slowest = Math.max(this.slowest, result.tookMs);
    if (result.tookMs > this.form.maxWriteMs)
      this.failures.add(`${what} on a full plan takes too long`, `${result.tookMs.toFixed(0)} ms`);
  }

  private expectDone(what: string, result: CallResult): void {
    if (isDone(result)) return;
    this.failures.add(`${what} answered ${result.status}`, result.failure ?? result.body.slice(0, 500));
  }

  private expectRowsDone(what: string, result: CallResult): void {
    if (!isDone(result)) return;
    const { results } = JSON.parse(result.body) as {
      readonly results: readonly { readonly status: number }[];
    };
    const refused = results.find(({ status }) => status >= 300);
    if (refused) this.failures.add(`${what} refused a row`, JSON.stringify(refused).slice(0, 500));
  }

  private findings(): Finding[] {
    const { maxWriteMs, maxLagMs } = this.form;
    const operations = CREATIONS.length + CHANGES.length + DELETIONS.length;
    const { path, bytes, ms } = this.largest;
    const promises = {
      [`a write stores at most ${FACTOR} times what is sent and changed, and 4 KiB`]:
        `${operations} operations, ${counted(this.writes)} writes, and ${counted(this.scimWrites)} ` +
        `writes of SCIM, at most ${this.worstFactor.toFixed(1)} times`,
      'what changes nothing stores at most 4 KiB': `${CHANGES.length} operations`,
      [`everything is read within 1 s, and 99 % of the writes are done within ${maxWriteMs / 1_000} s`]:
        `p99 of the slowest operation ${this.slowest.toFixed(0)} ms; largest answer ${counted(bytes)} bytes in ` +
        `${ms.toFixed(0)} ms (${path.slice(0, 80)})`,
      [`no answer blocks the event loop for more than ${maxLagMs} ms`]: `${READS.length} operations`,
      'a process with 1 GiB of heap does not end': `${MOST_AT_ONCE} at once of each`,
    };
    return Object.entries(promises).map(([promise, seen]) => ({ promise, seen, holds: true }));
  }
}
