import { DEFAULT_SCOPES, type Scope } from '../../src/shared-kernel/actor.js';
import { checkAgainstContract } from '../support/contract.js';
import { DOCUMENTED_REQUESTS, type DocumentedRequest } from '../support/documented-requests.js';
import { ApiClient, type Answer } from '../support/api-client.js';
import { INVITE } from '../support/builders/employee.js';
import { CHARACTERISTICS, type CharacteristicRecord } from '../support/builders/segmentation.js';
import type { ProfileEntry } from '../support/largest-bodies.js';
import { sendNastyBodies } from './fuzz/nasty-corpus.js';
import { checkProcess } from './fuzz/process-check.js';
import { describe, RefusedWrites } from './fuzz/refused-writes.js';
import { isOfPerson, KINDS, RequestMaker, type Caller, type Kind } from './fuzz/request-maker.js';
import { ScimFuzzer } from './fuzz/scim-fuzzer.js';
import { learn, type Ids } from './harness/learned-ids.js';
import { Service } from './harness/service.js';
import { WireClient, type WireRequest } from './harness/wire-client.js';
import { counted, Failures } from './harness/failures.js';
import type { Finding, TrustProgram } from './harness/program.js';
import type { Stage } from './harness/stage.js';
import { Random } from './harness/random.js';

const REQUESTS = { short: 1_000, whole: 100_000 };
const LANES = 8;
/** Requests of SCIM, which `openapi.json` does not have. */
const SCIM_REQUESTS = { short: 500, whole: 20_000 };
/** Requests after which refused writes are repeated. */
const ROUND = 1_000;
/** Of the sequences, those whose objects are as large as the document allows. */
const LARGE = 0.05;
/** Most actions and notes that such a sequence adds to its plan. */
const MOST_REPEATED = 20;
/** The rest is hostile. */
const VALID = 0.5;
const NEARLY_VALID = 0.25;
/** A documented request may be refused: for an unknown reference, or a right that the caller lacks. */
const MOST_TRIES = 3;
/** Exports and lists without pages cost as much as many other requests. */
const RARE = new Set(['exportPlan', 'listEmployees']);
const RARITY = 0.1;

/** Without those whose work in the background changes rows for long. */
const KEY_SCOPES: readonly Scope[] = [...DEFAULT_SCOPES, 'people:access', 'people:erase'];

const RESOURCES = [
  { prefix: '/api/v1/company/announcements/templates', weight: 2 },
  { prefix: '/api/v1/company/action-plans', weight: 5 },
  { prefix: '/api/v1/public/company/employees', weight: 2 },
  { prefix: '/api/v1/public/company/people', weight: 1 },
  { prefix: '', weight: 1 },
].map(({ prefix, weight }) => ({
  weight,
  operations: DOCUMENTED_REQUESTS.filter(
    (each) =>
      // The callers go on.
      each.operationId !== 'signOut' &&
      (each.path.startsWith(prefix) || (prefix.endsWith('/people') && each.path === INVITE)),
  ),
}));

/**
 * Sends requests made from `openapi.json`, in sequences: create, use the id, change, delete, use it again. No answer
 * is a 5xx or one that the document does not name, the process stays, and refused writes change no row.
 */
export const fuzz: TrustProgram = {
  summary: 'requests made from openapi.json, in sequences: valid, nearly valid and hostile',
  limit: { short: 600, whole: 2_400 },

  async run(stage) {
    const seed = stage.seed ?? (stage.short ? 1 : Date.now() % 2 ** 31);
    stage.note(`seed ${seed}`);
    const service = await stage.use(Service.start(), (started) => started.close());
    const fuzzer = new Fuzzer(stage, service, seed, await callersOf(service));
    const findings = stage.short
      ? await fuzzer.run(REQUESTS.short)
      : await fuzzer.run(REQUESTS.whole, { withCorpus: true });
    const scim = await ScimFuzzer.open(stage, service, seed);
    return [...findings, ...(await scim.run(stage.short ? SCIM_REQUESTS.short : SCIM_REQUESTS.whole))];
  },
};

class Fuzzer {
  private readonly failures = new Failures();
  private readonly client: WireClient;
  private readonly kinds = new Map<Kind, number>();
  private readonly statuses = new Map<number, number>();
  private readonly refused: RefusedWrites;
  private sent = 0;

  constructor(
    private readonly stage: Stage,
    private readonly service: Service,
    private readonly seed: number,
    private readonly callers: readonly Caller[],
  ) {
    this.client = new WireClient(service.baseUrl);
    this.refused = new RefusedWrites(service, this.failures, (request) => this.send(request));
  }

