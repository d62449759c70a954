import { setTimeout as sleep } from 'node:timers/promises';
import { TEMPLATES, minimalTemplate } from '../../support/builders/template.js';
import { HIERARCHY } from '../../support/builders/segmentation.js';
import { USERS } from '../../support/scim-fixture.js';
import { AREAS } from '../../support/structure-writes.js';
import { counted } from '../harness/failures.js';
import type { Finding } from '../harness/program.js';
import type { Stage } from '../harness/stage.js';
import { WireClient, type WireRequest } from '../harness/wire-client.js';
import { HOSTILE_FILES, SYNCS, type HostileFile } from './files.js';
import { everyRequest, knownRequests, MANY_AREAS, type HostileRequest } from './requests.js';
import { addHostileCompany, type HostileCompany, type Measured, type Target } from './target.js';

export interface BudgetForm {
  readonly maxHoldMs: number;
  /** One of so many generated requests is sent. */
  readonly share: number;
  readonly isShort: boolean;
}

const MAX_GROWTH_MIB = 64;
/** Of the whole process, while a file is read. */
const MAX_FILE_GROWTH_MIB = 320;
/** Other work on the machine delays an answer, too. */
const ATTEMPTS = 3;
/** A longer hold is no accident. */
const CERTAIN_MS = 1_000;
const SLOWEST = 10;
/** Requests that are measured together; each is measured alone where they hold the event loop. */
const GROUP = 25;
const FILE_LIMIT_MS = 300_000;
const MIB = 1_048_576;

interface Cost extends Measured {
  readonly name: string;
  readonly bytes: number;
}

/** Sends requests one at a time, and measures how long each holds the event loop and how much memory it takes. */
export class Budgets {
  private readonly costs: Cost[] = [];
  private readonly broken: string[] = [];
  private sent = 0;
  private client: WireClient | undefined;

  constructor(
    private readonly stage: Stage,
    private readonly target: Target,
    private readonly form: BudgetForm,
  ) {}

  async run(): Promise<Finding[]> {
    const { stage, target } = this;
    if (!stage.runs('budgets') && !stage.runs('files')) return [];
    await target.restart({});
    this.client = new WireClient(target.baseUrl);
    const company = await addHostileCompany(target.administration, 'Hostile');
    if (stage.runs('budgets')) await this.requests(company);
    if (stage.runs('files')) await this.files(company);
    this.client.close();
    this.costs.sort((a, b) => b.holdMs - a.holdMs);
    for (const { name, bytes, holdMs, growthMib } of this.costs.slice(0, SLOWEST))
      stage.note(`${holdMs.toFixed(0)} ms, ${growthMib.toFixed(0)} MiB for ${counted(bytes)} bytes: ${name}`);
    const worst = this.costs[0];
    return [
      {
        promise: `no request holds the event loop for more than ${this.form.maxHoldMs} ms or takes more than ${MAX_GROWTH_MIB} MiB, and none is 5xx`,
        seen:
          `${counted(this.sent)} requests, the longest hold ${worst?.holdMs.toFixed(0) ?? 0} ms; ${this.broken.length} broken` +
          this.broken
            .slice(0, 30)
            .map((each) => `\n    ${each}`)
            .join(''),
        holds: this.broken.length === 0,
      },
    ];
  }

  private async requests(company: HostileCompany): Promise<void> {
    const known = { ...company, ...(await this.objectsOf(company)) };
    for (const request of knownRequests(known)) {
      await this.alone(request);
      if (!this.target.process.isRunning) throw new Error('The service ended.');
    }
    const all = everyRequest(known).filter((_, index) => index % this.form.share === 0);
    this.stage.note(`${counted(all.length)} generated requests`);
    for (let at = 0; at < all.length; at += GROUP) {
      const group = all.slice(at, at + GROUP);
      const cost = await this.target.measure(async () => {
        for (const { name, make } of group) await this.send(name, make());
      });
      if (this.isBroken(cost)) for (const request of group) await this.alone(request);
    }
  }

  /** Measures a request in growing sizes until one is too dear. */
  private async alone({ name, make }: HostileRequest): Promise<void> {
    const request = make();
    const cost = await this.best(() => this.send(name, request), MAX_GROWTH_MIB);
    this.add({ name, bytes: bytesOf(request), ...cost }, MAX_GROWTH_MIB);
  }

