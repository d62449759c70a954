import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/index.js';
import type { Answer, RequestOptions } from '../support/api-client.js';
import { ApiClient } from '../support/api-client.js';
import { minimalTemplate, TEMPLATES } from '../support/builders/template.js';
import { openClient, runSql } from '../support/databases.js';
import { demoDataDir } from '../support/demo-folder.js';
import { endServices, ServiceProcess } from '../support/service-process.js';

const EMAIL = 'canary.person@example.com';
const CANARY = 'canary';
const CREATE = ['POST', TEMPLATES, TEMPLATES] as const;
const template = minimalTemplate({
  key: `${CANARY}-key`,
  title: { defaultValue: `${CANARY} title of ${EMAIL}` },
});

let service: ServiceProcess;
/** The embedded database, in which tests cause errors. */
let database: EmbeddedPostgres;
interface Sent {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number | 'aborted';
  readonly errorCode?: string;
}

const sent: Sent[] = [];
/** A template that was created, replaced and deleted. */
let templateId: string;

/** Sends a request with an id of its own; its log line must have the route without the values in the path. */
async function send(
  client: ApiClient,
  [method, path, route]: readonly [method: string, path: string, route: string],
  options: RequestOptions = {},
): Promise<Answer> {
  const requestId = `request-${sent.length + 1}`;
  const answer = await client.request(method, path, {
    ...options,
    headers: { 'X-Request-Id': requestId, ...options.headers },
  });
  expect(answer.headers.get('x-request-id')).toBe(requestId);
  const { errorCode } = answer.body as { errorCode?: string };
  sent.push({ requestId, method, route, status: answer.status, ...(errorCode && { errorCode }) });
  return answer;
}

/** Sends half of a body and closes the connection. */
async function hangUp(sessionId: string): Promise<void> {
  const requestId = `request-${sent.length + 1}`;
  const creation = request(service.baseUrl + TEMPLATES, {
    method: 'POST',
    headers: {
      SessionId: sessionId,
      'X-Request-Id': requestId,
      'Content-Length': 1_000,
      Expect: '100-continue',
    },
  });
  creation.on('error', () => undefined);
  creation.flushHeaders();
  await once(creation, 'continue');
  creation.end(`{"key":"${CANARY}`);
  creation.destroy();
  sent.push({ requestId, method: 'POST', route: TEMPLATES, status: 'aborted' });
}

beforeAll(async () => {
  service = await ServiceProcess.start({
    dataDir: await demoDataDir(),
    env: { LOG_LEVEL: 'debug', DATABASE_STATEMENT_TIMEOUT: '2s' },
  });
  database = await EmbeddedPostgres.open({ directory: join(service.dataDir, 'postgres'), role: 'command' });
  const admin = service.as();
  const integration = new ApiClient(service.baseUrl, { serviceAPIKey: service.demo()[0]!.apiKey });
  const stranger = service.as(`${CANARY}-session`);

  const list = `${TEMPLATES}/all?q=${encodeURIComponent(EMAIL)}`;
  await send(admin, ['GET', list, `${TEMPLATES}/all`]);
  const nowhere = `/api/v1/public/company/mail/${EMAIL}?email=${EMAIL}`;
  await send(integration, ['GET', nowhere, 'unmatched']);
  await send(stranger, ['GET', `${TEMPLATES}/all`, `${TEMPLATES}/all`]);
  await send(admin, ['GET', `/${EMAIL}/%zz`, 'unmatched']);
  await send(admin, ['POST', `${TEMPLATES}/${EMAIL}`, 'unmatched'], { json: template });
  await send(admin, ['DELETE', `${TEMPLATES}/${EMAIL}`, `${TEMPLATES}/:templateId`]);
  for (const json of [template, template, { ...template, [`${CANARY}Member`]: EMAIL }]) {
    await send(admin, CREATE, { json });
  }
  const created = await send(admin, CREATE, { json: { ...template, key: `${CANARY}-3` } });
  templateId = created.body.id;
  const one = [`${TEMPLATES}/${templateId}`, `${TEMPLATES}/:templateId`] as const;
  await send(admin, ['PUT', ...one], { json: { ...template, key: `${CANARY}-3` } });
  await send(admin, ['DELETE', ...one]);
  await send(admin, CREATE, { raw: `{"key":"${CANARY}` });
  await hangUp(service.demo()[0]!.admin);

  // Internal errors and a time-out, each in a statement whose parameters contain the body.
  const another = { json: { ...template, key: `${CANARY}-2` } };
  const constraint = 'ADD CONSTRAINT strange CHECK (length(key) < 5) NOT VALID';
  await runSql(database.url, `ALTER TABLE announcement_template ${constraint}`);
  await send(admin, CREATE, another);
  await runSql(database.url, 'ALTER TABLE announcement_template RENAME TO elsewhere');
  await send(admin, CREATE, another);
  await runSql(database.url, 'ALTER TABLE elsewhere RENAME TO announcement_template');
  const locker = await openClient(database.url);
  await locker.query('BEGIN; LOCK TABLE announcement_template');
  await send(admin, CREATE, another);
  await locker.end();

  await database.close();
  await service.stop();
});

