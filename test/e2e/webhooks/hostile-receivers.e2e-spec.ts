import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Settings } from '../../../src/platform/config/settings.js';
import { FilteredRequests, MAX_INTERIM_ANSWERS, NameLookup } from '../../../src/platform/outgoing/index.js';
import {
  ATTEMPT_TIMEOUT_MS,
  HttpsWebhookSender,
} from '../../../src/webhooks/infrastructure/https-webhook-sender.js';

const NO_ANSWER = 'There was no whole answer within 15 s.';
const INTERIM = 'HTTP/1.1 100 Continue\r\n\r\n';

/** Writes as long as the other side reads. */
function writeEndlessly(socket: Socket, text: string): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', write);
  write();
}

describe('an attempt to reach a hostile receiver', () => {
  const { signal } = new AbortController();
  const sockets = new Set<Socket>();
  let answer: (socket: Socket) => void;
  let receiver: Server;
  let url: string;
  let requests: FilteredRequests;
  let sender: HttpsWebhookSender;

  beforeAll(async () => {
    receiver = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      socket.once('data', () => answer(socket));
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    url = `http://localhost:${(receiver.address() as AddressInfo).port}/`;
  });
  afterAll(() => new Promise((resolve) => receiver.close(resolve)));
  beforeEach(() => {
    requests = new FilteredRequests(Settings.from({}));
    sender = new HttpsWebhookSender(requests);
  });
  afterEach(() => {
    requests.onModuleDestroy();
    for (const socket of sockets) socket.destroy();
  });

  const send = (to = url) => sender.send({ url: to, headers: {}, body: '{}' }, signal);

  it.each<[string, (socket: Socket) => void, string]>([
    [
      'that switches the protocol',
      (socket) =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      'The host answered with another protocol (101).',
    ],
    [
      'that switches it without saying to which',
      (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
      'The host',
    ],
    ['that closes the connection', (socket) => socket.end(), 'The host closed the connection.'],
    [
      'that closes it in its headers',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-'),
      'The host closed the connection.',
    ],
    [
      'that closes it in its body',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'),
      'The host closed the connection.',
    ],
    [
      'that does not speak HTTP',
      (socket) => socket.write('220 mail.example ESMTP\r\n'),
      'The answer is not HTTP.',
    ],
    [
      'whose headers have no end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        writeEndlessly(socket, `X: ${'x'.repeat(1_000)}\r\n`);
      },
      'The headers of the answer are too long.',
    ],
    [
      'that sends interim answers without end',
      (socket) => writeEndlessly(socket, INTERIM.repeat(1_000)),
      'The host sent too many interim answers (1xx).',
    ],
    [
      'that sends line breaks without end before its answer',
      (socket) => writeEndlessly(socket, '\r\n'.repeat(1_000)),
      'The host sent too much before its answer.',
    ],
  ])('ends at once for one %s', async (_name, reply, reason) => {
    answer = reply;
    const outcome = await send();
    expect(outcome.reason).toContain(reason);
    expect(outcome.reason).toMatch(/^The .*\.$/);
    expect(outcome.status).toBeUndefined();
    expect(outcome.durationMs).toBeLessThan(ATTEMPT_TIMEOUT_MS / 2);
  });

  it.each([
    ['whose chunk has a size without end', '0'.repeat(1_000)],
    ['whose body has no end', '3e8\r\n' + 'x'.repeat(1_000) + '\r\n'],
    ['that sends its body in chunks of a byte', '1\r\nx\r\n'.repeat(200)],
  ])('ends at once for one %s, and keeps its status', async (_name, text) => {
    answer = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      socket.write(text.repeat(200));
    };
    const outcome = await send();
    expect(outcome.status).toBe(200);
    expect(outcome.durationMs).toBeLessThan(ATTEMPT_TIMEOUT_MS / 2);
  });

  it('closes a kept connection on which a receiver sends what nobody has asked for', async () => {
    const closed = new Promise((resolve) => {
      answer = (socket) => {
        socket.on('close', resolve);
        socket.write('HTTP/1.1 204 No Content\r\n\r\n');
        setTimeout(() => socket.write('x'), 50);
      };
    });
    expect(await send()).toMatchObject({ status: 204 });
    await closed;
  }, 5_000);

  it('is not made again on other kept connections when it is refused', async () => {
    let requests = 0;
    answer = (socket) => {
      socket.on('data', () => {
        requests++;
        writeEndlessly(socket, INTERIM.repeat(1_000));
      });
      // Late enough that each attempt has a connection of its own.
      setTimeout(() => socket.write('HTTP/1.1 204 No Content\r\n\r\n'), 200);
    };
    await Promise.all([send(), send(), send()]);
    expect(requests).toBe(0);
    expect((await send()).reason).toBe('The host sent too many interim answers (1xx).');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(requests).toBe(1);
  });

  it('leaves no connection behind that is not used', async () => {
    answer = (socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n');
    await send();
    const [socket] = sockets;
    await new Promise((resolve) => socket!.on('close', resolve));
  }, 20_000);

  it('allows a few interim answers', async () => {
    answer = (socket) =>
      socket.write(`${INTERIM.repeat(MAX_INTERIM_ANSWERS)}HTTP/1.1 204 No Content\r\n\r\n`);
    expect(await send()).toMatchObject({ status: 204 });
  });

  it(
    'ends in time for those that are silent or slow',
    async () => {
      const replies: ((socket: Socket) => void)[] = [
        () => undefined,
        (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\na'),
        (socket) => {
          const timer = setInterval(() => socket.write('X'), 200);
          socket.on('close', () => clearInterval(timer));
        },
      ];
      const outcomes = replies.map(async (reply, index) => {
        await new Promise((resolve) => setTimeout(resolve, index * 100));
        answer = reply;
        return send();
      });
      for (const { reason, status } of await Promise.all(outcomes))
        expect([status, [NO_ANSWER, 'The answer is not HTTP.']]).toEqual([
          undefined,
          expect.arrayContaining([reason]),
        ]);
    },
    2 * ATTEMPT_TIMEOUT_MS,
  );

  it('ends when the process stops', async () => {
    answer = () => undefined;
    const stopping = new AbortController();
    const sent = sender.send({ url, headers: {}, body: '{}' }, stopping.signal);
    setTimeout(() => stopping.abort(), 100);
    expect((await sent).durationMs).toBeLessThan(ATTEMPT_TIMEOUT_MS / 2);
  });

  it('is not made to port 0', () => {
    expect(sender.refusal('https://receiver.example:0/')).toBe('must not name port 0');
  });
});

describe('a look-up of a receiver', () => {
  const { signal } = new AbortController();
  let server: DatagramSocket;
  let asked: number;
  let requests: FilteredRequests;
  let sender: HttpsWebhookSender;

  beforeEach(async () => {
    asked = 0;
    server = createSocket('udp4', () => asked++);
    await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
    const resolver = new Resolver({ timeout: 60_000, tries: 1 });
    resolver.setServers([`127.0.0.1:${server.address().port}`]);
    requests = new FilteredRequests(Settings.from({}), new NameLookup(resolver));
    sender = new HttpsWebhookSender(requests);
  });
  afterEach(() => {
    requests.onModuleDestroy();
    server.close();
  });

  it('ends within seconds where the name server is silent, and is not made again at once', async () => {
    const send = () => sender.send({ url: 'https://receiver.example/', headers: {}, body: '{}' }, signal);
    const outcomes = await Promise.all([send(), send(), send()]);
    outcomes.push(await send());
    for (const { reason, durationMs } of outcomes) {
      expect(reason).toBe('The name of the host could not be looked up.');
      expect(durationMs).toBeLessThan(ATTEMPT_TIMEOUT_MS / 2);
    }
    expect(asked).toBe(2); // one for each kind of address
  });

  it('leaves the look-ups of others alone', async () => {
    const waiting = Array.from({ length: 50 }, (_, index) =>
      sender.send({ url: `https://receiver-${index}.example/`, headers: {}, body: '{}' }, signal),
    );
    const { lookup } = await import('node:dns/promises');
    const first = await Promise.race([lookup('localhost').then(() => 'database'), ...waiting]);
    expect(first).toBe('database');
    await Promise.all(waiting);
  });
});
