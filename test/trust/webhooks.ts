import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runSql } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { Fleet } from '../support/fleet.js';
import { InstalledPostgres } from '../support/installed-postgres.js';
import { RedisServer } from '../support/redis-server.js';
import { runWes } from '../support/run-wes.js';
import { loopbackCertificate } from '../support/webhook-receiver.js';
import { Caller } from './harness/calls.js';
import { counted } from './harness/failures.js';
import type { Finding, TrustProgram } from './harness/program.js';
import type { Stage } from './harness/stage.js';
import { WebhookCompany } from './webhooks/company.js';
import { BEHAVIOURS, Receivers, type Receiver } from './webhooks/receivers.js';

interface Form {
  readonly companies: number;
  readonly quietMs: number;
  readonly kills: number;
  readonly killEveryMs: number;
  readonly hanging: number;
  readonly judgesTimes: boolean;
}

/** Times are not judged where a test run does other work on the machine. */
const SHORT: Form = {
  companies: 6,
  quietMs: 5_000,
  kills: 4,
  killEveryMs: 4_000,
  hanging: 10,
  judgesTimes: false,
};
const WHOLE: Form = {
  companies: 20,
  quietMs: 40_000,
  kills: 24,
  killEveryMs: 5_000,
  hanging: 50,
  judgesTimes: true,
};

const CHANGES_PER_S = 50;
const IMPORTED = 3_000;
const MAX_P50_MS = 1_000;
const MAX_P99_MS = 3_000;
const MAX_TIMES_QUIET = 2;
const MAX_TWICE = 0.01;
const TOLD_LIMIT_MS = 60_000;
const WEBHOOKS_OF_COMPANY = 10;

/**
 * Changes in many companies, while receivers hang, refuse, redirect and fail, and processes, PostgreSQL and Redis are
 * killed. Every change is told to every receiver that works.
 */
export const webhooks: TrustProgram = {
  summary:
    'every change is told to every receiver that works, under kills, beside receivers that hang and fail',
  limit: { short: 240, whole: 900 },

  async run(stage) {
    const form = stage.short ? SHORT : WHOLE;
    const run = await WebhooksRun.open(stage, form);
    return run.findings();
  },
};

class WebhooksRun {
  private readonly statuses = new Map<number, number>();
  private killed = 0;
  /** Of the API processes that are ready. */
  private baseUrls: string[] = [];

  // eslint-disable-next-line @typescript-eslint/max-params -- servers, receivers and companies of one run
  private constructor(
    private readonly stage: Stage,
    private readonly form: Form,
    private readonly servers: { readonly postgres: InstalledPostgres; readonly redis: RedisServer },
    private readonly fleet: Fleet,
    private readonly receivers: Receivers,
    private readonly caller: Caller,
    private readonly companies: readonly WebhookCompany[],
  ) {}

  static async open(stage: Stage, form: Form): Promise<WebhooksRun> {
    const certificate = await loopbackCertificate();
    const folder = await stage.use(mkdtemp(join(tmpdir(), 'wes-webhooks-')), (path) =>
      rm(path, { recursive: true, force: true }),
    );
    const trusted = join(folder, 'receivers.pem');
    await writeFile(trusted, certificate.cert);
    const postgres = await stage.use(InstalledPostgres.start(), (server) => server.stop());
    const redis = await stage.use(RedisServer.start(), (server) => server.stop());
    const databaseUrl = postgres.url('wes');
    await runSql(postgres.url('postgres'), 'CREATE DATABASE wes');
    const { exitCode, stderr } = await runWes(['migrate'], { DATABASE_URL: databaseUrl });
    if (exitCode !== 0) throw new Error(stderr);
    const settings = {
      REDIS_URL: redis.url,
      SECRETS_KEY: randomBytes(32).toString('base64'),
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1',
      NODE_EXTRA_CA_CERTS: trusted,
    };
    const fleet = await stage.use(Fleet.gather(databaseUrl, settings), (started) => started.disband());
    await Promise.all((['api', 'api', 'worker', 'worker'] as const).map((entry) => fleet.start(entry)));
    const receivers = await stage.use(Receivers.open(certificate), (opened) => opened.close());
    const caller = await stage.use(Promise.resolve(new Caller()), (opened) => opened.close());
    const companies = await Promise.all(
      Array.from({ length: form.companies }, () => WebhookCompany.create(databaseUrl)),
    );
    const run = new WebhooksRun(stage, form, { postgres, redis }, fleet, receivers, caller, companies);
    run.baseUrls = fleet.running('api').map(({ baseUrl }) => baseUrl);
    for (const [index, company] of companies.entries())
      for (const behaviour of ['well', BEHAVIOURS[index % BEHAVIOURS.length]!] as const)
        await company.addReceiver(caller, run.baseUrl, receivers.add(behaviour));
    return run;
  }

  private get baseUrl(): string {
    return this.baseUrls[Math.floor(Math.random() * this.baseUrls.length)]!;
  }

