import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { ApiClient } from '../../support/api-client.js';
import { PLANS } from '../../support/builders/plan.js';
import { minimalTemplate, TEMPLATES, templateBody } from '../../support/builders/template.js';
import { TestApp } from '../../support/test-app.js';
import { MAX_PIPELINED_REQUESTS } from '../../../src/platform/http/pipelined-requests.js';

const PROBLEM = {
  type: expect.stringMatching(/^urn:workforce-engagement:problem:[a-z-]+$/),
  title: expect.any(String),
  detail: expect.any(String),
  requestId: expect.any(String),
};

describe('the way of a request', () => {
  let app: TestApp;
  let admin: ApiClient & { sessionId: string };

  beforeAll(async () => {
    app = await TestApp.start({ HEADERS_TIMEOUT: '1s', REQUEST_TIMEOUT: '2s' });
    admin = await app.user('ADMIN');
  });
  afterAll(() => app.stop());

  const countTemplates = async () => (await app.sql('SELECT FROM announcement_template')).length;
  const send = (raw: string | Uint8Array, contentType?: string, headers = {}) =>
    admin.post(TEMPLATES, undefined, {
      raw,
      headers: { ...(contentType && { 'Content-Type': contentType }), ...headers },
    });

  /** The beginning of a POST as it is sent, up to the body. */
  const headOf = (header: string): string =>
    [`POST ${TEMPLATES} HTTP/1.1`, 'Host: x', `SessionId: ${admin.sessionId}`, header, '', ''].join('\r\n');

  /** Sends bytes and returns everything that comes back until the connection closes or a time has passed. */
  const exchange = (bytes: string, waitMs = 5_000, { baseUrl } = app) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () => socket.write(bytes));
      let received = '';
      const timer = setTimeout(() => socket.destroy(), waitMs);
      socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
      socket.on('error', reject).on('close', () => {
        clearTimeout(timer);
        resolve(received);
      });
    });

  describe('errors', () => {
    it('are problem documents', async () => {
      const { status, headers, body } = await app.anonymous().get('/api/v1/nothing?secret=1');
      expect(status).toBe(404);
      expect(headers.get('content-type')).toBe('application/problem+json');
      expect(body).toEqual({
        ...PROBLEM,
        status: 404,
        instance: '/api/v1/nothing',
        errorCode: 'ROUTE_NOT_FOUND',
      });
    });

    it('say which methods a path has', async () => {
      const cases = [
        ['PATCH', TEMPLATES, 'GET, HEAD, POST'],
        ['OPTIONS', TEMPLATES, 'GET, HEAD, POST'],
        ['POST', `${TEMPLATES}/all`, 'DELETE, GET, HEAD, PATCH, PUT'],
        ['POST', `${TEMPLATES}/0123456789abcdef01234567`, 'DELETE, GET, HEAD, PATCH, PUT'],
        ['DELETE', '/health/live', 'GET, HEAD'],
      ] as const;
      for (const [method, path, allow] of cases) {
        const { status, headers, body } = await app.anonymous().request(method, path);
        expect([status, headers.get('allow'), body.errorCode]).toEqual([405, allow, 'METHOD_NOT_ALLOWED']);
      }
    });

    it.each(['/api/v1/company/Announcements/templates', '/API/v1', '/api/v1/company', '/healthz'])(
      'say that there is nothing at %s',
      async (path) => {
        expect((await app.anonymous().get(path)).status).toBe(404);
      },
    );

    it('say that a path is not correctly encoded', async () => {
      const { status, body } = await admin.put(`${TEMPLATES}/%zz`, templateBody());
      expect([status, body.errorCode]).toEqual([400, 'MALFORMED_URL']);
    });

    it('tell nothing of a failure of ours', async () => {
      await app.sql('ALTER TABLE announcement_template RENAME TO elsewhere');
      const { status, body, text } = await admin.post(TEMPLATES, templateBody());
      await app.sql('ALTER TABLE elsewhere RENAME TO announcement_template');
      expect([status, body.errorCode]).toEqual([500, 'INTERNAL_ERROR']);
      expect(text).not.toMatch(/relation|elsewhere|select|\.ts|\.js/i);
    });
  });

  describe('order of checks', () => {
    it('asks for the credential before it reads the body', async () => {
      const answer = await exchange(
        `POST ${TEMPLATES} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 900000000\r\n\r\n{`,
        1_000,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    });

    it('asks for the right before it reads the body', async () => {
      const { sessionId } = await app.user('MANAGER');
      const answer = await exchange(
        `POST ${TEMPLATES} HTTP/1.1\r\nHost: x\r\nSessionId: ${sessionId}\r\nContent-Length: 900000000\r\n\r\n{`,
        1_000,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    });

    it('takes a repeated credential for none', async () => {
      const { sessionId } = await app.user('ADMIN');
      const header = `SessionId: ${sessionId}\r\n`;
      const answer = await exchange(
        `GET ${TEMPLATES} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}${header}\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    });
  });

  describe('bodies', () => {
    it.each([
      'application/json',
      'application/json; charset=utf-8',
      'application/json; charset=utf8',
      'application/json; version=1',
      'APPLICATION/JSON;charset="UTF-8"',
      'application/merge-patch+json',
      '*/*',
      '',
    ])('are read from the content type "%s"', async (contentType) => {
      const bytes = new TextEncoder().encode(JSON.stringify(minimalTemplate())); // fetch adds no type to bytes
      expect((await send(bytes, contentType)).status).toBe(200);
    });

    it.each([
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'text/json',
      'x',
    ])('are refused as %s', async (contentType) => {
      const { status, body } = await send(JSON.stringify(minimalTemplate()), contentType);
      expect([status, body.errorCode]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    });

    it('that are absent need no type, and the type of one may be empty', async () => {
      const { status } = await admin.get(TEMPLATES, { headers: { 'Content-Type': 'text/plain' } });
      expect(status).toBe(200);
      const json = JSON.stringify(minimalTemplate());
      const head = `POST ${TEMPLATES} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nSessionId: ${admin.sessionId}\r\n`;
      const untyped = `${head}Content-Type:\r\nContent-Length: ${json.length}\r\n\r\n${json}`;
      expect(await exchange(untyped)).toMatch(/^HTTP\/1\.1 200 /);
      const empty = `${head}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
      expect(await exchange(empty)).toContain('must be a JSON object');
    });

    it('are refused in another character set or content encoding', async () => {
      const json = JSON.stringify(minimalTemplate());
      expect((await send(json, 'application/json; charset=utf-16')).body.errorCode).toBe(
        'UNSUPPORTED_CHARSET',
      );
      const zipped = await send(gzipSync(json), 'application/json', { 'Content-Encoding': 'gzip' });
      expect([zipped.status, zipped.body.errorCode]).toEqual([415, 'UNSUPPORTED_ENCODING']);
    });

    it.each([
      ['cut off', '{"key":'],
      ['not JSON', 'key=value'],
      ['two documents', '{}{}'],
      ['trailing comma', '{"key":"a",}'],
      ['byte order mark only', '\ufeff'],
      ['white space', '  '],
    ])('that are malformed (%s) are 400, templates too', async (_, raw) => {
      const { status, body } = await send(raw, 'application/json');
      expect([status, body.errorCode]).toEqual([400, 'MALFORMED_JSON']);
    });

    it('that are malformed are answered with the place, in characters from 1', async () => {
      const { body } = await send('{\n  "key": "a",\n  "title": "😀", }', 'application/json');
      expect(body.detail).toBe(
        'The body is not valid JSON from line 3, column 17 on: a property name is missing.',
      );
    });

    it('may begin with a byte order mark', async () => {
      const { status } = await send(`\ufeff${JSON.stringify(minimalTemplate())}`, 'application/json');
      expect(status).toBe(200);
    });

    it('that are not UTF-8 are malformed', async () => {
      const bytes = Buffer.concat([
        Buffer.from('{"key":"a","title":{"defaultValue":"'),
        Buffer.from([0xc3, 0x28]),
        Buffer.from('"}}'),
      ]);
      expect((await send(bytes, 'application/json')).body.errorCode).toBe('MALFORMED_JSON');
    });

    it.each([
      ['[', ']'],
      ['{"a":', '}'],
      ['{"title":{"langValues":{"en":[', ']}}}'],
    ])('nested too deep (%s…) are 400, malformed or not', async (open, close) => {
      const whole = await send(`${open.repeat(5_000)}0${close.repeat(5_000)}`, 'application/json');
      expect([whole.status, whole.body.errorCode]).toEqual([400, 'BODY_TOO_COMPLEX']);
      const endless = await send(open.repeat(20_000), 'application/json');
      expect([endless.status, endless.body.errorCode]).toEqual([400, 'BODY_TOO_COMPLEX']);
    });

    it.each([
      [
        'values in an array',
        '20000',
        (count: number) =>
          `[${Array(count - 1)
            .fill('0')
            .join()}]`,
      ],
      [
        'values in arrays of arrays',
        '20000',
        (count: number) =>
          `[${Array(count - 1)
            .fill('[]')
            .join()}]`,
      ],
      [
        'values in objects',
        '20000',
        (count: number) =>
          `[${Array(Math.floor((count - 1) / 2))
            .fill('{"a":"b,:[{"}')
            .join()}]`,
      ],
      [
        'properties in an object',
        '200 ',
        (count: number) => `{${Array.from({ length: count }, (_, n) => `"${n}":[]`).join()}}`,
      ],
    ])('with too many %s are 400', async (_, limit, of) => {
      const count = Number(limit);
      const { body } = await send(of(count), 'application/json');
      expect(body.errorCode).toBe('VALIDATION_FAILED');
      const over = await send(of(count + 2), 'application/json');
      expect([over.status, over.body.errorCode]).toEqual([400, 'BODY_TOO_COMPLEX']);
      expect(over.body.detail).toContain(limit);
    });

    it('with many issues name a hundred of them', async () => {
      const broken = minimalTemplate({
        body: {
          defaultValue: 'x',
          langValues: Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`-${n}`, 'y'])),
        },
        ...Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`unknown${n}`, n])),
      });
      const { status, body } = await admin.post(TEMPLATES, broken);
      expect([status, body.errors.length]).toEqual([412, 100]);
    });

    it('with long names are answered with the beginning of each', async () => {
      const { status, body } = await admin.post(PLANS, {
        title: { defaultValue: 'x', langValues: { ['-'.repeat(1_000)]: 'y' } },
        ['n'.repeat(1_000)]: 1,
      });
      expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([
        400,
        [`${'n'.repeat(99)}…`, `title.langValues.${'-'.repeat(99)}…`],
      ]);
      expect(body.detail).toMatch(/^n{99}… is not a property of this object/);
    });

    it('that are templates too large to be repeated are answered with key and title', async () => {
      const { status, body, text } = await admin.post(TEMPLATES, {
        key: 'k'.repeat(200),
        title: { defaultValue: 't'.repeat(300), langValues: { de: 'u' } },
        body: { defaultValue: 'b'.repeat(300_000) },
      });
      expect([status, body.key, body.title, text.length < 10_000]).toEqual([
        412,
        'k'.repeat(100),
        { defaultValue: 't'.repeat(255), valid: true },
        true,
      ]);
      const paths = body.errors.map(({ path }: { path: string }) => path);
      expect(paths).toEqual(['key', 'title.defaultValue', 'body.defaultValue']);
    });

    it('that are malformed far behind their beginning are answered without the place', async () => {
      const { body } = await send(`{"a":"${'x'.repeat(300_000)}" 1}`, 'application/json');
      expect(body.detail).toBe('The body is not valid JSON behind its first 262144 characters.');
    });

    it('may hold brackets in texts', async () => {
      const text = `${'[{'.repeat(100)}\\"`;
      expect((await admin.post(TEMPLATES, minimalTemplate({ title: { defaultValue: text } }))).status).toBe(
        200,
      );
    });

    it.each([
      ['nothing', 'REQUIRED', undefined],
      ['null', 'REQUIRED', 'null'],
      ['an array', 'WRONG_TYPE', '[]'],
      ['a text', 'WRONG_TYPE', '"x"'],
      ['a number', 'WRONG_TYPE', '1'],
      ['false', 'WRONG_TYPE', 'false'],
    ])('that are %s where an object belongs are 412 for templates', async (_, code, raw) => {
      const before = await countTemplates();
      const { status, body } =
        raw === undefined ? await admin.post(TEMPLATES) : await send(raw, 'application/json');
      expect([status, body.errorCode, body.key, body.title.defaultValue]).toEqual([
        412,
        'VALIDATION_FAILED',
        '',
        '',
      ]);
      expect(body.errors).toEqual([{ path: '', code, message: 'must be a JSON object' }]);
      expect(await countTemplates()).toBe(before);
    });

    it('over 1 MiB are 413, announced or not', async () => {
      const over = JSON.stringify(minimalTemplate({ body: { defaultValue: 'x'.repeat(1_048_576) } }));
      const announced = await send(over, 'application/json');
      expect([announced.status, announced.body.errorCode]).toEqual([413, 'BODY_TOO_LARGE']);
      const early = headOf('Content-Length: 1048577') + '{';
      expect(await exchange(early, 1_000)).toMatch(/^HTTP\/1\.1 413 /);
      const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
      const head = headOf('Transfer-Encoding: chunked');
      expect(await exchange(head + chunk.repeat(17), 1_500)).toMatch(/^HTTP\/1\.1 413 /);
    });

    it('over 1 MiB are not read to their end when they are refused', async () => {
      const length = 200 * 1_048_576;
      const socket = connect(Number(new URL(app.baseUrl).port), '127.0.0.1');
      const answer: Buffer[] = [];
      socket.on('data', (piece) => answer.push(piece)).on('error', () => undefined);
      const closed = new Promise((resolve) => socket.once('close', resolve));
      const begun = performance.now();
      socket.write(headOf(`Content-Length: ${length}`).replace(admin.sessionId, 'unknown'));
      const piece = Buffer.alloc(65_536, ' ');
      const more = (): void => {
        while (!socket.destroyed && socket.bytesWritten < length && socket.write(piece));
      };
      socket.on('drain', more);
      more();
      await closed;
      const text = Buffer.concat(answer).toString();
      expect(text).toMatch(/^HTTP\/1\.1 401 /);
      expect(text).toContain('\r\nConnection: close');
      expect(socket.bytesWritten - socket.writableLength).toBeLessThan(length / 4); // what the system buffers
      expect(performance.now() - begun).toBeGreaterThan(900); // time to read the answer
    });

    it('of just under 1 MiB are read', async () => {
      const body = JSON.stringify(minimalTemplate());
      const { status } = await send(body.padEnd(1_048_576), 'application/json');
      expect(status).toBe(200);
    });

    it('that never end are given up', async () => {
      const head = headOf('Content-Length: 100') + '{';
      expect(await exchange(head, 60_000)).toMatch(/^HTTP\/1\.1 408 /);
    });
  });

  it.each([
    ['no HTTP', 'HELLO\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    [
      'large headers',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    ['slow headers', 'GET / HTTP/1.1\r\nHost: x\r\n', 408, 'REQUEST_TIMEOUT'],
  ])('answers %s with a problem document', async (_, bytes, status, errorCode) => {
    const [head = '', body = ''] = (await exchange(bytes, 60_000)).split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head).toContain('\r\nContent-Type: application/problem+json');
    expect(JSON.parse(body)).toEqual({ ...PROBLEM, status, errorCode });
  });

  it.each(['/health/live', '/api/v1/company/me', '/nothing'])('refuses two hosts at %s', async (path) => {
    const answer = await exchange(`GET ${path} HTTP/1.1\r\nHost: x\r\nhOST: y\r\n\r\n`, 60_000);
    expect(answer).toContain('HTTP/1.1 400 ');
    expect(answer).toContain('\r\nConnection: close');
    expect(answer).toContain('"errorCode":"MALFORMED_REQUEST"');
  });

  describe('requests that are sent before their answers', () => {
    const requests = (count: number): string =>
      Array.from(
        { length: count },
        (_, at) => `GET /nothing?${at} HTTP/1.1\r\nHost: x\r\nX-Request-Id: id-${at}\r\n\r\n`,
      ).join('');
    const idsOf = (answers: string): string[] =>
      [...answers.matchAll(/^x-request-id: id-(\d+)/gim)].map(([, id]) => id!);

    it('are answered in their order', async () => {
      const last = 'GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Request-Id: id-15\r\n\r\n';
      const answers = await exchange(requests(15) + last, 60_000);
      expect(idsOf(answers)).toEqual(Array.from({ length: 16 }, (_, at) => String(at)));
    });

    it('end the connection where they are too many', async () => {
      const answers = await exchange(requests(2_000), 60_000).catch(() => ''); // reset before it is read
      expect(idsOf(answers).length).toBeLessThanOrEqual(MAX_PIPELINED_REQUESTS + 1);
    });
  });

  it('gives up on headers that never end', async () => {
    expect(await exchange('GET / HTTP/1.1\r\nHost: x\r\n', 60_000)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('closes an idle connection after KEEP_ALIVE_TIMEOUT, and says so', async () => {
    const impatient = await TestApp.start({ KEEP_ALIVE_TIMEOUT: '2s' }, app.databaseUrl);
    try {
      const startedAt = performance.now();
      const answer = await exchange('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n', 20_000, impatient);
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer).toContain('\r\nKeep-Alive: timeout=2\r\n');
      expect(performance.now() - startedAt).toBeLessThan(15_000);
    } finally {
      await impatient.stop();
    }
  });

  it('bounds the number of query parameters', async () => {
    const many = (count: number) => `${TEMPLATES}?${Array.from({ length: count }, () => 'a=1').join('&')}`;
    expect((await admin.get(many(1_000))).body.errorCode).toBe('UNKNOWN_PARAMETER'); // each is read
    const { status, body } = await admin.get(many(1_001));
    expect([status, body.errorCode]).toEqual([400, 'TOO_MANY_PARAMETERS']);
  });

  it('says that a text of a query is not UTF-8', async () => {
    const { status, body } = await admin.get(`${TEMPLATES}/all?q=%ff`);
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'q', code: 'UNPAIRED_SURROGATE', message: 'must be UTF-8' }],
    ]);
  });

  describe('X-Request-Id', () => {
    it('is returned as it was sent, in the header and in errors', async () => {
      const { headers, body } = await app
        .anonymous()
        .get(TEMPLATES, { headers: { 'X-Request-Id': 'abc-1.2:3' } });
      expect([headers.get('x-request-id'), body.requestId]).toEqual(['abc-1.2:3', 'abc-1.2:3']);
    });

    it.each(['', 'a b', 'x'.repeat(129), '<script>', 'é'])(
      'is replaced if it is not valid: "%s"',
      async (id) => {
        const { headers } = await app.anonymous().get('/health/live', { headers: { 'X-Request-Id': id } });
        expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      },
    );
  });

  it('sends security headers and does not say what it is made of', async () => {
    const { headers } = await admin.get(TEMPLATES);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('cache-control')).toBe('private, no-cache');
  });

  it('is closed to other origins unless they are configured', async () => {
    const preflight = { Origin: 'https://app.example.com', 'Access-Control-Request-Method': 'GET' };
    const closed = await app.anonymous().request('OPTIONS', TEMPLATES, { headers: preflight });
    expect(closed.headers.get('access-control-allow-origin')).toBeNull();
    const open = await TestApp.start({ CORS_ORIGINS: 'https://app.example.com' }, app.databaseUrl);
    try {
      const allowed = await open.anonymous().request('OPTIONS', TEMPLATES, { headers: preflight });
      expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([
        204,
        preflight.Origin,
      ]);
      expect(allowed.headers.get('access-control-max-age')).toBe('7200');
      const other = { ...preflight, Origin: 'https://evil.example.com' };
      const refused = await open.anonymous().request('OPTIONS', TEMPLATES, { headers: other });
      expect(refused.headers.get('access-control-allow-origin')).not.toBe(other.Origin);
    } finally {
      await open.stop();
    }
  });
});