  private async files({ apiKey: { serviceAPIKey = '' } }: HostileCompany): Promise<void> {
    const files = this.form.isShort
      ? HOSTILE_FILES.filter(({ name }) => /999999999|total/.test(name))
      : HOSTILE_FILES;
    for (const file of files) {
      const body = file.make();
      const { pid } = this.target.process;
      const cost = await this.target.measure(() => this.file(file, body, { serviceAPIKey }));
      if (this.target.process.pid !== pid || !this.target.process.isRunning)
        throw new Error(`${file.name}: the service ended.`);
      this.add({ name: file.name, bytes: body.length, ...cost }, MAX_FILE_GROWTH_MIB);
      this.stage.note(`${file.name}: ${cost.holdMs.toFixed(0)} ms, ${cost.growthMib.toFixed(0)} MiB`);
    }
  }

  /** Sends a file and waits until nothing is done with it any more. */
  private async file(
    { name, type }: HostileFile,
    body: Buffer,
    headers: Record<string, string>,
  ): Promise<void> {
    const location = await this.send(name, {
      method: 'POST',
      path: SYNCS,
      headers: { ...headers, 'Content-Type': type },
      body,
    });
    if (location === undefined) return;
    const since = performance.now();
    const path = new URL(location, this.target.baseUrl).pathname;
    while (performance.now() - since < FILE_LIMIT_MS) {
      const { text } = await this.client!.send({ method: 'GET', path, headers });
      if (!/"status":"(?:QUEUED|PREVIEWING)"/.test(text)) return;
      await sleep(100);
    }
    this.broken.push(`${name}: not read within ${FILE_LIMIT_MS / 1_000} s`);
  }

  private async best(work: () => Promise<unknown>, maxGrowthMib: number): Promise<Measured> {
    let [holdMs, growthMib] = [Infinity, Infinity];
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const cost = await this.target.measure(async () => {
        await work();
      });
      holdMs = Math.min(holdMs, cost.holdMs);
      growthMib = Math.min(growthMib, cost.growthMib);
      if (holdMs > CERTAIN_MS || (holdMs <= this.form.maxHoldMs && growthMib <= maxGrowthMib)) break;
    }
    return { holdMs, growthMib };
  }

  private add(cost: Cost, maxGrowthMib: number): void {
    this.costs.push(cost);
    if (!this.isBroken(cost, maxGrowthMib + cost.bytes / MIB)) return;
    const line = `${cost.name}: ${cost.holdMs.toFixed(0)} ms, ${cost.growthMib.toFixed(0)} MiB`;
    this.broken.push(line);
    this.stage.note(`too dear: ${line}`);
  }

  private isBroken({ holdMs, growthMib }: Measured, maxGrowthMib = MAX_GROWTH_MIB): boolean {
    return holdMs > this.form.maxHoldMs || growthMib > maxGrowthMib;
  }

  /** @returns the address of what was made */
  private async send(name: string, request: WireRequest): Promise<string | undefined> {
    this.sent++;
    try {
      const { status, headers } = await this.client!.send(request);
      if (status >= 500 && status !== 501) this.broken.push(`${name}: ${status}`);
      return headers.get('location') ?? undefined;
    } catch (error) {
      // A refusal may come, and the connection end, before everything is sent.
      const { code = (error as Error).message } = error as NodeJS.ErrnoException;
      if (!['ECONNRESET', 'EPIPE'].includes(code)) this.broken.push(`${name}: ${code}`);
      return undefined;
    }
  }

  private async objectsOf({
    session,
    apiKey,
  }: HostileCompany): Promise<{ userId: string; templateId: string; areaId: string }> {
    const created = async (
      path: string,
      headers: Readonly<Record<string, string>>,
      json: object,
    ): Promise<string> => {
      const request = { method: 'POST', path, headers: { ...headers, 'Content-Type': 'application/json' } };
      const { text } = await this.client!.send({ ...request, body: JSON.stringify(json) });
      return (JSON.parse(text) as { id: string }).id;
    };
    const bearer = { Authorization: apiKey['Authorization']! };
    const { serviceAPIKey = '' } = apiKey;
    const areaId = await created(AREAS, { serviceAPIKey }, { name: 'Area' });
    const areas = Array.from({ length: MANY_AREAS }, (_, at) => ({
      externalId: `s${at}`,
      name: `Area ${at}`,
    }));
    await this.send('many areas', {
      ...{ method: 'PUT', path: HIERARCHY, headers: { serviceAPIKey, 'Content-Type': 'application/json' } },
      body: JSON.stringify(areas),
    });
    return {
      areaId,
      userId: await created(USERS, bearer, { userName: 'hostile@example.com' }),
      templateId: await created(TEMPLATES, session, minimalTemplate({ key: `hostile-${Date.now()}` })),
    };
  }
}

function bytesOf({ path, headers, body }: WireRequest): number {
  return (
    path.length + Object.values(headers).join('').length + (body === undefined ? 0 : Buffer.byteLength(body))
  );
}