  async findings(): Promise<Finding[]> {
    const { form, stage } = this;
    stage.note(
      `${this.receivers.all.length} receivers of ${form.companies} companies, ${CHANGES_PER_S} changes a second`,
    );
    const quiet = await this.latencies(form.quietMs);
    const beside = await this.besideHangingOnes();
    stage.note(`${form.kills} kills of processes, PostgreSQL and Redis`);
    await this.underKills();
    await this.allAreTold();
    const imported = await this.importMany();
    return [...this.judge(), ...this.judgeTimes(quiet, beside), imported, await this.goneIsDisabled()];
  }

  /** Makes changes at a steady rate, while something is done or for a time. */
  private async change(until: AbortSignal): Promise<void> {
    const sent: Promise<void>[] = [];
    const begun = performance.now();
    for (let number = 0; !until.aborted; number++) {
      const company = this.companies[number % this.companies.length]!;
      sent.push(
        company.change(this.caller, this.baseUrl).then(({ status }) => {
          this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
        }),
      );
      await sleep(Math.max(0, begun + ((number + 1) * 1_000) / CHANGES_PER_S - performance.now()));
    }
    await Promise.all(sent);
  }

  /** From the answer to each change until the receivers that answer at once have it, sorted. */
  private async latencies(ms: number): Promise<number[]> {
    const before = new Set(this.companies.flatMap(({ changes }) => [...changes.keys()]));
    await this.change(AbortSignal.timeout(ms));
    await this.allAreTold();
    const found = this.companies.flatMap(({ changes, receivers }) =>
      receivers
        .filter(({ behaviour }) => behaviour === 'well')
        .flatMap(({ told }) =>
          [...changes]
            .filter(([id]) => !before.has(id))
            .map(([id, at]) => Math.max(0, (told.get(id) ?? Infinity) - at)),
        ),
    );
    return found.sort((a, b) => a - b);
  }

  private async besideHangingOnes(): Promise<number[]> {
    const { hanging, quietMs } = this.form;
    this.stage.note(`beside ${hanging} more receivers that hang`);
    const of: WebhookCompany[] = [];
    for (let number = 0; number < hanging; number++) {
      if (number % WEBHOOKS_OF_COMPANY === 0) of.push(await WebhookCompany.create(this.fleet.databaseUrl));
      await of.at(-1)!.addReceiver(this.caller, this.baseUrl, this.receivers.add('hang'));
    }
    const over = new AbortController();
    const load = (async () => {
      for (let number = 0; !over.signal.aborted; number++) {
        await of[number % of.length]!.change(this.caller, this.baseUrl);
        await sleep(200);
      }
    })();
    const found = await this.latencies(quietMs);
    over.abort();
    await load;
    return found;
  }

  private async underKills(): Promise<void> {
    const over = new AbortController();
    const broken = this.receivers.all.filter(({ behaviour }) => behaviour === 'broken for a while');
    for (const receiver of broken) receiver.isBroken = true;
    const changing = this.change(over.signal);
    for (let number = 0; number < this.form.kills; number++) {
      await sleep(this.form.killEveryMs);
      if (number === Math.floor(this.form.kills / 2))
        for (const receiver of broken) receiver.isBroken = false;
      await this.kill(number);
      this.killed++;
    }
    over.abort();
    await changing;
  }

  private async kill(number: number): Promise<void> {
    switch (number % 4) {
      case 0:
        await this.fleet.running('worker')[0]!.kill();
        await this.fleet.start('worker');
        return;
      case 1:
        await this.servers.postgres.restartImmediately();
        return;
      case 2:
        this.baseUrls.shift();
        await this.fleet.running('api')[0]!.kill();
        this.baseUrls.push((await this.fleet.start('api')).baseUrl);
        return;
      default:
        await this.servers.redis.stop();
        await this.servers.redis.start();
    }
  }

  /** Changes that receivers which work do not know yet. */
  private missing(): { receiver: Receiver; ids: string[] }[] {
    return this.companies.flatMap(({ changes, receivers }) =>
      receivers
        .filter(({ isHealthy }) => isHealthy)
        .map((receiver) => ({ receiver, ids: [...changes.keys()].filter((id) => !receiver.told.has(id)) }))
        .filter(({ ids }) => ids.length > 0),
    );
  }

  /** Waits, with the times of later attempts brought forward. */
  private async allAreTold(): Promise<void> {
    await eventually(async () => {
      await runSql(
        this.fleet.databaseUrl,
        `UPDATE webhook_message SET due_at = now() WHERE status = 'WAITING' AND due_at > now() + interval '8 s'`,
      );
      if (this.missing().length > 0) throw new Error('Not all receivers know all changes.');
    }, TOLD_LIMIT_MS).catch(() => undefined); // judged at the end
  }

