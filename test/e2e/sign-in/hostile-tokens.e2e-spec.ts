import { createHmac } from 'node:crypto';
import { exportSPKI, importJWK } from 'jose';
import { newId } from '../../../src/shared-kernel/id.js';
import type { Answer } from '../../support/api-client.js';
import { ME } from '../../support/builders/look-ups.js';
import { byEmail, employeeBody, INVITE } from '../../support/builders/employee.js';
import { LOCAL_PROVIDERS, newAddress, SESSIONS, setSignIn, userWith } from '../../support/sign-in-fixture.js';
import { TestApp } from '../../support/test-app.js';
import { newKey, nowS, TestIssuer, type TestClaims, type TokenChanges } from '../../support/test-issuer.js';

const CLIENT = 'managers-app';
const NONCE = 'n-0S6_WzA2Mj';

let app: TestApp;
let issuer: TestIssuer;
let companyId: string;

beforeAll(async () => {
  app = await TestApp.start(LOCAL_PROVIDERS);
  issuer = await TestIssuer.start(app);
  companyId = await app.company();
  await setSignIn(app, companyId, { issuer: issuer.issuer, clientIds: [CLIENT, 'second-app'] });
});
afterAll(async () => {
  await app.stop();
  await issuer.stop();
});

const post = (idToken: string, nonce: string | undefined = NONCE): Promise<Answer> =>
  app.anonymous().post(SESSIONS, { idToken, nonce });

/** A person of the provider, with a user of the company. */
async function person(): Promise<{ sub: string; email: string; email_verified: boolean; userId: string }> {
  const { id: userId, email } = await userWith(app, companyId);
  return { sub: newId(), email, email_verified: true, userId };
}

/** A token of a person, good but for the changes. */
async function tokenOf(
  { userId: _, ...claims }: TestClaims & { userId?: string },
  changed: TestClaims = {},
  changes?: TokenChanges,
): Promise<string> {
  return issuer.token({ aud: CLIENT, nonce: NONCE, ...claims, ...changed }, changes);
}

const codeOf = ({ status, body }: Answer): [number, string] => [status, body.errorCode];

const REFUSED = [401, 'SIGN_IN_REFUSED'];
const NO_USER = [403, 'NO_USER'];

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a sign-in by a token', () => {
  it('is answered with a session of the user, and leaves records of the link and the session', async () => {
    const ana = await person();
    const requestId = `sign-in-${newId()}`;
    const options = { headers: { 'X-Request-Id': requestId } };
    const idToken = await tokenOf(ana);
    const answer = await app.anonymous().post(SESSIONS, { idToken, nonce: NONCE }, options);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        sessionId: expect.stringMatching(/^[\w-]{59}$/),
        expiresAt: expect.any(String),
        user: { id: ana.userId, companyId, name: 'Ana López', role: 'MANAGER', language: 'en' },
      },
    ]);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const { sessionId, expiresAt } = answer.body;
    const hours = (Date.parse(expiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(11.9);
    expect(hours).toBeLessThan(12.1);
    const me = await app.anonymous().get(ME, { headers: { SessionId: sessionId } });
    expect(me.body.user).toMatchObject({ id: ana.userId });
    const records = await app.sql(
      `SELECT operation, object_id, actor_kind, actor_id, request_id, address, before, after FROM audit_record
       WHERE company_id = $1 AND request_id = $2 ORDER BY id`,
      [companyId, requestId],
    );
    const actor = { actor_kind: 'user', actor_id: ana.userId, request_id: requestId, address: '127.0.0.1' };
    expect(records).toMatchObject([
      {
        ...{ ...actor, operation: 'user.update', object_id: ana.userId },
        after: { signInIssuer: issuer.issuer },
      },
      { ...actor, operation: 'session.issue', after: { userId: ana.userId } },
    ]);
  });

  it('finds a person by the subject from then on, whatever the addresses are', async () => {
    const ana = await person();
    expect((await post(await tokenOf(ana))).status).toBe(200);
    await app.identity.editUser(ana.userId, { email: newAddress('married') });
    const { status, body } = await post(
      await tokenOf(ana, { email: 'other@people.example', email_verified: false }),
    );
    expect([status, body.user.id]).toEqual([200, ana.userId]);
    expect(
      await app.sql(`SELECT FROM audit_record WHERE object_id = $1 AND after::text LIKE '%signInIssuer%'`, [
        ana.userId,
      ]),
    ).toHaveLength(1);
  });

  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'])('takes signatures of %s', async (alg) => {
    const key = await newKey(alg);
    issuer.keys.push(key);
    const other = await TestIssuer.start(app);
    other.keys = [key];
    const company = await app.company();
    await setSignIn(app, company, { issuer: other.issuer, clientIds: [CLIENT] });
    const { email } = await userWith(app, company);
    const claims = { aud: CLIENT, nonce: NONCE, sub: '1', email, email_verified: true };
    expect((await post(await other.token(claims))).status).toBe(200);
    await other.stop();
  });

  it('takes several audiences with a party that is authorised, and one without', async () => {
    for (const changed of [{ aud: [CLIENT, 'second-app'], azp: CLIENT }, { aud: [CLIENT] }, { azp: CLIENT }])
      expect((await post(await tokenOf(await person(), changed))).status).toBe(200);
  });

  it('gives sessions of the length that the company has set', async () => {
    await setSignIn(app, companyId, { sessionS: 600 });
    const { body } = await post(await tokenOf(await person()));
    await setSignIn(app, companyId, { sessionS: undefined });
    expect(Date.parse(body.expiresAt) - Date.now()).toBeLessThan(600_001);
  });
});

