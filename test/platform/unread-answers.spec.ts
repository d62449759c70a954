import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'express';
import { eventually } from '../support/eventually.js';
import type { Actor } from '../../src/shared-kernel/actor.js';
import type { HttpProblem } from '../../src/platform/http/http-problem.js';
import { MAX_UNSENT_BYTES, MAX_UNSENT_COMPANY_BYTES } from '../../src/platform/http/limits.js';
import {
  checkUnsent,
  cutOffStalled,
  endCounted,
  unsentBytes,
} from '../../src/platform/http/unread-answers.js';

const user = (companyId: string, userId: string): Actor => ({
  ...{ kind: 'user', companyId, userId, role: 'ADMIN', language: 'en' },
});

describe('answers that are not read', () => {
  const streams: Writable[] = [];

  afterEach(async () => {
    for (const stream of streams.splice(0)) stream.destroy();
    await nextTurn();
    expect(unsentBytes()).toBe(0);
  });

  /** The answer to a request whose client takes nothing of it, unless another function is given. */
  function answerTo(actor: Actor | undefined, write: (done: () => void) => void = () => undefined): Response {
    const stream = new Writable({ write: (_chunk, _encoding, done) => write(done) });
    streams.push(stream);
    return Object.assign(stream, { req: { actor } }) as unknown as Response;
  }

  const leaveUnread = (actor: Actor | undefined, bytes: number) =>
    endCounted(answerTo(actor), [Buffer.alloc(bytes)]);

  it('are counted until their connections close', async () => {
    const answer = answerTo(user('a', 'one'));
    endCounted(answer, [Buffer.alloc(10), Buffer.alloc(20), Buffer.alloc(30)]);
    leaveUnread(user('b', 'two'), 5);
    leaveUnread(undefined, 7);
    endCounted(
      answerTo(user('a', 'one'), (done) => done()),
      [Buffer.alloc(11)],
    );
    endCounted(answerTo(user('a', 'one')), []);
    expect(unsentBytes()).toBe(65);
    expect(unsentBytes(({ companyId }) => companyId === 'b')).toBe(5);
    answer.destroy();
    await once(answer, 'close');
    expect(unsentBytes()).toBe(5);
  });

  const refusal = expect.objectContaining({
    ...{
      status: 429,
      errorCode: 'UNREAD_ANSWERS',
      extra: { headers: { 'Retry-After': expect.any(String) } },
    },
  }) as HttpProblem;

  it('are bounded for a caller, whose first answer may be larger', () => {
    const caller = user('a', 'one');
    const check = (bytes?: number, actor: Actor | undefined = caller) => checkUnsent(answerTo(actor), bytes);
    check(MAX_UNSENT_COMPANY_BYTES + 1);
    leaveUnread(caller, MAX_UNSENT_BYTES - 10);
    check();
    check(10);
    expect(() => check(11)).toThrow(refusal);
    check(11, user('a', 'two'));
    check(MAX_UNSENT_COMPANY_BYTES + 1, user('b', 'three'));
    checkUnsent(answerTo(undefined), MAX_UNSENT_COMPANY_BYTES);
    leaveUnread(caller, 11);
    expect(() => check()).toThrow(refusal);
  });

  it('are bounded for a company', () => {
    for (let number = 0; number < 4; number++) leaveUnread(user('a', String(number)), MAX_UNSENT_BYTES - 5);
    checkUnsent(answerTo(user('a', 'other')), 20);
    expect(() => checkUnsent(answerTo(user('a', 'other')), 21)).toThrow(refusal);
    checkUnsent(answerTo(user('b', 'other')), 21);
  });
});

describe('a connection on which nothing moves', () => {
  const STALL_MS = 200;
  let server: Server;
  let handle: (request: IncomingMessage, response: ServerResponse) => void;
  let client: Socket;

  beforeEach(async () => {
    server = createServer((request, response) => handle(request, response));
    server.keepAliveTimeout = STALL_MS;
    cutOffStalled(server, STALL_MS);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('error', () => undefined);
  });
  afterEach(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });

  const request = () => client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const isOpen = async () => (await openConnections()) === 1;
  const openConnections = () =>
    new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

  it.each([
    ['has begun', (response: ServerResponse) => response.write(Buffer.alloc(30_000_000))],
    ['has ended', (response: ServerResponse) => response.end(Buffer.alloc(30_000_000))],
  ])('is cut off while the client reads nothing of an answer that %s', async (_, answer) => {
    handle = (_request, response) => answer(response);
    request();
    await once(server, 'request');
    expect(await isOpen()).toBe(true);
    await eventually(async () => expect(await isOpen()).toBe(false), 5_000);
  });

  it('stays open while the service works, and closes when it is idle afterwards', async () => {
    handle = (_request, response) => void setTimeout(() => response.end('done'), 4 * STALL_MS);
    request();
    const [answer] = (await once(client, 'data', { signal: AbortSignal.timeout(10_000) })) as [Buffer];
    expect(String(answer)).toContain('done');
    await once(client, 'close', { signal: AbortSignal.timeout(10_000) });
  });

  it('stays open before its first request, for which there is another limit', async () => {
    await once(client, 'connect');
    await sleep(3 * STALL_MS);
    expect(await isOpen()).toBe(true);
  });
});
