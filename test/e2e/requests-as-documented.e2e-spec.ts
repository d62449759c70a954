import fc from 'fast-check';
import { SCOPES } from '../../src/shared-kernel/actor.js';
import type { Answer, ApiClient } from '../support/api-client.js';
import { employeeBody, INVITE } from '../support/builders/employee.js';
import { USERS } from '../support/builders/look-ups.js';
import { PLANS } from '../support/builders/plan.js';
import {
  allowedBy,
  changed,
  DOCUMENTED_REQUESTS,
  forbiddenTexts,
  validatorOf,
  type DocumentedRequest,
} from '../support/documented-requests.js';
import { TestApp } from '../support/test-app.js';

/** Rules that no schema expresses: references, how two properties agree, and the setting of the largest page. */
const BEYOND_THE_SCHEMA = new Set([
  'TOO_LARGE', // of all languages together
  'COMBINING_MARKS',
  'UNKNOWN_REFERENCE',
  'PAGE_TOO_LARGE',
  'DATES_DISAGREE',
  'PROFILE_FILTER',
  // People are looked up by ids or by the other parameters.
  'NOT_ALONE',
  // Assignees are given in one of two ways, each of them once.
  'assigneeIds NOT_ALLOWED',
  'NOT_UNIQUE',
  // A row has one identifier, which is that of its invitation.
  'email REQUIRED',
  'DISAGREES',
  // Cursors come from answers.
  'CURSOR_INVALID',
  // Only areas with a row.
  'hierarchyId NOT_ALLOWED',
  // An action keeps the status EXPIRED, and gets it from imports only.
  'status NOT_ALLOWED',
  // Sessions have types of plans and templates, keys the others, to addresses that begin with https://.
  'types NOT_READABLE',
  'url URL',
  // The change feed keeps changes for a time.
  'since OUT_OF_RANGE',
  // The end of a key is a time in the future.
  ...['expiresAt DATE_TIME', 'expiresAt OUT_OF_RANGE'],
  'language LANGUAGE_TAG',
  // Values are those of the characteristic, which a request of this test may have made.
  ...['date', 'valueId', 'leafId'].flatMap((value) =>
    ['REQUIRED', 'NOT_ALLOWED'].map((code) => `profile[].${value} ${code}`),
  ),
  ...['id', 'value', 'questionType'].flatMap((value) =>
    ['REQUIRED', 'NOT_ALLOWED', 'DATE_TIME'].map((code) => `characteristics[].${value} ${code}`),
  ),
  // Areas must not be moved below themselves; values are those of the type.
  ...['AREA_CYCLE', 'TYPE_DISAGREES', 'ID_TAKEN', 'EXTERNAL_ID'],
  // Times, zones and breaks of timesheet entries, and the key of a row.
  ...['entry.startTime DATE_TIME', 'entry.endTime DATE_TIME', 'entry.timeZone TIME_ZONE'],
  ...['breaks[].startTime DATE_TIME', 'breaks[].endTime DATE_TIME'].map((each) => `entry.${each}`),
  'entry.periodType PERIOD_TYPE',
  ...['END_BEFORE_START', 'OUTSIDE_OF_ENTRY', 'OVERLAPS', 'id REQUIRED', 'entry.email REQUIRED'],
  // A sign-in has a token and its nonce, or an address and its code.
  ...['idToken REQUIRED', 'nonce REQUIRED', 'code REQUIRED'],
  // A person is named by one key.
  ...['externalId REQUIRED', 'externalId NOT_ALONE', 'mailTo EMAIL'],
]);

/** One of `email` and `externalId` is required, which the description of the operation says. */
const WITH: Readonly<Record<string, object>> = { inviteEmployee: { email: 'jo@example.com' } };

/** Bodies of operations that have a query, too. */
const BESIDE_A_QUERY: Readonly<Record<string, object>> = {
  changeEmployees: { rows: [] },
  changeTimesheets: { rows: [] },
  changeUsers: { rows: [] },
  ...{ replaceAreas: [], replaceGroups: [], replaceCharacteristics: [] },
};

const REFUSED = [400, 412];

let app: TestApp;
let callers: { readonly session: ApiClient; readonly apiKey: ApiClient };
/** By the names of parameters in paths. */
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  app = await TestApp.start();
  const companyId = await app.company();
  const session = await app.user('ADMIN', companyId);
  const apiKey = await app.integration(SCOPES, companyId);
  callers = { session, apiKey };
  const title = { defaultValue: 'A title' };
  const { body: plan } = await session.post(PLANS, { title });
  const actions = `${PLANS}/${plan.id}/actions`;
  const { body: person } = await apiKey.post(INVITE, employeeBody());
  await session.patch(`${USERS}/${session.userId}`, { employeeId: person.id });
  const { body: action } = await session.post(actions, { title, assigneeIds: [person.id] });
  const { body: note } = await session.post(`${actions}/${action.id}/notes`, { content: 'A note' });
  ids = { planId: plan.id, actionId: action.id, noteId: note.id, assigneeId: person.id };
});
afterAll(() => app.stop());

