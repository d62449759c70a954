import { ME } from '../../support/builders/look-ups.js';
import { RealProvider } from '../../support/real-provider.js';
import {
  LOCAL_PROVIDERS,
  passOnClock,
  SESSIONS,
  setSignIn,
  userWith,
} from '../../support/sign-in-fixture.js';
import { TestApp } from '../../support/test-app.js';

const CLIENT = 'managers-app';

let app: TestApp;
let provider: RealProvider;
let companyId: string;
let email: string;

beforeAll(async () => {
  app = await TestApp.start(LOCAL_PROVIDERS);
  provider = await RealProvider.start(app, [CLIENT, 'another-app']);
  companyId = await app.company();
  await setSignIn(app, companyId, { issuer: provider.issuer, clientIds: [CLIENT] });
  ({ email } = await userWith(app, companyId));
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});
afterEach(() => jest.restoreAllMocks());

const post = (body: object) => app.anonymous().post(SESSIONS, body);

describe('a sign-in by a provider that we have not written', () => {
  it('gives a session, with the token of the code flow with PKCE', async () => {
    const { idToken, nonce } = await provider.signIn(CLIENT, email);
    const { status, body } = await post({ idToken, nonce });
    expect([status, body.user]).toMatchObject([200, { companyId, role: 'MANAGER' }]);
    const { body: me } = await app.anonymous().get(ME, { headers: { SessionId: body.sessionId } });
    expect(me.user.email).toBe(email);
  });

  it('takes neither another nonce, nor the token of another app, nor an access token', async () => {
    const { idToken, accessToken, nonce } = await provider.signIn(CLIENT, email);
    expect((await post({ idToken, nonce: 'another' })).status).toBe(401);
    expect((await post({ idToken: accessToken, nonce })).status).toBe(401);
    const other = await provider.signIn('another-app', email);
    expect((await post({ idToken: other.idToken, nonce: other.nonce })).status).toBe(401);
    expect((await post({ idToken, nonce })).status).toBe(200);
  });

  it('knows no user of somebody whom only the provider knows', async () => {
    const { idToken, nonce } = await provider.signIn(CLIENT, 'stranger@people.example');
    const { status, body } = await post({ idToken, nonce });
    expect([status, body.errorCode]).toEqual([403, 'NO_USER']);
  });

  it('finds new keys after a minute at most', async () => {
    const before = await provider.signIn(CLIENT, email);
    await provider.useNewKeys();
    const after = await provider.signIn(CLIENT, email);
    // The keys that are kept are good until then.
    expect((await post({ idToken: before.idToken, nonce: before.nonce })).status).toBe(200);
    passOnClock(1.1);
    expect((await post({ idToken: after.idToken, nonce: after.nonce })).status).toBe(200);
  });
});
