import { setTimeout as sleep } from 'node:timers/promises';
import { actionPath, PLANS } from '../../support/builders/plan.js';
import { Caller, isDone, type Call, type CallResult } from '../harness/calls.js';
import type { Service } from '../harness/service.js';

const PLAN_COUNT = 5;
const INTERVAL_MS = 50;

/** Latencies of small requests. */
export interface Latencies {
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers that are not a success. */
  readonly errors: readonly CallResult[];
}

/** A manager who reads and changes a few small plans at a steady rate, independent of the answers. */
export class Bystander {
  private readonly caller = new Caller();
  private readonly planIds: string[] = [];
  private sent = 0;

  private constructor(
    private readonly baseUrl: string,
    private readonly sessionId: string,
  ) {}

  static async open(service: Service, companyId: string): Promise<Bystander> {
    const { sessionId } = await service.addUser(companyId, 'MANAGER');
    const bystander = new Bystander(service.baseUrl, sessionId);
    for (let number = 1; number <= PLAN_COUNT; number++) await bystander.addPlan(`Plan ${number}`);
    return bystander;
  }

  close(): Promise<void> {
    return this.caller.close();
  }

  async measure(durationMs: number): Promise<Latencies> {
    const startedAt = performance.now();
    const answers: Promise<CallResult>[] = [];
    for (let dueMs = 0; dueMs < durationMs; dueMs += INTERVAL_MS) {
      await sleep(Math.max(0, startedAt + dueMs - performance.now()));
      answers.push(this.send(this.nextCall()));
    }
    const results = await Promise.all(answers);
    const times = results.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
    const percentile = (share: number): number => times[Math.ceil(times.length * share) - 1]!;
    const errors = results.filter((result) => !isDone(result));
    return { requests: results.length, p50: percentile(0.5), p99: percentile(0.99), errors };
  }

  private nextCall(): Call {
    const number = this.sent++;
    const path = `${PLANS}/${this.planIds[number % PLAN_COUNT]}`;
    const calls: Call[] = [
      { method: 'GET', path: `${PLANS}?to=${PLAN_COUNT}` },
      { method: 'GET', path },
      { method: 'PATCH', path, json: { title: { defaultValue: `Title ${number}` } } },
    ];
    return calls[number % calls.length]!;
  }

  private async addPlan(title: string): Promise<void> {
    const plan = { title: { defaultValue: title }, visibility: 'PUBLIC' };
    const { body } = await this.send({ method: 'POST', path: PLANS, json: plan });
    const { id } = JSON.parse(body) as { id: string };
    this.planIds.push(id);
    const action = { title: { defaultValue: 'Action' } };
    await this.send({ method: 'POST', path: actionPath(id), json: action });
  }

  private send(call: Call): Promise<CallResult> {
    return this.caller.send(this.baseUrl, this.sessionId, call);
  }
}
