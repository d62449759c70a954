import type { LookupAddress, LookupOptions } from 'node:dns';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { Settings } from '../../../src/platform/config/settings.js';
import { FilteredRequests } from '../../../src/platform/outgoing/index.js';
import { HttpsWebhookSender } from '../../../src/webhooks/infrastructure/https-webhook-sender.js';
import { loopbackCertificate } from '../../support/webhook-receiver.js';
import { createServer as createSecureServer } from 'node:https';

const REFUSED = 'The host is in a network to which nothing is sent.';

/** Literal addresses. Those of this machine reach the listener where nothing refuses them. */
const HOSTS = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '017700000001',
  ],
  ...['0177.0.0.1', '0x7f.0x0.0x0.0x1', '127.0.0.1.', 'localhost', 'LOCALHOST', '0.0.0.0', '0', '0x0'],
  ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
  ...[
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
  ],
  ...[
    '[2001:0:7f00:1::]',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.254',
    '192.168.1.1',
    '100.64.0.1',
    '198.18.0.1',
  ],
  ...[
    '192.0.0.1',
    '192.0.2.1',
    '169.254.169.254',
    '169.254.170.2',
    '2852039166',
    '0xa9fea9fe',
    '[fd00:ec2::254]',
  ],
  ...[
    '[::ffff:169.254.169.254]',
    '[fe80::1]',
    '[fc00::1]',
    '[fec0::1]',
    '[ff02::1]',
    '224.0.0.1',
    '240.0.0.1',
  ],
  ...['255.255.255.255', '１２７.0.0.1', '127。0。0。1', '[::7f00:1]', '[::10.0.0.1]', '168.63.129.16'],
] as const;

/** Hosts that no rule refuses, because no network has them. */
const NOWHERE = ['localhost.'];

/** Addresses to which a name may resolve. */
const RESOLVED = [
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '::1',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  'fd00::1',
];

type Lookup = (
  hostname: string,
  options: LookupOptions,
  callback: (error: null, address: string | LookupAddress[], family?: number) => void,
) => void;

describe('the sender of webhooks', () => {
  let listener: Server;
  let port: number;
  let reached = 0;
  let requests: FilteredRequests;
  let sender: HttpsWebhookSender;
  const open = (settings: Record<string, string>): void => {
    requests = new FilteredRequests(Settings.from(settings));
    sender = new HttpsWebhookSender(requests);
  };
  const delivery = (url: string) => ({ url, headers: {}, body: '{}' });
  const { signal } = new AbortController();

  beforeAll(async () => {
    listener = createServer((socket) => {
      reached++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, '::', resolve));
    ({ port } = listener.address() as AddressInfo);
  });
  afterAll(() => new Promise((resolve) => listener.close(resolve)));
  beforeEach(() => {
    reached = 0;
    open({ DATABASE_URL: 'postgres://localhost/wes' });
  });
  afterEach(() => requests.onModuleDestroy());

  const resolveTo = (...answers: string[]): void => {
    const lookup: Lookup = (_, { all }, callback) => {
      const address = (answers.length > 1 ? answers.shift() : answers[0])!;
      const family = address.includes(':') ? 6 : 4;
      if (all) callback(null, [{ address, family }]);
      else callback(null, address, family);
    };
    Object.assign(requests.agents['https:'].options, { lookup });
  };

  it('is tried with more than forty hosts', () => {
    expect(new Set(HOSTS).size).toBeGreaterThan(40);
  });

  it.each(HOSTS)('does not connect to %s', async (host) => {
    const { reason, status } = await sender.send(delivery(`https://${host}:${port}/`), signal);
    expect([reason, status, reached]).toEqual([REFUSED, undefined, 0]);
  });

  it.each(NOWHERE)('does not reach the machine by %s', async (host) => {
    const { status } = await sender.send(delivery(`https://${host}:${port}/`), signal);
    expect([status, reached]).toEqual([undefined, 0]);
  });

  it.each(RESOLVED)('does not connect to a name that resolves to %s', async (address) => {
    resolveTo(address);
    const { reason } = await sender.send(delivery(`https://receiver.example:${port}/`), signal);
    expect([reason, reached]).toEqual([REFUSED, 0]);
  });

  it('does not connect to a name one of whose addresses is refused', async () => {
    const lookup: Lookup = (_, __, callback) => {
      callback(null, [
        { address: '2001:4860:4860::8888', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ]);
    };
    Object.assign(requests.agents['https:'].options, { lookup });
    const { reason } = await sender.send(delivery(`https://receiver.example:${port}/`), signal);
    expect([reason, reached]).toEqual([REFUSED, 0]);
  });

  it('checks the address of each connection, so that a name can change', async () => {
    const certificate = await loopbackCertificate();
    let answered = 0;
    const receiver = createSecureServer(certificate, (_, response) => {
      answered++;
      response.writeHead(204, { connection: 'close' }).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `https://receiver.example:${(receiver.address() as AddressInfo).port}/`;
    const allowed = { DATABASE_URL: 'postgres://localhost/wes', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1' };
    open(allowed);
    requests.agents['https:'].options.ca = certificate.cert;
    resolveTo('127.0.0.1', '127.0.0.2', '127.0.0.1');
    expect(await sender.send(delivery(url), signal)).toMatchObject({ status: 204 });
    expect(await sender.send(delivery(url), signal)).toMatchObject({ reason: REFUSED });
    expect(await sender.send(delivery(url), signal)).toMatchObject({ status: 204 });
    expect(answered).toBe(2);
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
  });

  it('sends nothing without TLS', async () => {
    const plain = await sender.send(delivery(`http://127.0.0.1:${port}/`), signal);
    expect(plain.reason).toBe('The address must begin with https://.');
    expect(reached).toBe(0);
  });

  it('reaches a receiver on the machine of a service that is tried out', async () => {
    open({});
    const { reason } = await sender.send(delivery(`http://localhost:${port}/`), signal);
    expect([reason, reached]).toEqual(['The host closed the connection.', 1]);
    const other = await sender.send(delivery(`http://receiver.example:${port}/`), signal);
    expect(other.reason).toMatch(/must begin with https/);
  });
});
