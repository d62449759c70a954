import { ApiClient } from '../../support/api-client.js';
import {
  CORE,
  ENTERPRISE,
  ERROR,
  GROUPS,
  SCIM,
  scimClient,
  USERS,
  WORKFORCE,
} from '../../support/scim-fixture.js';
import { isScimError } from '../../support/scim-operations.js';
import { TestApp } from '../../support/test-app.js';

interface Described {
  readonly name: string;
  readonly subAttributes?: readonly object[];
}

describe('SCIM', () => {
  let app: TestApp;
  let companyId: string;
  let provider: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
    companyId = await app.company();
    provider = await scimClient(app, companyId);
  });
  afterAll(() => app.stop());

  const bearer = (token: string): ApiClient => new ApiClient(app.baseUrl, { Authorization: token });

  it('takes a key with the scope as a bearer token, in any case of the scheme', async () => {
    const { key } = await app.integration(['scim'], companyId);
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      expect((await bearer(`${scheme} ${key}`).get(`${SCIM}/Schemas`)).status).toBe(200);
  });

  it('answers 401 to everything else, and 403 without the scope, which must be asked for', async () => {
    const { key } = await app.integration(['scim'], companyId);
    const { sessionId } = await app.user('ADMIN', companyId);
    const callers = [
      app.anonymous(),
      bearer(''),
      bearer('Bearer'),
      bearer('Bearer wes_nonsense'),
      bearer(`Basic ${key}`),
      bearer(`Bearer ${sessionId}`),
      new ApiClient(app.baseUrl, { serviceAPIKey: key }),
    ];
    for (const caller of callers) {
      const { status, headers, body } = await caller.get(USERS);
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe('Bearer realm="workforce-engagement"');
      expect(body).toMatchObject({ schemas: [ERROR], status: '401' });
    }
    const { key: other } = await app.integration(undefined, companyId);
    expect((await bearer(`Bearer ${other}`).get(USERS)).body).toMatchObject({ status: '403' });
  });

  it('describes itself', async () => {
    const { status, headers, body } = await provider.get(`${SCIM}/ServiceProviderConfig`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    expect(body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      etag: { supported: true },
      meta: { location: expect.stringContaining(`${SCIM}/ServiceProviderConfig`) },
    });
    const types = await provider.get(`${SCIM}/ResourceTypes`);
    expect(types.body.totalResults).toBe(types.body.Resources.length);
    expect(types.body.Resources[0]).toMatchObject({ endpoint: '/Users', schema: CORE });
    expect((await provider.get(`${SCIM}/ResourceTypes/User`)).body.id).toBe('User');
    const schemas = await provider.get(`${SCIM}/Schemas`);
    const ids = schemas.body.Resources.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining([CORE, ENTERPRISE, WORKFORCE]));
    for (const id of ids) expect((await provider.get(`${SCIM}/Schemas/${id}`)).body.id).toBe(id);
  });

  it('answers 404, 403 and 501 in the form of SCIM, with the id of the request', async () => {
    const headers = { 'X-Request-Id': 'provider-1' };
    const unknown = await provider.get(`${SCIM}/Schemas/urn:nothing`, { headers });
    expect(unknown.body).toEqual({ schemas: [ERROR], status: '404', detail: 'There is no such resource.' });
    expect(unknown.headers.get('x-request-id')).toBe('provider-1');
    expect((await provider.get(`${SCIM}/ResourceTypes/Robot`)).status).toBe(404);
    expect((await provider.get(`${SCIM}/Schemas?filter=id+pr`)).status).toBe(403);
    expect((await provider.post(`${SCIM}/Bulk`, {})).status).toBe(501);
    expect((await provider.get(`${SCIM}/Me`)).status).toBe(501);
  });

  it('answers in the form of SCIM also where there is no operation', async () => {
    const cases = [
      [404, await provider.get(`${SCIM}/Nothing`)],
      [404, await provider.get(SCIM)],
      [404, await provider.get(`${SCIM}//Users`)],
      [404, await provider.post(`${USERS}/a/b`, {})],
      [405, await provider.delete(USERS)],
      [405, await provider.put(`${SCIM}/Schemas`, {})],
      [400, await provider.get(`${USERS}/%ZZ`)],
      [404, await app.anonymous().get(`${SCIM}/Nothing`)],
    ] as const;
    for (const [status, answer] of cases)
      expect([answer.status, isScimError(answer)]).toEqual([status, true]);
    expect(cases[4][1].headers.get('allow')).toBe('GET, HEAD, POST');
    const elsewhere = await provider.get('/api/v1/public/company/scim/v3/Users');
    expect(elsewhere.headers.get('content-type')).toContain('application/problem+json');
  });

  it('offers no queries by POST', async () => {
    for (const path of [SCIM, USERS, GROUPS, USERS.toLowerCase()]) {
      const answer = await provider.post(`${path}/.search`, {});
      expect([answer.status, isScimError(answer)]).toEqual([501, true]);
    }
  });

  it('describes everything that it shows, and the values that it takes', async () => {
    const attributesOf = async (id: string): Promise<Described[]> =>
      (await provider.get(`${SCIM}/Schemas/${id}`)).body.attributes;
    const groups = (await attributesOf(CORE)).find(({ name }) => name === 'groups');
    expect(groups?.subAttributes).toContainEqual(
      expect.objectContaining({
        name: '$ref',
        type: 'reference',
        referenceTypes: ['Group'],
        caseExact: true,
      }),
    );
    const role = (await attributesOf(WORKFORCE)).find(({ name }) => name === 'role');
    expect(role).toMatchObject({
      caseExact: false,
      canonicalValues: expect.arrayContaining(['ADMIN', 'PUBLIC']),
    });
  });

  it('ignores parameters that it does not know, and takes paths as tests of Microsoft write them', async () => {
    expect((await provider.get(`${USERS}?aadOptscim062020`)).status).toBe(200);
    expect((await provider.get(USERS.toLowerCase())).status).toBe(200);
    expect((await provider.get(`${SCIM}/serviceConfiguration`)).body.patch).toEqual({ supported: true });
  });

  it('says in the form of SCIM what is wrong with a body', async () => {
    const type = { 'Content-Type': 'application/scim+json' };
    const malformed = await provider.post(USERS, undefined, { raw: '{', headers: type });
    expect([malformed.status, malformed.body.scimType]).toEqual([400, 'invalidSyntax']);
    const text = await provider.post(USERS, undefined, {
      raw: 'x',
      headers: { 'Content-Type': 'text/plain' },
    });
    expect([text.status, text.body.schemas]).toEqual([415, [ERROR]]);
  });
});
