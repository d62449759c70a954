import { MailServer } from '../../support/mail-server.js';
import { REDIS_START_LIMIT_MS, RedisServer } from '../../support/redis-server.js';
import { CODES, sentCode, SESSIONS, userWith } from '../../support/sign-in-fixture.js';
import { TestApp } from '../../support/test-app.js';

describe('SIGN_IN_LIMIT in Redis', () => {
  let mails: MailServer;
  let redis: RedisServer;
  let apps: readonly TestApp[];

  beforeAll(async () => {
    mails = await MailServer.start();
    redis = await RedisServer.start();
    const settings = { SIGN_IN_LIMIT: '4/1h', SMTP_URL: mails.url, REDIS_URL: redis.url };
    const first = await TestApp.start(settings);
    apps = [first, await TestApp.start(settings, first.databaseUrl, { isWorker: false })];
  }, REDIS_START_LIMIT_MS);
  afterAll(async () => {
    for (const each of apps) await each.stop();
    await redis.stop();
    await mails.close();
  });

  it('is counted for all processes together, without those that succeed', async () => {
    const [first, second] = apps as [TestApp, TestApp];
    const { email } = await userWith(first, await first.company());
    expect((await first.anonymous().post(CODES, { email })).status).toBe(202);
    const code = await sentCode(mails, email);
    const { status, headers } = await second.anonymous().post(SESSIONS, { email, code });
    expect([status, headers.get('ratelimit')]).toEqual([200, expect.stringContaining('"sign-in";r=3;')]);
    const seen: number[] = [];
    for (const each of [first, second, first, second])
      seen.push((await each.anonymous().post(SESSIONS, { email, code })).status);
    expect(seen).toEqual([401, 401, 401, 429]);
  });
});
