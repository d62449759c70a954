import type { Answer } from '../../support/api-client.js';
import { MailServer } from '../../support/mail-server.js';
import {
  CODES,
  LOCAL_PROVIDERS,
  newAddress,
  sentCode,
  SESSIONS,
  setSignIn,
  userWith,
} from '../../support/sign-in-fixture.js';
import { TestApp } from '../../support/test-app.js';
import { TestIssuer } from '../../support/test-issuer.js';

let app: TestApp;
let mails: MailServer;

beforeAll(async () => {
  mails = await MailServer.start();
  const settings = {
    SIGN_IN_LIMIT: '6/1h',
    TRUST_PROXY: '1',
    SMTP_URL: mails.url,
    RATE_LIMIT: '1000/10s',
    ...LOCAL_PROVIDERS,
  };
  app = await TestApp.start(settings);
});
afterAll(async () => {
  await app.stop();
  await mails.close();
});

const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

const fail = (address: string): Promise<Answer> =>
  app.anonymous().post(SESSIONS, { email: newAddress('nobody'), code: 'BCDF-GHJK' }, from(address));

async function statuses(count: number, send: () => Promise<Answer>): Promise<number[]> {
  const seen: number[] = [];
  for (let number = 0; number < count; number++) seen.push((await send()).status);
  return seen;
}

describe('SIGN_IN_LIMIT', () => {
  it('counts failures and requests for codes of a network, and is reported', async () => {
    const address = '198.51.100.1';
    const { status, headers } = await fail(address);
    expect([status, headers.get('ratelimit-policy'), headers.get('ratelimit')]).toEqual([
      401,
      '"sign-in";q=6;w=3600',
      expect.stringMatching(/^"sign-in";r=5;t=/),
    ]);
    const ask = () => app.anonymous().post(CODES, { email: newAddress('nobody') }, from(address));
    expect(await statuses(3, ask)).toEqual([202, 202, 202]);
    expect(await statuses(3, () => fail(address))).toEqual([401, 401, 429]);
    const refused = await ask();
    expect([refused.status, refused.body.errorCode]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect((await fail('198.51.100.2')).status).toBe(401);
  });

  it('does not let many lanes pass at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => fail('198.51.100.3')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(6);
  });

  it('lets all of a company sign in by tokens at the same moment, and refuses forged ones', async () => {
    const address = '198.51.100.6';
    const issuer = await TestIssuer.start(app);
    const companyId = await app.company();
    await setSignIn(app, companyId, { issuer: issuer.issuer, clientIds: ['morning'] });
    const send = async (email: string, kid?: string): Promise<Answer> => {
      const claims = { aud: 'morning', nonce: 'n', sub: email, email, email_verified: true };
      const idToken = await issuer.token(claims, kid === undefined ? {} : { header: { kid } });
      return app.anonymous().post(SESSIONS, { idToken, nonce: 'n' }, from(address));
    };
    const people = await Promise.all(Array.from({ length: 30 }, () => userWith(app, companyId)));
    const answers = await Promise.all(people.map(({ email }) => send(email)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.at(-1)!.headers.get('ratelimit')).toContain('r=6;');
    expect(await statuses(7, () => send(newAddress(), 'forged'))).toEqual([
      ...Array<number>(6).fill(401),
      429,
    ]);
    expect((await send(newAddress())).status).toBe(429);
    await issuer.stop();
  });

  it('does not count sign-ins that succeed', async () => {
    const address = '198.51.100.4';
    const companyId = await app.company();
    for (let count = 0; count < 3; count++) {
      const { email } = await userWith(app, companyId);
      await app.anonymous().post(CODES, { email }, from('198.51.100.5'));
      const code = await sentCode(mails, email);
      const { status, headers } = await app.anonymous().post(SESSIONS, { email, code }, from(address));
      expect([status, headers.get('ratelimit')]).toEqual([200, expect.stringContaining('r=6;')]);
    }
    expect(await statuses(7, () => fail(address))).toEqual([...Array<number>(6).fill(401), 429]);
  });

  it('takes the addresses of a /64 for one network', async () => {
    expect(await statuses(3, () => fail('2001:db8:1:2::1'))).toEqual([401, 401, 401]);
    expect(await statuses(3, () => fail('2001:db8:1:2:ffff::2'))).toEqual([401, 401, 401]);
    expect((await fail('2001:0db8:0001:0002:abcd:ef01:2345:6789')).status).toBe(429);
    expect((await fail('2001:db8:1:3::1')).status).toBe(401);
  });
});
