import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CFB } from 'xlsx';
import type { Answer } from '../support/api-client.js';
import { checkAgainstContract } from '../support/contract.js';
import { eventually } from '../support/eventually.js';
import { linkIn, MailServer } from '../support/mail-server.js';
import { PLANS } from '../support/builders/plan.js';
import type { TestIssuer } from '../support/test-issuer.js';
import {
  addCompany,
  addStrangePlan,
  COMMON_EMAIL,
  COMMON_EXTERNAL_ID,
  uselessCallers,
  type Caller,
  type Company,
} from './isolation/company.js';
import {
  answerSchema,
  bodiesWith,
  GUARDED_REQUESTS,
  textPaths,
  textsAt,
  type GuardedRequest,
} from './isolation/document.js';
import { isAllowed, request, unknownLike, withBody } from './isolation/requests.js';
import { SCIM_REQUESTS } from './isolation/scim.js';
import { ScimIsolation } from './isolation/scim-check.js';
import { issuerSettings, SignInIsolation } from './isolation/sign-in-check.js';
import { SESSION_OPERATIONS } from '../support/documented-requests.js';
import { Service } from './harness/service.js';
import { WireClient, type WireRequest } from './harness/wire-client.js';
import { counted, Failures } from './harness/failures.js';
import type { Finding, TrustProgram } from './harness/program.js';
import type { Stage } from './harness/stage.js';
import { changedTables, tableDigests } from './harness/table-digests.js';

const SHORT = { directions: 1, references: 2, simultaneousRounds: 2 };
const WHOLE = { directions: 2, references: Infinity, simultaneousRounds: 200 };
const EXPORT_LIMIT_MS = 60_000;
/** Companies share the catalogue of templates, so a search finds what others have written. */
const SEARCHES_CATALOGUE = new Set(['listAllTemplates q', 'listAllTemplates category']);

/** Ids, dates and time zones name nobody. */
const NO_TEXT = /^(?:[0-9a-f]{24}|\d{4}-\d\d-\d\dT.*Z|UTC|Europe\/Madrid)$/;
/** Properties of audit records, of the caller, of settings and of figures that no person writes as a text. */
const NOT_WRITTEN =
  /\.(operation|objectType|address|requestId|syncId|changedProperties\[\]|language|permissions\[\]|week|type)$/;
/**
 * A single person who has left is not found; a key sees no webhook of a user, and a single webhook is the key's; columns
 * have names of their own, a separator is short, and a link has a token.
 */
const OF_OTHERS =
  /^(getEmployeeBy\w+ \.(turnoverDate|deletedAt)|(getWebhook |listWebhooks \[\]|getCompanyWebhook )\.userId|getEmployeeSource \.((columns|leaveOut|mainRows)\.\*(\[\])?|nameSeparator)|getAccess(AsAdmin)? \.link)$/;
/** Of the request, and of the moment; the entity tag of a list is made of its query, too. */
const OWN_HEADERS = /^(date|etag|x-request-id|ratelimit.*|connection|keep-alive)$/;

const ALL_REQUESTS = [...GUARDED_REQUESTS, ...SCIM_REQUESTS];

/** Any id or name is a new one of the caller's company, also one that another company has. */
const TAKES_NEW_NAMES =
  /^(createUser|setEmployeeSource|scimCreate(User|Group)|replace(Areas|Groups|Characteristics)|create(Area|Group|Characteristic(Value)?))$/;

