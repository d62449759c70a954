import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSessionType, WEBHOOK_TYPES } from '../../../src/webhooks/application/webhook-types.js';
import type { Answer } from '../../support/api-client.js';
import { deletedTimesheetRecord, timesheetRecord } from '../../support/builders/timesheet.js';
import { area, group } from '../../support/builders/segmentation.js';
import { employeeRecord } from '../../support/builders/employee.js';
import { MY_ACTIONS, planRecord } from '../../support/builders/plan.js';
import { checkAgainstContract } from '../../support/contract.js';
import { eventually } from '../../support/eventually.js';
import { LargestBodies } from '../../support/largest-bodies.js';
import {
  DOCUMENTED_REQUESTS,
  SESSION_OPERATIONS,
  type DocumentedRequest,
} from '../../support/documented-requests.js';
import { linkIn, type MailServer } from '../../support/mail-server.js';
import type { Administration } from '../harness/administration.js';
import { counted, Failures } from '../harness/failures.js';
import { learn, type Ids } from '../harness/learned-ids.js';
import { bodyOf, inOrder, isStructureWrite } from '../harness/operations.js';
import type { Finding } from '../harness/program.js';
import { WireClient, type WireRequest } from '../harness/wire-client.js';
import type { Caller, Company } from '../isolation/company.js';
import { GUARDED_REQUESTS, type GuardedRequest } from '../isolation/document.js';
import { isAllowed, request, withBody } from '../isolation/requests.js';
import { CompanyWalk } from './company-walk.js';

const MAILS_LIMIT_MS = 60_000;
const DELIVERY_LIMIT_MS = 30_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A sync is applied once it is ready, and has its people a moment later. */
const MOST_TRIES = 40;
const PAUSE_MS = 250;
/** Operations that have a token of a mail in their path. */
const BY_MAIL = new Set(['downloadExport', 'showReminderWishes']);

/** Lists and their columns are called in the order of the document, because each needs what the one before has made. */
const isOfList = ({ path }: DocumentedRequest): boolean => /\/(?:syncs|sources)\b/.test(path);
/** The admin is assigned to the action that was imported, not to the one that was created. */
const isOwnAction = ({ path }: DocumentedRequest): boolean => path.startsWith(MY_ACTIONS);
/** They name a person of their own, and their work follows. */
const isOfPerson = ({ path }: DocumentedRequest): boolean =>
  /\/people\/(?:access|erasures|holds)\b|\/personal-data\//.test(path);
/** They need a code or a token, or end the session of the caller. */
const isOfSession = ({ operationId }: DocumentedRequest): boolean => SESSION_OPERATIONS.includes(operationId);
const { creations, changes, reads, deletions } = inOrder(
  DOCUMENTED_REQUESTS.filter(
    (each) => !isOfList(each) && !isStructureWrite(each) && !isOfPerson(each) && !isOfSession(each),
  ),
);
const guarded = new Map(GUARDED_REQUESTS.map((operation) => [operation.operationId, operation]));
const first = [...creations, ...changes, ...reads].map(({ operationId }) => operationId);
const last = deletions.map(({ operationId }) => operationId);
const isRest = (operation: GuardedRequest): boolean =>
  ![...first, ...last].includes(operation.operationId) &&
  !isStructureWrite(operation) &&
  !isOfPerson(operation);

/**
 * Every operation of `openapi.json` but those of {@link CompanyWalk}: creations, changes and reads, the others,
 * deletions.
 */
const IN_ORDER: readonly GuardedRequest[] = [
  ...first,
  ...['setEmployeeSource', ...GUARDED_REQUESTS.filter(isRest).map(({ operationId }) => operationId)],
  ...last,
].map((id) => guarded.get(id)!);

/** Columns of a source. */
const COLUMNS = { columns: { Number: 'externalId' } };

/** Calls every operation and command for companies of canaries. */
export class OperationsWalk {
  private readonly failures = new Failures();
  private readonly done = new Set<string>();
  /** The last answer to operations that were refused. */
  private readonly refusals = new Map<string, Answer>();
  private requests = 0;
  private commands = 0;

  constructor(
    private readonly service: Administration,
    private readonly mail: MailServer,
    private readonly companies: readonly Company[],
  ) {}

