import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../support/api-client.js';
import { ME } from '../../support/builders/look-ups.js';
import {
  LOCAL_PROVIDERS,
  passOnClock,
  SESSIONS,
  setSignIn,
  userWith,
} from '../../support/sign-in-fixture.js';
import { TestApp } from '../../support/test-app.js';
import { newKey, sendJson, TestIssuer } from '../../support/test-issuer.js';

const CLIENT = 'managers-app';
const NONCE = 'n-0S6_WzA2Mj';

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start(LOCAL_PROVIDERS);
});
afterAll(() => app.stop());
afterEach(() => jest.restoreAllMocks());

/** A company with a provider of its own, and the tokens of a person of it. */
class Tenant {
  private constructor(
    readonly issuer: TestIssuer,
    readonly companyId: string,
    private readonly email: string,
  ) {}

  static async open(): Promise<Tenant> {
    const issuer = await TestIssuer.start(app);
    const companyId = await app.company();
    await setSignIn(app, companyId, { issuer: issuer.issuer, clientIds: [CLIENT] });
    const { email } = await userWith(app, companyId);
    return new Tenant(issuer, companyId, email);
  }

  async signIn(): Promise<Answer> {
    const claims = { aud: CLIENT, nonce: NONCE, sub: this.email, email: this.email, email_verified: true };
    const idToken = await this.issuer.token(claims);
    return app.anonymous().post(SESSIONS, { idToken, nonce: NONCE });
  }
}

let tenant: Tenant;
beforeEach(async () => {
  tenant = await Tenant.open();
});
afterEach(() => tenant.issuer.stop());

const UNAVAILABLE = 'SIGN_IN_PROVIDER_UNAVAILABLE';
const isKeys = (path: string): boolean => path.endsWith('/keys');
const discovery = (response: ServerResponse, changes: object = {}): void =>
  sendJson(response, {
    issuer: tenant.issuer.issuer,
    jwks_uri: `${tenant.issuer.issuer}/keys`,
    ...changes,
  });