/** Rows of a request with a text at each place that names something, by operation. */
const ROWS_WITH: Readonly<Record<string, (text: string, externalId: string) => object[]>> = {
  changeUsers: (text) => ['id', 'email'].map((key) => ({ operation: 'update', [key]: text, user: {} })),
  changeEmployees: (text, externalId) => [
    { operation: 'update', email: text, employee: {} },
    { operation: 'end', externalId: text },
    { operation: 'update', externalId, employee: { hierarchyId: text } },
    { operation: 'update', externalId, employee: { groupIds: [text], managedHierarchies: [text] } },
    { operation: 'invite', externalId, employee: { profile: [{ id: text, valueId: text }] } },
  ],
  changeTimesheets: (text) => [
    { operation: 'delete', id: text },
    { operation: 'delete', externalId: text },
    { operation: 'put', externalId: text, entry: { externalId: text, startTime: '2026-03-02' } },
    { operation: 'put', id: text, entry: { email: text, startTime: '2026-03-02' } },
  ],
};

/**
 * Calls every operation with every role, scope and invalid credential of two companies, with ids of the other company
 * and unknown ones. Nothing of a company is in an answer, mail, workbook or log line of the other, and its ids are
 * answered like unknown ones.
 */
export const isolation: TrustProgram = {
  summary: 'every operation by every role, scope and useless credential, with ids of another company',
  limit: { short: 600, whole: 2_400 },

  async run(stage) {
    const mail = await stage.use(MailServer.start(), (started) => started.close());
    const folder = await stage.use(mkdtemp(join(tmpdir(), 'wes-isolation-')), (path) =>
      rm(path, { recursive: true }),
    );
    const { issuer, settings } = await issuerSettings(folder);
    await stage.use(Promise.resolve(issuer), (started) => started.stop());
    const service = await stage.use(Service.start({ SMTP_URL: mail.url, ...settings }), (started) =>
      started.close(),
    );
    const companies = [
      await addCompany(service, 'canaryone'),
      await addCompany(service, 'canarytwo'),
    ] as const;
    return new IsolationCheck(stage, service, mail, issuer, companies).run(stage.short ? SHORT : WHOLE);
  },
};

class IsolationCheck {
  private readonly failures = new Failures();
  private readonly client: WireClient;
  private readonly scim: ScimIsolation;
  private readonly signIn: SignInIsolation;
  private requests = 0;
  private compared = 0;
  private parts = 0;
  private useless = 0;
  private idsMayAppear = false;

  constructor(
    private readonly stage: Stage,
    private readonly service: Service,
    private readonly mail: MailServer,
    issuer: TestIssuer,
    private readonly companies: readonly [Company, Company],
  ) {
    this.client = new WireClient(service.baseUrl);
    const probe = { compare: this.compare.bind(this), send: this.send.bind(this) };
    this.scim = new ScimIsolation(service, this.failures, probe);
    this.signIn = new SignInIsolation(service, issuer, mail, this.failures, this.client, probe);
  }

  async run({ directions, references, simultaneousRounds }: typeof SHORT): Promise<Finding[]> {
    const [first, second] = this.companies;
    const both = [
      [first, second],
      [second, first],
    ] as const;
    const pairs = both.slice(0, directions);
    for (const [own, foreign] of pairs) {
      await this.everyTextHasItsCanary(own);
      await this.scim.showsCanary(own);
      await this.keepsRows(foreign, () => this.everyCaller(own, foreign));
    }
    for (const company of this.companies) await this.signIn.open(company);
    for (const [own, foreign] of both) await this.keepsRows(foreign, () => this.signIn.run(own, foreign));
    this.idsMayAppear = true; // from here on callers write ids of the other company into their own texts
    for (const [own, foreign] of pairs)
      await this.keepsRows(foreign, async () => {
        await this.everyReference(own, foreign, references);
        await this.scim.everyReference(own, foreign);
      });
    await this.simultaneously(simultaneousRounds);
    await this.exports();
    this.log();
    this.client.close();
    this.failures.expectNone();
    const callers = this.companies.flatMap(({ callers: each }) => each).length;
    const promises = {
      'a caller gets the answer of its role or scope, and no row of another company changes':
        `${ALL_REQUESTS.length + SESSION_OPERATIONS.length} operations, ${callers} callers with rights in 2 companies, ` +
        `${this.useless} useless credentials: ${counted(this.requests)} requests`,
      'ids of another company are answered like unknown ones':
        `${counted(this.compared)} answers equal, byte for byte but for the ids, requestId, instance and ` +
        'date',
      'no canary of a company reaches another one':
        `none in the answers, in ${this.mail.deliveries.length} mails, in ${this.parts} parts of ` +
        `workbooks, in ${counted(this.service.process.log.length)} lines of the log`,
    };
    return Object.entries(promises).map(([promise, seen]) => ({ promise, seen, holds: true }));
  }

