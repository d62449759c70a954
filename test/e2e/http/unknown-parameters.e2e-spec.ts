import { SCOPES } from '../../../src/shared-kernel/actor.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { employeeBody, INVITE } from '../../support/builders/employee.js';
import { USERS } from '../../support/builders/look-ups.js';
import { PLANS } from '../../support/builders/plan.js';
import { DOCUMENTED_REQUESTS, type DocumentedRequest } from '../../support/documented-requests.js';
import { TestApp } from '../../support/test-app.js';

const GUARDED = DOCUMENTED_REQUESTS.filter(({ isGuarded }) => isGuarded);
const PARAMETERS = GUARDED.flatMap((request) =>
  Object.keys(request.query).map((name) => ({ ...request, name })),
);
interface Issue {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

const TEMPLATES = '/api/v1/company/announcements/templates';

describe('query parameters that an operation does not have', () => {
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

  const send = ({ method, path }: DocumentedRequest, query: string): Promise<Answer> => {
    const caller = path.startsWith('/api/v1/public/') ? callers.apiKey : callers.session;
    const target = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '665f1c2ab7e4d90012ab34cd');
    return caller.request(method, target + query);
  };
  const refusalOf = ({ status, body }: Answer): unknown[] => [
    status,
    body.errorCode,
    ...(body.errors as Issue[]).map(({ path, code, message }) => `${path} ${code}: ${message}`),
  ];
  const refused = (...errors: string[]): unknown[] => [400, 'UNKNOWN_PARAMETER', ...errors];

  it('concern all operations below /api/v1 that ask for a credential: all but sign-in', () => {
    const below = DOCUMENTED_REQUESTS.filter(
      ({ path, operationId }) =>
        path.startsWith('/api/v1/') && !['signIn', 'requestSignInCode'].includes(operationId),
    );
    expect(GUARDED).toEqual(below);
  });

  it.each(GUARDED)('are refused before anything is done: $operationId', async (request) => {
    const { status, body } = await send(request, '?zzz=1');
    expect([status, body.errorCode, body.errors]).toEqual([
      400,
      'UNKNOWN_PARAMETER',
      [{ path: 'zzz', code: 'UNKNOWN', message: expect.stringMatching(/^is unknown/) }],
    ]);
  });

  it.each(PARAMETERS)('get the nearest name: $name of $operationId', async ({ name, ...request }) => {
    for (const misspelt of [`${name}s`, name.toUpperCase()].filter((each) => !(each in request.query)))
      expect(refusalOf(await send(request, `?${misspelt}=1`))).toEqual(
        refused(`${misspelt} UNKNOWN: is unknown; the nearest parameter is ${name}`),
      );
  });

  it('are 400 for templates, whose other errors are 412', async () => {
    const template = { key: 'a key that is not valid', title: { defaultValue: '' } };
    const none = 'is unknown: the operation has no query parameters';
    for (const [method, path] of [
      ['POST', TEMPLATES],
      ['PUT', `${TEMPLATES}/unknown`],
      ['DELETE', `${TEMPLATES}/unknown`],
    ] as const) {
      const options = method === 'DELETE' ? {} : { json: template };
      const answer = await callers.session.request(method, `${path}?dryRun=true`, options);
      expect(refusalOf(answer)).toEqual(refused(`dryRun UNKNOWN: ${none}`));
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
    }
  });

  it('are all named, with brackets or an empty value, and however they are written', async () => {
    const query = '?status=&stat%75s=&from[]=0&stutas[]=&__proto__=1&constructor=1&=1&[0]=1&%FF=1';
    const { status, body } = await callers.session.get(PLANS + query);
    expect([status, body.errorCode]).toEqual([400, 'UNKNOWN_PARAMETER']);
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual([
      'stutas[]',
      '__proto__',
      'constructor',
      '=',
      '[0]',
      expect.any(String),
    ]);
    expect(body.detail).toBe('stutas[] is unknown; the nearest parameter is status.');
  });

  it('are named up to a hundred times, at whatever length', async () => {
    const many = Array.from({ length: 150 }, (_, at) => `x${at}=`).join('&');
    expect((await callers.session.get(`${PLANS}?${many}`)).body.errors).toHaveLength(100);
    expect((await callers.session.get(`${PLANS}?${'x'.repeat(8_000)}=1`)).body.errorCode).toBe(
      'UNKNOWN_PARAMETER',
    );
  });

  it('are not told to strangers, nor to those who may not call the operation', async () => {
    expect((await app.anonymous().get(`${PLANS}?zzz=1`)).status).toBe(401);
    const employee = await app.user('EMPLOYEE');
    expect((await employee.get(`${PLANS}?zzz=1`)).status).toBe(403);
  });

  it('are ignored by health checks', async () => {
    expect((await app.anonymous().get('/health/live?probe=1')).status).toBe(200);
  });
});