afterAll(async () => {
  await database.close();
  await endServices();
});

/** Everything that was printed but the welcome box. */
function printed(): string {
  return service.stdout.replace(/╭[^]*╯\n/, '');
}

it('every line is one JSON object with a level, a time and a message', () => {
  const lines = printed().trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(sent.length);
  for (const line of lines) {
    expect(JSON.parse(line)).toMatchObject({
      level: expect.stringMatching(/^(?:debug|info|warn|error)$/),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      msg: expect.any(String),
    });
  }
  expect(service.stderr).toBe('');
});

it('every request has one line, under the id that it was sent with', () => {
  const lines = service.log.filter(({ msg }) => msg === 'request');
  for (const request of sent) {
    const own = lines.filter(({ requestId }) => requestId === request.requestId);
    expect(own).toMatchObject([{ ...request, msg: 'request', durationMs: expect.any(Number) }]);
    expect(own[0]!['errorCode']).toBe(request.errorCode);
  }
});

it('every request names its caller by ids', () => {
  const lines = service.log.filter(({ msg }) => msg === 'request');
  const id = expect.stringMatching(/^[0-9a-f]{24}$/);
  expect(lines.find(({ requestId }) => requestId === 'request-1')).toMatchObject({
    companyId: id,
    userId: id,
  });
  expect(lines.find(({ errorCode }) => errorCode === 'CREDENTIAL_REQUIRED')).not.toHaveProperty('companyId');
});

it('every write of a template says who did what to which id', () => {
  const writes = service.log.filter((line) => line['templateId'] === templateId);
  expect(writes.map(({ msg }) => msg)).toEqual(['template created', 'template replaced', 'template deleted']);
  for (const { requestId, ...write } of writes) {
    const line = service.log.find((other) => other.msg === 'request' && other['requestId'] === requestId);
    const { companyId, userId } = line!;
    expect(write).toMatchObject({ companyId, userId });
    expect(userId).toBeDefined();
  }
  const refused = sent.filter(({ route, status }) => route.startsWith(TEMPLATES) && Number(status) >= 400);
  for (const { requestId } of refused) {
    expect(service.log.filter((line) => line['requestId'] === requestId && line['templateId'])).toEqual([]);
  }
});

it('every failure is explained under the id of its request', () => {
  const failures = service.log.filter(({ msg }) => msg === 'failure');
  const failed = sent.filter(({ status }) => Number(status) >= 500);
  expect(failed.map(({ status }) => status)).toEqual([500, 500, 503]);
  expect(failures.map(({ requestId }) => requestId)).toEqual(failed.map(({ requestId }) => requestId));
  expect(failures.map(({ err }) => err)).toEqual(
    ['23514', '42P01', '57014'].map((sqlState) => expect.objectContaining({ sqlState })),
  );
});

it('neither credentials nor e-mail addresses nor bodies reach any log', async () => {
  const databaseLog = await readFile(join(service.dataDir, 'postgres', 'server.log'), 'utf8');
  const credentials = service.demo().flatMap(({ admin, manager, apiKey }) => [admin, manager, apiKey]);
  const secrets = [...credentials, new URL(database.url).password];
  for (const log of [printed(), service.stderr, databaseLog]) {
    expect(log.toLowerCase()).not.toContain(CANARY);
    for (const secret of secrets) expect(log).not.toContain(secret);
  }
});