  private async keepsRows({ id }: Company, work: () => Promise<void>): Promise<void> {
    const before = await tableDigests(this.service, id);
    await work();
    const changed = changedTables(before, await tableDigests(this.service, id));
    if (changed.length > 0) this.failures.add(`Callers of another company changed ${changed.join(', ')}`);
    this.stage.note(`${counted(this.requests)} requests`);
  }

  /**
   * Without this the rest would prove nothing: reads of the company show its canary in every text that is documented.
   */
  private async everyTextHasItsCanary(company: Company): Promise<void> {
    for (const operation of GUARDED_REQUESTS) {
      const schema = answerSchema(operation.operationId);
      if (
        operation.method !== 'GET' ||
        !operation.area ||
        /Template|Export|Changes/.test(operation.operationId) || // changes come after a cursor: see the program `feed`
        !schema
      )
        continue;
      const caller = company.callers.find((each) => isAllowed(operation, each))!;
      const queries = [
        undefined,
        ...('to' in operation.query ? ['?to=100'] : []),
        ...('deleted' in operation.query ? ['?deleted=true'] : []),
      ];
      const bodies: unknown[] = [];
      for (const query of queries)
        bodies.push((await this.send(request(operation, caller, company.ids, query), company, 200)).body);
      const texts = textsAt(bodies);
      for (const path of textPaths(schema)) {
        const values = texts.get(`[]${path}`) ?? [];
        const shows = values.some((value) => NO_TEXT.test(value) || hasText(value, company.canary));
        if (!shows && !NOT_WRITTEN.test(path) && !OF_OTHERS.test(`${operation.operationId} ${path}`))
          this.failures.add(
            `${operation.operationId} shows no canary in ${path}`,
            values.join().slice(0, 200),
          );
      }
    }
  }

  /** Every operation by every caller, with ids of the other company and with unknown ones. */
  private async everyCaller(own: Company, foreign: Company): Promise<void> {
    const useless = await uselessCallers(this.service, own);
    this.useless = useless.length;
    for (const operation of ALL_REQUESTS) {
      for (const caller of [...own.callers, ...useless]) {
        const expected = expectedStatus(operation, caller);
        const isRead = operation.method === 'GET' || expected !== undefined;
        if (isRead) await this.send(request(operation, caller, own.ids), own, expected);
        if (TAKES_NEW_NAMES.test(operation.operationId)) continue;
        await this.compare(
          request(operation, caller, foreign.ids),
          request(operation, caller, unknownIds(foreign.ids)),
          own,
          expected,
        );
      }
    }
  }

