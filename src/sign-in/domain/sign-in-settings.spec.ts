import { allowsCodes, checkSignIn, DEFAULT_SIGN_IN_SETTINGS, issuerIssues } from './sign-in-settings.js';

const ISSUER = 'https://login.microsoftonline.com/8b1e2c3d-1111-4222-8333-9b7f6d5c4a31/v2.0';

describe('an issuer', () => {
  it.each([
    ISSUER,
    'https://accounts.google.com',
    'https://example.okta.com',
    'https://example.eu.auth0.com/',
    'https://sso.example.com/realms/hotels',
    'http://localhost:8080/realms/hotels',
  ])('may be %s', (issuer) => {
    expect(issuerIssues(issuer)).toEqual([]);
  });

  it.each([
    ['https://login.microsoftonline.com/common/v2.0', 'ISSUER_OF_EVERYBODY'],
    ['https://login.microsoftonline.com/organizations/v2.0', 'ISSUER_OF_EVERYBODY'],
    ['https://login.microsoftonline.com/Consumers/v2.0', 'ISSUER_OF_EVERYBODY'],
    ['https://LOGIN.microsoftonline.com/common/v2.0', 'ISSUER_OF_EVERYBODY'],
    ['https://login.microsoftonline.us/common/v2.0', 'ISSUER_OF_EVERYBODY'],
    ['https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0', 'ISSUER_OF_EVERYBODY'],
    ['https://sso.example.com/?realm=hotels', 'URL'],
    ['https://sso.example.com/?', 'URL'],
    ['https://sso.example.com/#hotels', 'URL'],
    ['https://user:password@sso.example.com', 'URL'],
    ['https://sso.example.com/a b', 'URL'],
    ['https://ssó.example.com', 'URL'],
    ['https://', 'URL'],
    ['ftp://sso.example.com', 'URL'],
    ['sso.example.com', 'URL'],
    ['', 'URL'],
    [`https://sso.example.com/${'x'.repeat(500)}`, 'TOO_LONG'],
  ])('must not be %s', (issuer, code) => {
    expect(issuerIssues(issuer).map((issue) => issue.code)).toEqual([code]);
  });
});

describe('settings', () => {
  const check = (change: object) => () => checkSignIn({ ...DEFAULT_SIGN_IN_SETTINGS, ...change });

  it.each([
    {},
    { issuer: ISSUER, clientIds: ['a', 'b'] },
    { sessionS: 60 },
    { sessionS: 2_592_000 },
    { codes: 'off' },
  ])('may be %j', (change) => {
    expect(check(change)).not.toThrow();
  });

  it.each([
    [{ issuer: ISSUER }, 'signIn.clientIds and the issuer must be set together.'],
    [{ clientIds: ['a'] }, 'signIn.clientIds and the issuer must be set together.'],
    [{ issuer: ISSUER, clientIds: [''] }, 'signIn.clientIds must be 1 to 255 printable characters'],
    [{ issuer: ISSUER, clientIds: ['x'.repeat(256)] }, 'signIn.clientIds must be 1 to 255'],
    [{ issuer: ISSUER, clientIds: Array.from({ length: 21 }, (_, index) => `c${index}`) }, 'at most 20'],
    [{ sessionS: 59 }, 'signIn.sessionS must be from 1 minute to 30 days.'],
    [{ sessionS: 2_592_001 }, 'signIn.sessionS must be from 1 minute to 30 days.'],
  ])('must not be %j', (change, message) => {
    expect(check(change)).toThrow(message);
  });

  it.each([
    [undefined, 'auto', true],
    [undefined, 'on', true],
    [undefined, 'off', false],
    [ISSUER, 'auto', false],
    [ISSUER, 'on', true],
    [ISSUER, 'off', false],
  ] as const)('with the issuer %s and codes %s: allows codes: %s', (issuer, codes, isAllowed) => {
    expect(allowsCodes({ issuer, codes })).toBe(isAllowed);
  });
});
