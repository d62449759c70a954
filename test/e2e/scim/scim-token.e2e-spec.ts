import { ApiClient, type Answer } from '../../support/api-client.js';
import { SCIM, USERS } from '../../support/scim-fixture.js';
import { TestApp } from '../../support/test-app.js';

const TOKEN = '/api/v1/public/company/scim/oauth/token';

describe(`POST ${TOKEN}`, () => {
  let app: TestApp;
  let companyId: string;
  let key: string;
  let id: string;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    companyId = await app.company();
    ({ key } = await app.integration(['scim', 'employees:read'], companyId));
    id = key.split('_')[1]!;
  });

  const ask = (form: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> =>
    app.anonymous().post(TOKEN, undefined, {
      raw: new URLSearchParams({ grant_type: 'client_credentials', ...form }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    });
  const basic = (user: string, password: string) => ({
    Authorization:
      'Basic ' +
      Buffer.from(`${encodeURIComponent(user)}:${encodeURIComponent(password)}`).toString('base64'),
  });
  const bearer = (token: string): ApiClient =>
    new ApiClient(app.baseUrl, { Authorization: `Bearer ${token}` });

  it('issues a token for an hour, to the key or its secret, by form or Basic', async () => {
    const secret = key.slice(`wes_${id}_`.length);
    for (const answer of [
      await ask({ client_id: id, client_secret: key }),
      await ask({ client_id: id, client_secret: secret, scope: 'scim' }),
      await ask({}, basic(id, key)),
      await ask({}, basic(id, secret)),
    ]) {
      const { status, headers, body } = answer;
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'scim' });
      expect((await bearer(body.access_token).get(USERS)).status).toBe(200);
    }
  });

  it('gives SCIM only, whatever else the key gives', async () => {
    const { access_token: token } = (await ask({ client_id: id, client_secret: key })).body;
    const api = new ApiClient(app.baseUrl, { serviceAPIKey: token });
    expect((await api.get('/api/v1/public/company/employees')).status).toBe(403);
  });

  it('is no client: a token is not renewed by a token', async () => {
    const { access_token: token } = (await ask({ client_id: id, client_secret: key })).body;
    for (const [user, secret] of [
      ['at', token],
      ['at', token.slice('wes_at_'.length)],
      [id, token],
    ]) {
      expect(await ask({ client_id: user, client_secret: secret })).toMatchObject({
        status: 401,
        body: { error: 'invalid_client' },
      });
      expect((await ask({}, basic(user, secret))).status).toBe(401);
    }
  });

  it('counts against the limit of its key', async () => {
    const limited = await TestApp.start({ RATE_LIMIT: '3/1m' });
    try {
      const { key: other } = await limited.integration(['scim']);
      const form = {
        grant_type: 'client_credentials',
        client_id: other.split('_')[1]!,
        client_secret: other,
      };
      const raw = new URLSearchParams(form).toString();
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const statuses: number[] = [];
      for (let count = 0; count < 5; count++)
        statuses.push((await limited.anonymous().post(TOKEN, undefined, { raw, headers })).status);
      expect(statuses).toEqual([200, 200, 200, 429, 429]);
    } finally {
      await limited.stop();
    }
  });

  it('ends with its hour, with its key, and with each changed character', async () => {
    const token = String((await ask({ client_id: id, client_secret: key })).body.access_token);
    const other = token.endsWith('A') ? 'B' : 'A';
    expect((await bearer(token.slice(0, -1) + other).get(`${SCIM}/Schemas`)).status).toBe(401);
    const at = 'wes_at_'.length + 34;
    const moved = token.slice(0, at) + (token[at] === 'z' ? 'y' : 'z') + token.slice(at + 1);
    expect((await bearer(moved).get(`${SCIM}/Schemas`)).status).toBe(401);
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 3_601_000);
    try {
      expect((await bearer(token).get(`${SCIM}/Schemas`)).status).toBe(401);
    } finally {
      clock.mockRestore();
    }
    await app.identity.revokeApiKey(id);
    expect((await bearer(token).get(`${SCIM}/Schemas`)).status).toBe(401);
  });

  it.each([
    [{ client_secret: 'wes_nonsense' }, 401, 'invalid_client'],
    [{ client_id: '0123456789abcdef01234567' }, 401, 'invalid_client'],
    [{ client_id: '' }, 401, 'invalid_client'],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ scope: 'employees:read' }, 400, 'invalid_scope'],
  ])('refuses %j', async (form, status, error) => {
    const answer = await ask({ client_id: id, client_secret: key, ...form });
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    if (status === 401) expect(answer.headers.get('www-authenticate')).toContain('Basic');
  });

  it('refuses requests without a grant, keys without the scope, and other bodies', async () => {
    const form = { raw: 'client_id=x', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
    expect((await app.anonymous().post(TOKEN, undefined, form)).body.error).toBe('invalid_request');
    const { key: other } = await app.integration(undefined, companyId);
    const refused = await ask({ client_id: other.split('_')[1]!, client_secret: other });
    expect(refused.body.error).toBe('unauthorized_client');
    expect((await app.anonymous().post(TOKEN, { grant_type: 'client_credentials' })).status).toBe(415);
  });
});