function send(
  { method, path, isList }: DocumentedRequest,
  { body, query = '' }: { body?: unknown; query?: string },
) {
  const caller = path.startsWith('/api/v1/public/') ? callers.apiKey : callers.session;
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '665f1c2ab7e4d90012ab34cd');
  return caller.request(
    method,
    target + query,
    body === undefined && !isList ? {} : { json: isList ? [] : body },
  );
}

/** An answer, or those about the rows of a body, which are refused one by one. */
function refusable({ status, body }: Answer): Pick<Answer, 'status' | 'body'>[] {
  const results = body?.results as { status: number; problem?: unknown }[] | undefined;
  return results?.map((result) => ({ status: result.status, body: result.problem })) ?? [{ status, body }];
}

/** The codes of the issues that a request had although the document allows it. */
function unexpectedIssues(answer: Answer): string[] {
  return refusable(answer).flatMap(issuesIn);
}

function issuesIn({ status, body }: Pick<Answer, 'status' | 'body'>): string[] {
  if (!REFUSED.includes(status)) return [];
  const issues = (body.errors ?? []) as { path: string; code: string }[];
  if (body.errorCode !== 'VALIDATION_FAILED')
    return status === 400 && !BEYOND_THE_SCHEMA.has(body.errorCode) ? [body.errorCode] : [];
  return issues
    .filter(({ code }) => !BEYOND_THE_SCHEMA.has(code))
    .map(
      ({ path, code }) =>
        `${path
          .replace(/^rows\[\d+\]\./, '')
          .replace(/^(entry\.breaks)\[\d+\]/, '$1[]')
          .replace(/^(?:employee\.)?(profile|characteristics)\[\d+\]/, '$1[]')} ${code}`,
    )
    .filter((issue) => !BEYOND_THE_SCHEMA.has(issue));
}

function toQuery(parameters: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return `?${new URLSearchParams(pairs).toString()}`;
}

const withBody = DOCUMENTED_REQUESTS.filter(({ body }) => body);
const withQuery = DOCUMENTED_REQUESTS.filter(({ query }) => Object.keys(query).length > 0);

describe.each(withBody)('the body of $operationId', (request) => {
  const schema = request.body!;
  const validate = validatorOf(schema);
  const bodies = allowedBy(schema).map((body) => ({ ...(body as object), ...WITH[request.operationId] }));

  it('is not refused where the document allows it', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        expect([validate(body), validate.errors]).toEqual([true, null]);
        expect(unexpectedIssues(await send(request, { body }))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('is refused where the document forbids it', async () => {
    const isLeftOut = (body: unknown): boolean => request.isBodyOptional && (body ?? undefined) === undefined;
    const forbidden = bodies
      .chain((body) => changed(body, schema))
      .filter((body) => !validate(body) && !isLeftOut(body));
    await fc.assert(
      fc.asyncProperty(forbidden, async (body) => {
        const answers = refusable(await send(request, { body }));
        const refusals = answers.filter(({ status }) => REFUSED.includes(status));
        expect(refusals.map((answer) => answer.body.errorCode)).toContain('VALIDATION_FAILED');
      }),
      { numRuns: 60 },
    );
  });
});

describe.each(withQuery)('the query of $operationId', (request) => {
  it('is not refused where the document allows it', async () => {
    const parameters = Object.entries(request.query).map(
      ([name, schema]) => [name, allowedBy(schema, name)] as const,
    );
    const queries = fc.record(Object.fromEntries(parameters), { requiredKeys: [...request.requiredQuery] });
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const { from = 0, to } = query as { from?: number; to?: number };
        fc.pre(to === undefined || to >= from);
        const body = BESIDE_A_QUERY[request.operationId];
        expect(unexpectedIssues(await send(request, { body, query: toQuery(query) }))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('is refused where the document forbids it', async () => {
    const texts = Object.entries(request.query).flatMap(([name, schema]) =>
      forbiddenTexts(schema).map((text) => ({ [name]: text })),
    );
    for (const query of texts) {
      const { status, body } = await send(request, { query: toQuery(query) });
      expect([query, status, body.errorCode]).toEqual([query, 400, 'VALIDATION_FAILED']);
    }
  });
});
