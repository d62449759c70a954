import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FilteredRequests } from '../../src/platform/outgoing/index.js';
import { messageProblems } from './documented-message.js';
import { ensureInstalled, SYSTEM_PACKAGES } from './system-packages.js';
import type { TestApp } from './test-app.js';

/** A message as it has arrived. */
export interface ReceivedMessage {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly type: string;
  readonly data: { readonly id?: string; readonly count?: number };
  readonly path: string;
}

/** Answers a message. */
export type Reply = (response: ServerResponse, message: ReceivedMessage) => void;

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A certificate of 127.0.0.1 that nobody trusts by itself. */
export async function loopbackCertificate(): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'wes-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = 'subjectAltName=IP:127.0.0.1,DNS:localhost,DNS:receiver.example';
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const made = ['-x509', ...curve, '-subj', '/CN=receiver', '-addext', names, '-keyout', key, '-out', cert];
  try {
    await promisify(execFile)(await ensureInstalled(SYSTEM_PACKAGES.openssl), ['req', ...made]);
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const answerNothing: Reply = (response) => void response.writeHead(204).end();

/**
 * A receiver of webhooks on a real socket. Each message must be as `openapi.json` says: {@link stop} fails otherwise.
 */
export class WebhookReceiver {
  private constructor(
    readonly url: string,
    readonly messages: readonly ReceivedMessage[],
    readonly stop: () => Promise<void>,
  ) {}

  /** Starts a receiver that the service trusts. */
  static async start(app: TestApp, reply: Reply = answerNothing): Promise<WebhookReceiver> {
    const certificate = await loopbackCertificate();
    trust(app, certificate);
    const messages: ReceivedMessage[] = [];
    const problems: string[] = [];
    const server = createServer(certificate, (request, response) => {
      void received(request).then((message) => {
        messages.push(message);
        problems.push(...messageProblems(message.headers, JSON.parse(message.body)));
        reply(response, message);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return new WebhookReceiver(`https://127.0.0.1:${port}/wes`, messages, async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (problems.length > 0) throw new Error(problems.join('\n'));
    });
  }

  of(type: string): ReceivedMessage[] {
    return this.messages.filter((message) => message.type === type);
  }
}

/** Makes a service trust a certificate in its requests, as one of a public authority. */
export function trust({ app }: TestApp, { cert }: Certificate): void {
  const { agents } = app.get(FilteredRequests, { strict: false });
  const { options } = agents['https:'];
  options.ca = [...[options.ca ?? []].flat(), cert];
}

async function received(request: IncomingMessage): Promise<ReceivedMessage> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString('utf8');
  const { type, data } = JSON.parse(body) as Pick<ReceivedMessage, 'type' | 'data'>;
  return { headers: request.headers, body, type, data, path: request.url ?? '' };
}
