import { createServer, type Server } from 'node:https';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'svix';
import type { Certificate } from '../../support/webhook-receiver.js';

/** Answers of a receiver. All but the first four are those of one that does not work. */
export const BEHAVIOURS = [
  'well',
  'large',
  'slow',
  'broken for a while',
  'hang',
  'redirect',
  'gone',
  'refuse',
] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

const LARGE_BYTES = 2 * 1_024 * 1_024;
const SLOW_MS = 300;

interface Content {
  readonly type: string;
  readonly data: { readonly id?: string; readonly count?: number };
}

/** A receiver of one webhook, at a path of its own. */
export class Receiver {
  /** When each object was first told of, by `performance.now()`. */
  readonly told = new Map<string, number>();
  /** Changes for which `changes.waiting` stands. */
  waiting = 0;
  requests = 0;
  /** Messages by their ids, with the number of times that each was received. */
  readonly messages = new Map<string, number>();
  /** Messages with a signature of another secret. */
  wrongSignatures = 0;
  secret = '';
  isBroken = false;

  constructor(
    readonly behaviour: Behaviour,
    readonly url: string,
  ) {}

  /** True of one that receives everything in the end. */
  get isHealthy(): boolean {
    return ['well', 'large', 'slow', 'broken for a while'].includes(this.behaviour);
  }

  /** True of one to which each message is sent once. */
  get answersAtOnce(): boolean {
    return this.isHealthy && this.behaviour !== 'broken for a while';
  }

  receive(headers: Record<string, string>, body: string): void {
    this.requests++;
    try {
      // Code that shares none with that of the service.
      new Webhook(this.secret).verify(body, headers);
    } catch {
      this.wrongSignatures++;
    }
    if (this.isBroken) return;
    const id = headers['webhook-id'] ?? '';
    this.messages.set(id, (this.messages.get(id) ?? 0) + 1);
    const { type, data } = JSON.parse(body) as Content;
    if (type === 'changes.waiting') this.waiting += data.count ?? 0;
    else if (data.id !== undefined && !this.told.has(data.id)) this.told.set(data.id, performance.now());
  }

  answer(response: ServerResponse, elsewhere: string): void {
    switch (this.isBroken ? 'broken for a while' : this.behaviour) {
      case 'hang':
        return;
      case 'redirect':
        response.writeHead(307, { location: elsewhere }).end();
        return;
      case 'gone':
        response.writeHead(410).end();
        return;
      case 'large':
        response.writeHead(200).end('x'.repeat(LARGE_BYTES));
        return;
      case 'slow':
        setTimeout(() => response.writeHead(200).end(), SLOW_MS);
        return;
      case 'broken for a while':
        response.writeHead(this.isBroken ? 500 : 200).end();
        return;
      case 'well':
      case 'refuse':
        response.writeHead(204).end();
    }
  }
}

/** Receivers behind one address on loopback. */
export class Receivers {
  readonly all: Receiver[] = [];
  /** Requests to where redirects lead. */
  strays = 0;

  private constructor(
    private readonly server: Server,
    private readonly baseUrl: string,
  ) {}

  static async open(certificate: Certificate): Promise<Receivers> {
    const server = createServer(certificate);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const receivers = new Receivers(server, `https://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => {
      text(request).then(
        (body) => {
          const receiver = receivers.all[Number(request.url?.slice(1))];
          if (!receiver) receivers.strays++;
          receiver?.receive(request.headers as Record<string, string>, body);
          if (receiver) receiver.answer(response, `${receivers.baseUrl}/elsewhere`);
          else response.writeHead(204).end();
        },
        () => undefined, // the sender was killed
      );
    });
    return receivers;
  }

  add(behaviour: Behaviour): Receiver {
    // Nothing listens at the port of one that refuses.
    const url = behaviour === 'refuse' ? 'https://127.0.0.1:9/' : `${this.baseUrl}/${this.all.length}`;
    const receiver = new Receiver(behaviour, url);
    this.all.push(receiver);
    return receiver;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
