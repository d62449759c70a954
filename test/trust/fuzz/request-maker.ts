import fc, { type Arbitrary } from 'fast-check';
import {
  allowedBy,
  changed,
  forbiddenTexts,
  validatorOf,
  type DocumentedRequest,
} from '../../support/documented-requests.js';
import { characteristicOf, LargestBodies, type References } from '../../support/largest-bodies.js';
import type { Ids } from '../harness/learned-ids.js';
import type { WireRequest } from '../harness/wire-client.js';
import type { Random } from '../harness/random.js';
import {
  HOSTILE_BODIES,
  HOSTILE_CREDENTIALS,
  HOSTILE_HEADERS,
  HOSTILE_QUERIES,
  HOSTILE_SEGMENTS,
  HOSTILE_TEXTS,
} from './hostile.js';

/**
 * Kinds of requests: as the document allows, as large as it allows, with one thing that it forbids, or with what
 * attacks a service.
 */
export const KINDS = ['valid', 'largest', 'nearly valid', 'hostile'] as const;
export type Kind = (typeof KINDS)[number];

/** The headers of both areas for one caller, with the data of the company. */
export interface Caller extends References {
  readonly session: Readonly<Record<string, string>>;
  readonly apiKey: Readonly<Record<string, string>>;
}

interface Made {
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Buffer;
}

const POOL_SIZE = 100;
const UNKNOWN_ID = '665f1c2ab7e4d90012ab34cd';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** Samples of an arbitrary, made some at a time. */
class Pool<T> {
  private samples: T[] = [];

  constructor(
    private readonly arbitrary: Arbitrary<T>,
    private seed: number,
  ) {}

  take(): T {
    if (this.samples.length === 0)
      this.samples = fc.sample(this.arbitrary, { numRuns: POOL_SIZE, seed: this.seed++ });
    return this.samples.pop()!;
  }
}

/** Makes requests of the operations of `openapi.json`. */
export class RequestMaker {
  private readonly bodies = new Map<string, { allowed: Pool<unknown>; forbidden: Pool<unknown> }>();
  private readonly queries = new Map<string, Pool<object>>();

  constructor(private readonly random: Random) {}

  make(operation: DocumentedRequest, kind: Kind, caller: Caller, ids: Ids): WireRequest {
    const { random } = this;
    const credential = operation.path.startsWith('/api/v1/public/') ? caller.apiKey : caller.session;
    const request = {
      method: operation.method,
      path: this.pathOf(operation, this.withAssignee(ids, caller), random.chance(0.97) ? 1 : 0),
      credential,
      ...this.allowed(operation, caller, ids),
    };
    if (kind === 'largest' && operation.body) request.body = new LargestBodies(caller).of(operation.body);
    if (kind === 'nearly valid') Object.assign(request, this.spoil(operation, caller, ids));
    if (kind === 'hostile') Object.assign(request, this.attack(operation, ids, request.body));
    const { method, path, query, headers, body } = request;
    const raw = request.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    return {
      method,
      path: path + query,
      headers: {
        ...request.credential,
        ...(raw !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(raw !== undefined && { body: raw }),
    };
  }

  private allowed(operation: DocumentedRequest, caller: Caller, ids: Ids): Made {
    const query = Object.keys(operation.query).length > 0 && this.random.chance(0.7);
    const body = operation.body && this.refer(this.bodyPools(operation).allowed.take(), caller);
    return {
      query: query ? toQuery(this.page(this.queryPool(operation).take())) : '',
      headers: {},
      ...(operation.body && { body: isOfPerson(operation) ? this.naming(body, ids) : body }),
    };
  }

  /** One thing that the document forbids, or a right or a resource that the caller does not have. */
  private spoil(operation: DocumentedRequest, caller: Caller, ids: Ids): object {
    const { random } = this;
    const texts = Object.entries(operation.query).flatMap(([name, schema]) =>
      forbiddenTexts(schema).map((text) => ({ [name]: text })),
    );
    const ways: (() => object)[] = [
      () => ({ credential: {} }),
      () => ({ credential: random.pick([caller.session, caller.apiKey]) }),
      () => ({ path: this.pathOf(operation, ids, 0.3) }),
    ];
    if (texts.length > 0) ways.push(() => ({ query: toQuery(random.pick(texts)) }));
    const body = (): object => ({ body: this.bodyPools(operation).forbidden.take() });
    return operation.body && random.chance(0.7) ? body() : random.pick(ways)();
  }

  private attack(operation: DocumentedRequest, ids: Ids, body: unknown): object {
    const { random } = this;
    const header = operation.path.startsWith('/api/v1/public/') ? 'serviceAPIKey' : 'SessionId';
    const segments = (): Ids =>
      Object.fromEntries(Object.keys(ids).map((name) => [name, random.pick(HOSTILE_SEGMENTS)]));
    const ways: (() => object)[] = [
      () => ({ query: random.pick(HOSTILE_QUERIES) }),
      () => ({ headers: random.pick(HOSTILE_HEADERS) }),
      () => ({ headers: { ...random.pick(HOSTILE_HEADERS), ...random.pick(HOSTILE_HEADERS) } }),
      () => ({ method: random.pick(METHODS) }),
      () => ({ credential: { [header]: encodeHeader(random.pick(HOSTILE_CREDENTIALS)) } }),
      () => ({ path: this.pathOf(operation, { ...ids, ...segments() }, 1) }),
      () => ({ path: operation.path.replace(/\{\w+\}/g, () => random.pick(HOSTILE_SEGMENTS)) }),
      () => ({ raw: random.pick(HOSTILE_BODIES) }),
    ];
    const inBody = (): object =>
      random.chance(0.5)
        ? { raw: random.pick(HOSTILE_BODIES) }
        : { body: this.withHostileText(body, random.pick(HOSTILE_TEXTS)) };
    return operation.body && random.chance(0.6) ? inBody() : random.pick(ways)();
  }

  /** @param knowing - the probability that an id of the caller is used */
  private pathOf({ path }: DocumentedRequest, ids: Ids, knowing: number): string {
    return path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const id = this.random.chance(knowing) ? ids[name] : undefined;
      return id ?? UNKNOWN_ID;
    });
  }

