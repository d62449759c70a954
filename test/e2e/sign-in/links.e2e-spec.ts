import { Registry } from 'prom-client';
import { ACCESSES, ERASURES } from '../../support/builders/employee.js';
import { eventually } from '../../support/eventually.js';
import { LOCAL_PROVIDERS, SESSIONS, setSignIn, userWith } from '../../support/sign-in-fixture.js';
import { TestApp } from '../../support/test-app.js';
import { TestIssuer, type TestClaims } from '../../support/test-issuer.js';

const NONCE = 'n-0S6_WzA2Mj';
const TENANT = '9122040d-6c67-4c5b-b112-36a304b66dad';

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start(LOCAL_PROVIDERS);
});
afterAll(() => app.stop());

async function signIn(issuer: TestIssuer, claims: TestClaims): Promise<{ status: number; userId: unknown }> {
  const idToken = await issuer.token({ nonce: NONCE, ...claims });
  const { status, body } = await app.anonymous().post(SESSIONS, { idToken, nonce: NONCE });
  return { status, userId: body.user?.id };
}

describe('a person of a provider', () => {
  it('of Entra is one in all apps of the company, although each app has a subject of its own', async () => {
    const issuer = await TestIssuer.start(app, `/${TENANT}/v2.0`);
    const companyId = await app.company();
    const clientIds = ['6cb04018-a3f5-46a7-b995-940c78f5aef3', '0a1b2c3d-a3f5-46a7-b995-940c78f5aef3'];
    await setSignIn(app, companyId, { issuer: issuer.issuer, clientIds, trustEmail: true });
    const { id, email } = await userWith(app, companyId);
    const oid = '00000000-0000-0000-66f3-3332eca7ea81';
    const entra = { ver: '2.0', tid: TENANT, oid, preferred_username: email, name: 'Ana', aio: 'Df2UVXL1ix' };
    const first = { ...entra, email, aud: clientIds[0], sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ' };
    expect(await signIn(issuer, first)).toEqual({ status: 200, userId: id });
    const second = { ...entra, aud: clientIds[1], sub: 'AAAAAAAAAAAAAAAAAAAAANTQZ6xTJ0yPdTQ2Y5Nm3Yk' };
    expect(await signIn(issuer, second)).toEqual({ status: 200, userId: id });
    const links = await app.sql('SELECT subject, user_id FROM sign_in_link WHERE company_id = $1', [
      companyId,
    ]);
    expect(links).toEqual([{ subject: oid, user_id: id }]);
    expect(await signIn(issuer, { ...first, oid: '00000000-0000-0000-66f3-3332eca7ea82' })).toEqual({
      status: 403,
      userId: undefined,
    });
    await issuer.stop();
  });

  it('of Keycloak is known by the subject', async () => {
    const issuer = await TestIssuer.start(app, '/realms/hotels');
    const companyId = await app.company();
    await setSignIn(app, companyId, { issuer: issuer.issuer, clientIds: ['managers-app'] });
    const { id, email } = await userWith(app, companyId);
    const sub = 'f3c1b3a0-8a6e-4f0c-9d0c-3a1b5a7d2e41';
    const keycloak = {
      typ: 'ID',
      azp: 'managers-app',
      acr: '1',
      sid: 'x',
      at_hash: 'Q9bmmXQmSDJm5Gd8gGh7Iw',
    };
    const token = { ...keycloak, aud: 'managers-app', sub, email, email_verified: true };
    expect(await signIn(issuer, token)).toEqual({ status: 200, userId: id });
    expect(await signIn(issuer, { ...token, typ: 'Bearer' })).toMatchObject({ status: 401 });
    expect(await app.sql('SELECT subject FROM sign_in_link WHERE user_id = $1', [id])).toEqual([
      { subject: sub },
    ]);
    await issuer.stop();
  });

  it('is given to the person with the other data, and erased with it', async () => {
    const issuer = await TestIssuer.start(app);
    const companyId = await app.company();
    await setSignIn(app, companyId, { issuer: issuer.issuer, clientIds: ['managers-app'] });
    const { id, email } = await userWith(app, companyId);
    const token = { aud: 'managers-app', sub: 'S-4711', email, email_verified: true };
    expect((await signIn(issuer, token)).status).toBe(200);
    const officer = await app.integration(['people:access', 'people:erase'], companyId);
    const { body: access } = await officer.post(ACCESSES, { email });
    const ready = await eventually(async () => {
      const { body } = await officer.get(`${ACCESSES}/${access.id}`);
      expect(body.state).toBe('READY');
      return body as { counts: Record<string, number> };
    });
    expect(ready.counts).toMatchObject({ users: 1, sessions: 1, signInLinks: 1 });
    const { body: erasure } = await officer.post(ERASURES, { email, reason: 'x' });
    await eventually(async () => {
      expect((await officer.get(`${ERASURES}/${erasure.id}`)).body).toMatchObject({
        state: 'DONE',
        counts: { users: 1, sessions: 1, signInLinks: 1 },
      });
    });
    expect(await app.sql('SELECT FROM sign_in_link WHERE user_id = $1', [id])).toEqual([]);
    expect((await signIn(issuer, token)).status).toBe(403);
    await issuer.stop();
  });
});

it('is counted by way and result', async () => {
  const metric = app.app.get(Registry, { strict: false }).getSingleMetric('wes_sign_ins_total')!;
  const counted = async (): Promise<Record<string, number>> => {
    const { values } = await metric.get();
    return Object.fromEntries(
      values.map(({ labels, value }) => [`${labels['way']} ${labels['result']}`, value]),
    );
  };
  const before = await counted();
  await app.anonymous().post(SESSIONS, { idToken: 'a.b.c', nonce: NONCE });
  await app.anonymous().post(SESSIONS, { email: 'nobody@people.example', code: 'BCDF-GHJK' });
  const after = await counted();
  expect(after['oidc refused']).toBe(before['oidc refused']! + 1);
  expect(after['code refused']).toBe(before['code refused']! + 1);
  expect(Object.keys(after)).toHaveLength(12);
  expect(before).toMatchObject({ 'oidc signed-in': 4, 'oidc no-user': 2 });
});