  /** Many changes at once are one message. */
  private async importMany(): Promise<Finding> {
    const company = await WebhookCompany.create(this.fleet.databaseUrl);
    const receiver = this.receivers.add('slow');
    await company.addReceiver(this.caller, this.baseUrl, receiver);
    await company.changeMany(this.caller, this.baseUrl, IMPORTED);
    const toldOf = (): number => receiver.told.size + receiver.waiting;
    await eventually(() => {
      if (toldOf() < IMPORTED) throw new Error('Not everything was told.');
    }, TOLD_LIMIT_MS).catch(() => undefined);
    return {
      promise: 'more than 1,000 changes that wait become one message with their number',
      seen:
        `${counted(IMPORTED)} people: ${counted(receiver.messages.size)} messages, which stand for ` +
        `${counted(toldOf())} changes`,
      holds: toldOf() === IMPORTED && receiver.waiting > 0,
    };
  }

  private judge(): Finding[] {
    const missing = this.missing().flatMap(({ ids }) => ids).length;
    const changes = this.companies.reduce((sum, company) => sum + company.changes.size, 0);
    const single = this.companies.flatMap(({ receivers }) => receivers).filter((each) => each.answersAtOnce);
    const messages = single.reduce((sum, each) => sum + each.messages.size, 0);
    const twice = single.flatMap((each) => [...each.messages.values()]).filter((times) => times > 1).length;
    const requests = this.receivers.all.reduce((sum, each) => sum + each.requests, 0);
    const wrong = this.receivers.all.reduce((sum, each) => sum + each.wrongSignatures, 0);
    const foreign = this.foreign();
    const others = [...this.statuses].filter(([status]) => ![0, 200, 503].includes(status));
    const running = ['api', 'worker'].map((entry) => this.fleet.running(entry as 'api' | 'worker').length);
    return [
      {
        promise: 'every acknowledged change is told to every receiver that works',
        seen: `${counted(changes)} changes, ${this.killed} kills, ${missing} not told`,
        holds: missing === 0 && changes > 0,
      },
      {
        promise: `at most ${MAX_TWICE * 100} % of the messages come twice`,
        seen: `${twice} of ${counted(messages)}`,
        holds: twice <= MAX_TWICE * messages,
      },
      {
        promise:
          'no message reaches a receiver of another company, or where a redirect leads; svix verifies each',
        seen:
          `${counted(requests)} requests, ${foreign} of another company, ${this.receivers.strays} ` +
          `elsewhere, ${wrong} with a wrong signature`,
        holds: foreign + this.receivers.strays + wrong === 0,
      },
      {
        promise: 'changes are answered with success or 503, and no process ends by itself',
        seen:
          `${others.map(([status, times]) => `${times} × ${status}`).join(', ') || 'no other status'}; ` +
          `${running.join(' API processes and ')} workers run`,
        holds: others.length === 0 && running.every((count) => count === 2),
      },
    ];
  }

  private foreign(): number {
    const owners = new Map(
      this.companies.flatMap(({ id, changes }) => [...changes.keys()].map((each) => [each, id])),
    );
    return this.companies
      .flatMap(({ id, receivers }) =>
        receivers.flatMap(({ told }) => [...told.keys()].map((each) => [id, each])),
      )
      .filter(([id, each]) => (owners.get(each!) ?? id) !== id).length;
  }

  private judgeTimes(quiet: readonly number[], beside: readonly number[]): Finding[] {
    const shown = (times: readonly number[]): string =>
      `p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`;
    this.stage.note(
      `from a change to its receipt: ${shown(quiet)}; beside receivers that hang ${shown(beside)}`,
    );
    if (!this.form.judgesTimes) return [];
    const besideP99 = Math.max(MAX_P99_MS, MAX_TIMES_QUIET * quantile(quiet, 0.99));
    return [
      {
        promise: `from a change to its receipt p50 is at most ${MAX_P50_MS / 1_000} s, p99 ${MAX_P99_MS / 1_000} s`,
        seen: shown(quiet),
        holds: quantile(quiet, 0.5) <= MAX_P50_MS && quantile(quiet, 0.99) <= MAX_P99_MS,
      },
      {
        promise: `beside ${this.form.hanging} receivers that hang, p99 is at most ${MAX_TIMES_QUIET} times that`,
        seen: shown(beside),
        holds: quantile(beside, 0.99) <= besideP99,
      },
    ];
  }

  private async goneIsDisabled(): Promise<Finding> {
    const reasons = await Promise.all(
      this.companies.flatMap((company) =>
        company.receivers
          .filter(({ behaviour }) => behaviour === 'gone')
          .map((receiver) => company.disabledReason(this.caller, this.baseUrl, receiver)),
      ),
    );
    return {
      promise: 'a receiver that answers 410 is sent nothing more',
      seen: `${reasons.length} webhooks: ${[...new Set(reasons)].join(', ')}`,
      holds: reasons.every((reason) => reason === 'RECEIVER_GONE'),
    };
  }
}

/** Of sorted values. */
function quantile(values: readonly number[], share: number): number {
  return values[Math.min(values.length - 1, Math.floor(share * values.length))] ?? NaN;
}
