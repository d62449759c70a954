import { audiencesOf, faultOf, personOf, type Claims } from './id-token.js';

const CLIENT = '6cb04018-a3f5-46a7-b995-940c78f5aef3';
const TENANT = '9122040d-6c67-4c5b-b112-36a304b66dad';
const OBJECT = '00000000-0000-0000-66f3-3332eca7ea81';

/** As Entra documents it (learn.microsoft.com, "ID token claims reference"), for a user of one tenant. */
const ENTRA: Claims = {
  ver: '2.0',
  iss: `https://login.microsoftonline.com/${TENANT}/v2.0`,
  sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
  aud: CLIENT,
  exp: 1536361411,
  iat: 1536275011,
  nbf: 1536275011,
  name: 'Abe Lincoln',
  preferred_username: 'AbeLi@example.com',
  email: 'AbeLi@example.com',
  oid: OBJECT,
  tid: TENANT,
  nonce: '123523',
  aio: 'Df2UVXL1ix!lMCWMSOJBcFatzcGfvFGhjKv8q5g0x732dR5MB5BisvGQO7YWByjd8iQDLq!eGbIDakyp5mnOrcdqHeYSnltepQmRp6AIZ8jY',
};

/** As Keycloak makes it (Server Administration Guide, "OIDC token and SAML assertion mappings"). */
const KEYCLOAK: Claims = {
  exp: 1700000300,
  iat: 1700000000,
  auth_time: 1699999990,
  jti: '1f7f0f4e-0e2f-4b1a-8e0f-6d2f7c1f0a11',
  iss: 'https://sso.example.com/realms/hotels',
  aud: 'managers-app',
  sub: 'f3c1b3a0-8a6e-4f0c-9d0c-3a1b5a7d2e41',
  typ: 'ID',
  azp: 'managers-app',
  nonce: '123523',
  sid: '0c6f2b6c-6d5f-4c6e-9b13-7a52c5f6a0b1',
  at_hash: 'Q9bmmXQmSDJm5Gd8gGh7Iw',
  acr: '1',
  email_verified: true,
  name: 'Ana López',
  preferred_username: 'ana',
  given_name: 'Ana',
  family_name: 'López',
  email: 'Ana.Lopez@Example.com',
};

const TRUSTING = { trustEmail: true };
const CAREFUL = { trustEmail: false };

describe('a token in the form of its provider', () => {
  it('of Entra names a person by the tenant and the object, and vouches for no address', () => {
    expect(faultOf(ENTRA, '123523', [CLIENT])).toBeUndefined();
    const person = { issuer: ENTRA['iss'], subject: OBJECT };
    expect(personOf(ENTRA, CAREFUL)).toEqual(person);
    expect(personOf(ENTRA, TRUSTING)).toEqual({ ...person, emailKey: 'abeli@example.com' });
  });

  it('of Keycloak names a person by the subject, and says that the address is verified', () => {
    expect(faultOf(KEYCLOAK, '123523', ['managers-app'])).toBeUndefined();
    expect(personOf(KEYCLOAK, CAREFUL)).toEqual({
      ...{ issuer: KEYCLOAK['iss'], subject: KEYCLOAK['sub'] },
      emailKey: 'ana.lopez@example.com',
    });
  });

  it.each([
    ['of a tenant that is not in the issuer', { tid: '11111111-6c67-4c5b-b112-36a304b66dad' }],
    ['whose tenant is no id', { tid: 'v2.0' }],
    ['whose object is no id', { oid: 'admin' }],
    ['whose object is a number', { oid: 7 }],
  ])('of Entra %s is of its subject', (_, changed) => {
    expect(personOf({ ...ENTRA, ...changed }, CAREFUL)?.subject).toBe(ENTRA['sub']);
  });

  it('of another provider with the claims of Entra is of its subject', () => {
    const claims = { ...KEYCLOAK, tid: 'hotels', oid: OBJECT };
    expect(personOf(claims, CAREFUL)?.subject).toBe(KEYCLOAK['sub']);
  });
});

describe('audiences', () => {
  it.each([
    ['a', ['a']],
    [
      ['a', 'b', 'a'],
      ['a', 'b'],
    ],
    [[], undefined],
    [undefined, undefined],
    [['a', null], undefined],
    [{ a: 1 }, undefined],
    [Array.from({ length: 101 }, (_, index) => `a${index}`), undefined],
  ])('of %j are %j', (aud, audiences) => {
    expect(audiencesOf({ aud })).toEqual(audiences);
  });
});

describe('an address', () => {
  it.each([
    [true, 'ana@example.com'],
    ['true', undefined],
    [1, undefined],
    [[true], undefined],
    [false, undefined],
    [undefined, undefined],
  ])('that is verified: %j counts as %j', (isVerified, emailKey) => {
    const claims = { ...KEYCLOAK, email: 'Ana@example.com', email_verified: isVerified };
    expect(personOf(claims, CAREFUL)?.emailKey).toBe(emailKey);
    expect(personOf(claims, TRUSTING)?.emailKey).toBe('ana@example.com');
  });

  it.each([
    '',
    'ana',
    'Ana <ana@example.com>',
    'ana@example.com, ben@example.com',
    'a\u200b@example.com',
    'a\ud800@b.c',
  ])('is not %j', (email) => {
    expect(personOf({ ...KEYCLOAK, email }, TRUSTING)?.emailKey).toBeUndefined();
  });
});
