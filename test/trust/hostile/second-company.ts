import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { employeeBody, byExternalId, INVITE } from '../../support/builders/employee.js';
import { PLANS } from '../../support/builders/plan.js';
import { EMPLOYEE_TYPES, WEBHOOKS } from '../../support/webhook-fixture.js';
import { Caller, isDone, type Call, type CallResult } from '../harness/calls.js';
import { ANSWERED_NAME } from './name-server.js';
import { addHostileCompany, type HostileCompany, type Target } from './target.js';

const REQUEST_EVERY_MS = 50;
const CHANGE_EVERY_MS = 1_000;
const LIST_EVERY_MS = 5_000;
const LOOK_EVERY_MS = 200;
/** After the last request: what has not come by then is missing. */
const LONGEST_WAIT_MS = 30_000;

/** What a company beside an attack notices, in milliseconds; what never came took for ever. */
export interface Noticed {
  readonly p99: number;
  readonly errors: readonly CallResult[];
  readonly slowestWebhookMs: number;
  readonly slowestListMs: number;
}

/** A company that does what companies do: requests, changes of which a receiver is told, and lists of its people. */
export class SecondCompany {
  private readonly caller = new Caller();
  private readonly received = new Map<string, number>();
  private externalId = '';
  private webhook = '';

  private constructor(
    private readonly target: Target,
    private readonly company: HostileCompany,
    private readonly server: Server,
  ) {}

  static async open(target: Target): Promise<SecondCompany> {
    const company = await addHostileCompany(target.administration, 'Second');
    const server = createServer(target.certificate);
    const second = new SecondCompany(target, company, server);
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        const { id } = (JSON.parse(body) as { data: { id?: string } }).data;
        if (id !== undefined && !second.received.has(id)) second.received.set(id, performance.now());
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = target.hasSilentNames ? ANSWERED_NAME : '127.0.0.1';
    const url = `https://${host}:${(server.address() as AddressInfo).port}/wes`;
    const created = await second.send({
      method: 'POST',
      path: WEBHOOKS,
      json: { url, types: EMPLOYEE_TYPES },
    });
    second.webhook = (JSON.parse(created.body) as { id: string }).id;
    const person = employeeBody({ externalId: 'second-1' });
    second.externalId = person.externalId;
    await second.send({ method: 'POST', path: INVITE, json: person });
    return second;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    await this.caller.close();
  }

  async measure(durationMs: number): Promise<Noticed> {
    const until = performance.now() + durationMs;
    const [requests, webhooks, lists] = await Promise.all([
      this.every(REQUEST_EVERY_MS, until, (number) => this.send(this.ordinary(number))),
      this.every(CHANGE_EVERY_MS, until, () => this.changeUntilTold()),
      this.every(LIST_EVERY_MS, until, () => this.listUntilReady()),
    ]);
    const times = requests.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
    return {
      p99: times[Math.ceil(times.length * 0.99) - 1]!,
      errors: requests.filter((result) => !isDone(result)),
      slowestWebhookMs: Math.max(...webhooks),
      slowestListMs: Math.max(...lists),
    };
  }

  /** The test of the webhook succeeds. */
  async worksAfterwards(): Promise<CallResult> {
    return this.send({ method: 'POST', path: `${WEBHOOKS}/${this.webhook}/test` });
  }

  private async every<T>(everyMs: number, until: number, work: (number: number) => Promise<T>): Promise<T[]> {
    const all: Promise<T>[] = [];
    for (let due = performance.now(); due < until; due += everyMs) {
      await sleep(Math.max(0, due - performance.now()));
      all.push(work(all.length));
    }
    return Promise.all(all);
  }

  private ordinary(number: number): Call {
    const paths = ['/api/v1/company/me', `${PLANS}?to=5`, byExternalId(this.externalId)];
    return { method: 'GET', path: paths[number % paths.length]! };
  }

  private async changeUntilTold(): Promise<number> {
    const change: Call = {
      method: 'POST',
      path: INVITE,
      json: { externalId: `second-${Math.random()}` },
    };
    const since = performance.now();
    const changed = await this.sendUntilMade(change);
    if (!isDone(changed)) return Infinity;
    const { id } = JSON.parse(changed.body) as { id: string };
    while (performance.now() - since < LONGEST_WAIT_MS) {
      const at = this.received.get(id);
      if (at !== undefined) return Math.max(0, at - since);
      await sleep(LOOK_EVERY_MS / 10);
    }
    return Infinity;
  }

  private async listUntilReady(): Promise<number> {
    const since = performance.now();
    const path = '/api/v1/public/company/employees/syncs';
    const json = [{ externalId: 'listed-1' }];
    const sent = await this.sendUntilMade({ method: 'POST', path: `${path}?source=second`, json });
    const location = sent.headers.location;
    if (location === undefined) return Infinity;
    while (performance.now() - since < LONGEST_WAIT_MS) {
      const { body } = await this.send({
        method: 'GET',
        path: new URL(location, this.target.baseUrl).pathname,
      });
      if (/"status":"(?:READY|BLOCKED|FAILED)"/.test(body)) return performance.now() - since;
      await sleep(LOOK_EVERY_MS);
    }
    return Infinity;
  }

  /** Sends again what was not made, for example because its connection to the database was ended, as clients do. */
  private async sendUntilMade(call: Call): Promise<CallResult> {
    const sent = await this.send(call);
    return sent.status === 503 ? this.send(call) : sent;
  }

  private send(call: Call): Promise<CallResult> {
    const isPublic = call.path.startsWith('/api/v1/public/');
    const { serviceAPIKey = '' } = this.company.apiKey;
    const credential = isPublic ? { serviceAPIKey } : this.company.session;
    return this.caller.send(this.target.baseUrl, credential, call);
  }
}