  /** Every property and parameter that may name something, with ids of the other company and with unknown ones. */
  private async everyReference(own: Company, foreign: Company, count: number): Promise<void> {
    const ids = Object.values(foreign.references).slice(0, count);
    const names = [foreign.ids['employeeEmail']!, foreign.ids['externalId']!];
    for (const operation of GUARDED_REQUESTS) {
      const caller = own.callers.find((each) => isAllowed(operation, each));
      if (!caller || operation.method === 'DELETE' || TAKES_NEW_NAMES.test(operation.operationId)) continue;
      const base = request(operation, caller, own.ids);
      for (const text of [...ids, ...names]) {
        const unknown = unknownLike(text);
        for (const name of Object.keys(operation.query)) {
          if (SEARCHES_CATALOGUE.has(`${operation.operationId} ${name}`)) continue;
          const query = (value: string): string => `?${name}=${encodeURIComponent(value)}`;
          const [path = ''] = base.path.split('?');
          const [known, unheardOf] = [path + query(text), path + query(unknown)];
          await this.compare({ ...base, path: known }, { ...base, path: unheardOf }, own);
        }
      }
      for (const id of operation.body ? ids : []) {
        const unheardOf = bodiesWith(operation.body!, unknownLike(id));
        for (const [index, body] of bodiesWith(operation.body!, id).entries())
          await this.compare(withBody(base, body), withBody(base, unheardOf[index]), own);
      }
      const rowsWith = ROWS_WITH[operation.operationId];
      if (rowsWith) await this.everyRow(base, own, [...ids, ...names], rowsWith);
      if (operation.operationId !== 'resetEmployee') continue;
      const [email] = names;
      await this.compare(withBody(base, { email }), withBody(base, { email: unknownLike(email!) }), own);
    }
  }

  /** Rows that name something. None of them changes anything, whatever it names. */
  private async everyRow(
    base: WireRequest,
    own: Company,
    texts: readonly string[],
    rowsWith: (text: string, externalId: string) => object[],
  ): Promise<void> {
    const bodyWith = (text: string): object => ({ rows: rowsWith(text, own.ids['externalId']!) });
    for (const text of texts)
      await this.compare(withBody(base, bodyWith(text)), withBody(base, bodyWith(unknownLike(text))), own);
  }

  /** Both companies request objects with the same names, in the same turn of the event loop. */
  private async simultaneously(rounds: number): Promise<void> {
    const ids = { employeeEmail: encodeURIComponent(COMMON_EMAIL), externalId: COMMON_EXTERNAL_ID };
    const reads = ALL_REQUESTS.filter(({ method, area }) => method === 'GET' && area !== undefined);
    for (let round = 0; round < rounds; round++) {
      for (const operation of reads) {
        await Promise.all(
          this.companies.flatMap((company) =>
            company.callers
              .filter((caller) => isAllowed(operation, caller))
              .map((caller) => this.send(request(operation, caller, { ...company.ids, ...ids }), company)),
          ),
        );
      }
    }
  }

  /** The mails and workbooks of each company, also of a plan that refers to people and areas of the other one. */
  private async exports(): Promise<void> {
    const [first, second] = this.companies;
    for (const [company, foreign] of [
      [first, second],
      [second, first],
    ] as const) {
      const { planId, privatePlanId } = company.ids;
      const plans = [planId, privatePlanId, await addStrangePlan(this.service, company, foreign)];
      const headers = company.callers[0]!.headers;
      for (const id of plans)
        await this.send({ method: 'POST', path: `${PLANS}/${id}/excel`, headers }, company, 200);
      const deliveries = await eventually(() => {
        const found = this.mail.to(company.adminEmail);
        if (found.length < plans.length) throw new Error(`${found.length} of ${plans.length} mails came.`);
        return found;
      }, EXPORT_LIMIT_MS);
      for (const delivery of deliveries) {
        this.expectOnly(JSON.stringify(delivery), company, 'a mail');
        const response = await fetch(this.service.baseUrl + linkIn(delivery));
        const parts = partsOf(Buffer.from(await response.arrayBuffer()));
        if (!parts.some((part) => hasText(part, company.canary)))
          this.failures.add('A workbook does not show the canary of its company');
        for (const part of parts) this.expectOnly(part, company, 'a workbook');
        this.parts += parts.length;
      }
    }
  }

  /** No line of the log contains texts or names of people. */
  private log(): void {
    const { stdout, stderr } = this.service.process;
    for (const line of (stdout + stderr).split('\n'))
      for (const { canary } of this.companies)
        if (hasText(line, canary)) this.failures.add('A log line shows a canary', line.slice(0, 500));
  }

