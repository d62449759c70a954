import {
  AuthenticationError,
  Client,
  PermissionError,
  type NewSession,
} from '../../packages/client/dist/index.js';
import { eventually } from '../support/eventually.js';
import { RealProvider } from '../support/real-provider.js';
import { LOCAL_PROVIDERS, newAddress, outboxCode, setSignIn, userWith } from '../support/sign-in-fixture.js';
import { TestApp } from '../support/test-app.js';

const CLIENT_ID = 'managers-app';

let app: TestApp;
let companyId: string;
let client: Client;

beforeAll(async () => {
  app = await TestApp.start(LOCAL_PROVIDERS);
});
afterAll(() => app.stop());
beforeEach(async () => {
  companyId = await app.company();
  client = new Client({ baseUrl: app.baseUrl });
});

it('signs in by a code, also in one of several companies, and out', async () => {
  const other = await app.company();
  const { email } = await userWith(app, companyId);
  const { id } = await userWith(app, other, { email });
  await client.requestSignInCode({ email });
  const code = await eventually(() => outboxCode(app));
  const { data: choice } = await client.signIn({ email, code });
  expect(choice).toEqual({ companies: expect.arrayContaining([{ id: other, name: expect.any(String) }]) });
  await expect(client.getMe()).rejects.toBeInstanceOf(AuthenticationError);

  const { data: session } = await client.signIn({ email, code, companyId: other });
  expect((await client.getMe()).data.user.id).toBe(id);
  const again = new Client({ baseUrl: app.baseUrl, sessionId: (session as NewSession).sessionId });
  expect((await again.getMe()).data.user.id).toBe(id);

  await client.signOut();
  await expect(again.signOut()).rejects.toBeInstanceOf(AuthenticationError);
  for (const each of [client, again])
    await expect(each.getMe()).rejects.toMatchObject({ errorCode: 'CREDENTIAL_REQUIRED' });
});

it('signs in by an ID token, and says who has no user', async () => {
  const provider = await RealProvider.start(app, [CLIENT_ID]);
  await setSignIn(app, companyId, { issuer: provider.issuer, clientIds: [CLIENT_ID] });
  const { id, email } = await userWith(app, companyId);
  const proofOf = async (address: string): Promise<{ idToken: string; nonce: string }> => {
    const { idToken, nonce } = await provider.signIn(CLIENT_ID, address);
    return { idToken, nonce };
  };
  const proof = await proofOf(email);
  await client.signIn(proof);
  expect((await client.getMe()).data.user.id).toBe(id);
  await expect(client.signIn(proof)).rejects.toBeInstanceOf(AuthenticationError);
  const stranger = client.signIn(await proofOf(newAddress('nobody')));
  await expect(stranger).rejects.toBeInstanceOf(PermissionError);
  await expect(stranger).rejects.toMatchObject({ errorCode: 'NO_USER' });
  await provider.stop();
});
