import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { unsentBytes } from '../../../src/platform/http/unread-answers.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { EMPLOYEES, employeeRecord } from '../../support/builders/employee.js';
import { minimalAction, PLANS } from '../../support/builders/plan.js';
import { minimalTemplate, TEMPLATES } from '../../support/builders/template.js';
import { eventually } from '../../support/eventually.js';
import { PlanFixture } from '../../support/plan-fixture.js';
import { WorkforceFixture } from '../../support/workforce-fixture.js';

const DECODERS = { gzip: gunzipSync, br: brotliDecompressSync, identity: (body: Buffer) => body } as const;
type Coding = keyof typeof DECODERS;

interface Coded {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly coding: Coding;
  /** The bytes that were sent. */
  readonly sent: Buffer;
  /** The body after decoding. */
  readonly text: string;
}

let fixture: PlanFixture;
let session: Record<string, string>;
let template: { path: string; etag: string };

beforeAll(async () => {
  fixture = await PlanFixture.start();
  const { sessionId } = await fixture.app.user('ADMIN', fixture.companyId);
  session = { SessionId: sessionId };
  const body = { defaultValue: 'Welcome. '.repeat(1_000) };
  const { body: created, headers } = await fixture.admin.post(TEMPLATES, minimalTemplate({ body }));
  template = { path: `${TEMPLATES}/${created.id}`, etag: headers.get('etag')! };
});
afterAll(() => fixture.stop());

/** Sends a request and reads only the head of its answer. */
function open(path: string, headers: Record<string, string>, method = 'GET'): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(fixture.app.baseUrl + path, { method, headers, agent: false }, resolve)
      .on('error', reject)
      .end();
  });
}

async function get(path: string, headers: Record<string, string>, method = 'GET'): Promise<Coded> {
  const answer = await open(path, headers, method);
  const sent = Buffer.concat(await answer.toArray());
  const coding = (answer.headers['content-encoding'] ?? 'identity') as Coding;
  const text = String(DECODERS[coding](sent));
  return { status: answer.statusCode!, headers: answer.headers, coding, sent, text };
}

describe('an answer of more than 2 kB', () => {
  it.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['gzip;q=0', 'identity'],
    ['identity', 'identity'],
    ['', 'identity'],
  ])('is coded as the client accepts it: %p', async (accepted, expected) => {
    const plain = await get(template.path, session);
    const { status, headers, coding, sent, text } = await get(template.path, {
      ...session,
      'Accept-Encoding': accepted,
    });
    expect([status, coding, text]).toEqual([200, expected, plain.text]);
    expect([headers.vary, headers.etag]).toEqual(['Accept-Encoding', template.etag]);
    expect(plain.coding).toBe('identity');
    if (coding !== 'identity') expect(sent.length).toBeLessThan(plain.sent.length / 4);
  });

  it.each([
    ['the document of OpenAPI', '/docs-json'],
    ['the scripts of Swagger UI', '/docs/swagger-ui-bundle.js'],
  ])('is coded without a credential, too: %s', async (_, path) => {
    const { coding, text } = await get(path, { 'Accept-Encoding': 'gzip' });
    expect([coding, text]).toEqual(['gzip', (await get(path, {})).text]);
  });

  it('is coded while it is streamed', async () => {
    const workforce = await WorkforceFixture.open(fixture.app);
    await workforce.import(Array.from({ length: 500 }, () => employeeRecord({ name: 'Ana Núñez' })));
    const { key } = await fixture.app.integration(undefined, workforce.companyId);
    const { coding, headers, sent, text } = await get(EMPLOYEES, {
      serviceAPIKey: key,
      'Accept-Encoding': 'gzip',
    });
    expect([coding, headers['transfer-encoding'], JSON.parse(text).length]).toEqual(['gzip', 'chunked', 500]);
    expect(sent.length).toBeLessThan(text.length / 4);
  });

  it('is coded if it is a refusal', async () => {
    const path = `/unknown/${'x'.repeat(3_000)}`;
    const { status, coding, text } = await get(path, { ...session, 'Accept-Encoding': 'gzip' });
    expect([status, text.length > 2_048, coding]).toEqual([404, true, 'gzip']);
  });

  it('is not coded in parts', async () => {
    const headers = { 'Accept-Encoding': 'gzip', Range: 'bytes=0-4999' };
    const { status, coding, sent } = await get('/docs/swagger-ui-bundle.js', headers);
    expect([status, coding, sent.length]).toEqual([206, 'identity', 5_000]);
  });
});

describe('a small answer', () => {
  it('is sent as it is', async () => {
    const { coding, headers } = await get('/health/live', { 'Accept-Encoding': 'gzip' });
    expect([coding, headers['content-length'], headers.vary]).toEqual(['identity', '15', 'Accept-Encoding']);
  });
});

describe('the tag of a coded answer', () => {
  it.each(['', 'W/'])('is answered with 304 when the client has it, as %p', async (prefix) => {
    for (const coding of ['gzip', 'br', 'identity']) {
      const condition = { 'Accept-Encoding': coding, 'If-None-Match': prefix + template.etag };
      const { status, headers, sent } = await get(template.path, { ...session, ...condition });
      expect([status, headers.etag, headers.vary]).toEqual([304, template.etag, 'Accept-Encoding']);
      expect([headers['content-encoding'], sent.length]).toEqual([undefined, 0]);
    }
  });

  it('serves for If-Match, also where a proxy has marked it as weak', async () => {
    for (const prefix of ['', 'W/']) {
      const read = await get(template.path, { ...session, 'Accept-Encoding': 'gzip' });
      expect(read.coding).toBe('gzip');
      const change = { ...(JSON.parse(read.text) as object), order: prefix.length };
      const headers = { 'If-Match': `${prefix}${read.headers.etag!}` };
      expect((await fixture.admin.put(template.path, change, { headers })).status).toBe(200);
      expect((await fixture.admin.put(template.path, change, { headers })).status).toBe(412);
    }
    template = { ...template, etag: (await get(template.path, session)).headers.etag! };
  });

  it('is on the answer to HEAD, which says that the answer varies', async () => {
    const { headers } = await get(template.path, { ...session, 'Accept-Encoding': 'gzip' }, 'HEAD');
    expect([headers.etag, headers.vary]).toEqual([template.etag, 'Accept-Encoding']);
  });
});

describe('a coded answer that nobody reads', () => {
  it('counts with all of its bytes until the client is gone', async () => {
    // More than the operating system takes without a reader.
    for (let number = 0; number < 16; number++) {
      const actions = Array.from({ length: 100 }, () =>
        minimalAction({ id: newId(), description: { defaultValue: randomBytes(14_000).toString('base64') } }),
      );
      await fixture.plan({ actions });
    }
    const answer = await open(`${PLANS}?to=16`, { ...session, 'Accept-Encoding': 'gzip' });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(unsentBytes()).toBeGreaterThan(10_000_000);
    const again = await get(`${PLANS}?to=16`, session);
    expect([again.status, (JSON.parse(again.text) as { errorCode?: string }).errorCode]).toEqual([
      429,
      'UNREAD_ANSWERS',
    ]);
    answer.destroy();
    await eventually(() => expect(unsentBytes()).toBe(0));
    const whole = await open(`${PLANS}?to=16`, { ...session, 'Accept-Encoding': 'gzip' });
    whole.resume();
    await once(whole, 'end');
    await eventually(() => expect(unsentBytes()).toBe(0));
  });
});
