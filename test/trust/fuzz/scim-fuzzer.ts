import type { Answer } from '../../support/api-client.js';
import { isScimError, SCIM_OPERATIONS, type ScimOperation } from '../../support/scim-operations.js';
import { counted, Failures } from '../harness/failures.js';
import type { Finding } from '../harness/program.js';
import { Random } from '../harness/random.js';
import type { Service } from '../harness/service.js';
import type { Stage } from '../harness/stage.js';
import { WireClient, type WireRequest } from '../harness/wire-client.js';
import { checkProcess } from './process-check.js';
import { describe, RefusedWrites } from './refused-writes.js';
import { ScimMaker } from './scim-maker.js';

const LANES = 4;
/** Requests after which refused writes are repeated. */
const ROUND = 400;
/** Requests to what a sequence has made. */
const MOST_USES = 20;
const MOST_KNOWN = 50;

/** Problems of requests that belong to no operation. */
const OF_NO_OPERATION = ['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED', 'MALFORMED_URL', 'MALFORMED_REQUEST'];
/** `/Bulk`, `/Me` and `/.search` are not offered. */
const NOT_OFFERED = /\/scim\/v2\/(?:Bulk|Me|(?:(?:Users|Groups)\/)?\.search)(?:\?|$)/i;

const OFFERED = SCIM_OPERATIONS.filter(({ path }) => !NOT_OFFERED.test(path));

/** Sends random requests of SCIM, in sequences: create, use the id, change, delete, use it again. */
export class ScimFuzzer {
  private readonly failures = new Failures();
  private readonly client: WireClient;
  private readonly refused: RefusedWrites;
  private readonly statuses = new Map<number, number>();
  private sent = 0;

  private constructor(
    private readonly stage: Stage,
    private readonly service: Service,
    private readonly makers: readonly ScimMaker[],
    private readonly random: Random,
  ) {
    this.client = new WireClient(service.baseUrl);
    this.refused = new RefusedWrites(service, this.failures, (request) => this.send(request));
  }

  static async open(stage: Stage, service: Service, seed: number): Promise<ScimFuzzer> {
    const companies = await service.sql<{ id: string }>('SELECT id FROM company ORDER BY id');
    const makers: ScimMaker[] = [];
    for (let lane = 0; lane < LANES; lane++) {
      const key = await service.addApiKey(companies[lane % companies.length]!.id, ['scim']);
      makers.push(new ScimMaker(new Random(seed + lane), key));
    }
    return new ScimFuzzer(stage, service, makers, new Random(seed));
  }

  async run(total: number): Promise<Finding[]> {
    while (this.sent < total) {
      const limit = Math.min(total, this.sent + ROUND);
      await Promise.all(
        this.makers.map(async (maker) => {
          while (this.sent < limit) await this.sequence(maker);
        }),
      );
      await this.refused.repeat();
      this.stage.note(`${counted(this.sent)} of ${counted(total)} requests of SCIM`);
    }
    this.client.close();
    checkProcess(this.service, this.failures);
    this.failures.expectNone();
    const statuses = [...this.statuses].sort(([a], [b]) => a - b);
    const answers = statuses.map(([status, count]) => `${counted(count)} × ${status}`).join(', ');
    return [
      {
        promise:
          'SCIM: no 5xx but 501, every error in the form of SCIM with the id of the request, no error in the log',
        seen: `${counted(this.sent)} requests: ${answers}`,
        holds: true,
      },
      {
        promise: 'SCIM: a refused write changes no row',
        seen: `${counted(this.refused.repeated)} repeated`,
        holds: true,
      },
    ];
  }

  private async sequence(maker: ScimMaker): Promise<void> {
    const creations = SCIM_OPERATIONS.filter(({ operationId }) => operationId.startsWith('scimCreate'));
    for (const creation of creations) await this.use(maker, creation);
    for (let count = this.random.below(MOST_USES); count > 0; count--)
      await this.use(maker, this.random.pick(this.random.chance(0.9) ? OFFERED : SCIM_OPERATIONS));
  }

  private async use(maker: ScimMaker, operation: ScimOperation): Promise<void> {
    const answer = await this.send(maker.make(operation));
    if (answer?.status !== 200 && answer?.status !== 201) return;
    const { id, userName, externalId, nextCursor } = (answer.body ?? {}) as Record<
      string,
      string | undefined
    >;
    const kind = operation.path.includes('/Groups') ? 'Groups' : 'Users';
    if (operation.method === 'POST') keep(maker.ids[kind], id);
    for (const text of [id, userName, externalId]) keep(maker.texts.known, text);
    keep(maker.cursors, nextCursor);
  }

  private async send(request: WireRequest): Promise<Answer | undefined> {
    this.sent++;
    try {
      const answer = await this.client.send(request);
      this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
      const failure = failureOf(request, answer);
      if (failure !== undefined)
        this.failures.add(failure, `${describe(request)}\n    ${answer.text.slice(0, 300)}`);
      this.refused.note(request, answer.status);
      return answer;
    } catch (error) {
      this.failures.add((error as Error).message, describe(request));
      return undefined;
    }
  }
}

/** Keeps the last ones. */
function keep(list: string[], text: string | undefined): void {
  if (text === undefined) return;
  list.push(text);
  if (list.length > MOST_KNOWN) list.shift();
}

/** The rule that an answer violates; undefined if there is none. */
function failureOf({ method, path }: WireRequest, answer: Answer): string | undefined {
  const { status, headers, body } = answer;
  if (status >= 500 && !(status === 501 && NOT_OFFERED.test(path))) return `${method} answered ${status}`;
  if (method === 'HEAD' || status === 204 || status === 304) return undefined;
  const content = (body ?? {}) as Record<string, unknown>;
  if (status < 300) {
    const isScim = headers.get('content-type') === 'application/scim+json; charset=utf-8';
    return isScim && Array.isArray(content['schemas']) ? undefined : `${method} answered no resource of SCIM`;
  }
  if (OF_NO_OPERATION.includes(String(content['errorCode']))) {
    const isKnown = content['requestId'] === headers.get('x-request-id');
    return isKnown ? undefined : `${method} answered a problem without the id of the request`;
  }
  return isScimError(answer) ? undefined : `${method} answered ${status}, which is no error of SCIM`;
}