  /** Assignees are not created by the operations of plans. */
  private withAssignee(ids: Ids, { employees }: Caller): Ids {
    return 'assigneeId' in ids ? ids : { ...ids, assigneeId: this.random.pick(employees) };
  }

  private bodyPools({ operationId, body }: DocumentedRequest): {
    allowed: Pool<unknown>;
    forbidden: Pool<unknown>;
  } {
    let pools = this.bodies.get(operationId);
    if (!pools) {
      const schema = body!;
      const validate = validatorOf(schema);
      const allowed = allowedBy(schema);
      const forbidden = allowed.chain((each) => changed(each, schema)).filter((each) => !validate(each));
      const seed = this.random.below(2 ** 31);
      pools = { allowed: new Pool(allowed, seed), forbidden: new Pool(forbidden, seed) };
      this.bodies.set(operationId, pools);
    }
    return pools;
  }

  private queryPool({ operationId, query }: DocumentedRequest): Pool<object> {
    let pool = this.queries.get(operationId);
    if (!pool) {
      const parameters = Object.entries(query).map(
        ([name, schema]) => [name, allowedBy(schema, name)] as const,
      );
      const arbitrary = fc.record(Object.fromEntries(parameters), { requiredKeys: [] });
      pool = new Pool<object>(arbitrary, this.random.below(2 ** 31));
      this.queries.set(operationId, pool);
    }
    return pool;
  }

  /** With a page that is not too large, and filters that are mostly absent: several at once match nothing. */
  private page(query: object): object {
    const { from, to, ...filters } = query as Record<string, unknown>;
    const start = this.random.below(30);
    const kept = Object.entries(filters).filter(() => this.random.chance(0.3));
    return {
      ...Object.fromEntries(kept),
      ...(from !== undefined && { from: start }),
      ...(to !== undefined && { to: start + this.random.below(50) }),
    };
  }

  /** Mostly refers to what there is, because a reference to nothing is refused. */
  private refer(body: unknown, caller: Caller): unknown {
    if (typeof body !== 'object' || body === null || this.random.chance(0.2)) return body;
    const { assigneeIds, assigneeStatuses, ...others } = body as Record<string, unknown>;
    const assignees = this.random.chance(0.5) ? { assigneeIds } : { assigneeStatuses };
    const isEmployee = 'managedHierarchies' in others || 'email' in others;
    const named = isEmployee && this.random.chance(0.5) && { externalId: `fuzz-${this.random.below(1e9)}` };
    return this.referAt('', { ...others, ...assignees, ...named }, caller);
  }

  /** Mostly names the person of the sequence by the one or the other key. */
  private naming(body: unknown, ids: Ids): unknown {
    const { employeeEmail, externalId } = ids;
    if (typeof body !== 'object' || body === null || this.random.chance(0.2)) return body;
    if (employeeEmail === undefined && externalId === undefined) return body;
    const { email: _, externalId: __, ...others } = body as Record<string, unknown>;
    const keys = [
      ...(employeeEmail === undefined ? [] : [{ email: decodeURIComponent(employeeEmail) }]),
      ...(externalId === undefined ? [] : [{ externalId: decodeURIComponent(externalId) }]),
    ];
    return { ...others, ...this.random.pick(keys) };
  }

  private referAt(name: string, value: unknown, caller: Caller): unknown {
    const { random } = this;
    if (Array.isArray(value)) {
      const entries = value.map((each) => this.referAt(name, each, caller));
      return /^(assignee|profile)/.test(name) ? entries.slice(0, 1) : entries;
    }
    if (name === 'profile' && value) return random.pick(caller.profile);
    if (name === 'characteristics' && value) return characteristicOf(random.pick(caller.profile));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([key, each]) => [key, this.referAt(key, each, caller)]),
      );
    }
    if (typeof value !== 'string') return value;
    if (/hierarch/i.test(name)) return random.pick(caller.areas);
    if (name === 'groupIds') return random.pick(caller.groups);
    return /^assigneeIds?$/.test(name) ? random.pick(caller.employees) : value;
  }

  /** With a text instead of one of the texts of a body. */
  private withHostileText(body: unknown, text: string): unknown {
    if (Array.isArray(body)) return body.map((each) => this.withHostileText(each, text));
    if (typeof body === 'object' && body !== null) {
      const entries = Object.entries(body);
      if (entries.length === 0) return { [text]: text };
      const [chosen] = this.random.pick(entries);
      return Object.fromEntries(
        entries.map(([name, value]) => [name, name === chosen ? this.withHostileText(value, text) : value]),
      );
    }
    return text;
  }
}

/** Access, erasures and holds name a person in their bodies. */
export function isOfPerson({ path }: DocumentedRequest): boolean {
  return /\/people\/(?:access|erasures|holds)\b/.test(path);
}

function toQuery(parameters: object): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    [value as unknown].flat().map((each): [string, string] => [name, String(each)]),
  );
  return `?${new URLSearchParams(pairs).toString()}`;
}

/** Node sends headers in Latin-1. */
function encodeHeader(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
