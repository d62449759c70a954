import fc, { type Arbitrary, type AsyncCommand } from 'fast-check';
import type { ApiClient } from '../api-client.js';
import { PLANS, type Body } from '../builders/plan.js';
import { CAST, NOW, type Plan, type PlanModel, type Who } from './model.js';

export type Callers = Readonly<Record<Who, ApiClient & { userId: string }>>;

/** A request, what the model expects of it, and what it does to the model. */
interface Request {
  readonly method: string;
  /** Below the plan. */
  readonly path: string;
  readonly body?: Body;
  /** Undefined if it is not refused. */
  readonly refusal: number | undefined;
  /** Of a request that is not refused; 200 by default. */
  readonly status?: number;
  /** Changes the model. @param id - of what is answered */
  readonly apply?: (id: string) => void;
  /** The body of the answer by the changed model. */
  readonly answer?: (id: string) => unknown;
}

type Describe<Input> = (model: PlanModel, who: Who, input: Input) => Request;

/** One request of one user, after which every user looks at the plan. */
class Step<Input> implements AsyncCommand<PlanModel, Callers> {
  constructor(
    private readonly name: string,
    private readonly who: Who,
    private readonly input: Input,
    private readonly describe: Describe<Input>,
  ) {}

  check(): boolean {
    return true;
  }

  async run(model: PlanModel, callers: Callers): Promise<void> {
    const earliest = new Date().toISOString();
    const path = `${PLANS}/${model.planId}`;
    const request = this.describe(model, this.who, this.input);
    const { refusal, status = 200 } = request;
    const options = request.body === undefined ? {} : { json: request.body };
    const answer = await callers[this.who].request(request.method, path + request.path, options);
    const detail = refusal === undefined ? undefined : (expect.any(String) as unknown);
    expect([answer.status, answer.body?.detail]).toEqual([refusal ?? status, detail]);
    if (refusal === undefined) request.apply?.(answer.body?.id as string);

    const seen: [Who, unknown][] = [];
    for (const who of CAST) {
      const view = await callers[who].get(path);
      if (view.status === 200) model.plan = withTimes(model.plan, view.body, earliest) as Plan;
      seen.push([who, view.status === 200 ? view.body : view.status]);
    }
    expect(seen).toEqual(CAST.map((who) => [who, model.refusalToRead(who) ?? model.seenBy(who)]));
    if (refusal === undefined && request.answer)
      expect(answer.body).toEqual(request.answer(answer.body.id as string));
  }

  toString(): string {
    return `${this.who} ${this.name} ${JSON.stringify(this.input)}`;
  }
}

/** Takes over times of the service's clock, if they are neither before the request nor in the future. */
function withTimes(expected: unknown, seen: unknown, earliest: string): unknown {
  if (expected === NOW) {
    const isPlausible = typeof seen === 'string' && seen >= earliest && seen <= new Date().toISOString();
    return isPlausible ? seen : expected;
  }
  if (typeof expected !== 'object' || expected === null) return expected;
  const entries = Object.entries(expected).map(([name, value]) => [
    name,
    withTimes(value, partOf(seen, name, value), earliest),
  ]);
  return Array.isArray(expected) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

/** The same property, or the entry of a list with the same id: not every user sees every note. */
function partOf(seen: unknown, name: string, value: unknown): unknown {
  const { id } = (value ?? {}) as { id?: string };
  if (Array.isArray(seen) && id !== undefined) return seen.find((each: { id: string }) => each.id === id);
  return (seen as Body | undefined)?.[name];
}

const WHO: Arbitrary<Who> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Who>('creator') },
  { weight: 3, arbitrary: fc.constantFrom<Who>('admin', 'worker') },
  { weight: 1, arbitrary: fc.constantFrom<Who>('other', 'stranger') },
);

export interface WeightedStep {
  readonly weight: number;
  readonly arbitrary: Arbitrary<AsyncCommand<PlanModel, Callers>>;
}

/** A request of any user. */
export function step<Input>(
  weight: number,
  name: string,
  input: Arbitrary<Input>,
  describe: Describe<Input>,
): WeightedStep {
  return {
    weight,
    arbitrary: fc.tuple(WHO, input).map(([who, given]) => new Step(name, who, given, describe)),
  };
}