describe('a provider', () => {
  it.each<[string, (path: string, response: ServerResponse) => void, string]>([
    [
      'that redirects to the metadata address',
      (_, response) =>
        response.writeHead(302, { Location: 'http://169.254.169.254/latest/meta-data/' }).end(),
      'It answered 302.',
    ],
    [
      'whose keys redirect',
      (path, response) =>
        isKeys(path) ? response.writeHead(307, { Location: 'http://127.0.0.1/' }).end() : discovery(response),
      'It answered 307.',
    ],
    [
      'whose keys are at the metadata address',
      (_, response) => discovery(response, { jwks_uri: 'https://169.254.169.254/keys' }),
      'The host is in a network to which nothing is sent.',
    ],
    [
      'whose keys are without TLS',
      (_, response) => discovery(response, { jwks_uri: 'http://127.0.0.1/keys' }),
      'The address must begin with https://.',
    ],
    [
      'whose keys are a file',
      (_, response) => discovery(response, { jwks_uri: 'file:///etc/passwd' }),
      'The address must begin with https://.',
    ],
    [
      'that names no keys',
      (_, response) => discovery(response, { jwks_uri: undefined }),
      'Its discovery document names no address of keys.',
    ],
    [
      'whose document is of another issuer',
      (_, response) => discovery(response, { issuer: 'https://accounts.example.com' }),
      'Its discovery document is of another issuer.',
    ],
    [
      'that answers 10 MB',
      (_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.write(`{"issuer":"${'x'.repeat(10_000_000)}"}`, () => response.end());
      },
      'Its answer is too long.',
    ],
    [
      'that answers nonsense',
      (_, response) => response.writeHead(200).end('<html>'),
      'Its answer is no JSON object.',
    ],
    [
      'that answers null',
      (_, response) => response.writeHead(200).end('null'),
      'Its answer is no JSON object.',
    ],
    ['that fails', (_, response) => response.writeHead(500).end('{}'), 'It answered 500.'],
    ['that hangs up', (_, response) => void response.destroy(), 'The host closed the connection.'],
    [
      'whose keys are no list',
      (path, response) => (isKeys(path) ? sendJson(response, { keys: {} }) : discovery(response)),
      'Its answer has no list of keys.',
    ],
  ])('%s is unavailable', async (_, reply, reason) => {
    tenant.issuer.reply = reply;
    const { status, headers, body } = await tenant.signIn();
    expect([status, body.errorCode, body.detail]).toEqual([
      503,
      UNAVAILABLE,
      `The keys of the identity provider could not be read. ${reason}`,
    ]);
    expect(headers.get('retry-after')).toBe('10');
  });

  it('that answers slowly is given up after five seconds, and asked once for all who wait', async () => {
    tenant.issuer.reply = (_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 500);
      response.on('close', () => clearInterval(drip));
    };
    const begun = performance.now();
    const answers = await Promise.all([tenant.signIn(), tenant.signIn(), tenant.signIn()]);
    expect(performance.now() - begun).toBeLessThan(9_000);
    for (const { status, body } of answers)
      expect([status, body.detail]).toEqual([503, expect.stringContaining('no whole answer within 5 s')]);
    expect(tenant.issuer.requests).toHaveLength(1);
  });

  it('whose list has other things beside its keys is used', async () => {
    const { jwk } = tenant.issuer.key;
    const others = [
      null,
      1,
      'x',
      {},
      { kty: 'oct', k: 'c2VjcmV0' },
      { ...jwk, x: 'x'.repeat(100_000) },
      { kty: 5 },
    ];
    tenant.issuer.reply = (path, response) =>
      isKeys(path) ? sendJson(response, { keys: [...others, jwk] }) : discovery(response);
    expect((await tenant.signIn()).status).toBe(200);
  });

  it('is asked once for many sign-ins, and again after ten minutes', async () => {
    for (let count = 0; count < 3; count++) expect((await tenant.signIn()).status).toBe(200);
    expect(tenant.issuer.requests).toEqual(['/.well-known/openid-configuration', '/keys']);
    passOnClock(10.1);
    expect((await tenant.signIn()).status).toBe(200);
    expect(tenant.issuer.requests).toHaveLength(4);
  });

  it('is asked once a minute for a key that is not known', async () => {
    expect((await tenant.signIn()).status).toBe(200);
    const known = tenant.issuer.key;
    tenant.issuer.keys = [await newKey()];
    for (let count = 0; count < 5; count++) expect((await tenant.signIn()).status).toBe(401);
    expect(tenant.issuer.requests).toHaveLength(2);
    passOnClock(1.1);
    expect((await tenant.signIn()).status).toBe(200);
    expect(tenant.issuer.requests).toHaveLength(4);
    // The key that the provider does not have any more is no key any more.
    tenant.issuer.keys = [known];
    for (let count = 0; count < 5; count++) expect((await tenant.signIn()).status).toBe(401);
    expect(tenant.issuer.requests).toHaveLength(4);
  });

  it('that is away keeps nobody from going on, and is asked again after ten seconds', async () => {
    const { body } = await tenant.signIn();
    passOnClock(10.1);
    tenant.issuer.reply = (_, response) => void response.destroy();
    const fail = async (): Promise<void> => {
      const { status, body: problem } = await tenant.signIn();
      expect([status, problem.errorCode]).toEqual([503, UNAVAILABLE]);
    };
    await fail();
    const asked = tenant.issuer.requests.length;
    for (let count = 0; count < 3; count++) await fail();
    expect(tenant.issuer.requests).toHaveLength(asked);
    const session = { headers: { SessionId: body.sessionId as string } };
    expect((await app.anonymous().get(ME, session)).status).toBe(200);
    tenant.issuer.reply = undefined;
    passOnClock(0.2);
    expect((await tenant.signIn()).status).toBe(200);
  });

  it('whose keys are good is away for tokens of other keys only', async () => {
    expect((await tenant.signIn()).status).toBe(200);
    const known = tenant.issuer.key;
    tenant.issuer.reply = (_, response) => void response.destroy();
    passOnClock(1.1);
    tenant.issuer.keys = [await newKey()];
    expect((await tenant.signIn()).status).toBe(503);
    tenant.issuer.keys = [known];
    expect((await tenant.signIn()).status).toBe(200);
  });
});

it('is refused as an issuer without TLS, but on the machine of a service that is tried out', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const change = { issuer: `http://localhost:${port}`, clientIds: ['local-app'] };
  await expect(setSignIn(app, tenant.companyId, change)).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    issues: [{ path: 'signIn.issuer', message: 'must begin with https://' }],
  });
  server.close();
  await sleep(0);
});