  /** @param options - the corpus of nasty bodies has a test of its own in `npm test` */
  async run(total: number, { withCorpus = false } = {}): Promise<Finding[]> {
    const startedAt = performance.now();
    const lanes = Array.from({ length: LANES }, (_, lane) => {
      const random = new Random(this.seed + lane);
      return { random, maker: new RequestMaker(random) };
    });
    while (this.sent < total) {
      const limit = Math.min(total, this.sent + ROUND);
      await Promise.all(
        lanes.map(async ({ random, maker }) => {
          while (this.sent < limit) await this.sequence(random, maker);
        }),
      );
      await this.refused.repeat();
      if (this.sent < total) this.stage.note(`${counted(this.sent)} of ${counted(total)} requests`);
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    const corpus = withCorpus ? await this.nastyBodies() : [];
    this.client.close();
    checkProcess(this.service, this.failures);
    this.failures.expectNone();
    return [...this.report(seconds), ...corpus];
  }

  /** Creates a resource and what is in it, uses and changes it, deletes it, and uses it again. Some are large. */
  private async sequence(random: Random, maker: RequestMaker): Promise<void> {
    const weighted = RESOURCES.flatMap((resource) => Array.from({ length: resource.weight }, () => resource));
    const { operations } = random.pick(weighted);
    const caller = random.pick(this.callers);
    const ids: Ids = {};
    const send = async (operation: DocumentedRequest, kind = kindFor(random)): Promise<boolean> => {
      if (RARE.has(operation.operationId) && !random.chance(RARITY)) return true;
      const request = maker.make(operation, kind, caller, ids);
      this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
      const answer = await this.send(request);
      const isDone = answer?.status === 200 || answer?.status === 202;
      if (isDone) learn(operation, { body: answer.body, location: answer.headers.get('location') }, ids);
      return isDone;
    };
    const isDeletion = ({ method }: DocumentedRequest): boolean => method === 'DELETE';
    const [creations, deletions, others] = [
      operations.filter(({ method }) => method === 'POST').sort(byDepth),
      operations.filter(isDeletion).sort(byDepth).reverse(),
      operations.filter((operation) => !isDeletion(operation)),
    ];
    const isLarge = random.chance(LARGE);
    for (const creation of creations) {
      if (random.chance(0.3)) await send(creation);
      const kind = isLarge ? 'largest' : 'valid';
      const repeated = isLarge && creation.path.includes('{') ? random.below(MOST_REPEATED) : 0;
      for (let count = 0; count < repeated; count++) await send(creation, kind);
      for (let tries = 0; tries < MOST_TRIES; tries++) if (await send(creation, kind)) break;
    }
    if (isLarge)
      for (const read of others.filter(({ method }) => method === 'GET')) await send(read, 'valid');
    for (let count = random.below(20); count > 0; count--) await send(random.pick(others));
    for (const deletion of deletions) if (isLarge || random.chance(0.8)) await send(deletion);
    for (let count = random.below(4); count > 0; count--) await send(random.pick(operations));
  }

  private async send(request: WireRequest): Promise<Answer | undefined> {
    this.sent++;
    const { method, path } = request;
    try {
      const answer = await this.client.send(request);
      const { status } = answer;
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
      if (status >= 500) this.failures.add(`${method} answered ${status}`, describe(request));
      checkAgainstContract(method, path, answer);
      this.refused.note(request, status);
      return answer;
    } catch (error) {
      this.failures.add((error as Error).message, describe(request));
      return undefined;
    }
  }

  private async nastyBodies(): Promise<Finding[]> {
    const { pid } = this.service.process;
    const { count, mostMs } = await sendNastyBodies(this.client, this.callers[0]!, pid, this.failures);
    const seen = `${count} bodies and paths, at most ${mostMs} ms for one`;
    return [{ promise: 'a nasty body or path takes at most 100 ms of processor time', seen, holds: true }];
  }

  private report(seconds: number): Finding[] {
    const kinds = KINDS.map((kind) => `${counted(this.kinds.get(kind) ?? 0)} ${kind}`).join(', ');
    const statuses = [...this.statuses].sort(([a], [b]) => a - b);
    const answers = statuses.map(([status, count]) => `${counted(count)} × ${status}`).join(', ');
    const rate = (this.sent / seconds).toFixed(0);
    return [
      {
        promise: 'no 5xx, no answer that openapi.json does not allow, no exit, no error in the log',
        seen:
          `${counted(this.sent)} requests in ${seconds.toFixed(0)} s, ${rate}/s (${kinds}, and repeated ` +
          `ones): ${answers}`,
        holds: true,
      },
      {
        promise: 'a refused write changes no row',
        seen: `${counted(this.refused.repeated)} repeated`,
        holds: true,
      },
    ];
  }
}

function kindFor(random: Random): Kind {
  const chosen = random.next();
  return chosen < VALID ? 'valid' : chosen < VALID + NEARLY_VALID ? 'nearly valid' : 'hostile';
}

/** A person is invited before an operation names them. */
function byDepth(a: DocumentedRequest, b: DocumentedRequest): number {
  return Number(isOfPerson(a)) - Number(isOfPerson(b)) || a.path.length - b.path.length;
}

/** An admin and a manager of each demo company. */
async function callersOf(service: Service): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (const { company, admin, manager } of service.process.demo()) {
    const [{ id } = { id: '' }] = await service.sql<{ id: string }>(
      'SELECT id FROM company WHERE name = $1',
      [company],
    );
    const apiKey = await service.addApiKey(id, KEY_SCOPES);
    const idsOf = async (table: string): Promise<string[]> => {
      const rows = await service.sql<{ id: string }>(
        `SELECT id FROM ${table} WHERE company_id = $1 ORDER BY id`,
        [id],
      );
      return rows.map(({ id }) => id);
    };
    const known = {
      apiKey: { serviceAPIKey: apiKey },
      areas: await idsOf('area'),
      groups: await idsOf('company_group'),
      employees: await idsOf('employee'),
      profile: await profileOf(service, apiKey),
    };
    for (const SessionId of [admin, manager]) callers.push({ ...known, session: { SessionId } });
  }
  return callers;
}

/** A profile entry for each characteristic of a company. */
async function profileOf({ baseUrl }: Service, apiKey: string): Promise<ProfileEntry[]> {
  const client = new ApiClient(baseUrl, { serviceAPIKey: apiKey });
  const { body } = await client.get(CHARACTERISTICS);
  return (body as CharacteristicRecord[]).map(({ id, type, allowedValues, nodes }) => {
    if (type === 'DATE') return { id, date: '2026-03-01' };
    return type === 'TREE' ? { id, leafId: nodes[0]!.id } : { id, valueId: allowedValues[0]!.id };
  });
}
