import { setTimeout as sleep } from 'node:timers/promises';
import { EMPLOYEES } from '../../support/builders/employee.js';
import { DOCUMENTED_REQUESTS, type DocumentedRequest } from '../../support/documented-requests.js';
import { longestLagMs } from '../../support/event-loop-lag.js';
import type { Send } from '../../support/full-plan.js';
import { Caller, isDone, type Call, type CallResult } from '../harness/calls.js';
import type { LargeCompany } from '../harness/large-company.js';
import { learn, type Ids } from '../harness/learned-ids.js';
import type { Service } from '../harness/service.js';

/** Longest time of a request. */
export const MAX_MS = 1_000;
/** Longest time in which the event loop does nothing else. */
export const MAX_LAG_MS = 100;

/** Other work on the machine delays an answer, too. */
const ATTEMPTS = 3;

/** After the largest answers, with a margin. */
const LONGEST_REST_MS = 30_000;
const TOO_MANY_LARGE_ANSWERS = '"errorCode":"TOO_MANY_LARGE_ANSWERS"';
const PERSON = `${EMPLOYEES}/email/{employeeEmail}`;
const OBJECTS = DOCUMENTED_REQUESTS.filter(({ method, path }) => method === 'GET' && path.endsWith('}'));

/** Calls operations of `openapi.json` for a company, with bodies and ids. */
export class GrowthClient {
  private readonly caller = new Caller();

  constructor(
    private readonly service: Service,
    private readonly company: LargeCompany,
  ) {}

  close(): Promise<void> {
    return this.caller.close();
  }

  /** @throws for a parameter whose value nothing has given so far */
  pathOf({ path, operationId }: DocumentedRequest, ids: Ids): string {
    return path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const id = ids[name];
      if (id === undefined) throw new Error(`${operationId} needs a ${name}: no operation has made one.`);
      return id;
    });
  }

  /**
   * Bytes of the nearest object of a path, as it is read before a write. A creation changes none, unless it is made
   * from the object alone.
   */
  async objectBytes({ path, method, body, isBodyOptional }: DocumentedRequest, ids: Ids): Promise<number> {
    if (method === 'POST' && body && !isBodyOptional) return 0;
    const named = path.includes('{') ? path : PERSON; // in the body
    const above = OBJECTS.filter((other) => `${named}/`.startsWith(`${other.path}/`));
    const nearest = above.sort((a, b) => b.path.length - a.path.length)[0];
    return nearest ? Buffer.byteLength((await this.read(this.pathOf(nearest, ids))).body) : 0;
  }

  async write(
    operation: DocumentedRequest,
    ids: Ids,
    json?: object,
    idempotencyKey?: string,
  ): Promise<{ readonly result: CallResult; readonly sentBytes: number }> {
    const path = this.pathOf(operation, ids);
    const call = { method: operation.method as Call['method'], path, ...(json && { json }) };
    const key = operation.method === 'POST' && idempotencyKey !== undefined;
    const result = await this.send(call, key ? { 'Idempotency-Key': idempotencyKey } : {});
    const body =
      isDone(result) && result.body.startsWith('{') ? (JSON.parse(result.body) as object) : undefined;
    if (isDone(result)) learn(operation, { body, location: result.headers.location }, ids);
    const sentBytes = Buffer.byteLength(path) + (json ? Buffer.byteLength(JSON.stringify(json)) : 0);
    return { result, sentBytes };
  }

  readonly call: Send = async (method, path, json) => {
    const { status, body } = await this.send({ method, path, json });
    return { status, body: JSON.parse(body) as { id: string; errorCode: string } };
  };

  read(path: string): Promise<CallResult> {
    return this.send({ method: 'GET', path });
  }

  /** A request of no operation of `openapi.json`. */
  request(call: Call): Promise<CallResult> {
    return this.send(call);
  }

  /** Reads something many times at once, whatever the answers are. */
  async readAtOnce(path: string, times: number): Promise<void> {
    const reads = Array.from({ length: times }, () => this.sendOnce({ method: 'GET', path }, {}));
    await Promise.all(reads);
  }

  /** True if something has given the parameters of a path. */
  hasIds({ path }: DocumentedRequest, ids: Ids): boolean {
    return [...path.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => ids[name] !== undefined);
  }

  /** The best of some attempts: the time of an answer, and how long it blocked the event loop. */
  async timed(
    path: string,
  ): Promise<{ readonly result: CallResult; readonly tookMs: number; readonly lagMs: number }> {
    let [tookMs, lagMs] = [Infinity, Infinity];
    for (let attempt = 1; ; attempt++) {
      await longestLagMs(this.service.process);
      const result = await this.read(path);
      tookMs = Math.min(tookMs, result.tookMs);
      lagMs = Math.min(lagMs, await longestLagMs(this.service.process));
      if (attempt === ATTEMPTS || (tookMs <= MAX_MS && lagMs <= MAX_LAG_MS)) return { result, tookMs, lagMs };
    }
  }

  /** A caller reads only so much in large answers: requests that are refused for that are sent again. */
  private async send(call: Call, headers: Readonly<Record<string, string>> = {}): Promise<CallResult> {
    const deadline = performance.now() + LONGEST_REST_MS;
    for (;;) {
      const result = await this.sendOnce(call, headers);
      const isRefused = result.status === 429 && result.body.includes(TOO_MANY_LARGE_ANSWERS);
      if (!isRefused || performance.now() > deadline) return result;
      await sleep(Number(result.headers['retry-after']) * 1_000);
    }
  }

  private sendOnce(call: Call, headers: Readonly<Record<string, string>>): Promise<CallResult> {
    const { session, apiKey } = this.company;
    const credential = call.path.startsWith('/api/v1/public/') ? apiKey : session;
    return this.caller.send(this.service.baseUrl, { ...credential, ...headers }, call);
  }
}