  async run(): Promise<Finding[]> {
    const client = new WireClient(this.service.baseUrl);
    try {
      await Promise.all(
        this.companies.map((own, index) =>
          this.everyOperation(client, own, this.companies[(index + 1) % this.companies.length]!),
        ),
      );
      for (const company of this.companies) {
        const walk = new CompanyWalk(this.service.baseUrl, company, this.failures);
        for (const operationId of await walk.run()) this.done.add(operationId);
      }
      await this.everyCommand(this.companies[0]!);
      const links = await Promise.all(this.companies.map((company) => this.exported(client, company)));
      this.failures.expectNone();
      const never = GUARDED_REQUESTS.filter(
        ({ operationId }) => !this.done.has(operationId) && !BY_MAIL.has(operationId),
      );
      const missing = never.map(({ operationId }) => this.refusal(operationId)).join(', ');
      return [
        {
          promise: 'every operation and every kind of import works, and shows nothing of another company',
          seen:
            `${this.done.size} of ${GUARDED_REQUESTS.length} operations in ${this.companies.length} ` +
            `companies, also with ids of another one: ${counted(this.requests)} requests, ` +
            `${this.commands} commands, ${links.length} workbooks by mail` +
            (never.length > 0 ? `; never answered 2xx: ${missing}` : ''),
          holds: never.length === 0,
        },
      ];
    } finally {
      client.close();
    }
  }

  private refusal(operationId: string): string {
    const answer = this.refusals.get(operationId);
    return answer ? `${operationId} (${answer.status}: ${answer.text.slice(0, 300)})` : operationId;
  }

  private async everyOperation(client: WireClient, own: Company, foreign: Company): Promise<void> {
    const { area: areaId, group: groupId, characteristic, value, employee } = own.references;
    const bodies = new LargestBodies({
      areas: [areaId!],
      groups: [groupId!],
      employees: [employee!],
      profile: [{ id: characteristic!, valueId: value! }],
    });
    const ofKeys: Ids = { ...own.ids, source: 'list' };
    // A key sees its own webhooks alone.
    const ofAdmins: Ids = { ...own.ids };
    const ofAssigned: Ids = { ...own.ids };
    const listed = `list-${own.canary}`;
    for (const operation of IN_ORDER) {
      const caller = own.callers.find((each) => isAllowed(operation, each))!;
      const ids = isWebhookOfAdmins(operation) ? ofAdmins : isOwnAction(operation) ? ofAssigned : ofKeys;
      // A source of any name is the company's own as soon as it is set.
      if (!operation.isList && operation.operationId !== 'setEmployeeSource')
        await this.send(client, request(operation, caller, foreign.ids), own);
      // The person with the other identifiers has been deleted by e-mail.
      if (operation.operationId === 'deleteEmployeeByExternalId') ids['externalId'] = listed;
      if (operation.path.includes('{deliveryId}'))
        ids['deliveryId'] = await this.delivery(client, operation, caller, own, ids);
      let sent = request(operation, caller, ids);
      const body = operation.isList
        ? [{ externalId: listed }]
        : isOfList(operation)
          ? operation.body && COLUMNS
          : withPossibleValues(operation, bodyOf(bodies, operation, ids));
      if (body && !operation.isBodyOptional) sent = withBody(sent, body);
      let answer = await this.send(client, sent, own);
      const isEarly = ({ status }: Answer): boolean => status === 409 || status === 404;
      const mostTries = BY_MAIL.has(operation.operationId) ? 1 : MOST_TRIES;
      for (let tries = 1; isEarly(answer) && tries < mostTries; tries++) {
        await sleep(PAUSE_MS);
        answer = await this.send(client, sent, own);
      }
      if (answer.status >= 300) {
        this.refusals.set(operation.operationId, answer);
        continue;
      }
      this.done.add(operation.operationId);
      learn(operation, { body: answer.body, location: answer.headers.get('location') }, ids);
    }
  }

  /** The newest message of a webhook, as soon as the worker has made one of what has changed. */
  private delivery(
    client: WireClient,
    { path }: GuardedRequest,
    { headers }: Caller,
    own: Company,
    { webhookId = '' }: Ids,
  ): Promise<string> {
    const list = path.slice(0, path.indexOf('/{deliveryId}')).replace('{webhookId}', webhookId);
    return eventually(async () => {
      const { status, text } = await this.send(client, { method: 'GET', path: list, headers }, own);
      if (status !== 200) throw new Error(`${list} answers ${status}: ${text}`);
      const [newest] = (JSON.parse(text) as { readonly result: readonly { readonly id: string }[] }).result;
      if (!newest) throw new Error(`${list} has no delivery.`);
      return newest.id;
    }, DELIVERY_LIMIT_MS);
  }