  /** Sends two requests, whose answers may differ only in values of the requests. */
  private async compare(
    known: WireRequest,
    unknown: WireRequest,
    own: Company,
    expected?: number,
  ): Promise<void> {
    const answers = [await this.send(known, own, expected), await this.send(unknown, own, expected)] as const;
    const [first, second] = answers.map(({ status }) => status);
    if (first === second && first! < 300 && known.method !== 'GET') return; // both were stored, under ids of their own
    const [foreign, strange] = [comparable(answers[0], known), comparable(answers[1], unknown)];
    this.compared++;
    if (foreign !== strange)
      this.failures.add(
        `${known.method} answers an id of another company otherwise than an unknown one`,
        [known.path, known.body?.toString() ?? '', foreign, strange].join('\n    '),
      );
  }

  private async send(sent: WireRequest, own: Company, expected?: number): Promise<Answer> {
    this.requests++;
    const answer = await this.client.send(sent);
    const { method, path } = sent;
    checkAgainstContract(method, path, answer);
    const isFailure = answer.status >= 500 && answer.status !== 501; // SCIM says what it does not offer
    if (isFailure || (expected !== undefined && answer.status !== expected))
      this.failures.add(
        `${method} ${path} answered ${answer.status}, not ${expected}`,
        answer.text.slice(0, 300),
      );
    const shown = [...answer.headers].join() + answer.text;
    const wasSent = decodeURIComponent(path) + (sent.body?.toString() ?? '');
    this.expectOnly(shown, own, `${method} ${path}`, wasSent);
    return answer;
  }

  /** @param wasSent - what an answer may repeat */
  private expectOnly(shown: string, own: Company, where: string, wasSent = ''): void {
    const [first, second] = this.companies;
    const foreign = own === first ? second : first;
    if (hasText(shown, foreign.canary) && !hasText(wasSent, foreign.canary))
      this.failures.add(`A canary of another company is in ${where}`, shown.slice(0, 500));
    if (wasSent === '' || this.idsMayAppear) return;
    const leaked = foreign.allIds.find((id) => shown.includes(id) && !wasSent.includes(id));
    if (leaked !== undefined) this.failures.add(`An id of another company is in ${where}`, leaked);
  }
}

/** The refusal of a caller without the right; undefined if the caller has it. */
function expectedStatus(operation: GuardedRequest, caller: Caller): number | undefined {
  if (isAllowed(operation, caller)) return undefined;
  return caller.credential?.area === operation.area ? 403 : 401;
}

/** Texts of the same form that nothing has. */
function unknownIds(ids: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, unknownLike(id)]));
}

/** An answer without what belongs to its request. */
function comparable({ status, headers, text }: Answer, { path, body }: WireRequest): string {
  const kept = [...headers].filter(([name]) => !OWN_HEADERS.test(name)).sort();
  const sent = [...new Set([path, decodeURIComponent(path), body?.toString() ?? ''].flatMap(idsOrNames))];
  const whole = `${status} ${JSON.stringify(kept)} ${text}`
    .replace(/"instance":"[^"]*"/, '')
    .replace(/"(?:requestId|cursor)":"[^"]*"/, ''); // a cursor has the time
  return sent.reduce((masked, each) => masked.replaceAll(each, '…'), whole);
}

function idsOrNames(text: string): string[] {
  return text.match(/[0-9a-f]{24}|[\w.-]*(?:canary(?:one|two)|nothing00)[\w.@-]*/g) ?? [];
}

/** The files in a workbook; folders have no content. */
function partsOf(workbook: Buffer): string[] {
  const { FileIndex } = CFB.read(workbook, { type: 'buffer' }) as {
    readonly FileIndex: readonly { readonly content?: Uint8Array }[];
  };
  return FileIndex.flatMap(({ content }) => (content ? [Buffer.from(content).toString('utf8')] : []));
}

function hasText(text: string, canary: string): boolean {
  return text.toLowerCase().includes(canary);
}