describe('a hostile token', () => {
  it.each<[string, (claims: TestClaims) => Promise<string> | string]>([
    [
      'without a signature',
      (claims) => `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded({ iss: issuer.issuer, ...claims })}.`,
    ],
    [
      'of "nOnE"',
      (claims) => `${encoded({ alg: 'nOnE', typ: 'JWT' })}.${encoded({ iss: issuer.issuer, ...claims })}.`,
    ],
    [
      'signed by HS256 with the public key',
      async (claims) => {
        const { kid, jwk } = issuer.key;
        const pem = await exportSPKI((await importJWK(jwk, 'ES256')) as never);
        const times = { iss: issuer.issuer, iat: nowS(), exp: nowS() + 300 };
        const input = `${encoded({ alg: 'HS256', kid, typ: 'JWT' })}.${encoded({ ...times, ...claims })}`;
        return `${input}.${createHmac('sha256', pem).update(input).digest('base64url')}`;
      },
    ],
    [
      'signed by HS256 with the JSON of the public key',
      (claims) => {
        const { kid, jwk } = issuer.key;
        const times = { iss: issuer.issuer, iat: nowS(), exp: nowS() + 300 };
        const input = `${encoded({ alg: 'HS256', kid, typ: 'JWT' })}.${encoded({ ...times, ...claims })}`;
        return `${input}.${createHmac('sha256', JSON.stringify(jwk)).update(input).digest('base64url')}`;
      },
    ],
    [
      'whose key has a path as its id',
      (claims) => issuer.token(claims, { header: { kid: '../../../../etc/passwd' } }),
    ],
    [
      'that brings its own key',
      async (claims) => {
        const key = await newKey('ES256', issuer.key.kid);
        return issuer.token(claims, { key, header: { jwk: key.jwk, jku: `${issuer.issuer}/evil` } });
      },
    ],
    [
      'signed by another key with the same id',
      async (claims) => issuer.token(claims, { key: await newKey('ES256', issuer.key.kid) }),
    ],
    [
      'whose claims were changed after it was signed',
      async (claims) => {
        const [header, , signature] = (await issuer.token(claims)).split('.');
        const times = { iss: issuer.issuer, iat: nowS(), exp: nowS() + 300 };
        return [header, encoded({ ...times, ...claims, sub: 'other' }), signature].join('.');
      },
    ],
    [
      'with a critical header',
      (claims) => issuer.token(claims, { header: { crit: ['urn:example:x'], 'urn:example:x': 1 } }),
    ],
    ['that is an access token (RFC 9068)', (claims) => issuer.token(claims, { header: { typ: 'at+jwt' } })],
    ['that is a logout token', (claims) => issuer.token(claims, { header: { typ: 'logout+jwt' } })],
    ['that is an access token of Keycloak', (claims) => issuer.token({ ...claims, typ: 'Bearer' })],
    [
      'that is a logout token by its claims',
      (claims) =>
        issuer.token({ ...claims, events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }),
    ],
    [
      'of two audiences, one of them foreign',
      (claims) => issuer.token({ ...claims, aud: [CLIENT, 'foreign'] }),
    ],
    [
      'of two audiences without an authorised party',
      (claims) => issuer.token({ ...claims, aud: [CLIENT, 'second-app'] }),
    ],
    ['for another client of the issuer', (claims) => issuer.token({ ...claims, aud: 'another-app' })],
    ['authorised for another client', (claims) => issuer.token({ ...claims, azp: 'another-app' })],
    ['without an audience', (claims) => issuer.token({ ...claims, aud: undefined })],
    ['with an audience that is no text', (claims) => issuer.token({ ...claims, aud: [CLIENT, 1] })],
    ['of another issuer', (claims) => issuer.token({ ...claims, iss: 'https://accounts.example.com' })],
    ['whose issuer has a slash more', (claims) => issuer.token({ ...claims, iss: `${issuer.issuer}/` })],
    ['without an issuer', (claims) => issuer.token({ ...claims, iss: undefined })],
    ['that has expired', (claims) => issuer.token({ ...claims, iat: nowS() - 300, exp: nowS() - 61 })],
    ['that does not expire', (claims) => issuer.token({ ...claims, exp: undefined })],
    [
      'that is eleven minutes old',
      (claims) => issuer.token({ ...claims, iat: nowS() - 661, exp: nowS() + 999 }),
    ],
    ['from the future', (claims) => issuer.token({ ...claims, iat: nowS() + 120 })],
    ['that is not valid yet', (claims) => issuer.token({ ...claims, nbf: nowS() + 120 })],
    ['without the time of its issue', (claims) => issuer.token({ ...claims, iat: undefined })],
    ['with times that are texts', (claims) => issuer.token({ ...claims, exp: String(nowS() + 300) })],
    ['with another nonce', (claims) => issuer.token({ ...claims, nonce: 'another' })],
    ['without a nonce', (claims) => issuer.token({ ...claims, nonce: undefined })],
    ['with a nonce that is a list', (claims) => issuer.token({ ...claims, nonce: [NONCE] })],
    ['without a subject', (claims) => issuer.token({ ...claims, sub: undefined })],
    ['with an empty subject', (claims) => issuer.token({ ...claims, sub: '' })],
    ['with a subject of 256 characters', (claims) => issuer.token({ ...claims, sub: 'x'.repeat(256) })],
    ['of one part', () => 'eyJhbGciOiJFUzI1NiJ9'],
    ['of five parts', () => 'a.b.c.d.e'],
    ['that is no JSON', () => `${Buffer.from('x').toString('base64url')}.e30.AAAA`],
    ['that is a list', () => `${encoded([])}.${encoded([])}.AAAA`],
  ])('%s is refused', async (_, make) => {
    const { userId: __, ...ana } = await person();
    const answer = await post(await make({ aud: CLIENT, nonce: NONCE, ...ana }));
    expect(codeOf(answer)).toEqual(REFUSED);
    expect(answer.headers.get('www-authenticate')).toBe('SessionId realm="workforce-engagement"');
    // The person is not kept from a good one.
    expect((await post(await tokenOf(ana))).status).toBe(200);
  });

  it('is answered alike for every cause', async () => {
    const ana = await person();
    const answers = [
      await post('a.b.c'),
      await post(await tokenOf(ana, { nonce: 'another' })),
      await post(await tokenOf(ana, { aud: 'another-app' })),
      await post(await tokenOf(ana, {}, { key: await newKey() })),
    ];
    const bodies = answers.map(({ body }) => JSON.stringify({ ...body, requestId: '' }));
    expect(new Set(bodies).size).toBe(1);
  });

  it('is signed by a key of too few bits', async () => {
    const weak = await crypto.subtle.generateKey(
      {
        ...{ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 1_024 },
        publicExponent: new Uint8Array([1, 0, 1]),
      },
      true,
      ['sign', 'verify'],
    );
    const { kty, n, e } = await crypto.subtle.exportKey('jwk', weak.publicKey);
    const other = await TestIssuer.start(app);
    other.reply = (path, response) => {
      const body = path.endsWith('/keys')
        ? { keys: [{ kty, n, e, kid: 'weak' }] }
        : { issuer: other.issuer, jwks_uri: `${other.issuer}/keys` };
      response.writeHead(200).end(JSON.stringify(body));
    };
    const company = await app.company();
    await setSignIn(app, company, { issuer: other.issuer, clientIds: [CLIENT] });
    const { email } = await userWith(app, company);
    const times = { iss: other.issuer, iat: nowS(), exp: nowS() + 300 };
    const claims = { ...times, aud: CLIENT, nonce: NONCE, sub: '1', email, email_verified: true };
    const input = `${encoded({ alg: 'RS256', kid: 'weak' })}.${encoded(claims)}`;
    const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', weak.privateKey, Buffer.from(input));
    const idToken = `${input}.${Buffer.from(signature).toString('base64url')}`;
    expect(codeOf(await post(idToken))).toEqual(REFUSED);
    await other.stop();
  });

  it('of the client of one company is of no use in another, whatever it says', async () => {
    const other = await app.company();
    await setSignIn(app, other, { issuer: issuer.issuer, clientIds: ['app-of-another'] });
    const { email } = await userWith(app, other);
    const ana = await person();
    const claims = { sub: newId(), email, email_verified: true };
    expect(codeOf(await post(await tokenOf(claims)))).toEqual(NO_USER);
    expect(codeOf(await post(await tokenOf(ana, { aud: [CLIENT, 'app-of-another'], azp: CLIENT })))).toEqual(
      REFUSED,
    );
    const { status, body } = await post(await tokenOf(claims, { aud: 'app-of-another' }));
    expect([status, body.user.companyId]).toEqual([200, other]);
  });

  it('works once, also at the same moment and with its signature in another encoding', async () => {
    const ana = await person();
    const once = await tokenOf(ana);
    expect((await post(once)).status).toBe(200);
    expect(codeOf(await post(once))).toEqual(REFUSED);
    const [header, payload, signature = ''] = once.split('.');
    const bytes = Buffer.from(signature, 'base64url');
    const others = [bytes.toString('base64'), bytes.toString('base64').replace(/=+$/, ''), `${signature}==`];
    for (const other of others)
      expect(codeOf(await post([header, payload, other].join('.')))).toEqual(REFUSED);
    const again = await tokenOf(ana);
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(again)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(401)]);
  });

  it('signed twice by ECDSA over the same content works once', async () => {
    const ana = await person();
    const claims = { jti: 'once', iat: nowS(), exp: nowS() + 300 };
    const [one, other] = [await tokenOf(ana, claims), await tokenOf(ana, claims)];
    expect(one).not.toBe(other);
    expect([(await post(one)).status, (await post(other)).status]).toEqual([200, 401]);
  });

  it('is bounded in size, and needs its nonce', async () => {
    const ana = await person();
    const long = await tokenOf(ana, { groups: Array.from({ length: 2_000 }, (_, index) => `g${index}`) });
    expect(codeOf(await post(long))).toEqual([400, 'VALIDATION_FAILED']);
    expect(codeOf(await post(await tokenOf(ana), 'x'.repeat(513)))).toEqual([400, 'VALIDATION_FAILED']);
    const without = await app.anonymous().post(SESSIONS, { idToken: await tokenOf(ana) });
    expect([...codeOf(without), without.body.errors[0].path]).toEqual([400, 'VALIDATION_FAILED', 'nonce']);
    const both = { idToken: await tokenOf(ana), nonce: NONCE, email: ana.email, code: 'BCDF-GHJK' };
    expect(codeOf(await app.anonymous().post(SESSIONS, both))).toEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('a person of a good token gets nothing', () => {
  const signIn = async (claims: TestClaims): Promise<[number, string]> =>
    codeOf(await post(await tokenOf(claims)));

  it.each([
    ['verified as a text', { email_verified: 'true' }],
    ['verified as a number', { email_verified: 1 }],
    ['not verified', { email_verified: false }],
    ['of whose verification nothing is said', { email_verified: undefined }],
    ['that is no address', { email: 'Ana <ana@people.example>' }],
    ['that is a list', { email: ['ana@people.example'] }],
    ['that is not there', { email: undefined }],
    ['that nobody has', { email: 'nobody@people.example' }],
  ])('with an address %s', async (_, changed) => {
    const ana = await person();
    expect(await signIn({ ...ana, ...changed })).toEqual(NO_USER);
    expect(await app.sql('SELECT FROM sign_in_link WHERE user_id = $1', [ana.userId])).toEqual([]);
    const { status } = await post(await tokenOf(ana));
    expect(status).toBe(200);
  });

  it('but for one whose provider is trusted to issue no foreign addresses', async () => {
    const ana = await person();
    await setSignIn(app, companyId, { trustEmail: true });
    const { status } = await post(await tokenOf(ana, { email_verified: undefined }));
    await setSignIn(app, companyId, { trustEmail: false });
    expect(status).toBe(200);
  });

  it('when the user is deactivated, linked before or not', async () => {
    const [ana, ben] = [await person(), await person()];
    expect((await post(await tokenOf(ana))).status).toBe(200);
    for (const { userId } of [ana, ben]) await app.identity.deactivateUser(userId);
    expect([await signIn(ana), await signIn(ben)]).toEqual([NO_USER, NO_USER]);
    // A new user with the address is the same person.
    const { id } = await userWith(app, companyId, { email: ana.email });
    const { status, body } = await post(await tokenOf(ana));
    expect([status, body.user.id]).toEqual([200, id]);
  });

  it('when the person has left', async () => {
    const hr = await app.integration(undefined, companyId);
    const ana = await person();
    await hr.post(INVITE, { ...employeeBody(), email: ana.email });
    expect((await post(await tokenOf(ana))).status).toBe(200);
    expect((await hr.delete(byEmail(ana.email))).status).toBe(200);
    expect(await signIn(ana)).toEqual(NO_USER);
  });

  it('when the person was erased', async () => {
    const ana = await person();
    expect((await post(await tokenOf(ana))).status).toBe(200);
    const eraser = await app.integration(['people:erase'], companyId);
    const { status, body } = await eraser.post('/api/v1/public/company/people/erasures', {
      email: ana.email,
      reason: 'x',
    });
    expect([status, body.errorCode]).toEqual([202, undefined]);
    expect(await signIn(ana)).toEqual(NO_USER);
  });

  it('when the address has moved to another person', async () => {
    const ana = await person();
    expect((await post(await tokenOf(ana))).status).toBe(200);
    expect(await signIn({ ...ana, sub: newId() })).toEqual(NO_USER);
    const { status, body } = await post(await tokenOf(ana));
    expect([status, body.user.id]).toEqual([200, ana.userId]);
  });

  it('beside a person with the same address at the same moment', async () => {
    const ana = await person();
    const tokens = await Promise.all(
      Array.from({ length: 6 }, (_, index) => tokenOf(ana, { sub: `person-${ana.userId}-${index}` })),
    );
    const answers = await Promise.all(tokens.map((idToken) => post(idToken)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(5).fill(403)]);
  });
});

describe('addresses that differ in case or Unicode form', () => {
  it('are one address', async () => {
    const email = newAddress('josé').normalize('NFC');
    const { id } = await userWith(app, companyId, { email });
    const claims = { sub: newId(), email: email.normalize('NFD').toUpperCase(), email_verified: true };
    const { status, body } = await post(await tokenOf(claims));
    expect([status, body.user.id]).toEqual([200, id]);
  });

  it('which look alike are two', async () => {
    const { email, id } = await userWith(app, companyId, { email: newAddress('pavel') });
    const alike = email.replace('a', 'а'); // Cyrillic
    const claims = { sub: newId(), email: alike, email_verified: true };
    expect(codeOf(await post(await tokenOf(claims)))).toEqual(NO_USER);
    const { id: other } = await userWith(app, companyId, { email: alike });
    const { body } = await post(await tokenOf(claims));
    expect([body.user.id, other === id]).toEqual([other, false]);
  });

  it('are refused with a character that nobody sees', async () => {
    const { email } = await userWith(app, companyId);
    const claims = { sub: newId(), email: email.replace('@', '\u200b@'), email_verified: true };
    expect(codeOf(await post(await tokenOf(claims)))).toEqual(NO_USER);
  });
});

it('keeps the link in the data of the person, and removes it with the company', async () => {
  const company = await app.company();
  await setSignIn(app, company, { issuer: issuer.issuer, clientIds: ['app-of-a-removed-company'] });
  const { email, id } = await userWith(app, company);
  const claims = { sub: 'S-1', email, email_verified: true, aud: 'app-of-a-removed-company' };
  expect((await post(await tokenOf(claims))).status).toBe(200);
  expect(await app.sql('SELECT issuer, subject FROM sign_in_link WHERE user_id = $1', [id])).toEqual([
    { issuer: issuer.issuer, subject: 'S-1' },
  ]);
  const { CompaniesService } = await import('../../../src/identity/index.js');
  await app.app.get(CompaniesService, { strict: false }).remove(company);
  for (const table of ['link', 'setting', 'client', 'token'])
    expect(await app.sql(`SELECT FROM sign_in_${table} WHERE company_id = $1`, [company])).toEqual([]);
  expect(codeOf(await post(await tokenOf(claims)))).toEqual(REFUSED);
});
