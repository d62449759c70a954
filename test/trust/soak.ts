import { setTimeout as sleep } from 'node:timers/promises';
import { PLANS } from '../support/builders/plan.js';
import { byExternalId, INVITE } from '../support/builders/employee.js';
import { CHARACTERISTICS, HIERARCHY } from '../support/builders/segmentation.js';
import { TEMPLATES } from '../support/builders/template.js';
import { TIMESHEETS } from '../support/builders/timesheet.js';
import { Service } from './harness/service.js';
import { WireClient, type WireRequest } from './harness/wire-client.js';
import { counted, Failures } from './harness/failures.js';
import type { Finding, TrustProgram } from './harness/program.js';

/** Lengths and limits of a run. */
interface SoakForm {
  readonly measuringMs: number;
  /** Under load, before the first sample. */
  readonly warmUpMs: number;
  readonly loadMs: number;
  readonly sampleMs: number;
  /** Largest growth of live memory. */
  readonly maxMibIn10Min: number;
}

const SHORT: SoakForm = {
  measuringMs: 15_000,
  warmUpMs: 45_000,
  loadMs: 180_000,
  sampleMs: 5_000,
  maxMibIn10Min: 10,
};
const WHOLE: SoakForm = {
  measuringMs: 60_000,
  warmUpMs: 300_000,
  loadMs: 1_800_000,
  sampleMs: 15_000,
  maxMibIn10Min: 1,
};

const CONNECTIONS = 16;
const SHARE_OF_CAPACITY = 0.7;
const TICK_MS = 10;
/** Connections and handles come and go with the load; growth is what the last third has more than the first. */
const MOST_MORE_HANDLES = 3;
/** The pool grows to its size only when all of its connections are busy at one moment. */
const MOST_MORE_CONNECTIONS = 2;

interface Sample {
  readonly atMs: number;
  readonly rss: number;
  /** On the heap and outside of it, after a full garbage collection. */
  readonly live: number;
  readonly handles: number;
  readonly connections: number;
}

/** Runs the service at 70 % of its capacity: no error, and memory, handles and connections do not grow. */
export const soak: TrustProgram = {
  summary: 'steady load at 70 % of the measured capacity',
  limit: { short: 900, whole: 3_600 },

  async run(stage) {
    const form = stage.short ? SHORT : WHOLE;
    const probe = new URL('./harness/memory-probe.mjs', import.meta.url).href;
    const starting = Service.start({ NODE_OPTIONS: `--import ${probe}` });
    const load = await Load.open(await stage.use(starting, (started) => started.close()));
    const perSecond = await load.capacity(form.measuringMs);
    const rate = perSecond * SHARE_OF_CAPACITY;
    stage.note(`capacity ${perSecond.toFixed(0)}/s, load ${rate.toFixed(0)}/s`);
    const samples = await load.steady(rate, form);
    load.close();
    return judge(load, samples, perSecond, form);
  },
};

function judge(
  { sent, failures }: Load,
  samples: readonly Sample[],
  perSecond: number,
  form: SoakForm,
): Finding[] {
  const [live, rss] = [slope(samples, 'live'), slope(samples, 'rss')];
  if (live > form.maxMibIn10Min)
    failures.add(
      `Live memory grows by ${live.toFixed(2)} MiB in 10 minutes, more than ${form.maxMibIn10Min}`,
    );
  const third = Math.ceil(samples.length / 3);
  const most = (part: readonly Sample[], name: 'handles' | 'connections'): number =>
    Math.max(...part.map((sample) => sample[name]));
  const ends = (name: 'handles' | 'connections'): [number, number] => [
    most(samples.slice(0, third), name),
    most(samples.slice(-third), name),
  ];
  const [handles, connections] = [ends('handles'), ends('connections')];
  if (handles[1] > handles[0] + MOST_MORE_HANDLES) failures.add(`Handles grow from ${handles.join(' to ')}`);
  if (connections[1] > connections[0] + MOST_MORE_CONNECTIONS)
    failures.add(`Connections grow from ${connections.join(' to ')}`);
  failures.expectNone();
  const minutes = (ms: number): string => (ms / 60_000).toFixed(1);
  const mib = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
  const promises = {
    'no error under steady load':
      `capacity ${perSecond.toFixed(0)}/s with ${CONNECTIONS} connections, ` +
      `${(perSecond * SHARE_OF_CAPACITY).toFixed(0)}/s for ${minutes(form.loadMs)} minutes after ` +
      `${minutes(form.warmUpMs)} of warm-up, ${counted(sent)} requests in all`,
    [`live memory grows by at most ${form.maxMibIn10Min} MiB in 10 minutes`]:
      `${live.toFixed(2)} MiB, from ${mib(samples[0]!.live)} to ${mib(samples.at(-1)!.live)} MiB in ` +
      `${samples.length} samples; resident memory ${rss.toFixed(2)} MiB`,
    'handles and connections do not grow':
      `at most ${handles.join(' and then ')} handles, ${connections.join(' and then ')} connections in ` +
      'the first and the last third',
  };
  return Object.entries(promises).map(([promise, seen]) => ({ promise, seen, holds: true }));
}

/** Growth by linear regression, in MiB in 10 minutes. */
function slope(samples: readonly Sample[], name: 'live' | 'rss'): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanAt, meanValue] = [
    mean(samples.map(({ atMs }) => atMs)),
    mean(samples.map((each) => each[name])),
  ];
  const covariance = mean(samples.map((each) => (each.atMs - meanAt) * (each[name] - meanValue)));
  const variance = mean(samples.map(({ atMs }) => (atMs - meanAt) ** 2));
  return ((covariance / variance) * 600_000) / 2 ** 20;
}