  /** Imports of every kind in each form, and commands that read. */
  private async everyCommand({ id, canary }: Company): Promise<void> {
    const lines = [
      { type: 'area', ...area(`Area ${canary}`) },
      { type: 'group', ...group(`Group ${canary}`) },
      { type: 'employee', ...employeeRecord({ externalId: `line-${canary}`, email: undefined }) },
      { type: 'plan', ...planRecord() },
      { type: 'timesheet', ...timesheetRecord() },
      { type: 'deletedTimesheet', ...deletedTimesheetRecord() },
    ];
    const file = join(this.service.folder, `${canary}.ndjson`);
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const [ofCompany, catalogue] = [['--company', id], join(this.service.folder, 'templates')];
    for (const command of [
      ['import', ...ofCompany, file, '--dry-run'],
      ['import', ...ofCompany, file],
      ['employee', 'sync', 'list', ...ofCompany],
      ['template', 'export', '--folder', catalogue],
      ['audit', ...ofCompany],
      ['plan', 'list', ...ofCompany],
      ['job', 'list', ...ofCompany],
      ['company', 'list'],
      ['user', 'list', ...ofCompany],
      ['session', 'list', ...ofCompany],
      ['api-key', 'list', ...ofCompany],
      ['reminders', 'preview', ...ofCompany, '--at', '2026-03-02'],
    ]) {
      this.commands++;
      await this.service
        .wes(...command)
        .catch((error: unknown) => this.failures.add((error as Error).message));
    }
  }

  /** The mails of an export that was asked for. @returns the link of the first */
  private async exported(client: WireClient, own: Company): Promise<string> {
    const deliveries = await eventually(() => {
      const found = this.mail.to(own.adminEmail);
      if (found.length === 0) throw new Error('No mail came.');
      return found;
    }, MAILS_LIMIT_MS);
    for (const delivery of deliveries) this.expectOnly(JSON.stringify(delivery), own, 'a mail');
    const path = linkIn(deliveries[0]!);
    await this.send(client, { method: 'GET', path, headers: {} }, own);
    this.done.add('downloadExport');
    return path;
  }

  private async send(client: WireClient, sent: WireRequest, own: Company): Promise<Answer> {
    this.requests++;
    const { method, path } = sent;
    const answer = await client.send(sent);
    try {
      checkAgainstContract(method, path, answer);
    } catch (error) {
      this.failures.add((error as Error).message, answer.text.slice(0, 300));
    }
    if (answer.status >= 500) this.failures.add(`${method} ${path} answered ${answer.status}`, answer.text);
    const repeated = decodeURIComponent(path) + (sent.body?.toString() ?? '');
    this.expectOnly([...answer.headers].join() + answer.text, own, `${method} ${path}`, repeated);
    return answer;
  }

  /** @param wasSent - an answer may repeat it */
  private expectOnly(shown: string, own: Company, where: string, wasSent = ''): void {
    for (const { 0: canary, index } of shown.toLowerCase().matchAll(CANARY)) {
      if (canary === own.canary || wasSent.toLowerCase().includes(canary)) continue;
      const excerpt = shown.slice(Math.max(0, index - AROUND), index + AROUND);
      this.failures.add(`A canary of another company is in ${where} of ${own.canary}`, excerpt);
    }
  }
}

function isWebhookOfAdmins({ path, area }: GuardedRequest): boolean {
  return area === 'session' && path.includes('/webhooks');
}

/** For a key a scope that admins grant; for a webhook a host that is none, types that the caller reads, a past time. */
function withPossibleValues({ path, area }: GuardedRequest, body: object | undefined): object | undefined {
  if (body === undefined) return body;
  const at = (fromNowMs: number): string => new Date(Date.now() + fromNowMs).toISOString();
  if (path.endsWith('/api-keys')) return { ...body, scopes: ['employees:read'], expiresAt: at(DAY_MS) };
  if (!path.includes('/webhooks')) return body;
  const types = WEBHOOK_TYPES.filter((type) => isSessionType(type) === (area === 'session'));
  return {
    ...body,
    ...('url' in body && { url: 'https://receiver.invalid/wes' }),
    ...('types' in body && { types }),
    ...('since' in body && { since: at(-MINUTE_MS) }),
  };
}

/** Not within letters and digits: long bodies are random. */
const CANARY = /(?<![a-z0-9])canary[a-z]{2}(?![a-z0-9])/g;
const AROUND = 100;

/** A canary of its own for each number. */
export function canaryOf(number: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  return `canary${letters[Math.floor(number / 26)]}${letters[number % 26]}`;
}
