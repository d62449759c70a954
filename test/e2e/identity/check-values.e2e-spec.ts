import { randomBytes } from 'node:crypto';
import { newCredential } from '../../../src/identity/application/credential-form.js';
import { CredentialSecrets } from '../../../src/identity/index.js';
import { GROUPS } from '../../support/builders/segmentation.js';
import { TEMPLATES } from '../../support/builders/template.js';
import { eventually } from '../../support/eventually.js';
import { recordStatements } from '../../support/recorded-statements.js';
import { TestApp } from '../../support/test-app.js';

/** Time in which every process knows of a rotation. */
const WITHIN_MS = 1_000;

/** Requests in flight. */
const AT_ONCE = 50;

const inventedText = () => randomBytes(45).toString('base64url').slice(0, 59);
const inventedSession = () => ({ SessionId: inventedText() });
const inventedKey = () => ({
  serviceAPIKey: `wes_${randomBytes(12).toString('hex')}_${inventedText()}`,
});

/** The secrets are read twice a second, whatever the number of requests. */
const exceptSecrets = (statements: readonly string[]) =>
  statements.filter((name) => name !== 'identity.find-credential-secrets');

/** The statuses of many requests, some of them at once. Their answers are not compared with the document. */
async function statusesOf(
  count: number,
  url: string,
  credential: () => Record<string, string>,
): Promise<Set<number>> {
  const statuses = new Set<number>();
  const send = async () => {
    const answer = await fetch(url, { headers: credential() });
    await answer.arrayBuffer();
    statuses.add(answer.status);
  };
  for (let sent = 0; sent < count; sent += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, send));
  return statuses;
}

describe('an invented credential', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ RATE_LIMIT: '10/1h', TRUST_PROXY: '1' }, undefined, { isWorker: false });
  });
  afterAll(() => app.stop());

  it('costs no statement', async () => {
    const statements = recordStatements(app);
    expect(await statusesOf(200, app.baseUrl + TEMPLATES, inventedSession)).toEqual(new Set([401]));
    expect(await statusesOf(200, app.baseUrl + GROUPS, inventedKey)).toEqual(new Set([401]));
    for (let guess = 0; guess < 2_000; guess += AT_ONCE) {
      const links = Array.from({ length: AT_ONCE }, () => `/exports/${inventedText()}`);
      const answers = await Promise.all(links.map((link) => fetch(app.baseUrl + link)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
      await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    }
    expect(exceptSecrets(statements)).toEqual([]);
  });

  it('costs no statement when it is a real one of another deployment, or of another kind', async () => {
    const secrets = app.app.get(CredentialSecrets);
    const foreign = newCredential(randomBytes(32), 'session').credential;
    const { credential: token } = await secrets.issue('exportLink');
    const { sessionId } = await app.user('ADMIN');
    expect(await secrets.digestOfGenuine('exportLink', token)).toBeDefined();
    const statements = recordStatements(app);
    for (const SessionId of [foreign, token])
      expect((await app.anonymous().get(TEMPLATES, { headers: { SessionId } })).status).toBe(401);
    expect((await app.anonymous().get(`/exports/${sessionId}`)).status).toBe(404);
    expect(exceptSecrets(statements)).toEqual([]);
  });

  it('locks nobody out: a newcomer at the address of 5,000 of them is served at once', async () => {
    const from = { 'X-Forwarded-For': '192.0.2.1' };
    const invented = () => ({ ...from, ...inventedSession() });
    expect(await statusesOf(5_000, app.baseUrl + TEMPLATES, invented)).toEqual(new Set([401]));
    const newcomer = await app.user('MANAGER');
    expect((await newcomer.get(TEMPLATES, { headers: from })).status).toBe(200);
    const { headers } = await app.anonymous().get(TEMPLATES, { headers: invented() });
    expect([...headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  });
});

describe('a credential that is not valid any more', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({}, undefined, { isWorker: false });
  });
  afterAll(() => app.stop());

  it('costs less than a look-up for each request', async () => {
    const manager = await app.user('MANAGER');
    expect((await manager.get(TEMPLATES)).status).toBe(200);
    await app.identity.revokeSessions(manager.userId);
    const statements = recordStatements(app);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => manager.get(TEMPLATES)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect(statements.filter((name) => name === 'identity.find-session').length).toBeLessThan(AT_ONCE / 2);
  });

  it('works again within a second when it is made valid by hand', async () => {
    const manager = await app.user('MANAGER');
    await app.identity.revokeSessions(manager.userId);
    expect((await manager.get(TEMPLATES)).status).toBe(401);
    await app.sql('UPDATE session SET revoked_at = NULL WHERE user_id = $1', [manager.userId]);
    await eventually(async () => expect((await manager.get(TEMPLATES)).status).toBe(200), WITHIN_MS);
  });
});

describe('the rotation of secrets', () => {
  let app: TestApp;
  let other: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({}, undefined, { isWorker: false });
    other = await TestApp.start({}, app.databaseUrl, { isWorker: false });
  });
  afterAll(async () => {
    await other.stop();
    await app.stop();
  });

  const rotate = () => app.app.get(CredentialSecrets).rotate();

  /** New credentials of each kind, with the statuses that both processes answer. */
  const newCredentials = async () => {
    const [user, integration] = [await app.user('MANAGER'), await app.integration()];
    const { credential: token } = await app.app.get(CredentialSecrets).issue('exportLink');
    return async () => {
      const answers = await Promise.all([
        ...[user, user.at(other.baseUrl)].map((client) => client.get(TEMPLATES)),
        ...[integration, integration.at(other.baseUrl)].map((client) => client.get(GROUPS)),
      ]);
      const digests = await Promise.all(
        [app, other].map((each) => each.app.get(CredentialSecrets).digestOfGenuine('exportLink', token)),
      );
      return [...answers.map(({ status }) => status), ...digests.map((digest) => digest !== undefined)];
    };
  };

  const VALID = [200, 200, 200, 200, true, true];
  const REFUSED = [401, 401, 401, 401, false, false];

  it('leaves a credential valid once, and ends it the second time, within a second in each process', async () => {
    const early = await newCredentials();
    expect(await early()).toEqual(VALID);
    await rotate();
    expect(await early()).toEqual(VALID);

    const late = await newCredentials();
    await eventually(async () => expect(await late()).toEqual(VALID), WITHIN_MS);
    expect(await early()).toEqual(VALID);
    await rotate();
    await eventually(async () => expect(await early()).toEqual(REFUSED), WITHIN_MS);
    expect(await late()).toEqual(VALID);
  });

  it('keeps two secrets, also when several run at once', async () => {
    const rotations = await Promise.all(Array.from({ length: 5 }, rotate));
    const rows = await app.sql<{ secret: Buffer; created_at: Date }>(
      'SELECT secret, created_at FROM credential_secret ORDER BY id',
    );
    expect(rows).toHaveLength(2);
    for (const { secret } of rows) expect(secret).toHaveLength(32);
    expect(rows[0]!.secret).not.toEqual(rows[1]!.secret);
    expect(rotations).toContainEqual({ acceptedSince: rows[0]!.created_at, createdAt: rows[1]!.created_at });
  });
});