/** Requests of every area, reads and writes that leave as many rows as there were. */
class Load {
  sent = 0;
  readonly failures = new Failures();
  private readonly client: WireClient;
  private next = 0;
  private probePort: number | undefined;

  private constructor(
    private readonly service: Service,
    private readonly requests: readonly WireRequest[],
  ) {
    this.client = new WireClient(service.baseUrl);
  }

  static async open(service: Service): Promise<Load> {
    const { admin, apiKey } = service.process.demo()[0]!;
    const session = { SessionId: admin, 'Content-Type': 'application/json' };
    const key = { serviceAPIKey: apiKey, 'Content-Type': 'application/json' };
    const client = new WireClient(service.baseUrl);
    const created = async (path: string, headers: Record<string, string>, body: object): Promise<string> => {
      const answer = await client.send({ method: 'POST', path, headers, body: JSON.stringify(body) });
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
      return answer.body.id as string;
    };
    const title = { defaultValue: 'Soak' };
    const plan = `${PLANS}/${await created(PLANS, session, { title })}`;
    const action = `${plan}/actions/${await created(`${plan}/actions`, session, { title })}`;
    const note = `${action}/notes/${await created(`${action}/notes`, session, { content: 'Soak' })}`;
    await created(INVITE, key, { externalId: 'soak', name: 'Soak' });
    client.close();
    const get = (path: string, headers: Record<string, string>): WireRequest => ({
      method: 'GET',
      path,
      headers,
    });
    const write = (
      method: string,
      path: string,
      headers: Record<string, string>,
      body: object,
    ): WireRequest => ({
      ...{ method, path, headers, body: JSON.stringify(body) },
    });
    return new Load(service, [
      get(PLANS, session),
      get(TEMPLATES, session),
      get(byExternalId('soak'), key),
      get(plan, session),
      write('PATCH', plan, session, { description: { defaultValue: 'Soaked' } }),
      get(`${TIMESHEETS}?from=100&to=150`, key),
      get(`${PLANS}?q=the`, session),
      write('PATCH', action, session, { status: 'IN_PROGRESS' }),
      get(action, session),
      get(HIERARCHY, key),
      write('PUT', byExternalId('soak'), key, { name: 'Soaked' }),
      get(byExternalId('soak'), key),
      get(CHARACTERISTICS, key),
      write('PATCH', note, session, { content: 'Soaked' }),
      get('/health/ready', {}),
      get(`${PLANS}/unknown`, session),
    ]);
  }

  close(): void {
    this.client.close();
  }

  /** Requests per second when every connection sends its next request as soon as it has an answer. */
  async capacity(forMs: number): Promise<number> {
    const turn = async (ms: number): Promise<number> => {
      const startedAt = performance.now();
      const before = this.sent;
      const isOver = (): boolean => performance.now() - startedAt > ms;
      const work = async (): Promise<void> => {
        while (!isOver()) await this.request();
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, work));
      return (this.sent - before) / ((performance.now() - startedAt) / 1_000);
    };
    await turn(forMs / 3); // code is compiled
    return turn((forMs * 2) / 3);
  }

  /** Sends so many requests per second, and takes samples after the warm-up. */
  async steady(perSecond: number, { warmUpMs, loadMs, sampleMs }: SoakForm): Promise<Sample[]> {
    const startedAt = performance.now();
    const now = (): number => performance.now() - startedAt;
    const samples: Sample[] = [];
    const before = this.sent;
    const pending = new Set<Promise<void>>();
    const sending = (async () => {
      while (now() < warmUpMs + loadMs) {
        const due = (now() / 1_000) * perSecond;
        while (this.sent - before < due && pending.size < CONNECTIONS) {
          const request = this.request().finally(() => pending.delete(request));
          pending.add(request);
        }
        await sleep(TICK_MS);
      }
      await Promise.all(pending);
    })();
    const sampling = (async () => {
      await sleep(warmUpMs);
      while (now() < warmUpMs + loadMs) {
        samples.push(await this.sample(now()));
        await sleep(sampleMs);
      }
    })();
    await Promise.all([sending, sampling]);
    const reached = (this.sent - before) / (now() / 1_000);
    if (reached < perSecond * 0.9)
      this.failures.add(`The load was ${reached.toFixed(0)} requests/s, not ${perSecond.toFixed(0)}`);
    return samples;
  }

  private async request(): Promise<void> {
    const request = this.requests[this.next++ % this.requests.length]!;
    this.sent++;
    const { method, path } = request;
    try {
      const { status, text } = await this.client.send(request);
      const expected = path.endsWith('/unknown') ? 404 : 200;
      if (status !== expected) this.failures.add(`${method} ${path} answered ${status}`, text.slice(0, 300));
    } catch (error) {
      this.failures.add(`${method} ${path}: ${(error as Error).message}`);
    }
  }

  private async sample(atMs: number): Promise<Sample> {
    const { process: service } = this.service;
    this.probePort ??= Number(service.log.find(({ msg }) => msg === 'probe')!['port']);
    for (const { level, msg } of service.log)
      if (level === 'fatal') this.failures.add(`The service logged ${msg}`);
    service.stdout = ''; // millions of lines would not fit into one string
    const response = await fetch(`http://127.0.0.1:${this.probePort}`);
    const measured = (await response.json()) as Omit<Sample, 'atMs' | 'connections'>;
    const [row] = await this.service.sql<{ count: number }>(
      `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE backend_type = 'client backend'`,
    );
    return { ...measured, atMs, connections: row!.count };
  }
}
