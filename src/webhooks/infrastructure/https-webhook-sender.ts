import { readFileSync } from 'node:fs';
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Injectable, Optional, type OnModuleDestroy } from '@nestjs/common';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { Settings } from '../../platform/config/settings.js';
import { property } from '../../platform/errors/sql-error-facts.js';
import { PACKAGE_ROOT } from '../../platform/package-root.js';
import { WebhookSender, type Delivery, type DeliveryOutcome } from '../application/webhook.ports.js';
import { MAX_SHOWN_ANSWER_BYTES } from '../domain/webhook.limits.js';
import { isInside, NameLookup } from './name-lookup.js';

/** The headers of each request, besides those of its message. */
const HEADERS = { 'Content-Type': 'application/json', 'User-Agent': `wes-webhooks/${packageVersion()}` };

/** Longest time of an attempt, with the look-up of the name and the whole answer, in milliseconds. */
export const ATTEMPT_TIMEOUT_MS = 15_000;

/** Bytes of an answer that are read, and thrown away: with its headers, interim answers and sizes of chunks. */
export const MAX_READ_ANSWER_BYTES = 65_536;

/** Interim answers of an attempt, such as `100 Continue`; none of them ends it. */
export const MAX_INTERIM_ANSWERS = 5;

/** Connections to a receiver that are kept for further messages. */
export const MAX_KEPT_CONNECTIONS = 5;

/** Longest time for which a connection is kept without a message, in milliseconds. */
export const KEPT_CONNECTION_MS = 10_000;

/** Codes of a connection that the other side has closed. */
const CLOSED: readonly string[] = ['ECONNRESET', 'EPIPE'];

/** Addresses that reach a receiver on the machine of a service that is tried out. */
const LOOPBACK = ['127.0.0.1', '::1'];

/** Names that a URL with a loopback address may have where such addresses are allowed. */
const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Sends requests by the modules of Node, which follow no redirects and know no proxies. The address to which a name
 * resolves is checked when a connection is made, so that a name cannot lead into our own network.
 */
@Injectable()
export class HttpsWebhookSender extends WebhookSender implements OnModuleDestroy {
  /** Make and keep the connections. */
  readonly agents: {
    readonly 'https:': RequestFilteringHttpsAgent;
    readonly 'http:': RequestFilteringHttpAgent;
  };
  private readonly allowsLocal: boolean;

  constructor(
    { database, isProduction, webhooks }: Settings,
    @Optional() private readonly names = new NameLookup(),
  ) {
    super();
    this.allowsLocal = database.url === undefined && !isProduction;
    const allowIPAddressList = [...(webhooks.allowedNetworks ?? []), ...(this.allowsLocal ? LOOPBACK : [])];
    const { lookup } = this.names;
    const options = {
      allowIPAddressList,
      lookup,
      keepAlive: true,
      maxFreeSockets: MAX_KEPT_CONNECTIONS,
      timeout: KEPT_CONNECTION_MS,
      scheduling: 'lifo' as const,
    };
    this.agents = {
      'https:': new RequestFilteringHttpsAgent(options),
      'http:': new RequestFilteringHttpAgent(options),
    };
    // Nothing else would end a connection whose receiver sends without end while nobody asks.
    for (const agent of Object.values(this.agents))
      agent.on('free', (socket: Duplex) => socket.once('data', endUnasked));
  }

  onModuleDestroy(): void {
    for (const agent of Object.values(this.agents)) agent.destroy();
  }

  refusal(url: string): string | undefined {
    const { protocol, hostname, port } = new URL(url);
    if (port === '0') return 'must not name port 0';
    const isLocal = this.allowsLocal && LOCAL_HOSTS.includes(hostname);
    if (protocol === 'https:' || isLocal) return undefined;
    return this.allowsLocal ? 'must begin with https://, or name localhost' : 'must begin with https://';
  }

  async send({ url, headers, body }: Delivery, stopping: AbortSignal): Promise<DeliveryOutcome> {
    const begun = performance.now();
    const timeout = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
    const signal = AbortSignal.any([timeout, stopping]);
    const took = (): { durationMs: number } => ({ durationMs: Math.round(performance.now() - begun) });
    const refusal = this.refusal(url);
    if (refusal !== undefined) return { ...took(), reason: `The address ${refusal}.` };
    try {
      return {
        ...took(),
        ...(await withinTime(signal, this.answerOf(url, headers, body, signal))),
        ...took(),
      };
    } catch (error) {
      return {
        ...took(),
        reason: timeout.aborted ? 'There was no whole answer within 15 s.' : reasonOf(error),
      };
    }
  }

  private async answerOf(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<Omit<DeliveryOutcome, 'durationMs'>> {
    const response = await this.request(url, headers, body, signal);
    if (response.statusCode === 101) throw new UnusableAnswer(OTHER_PROTOCOL);
    const answer = await beginningOf(response);
    const { statusCode: status } = response;
    const retryAfterMs = retryAfter(response.headers['retry-after']);
    return {
      ...(status !== undefined && { status }),
      ...(answer !== '' && { answer }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
  }

  /** Sends a request again at once that met a kept connection which the receiver was about to close. */
  private request(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const { protocol, hostname } = new URL(url);
    if (isInside(hostname.replace(/^\[|\]$/g, ''))) throw new UnusableAnswer(NOT_SENT);
    const isSecure = protocol === 'https:';
    const options = {
      method: 'POST',
      agent: isSecure ? this.agents['https:'] : this.agents['http:'],
      headers: { ...headers, ...HEADERS, 'Content-Length': Buffer.byteLength(body) },
      signal,
    };
    return new Promise((resolve, reject) => {
      const send = (): void => {
        const request = (isSecure ? requestHttps : requestHttp)(url, options, resolve);
        let isRefused = false;
        refuseOtherAnswers(request, (error) => {
          isRefused = true;
          reject(error);
        });
        request.on('error', (error) => {
          const wasClosed = request.reusedSocket && CLOSED.includes(property(error, 'code') ?? '');
          // One that was refused is destroyed, and Node reports that as closed, too.
          if (wasClosed && !isRefused && !signal.aborted) send();
          else reject(error);
        });
        request.end(body);
      };
      send();
    });
  }
}

const OTHER_PROTOCOL = 'The host answered with another protocol (101).';
const NOT_SENT = 'The host is in a network to which nothing is sent.';

/** An answer that cannot be used. The message is a sentence. */
class UnusableAnswer extends Error {}

/** An answer whose status counts, and the rest of which is not read. */
class AnswerTooLong extends Error {}

/** Ends a kept connection on which a receiver sends what nobody has asked for. */
function endUnasked(this: Duplex): void {
  this.destroy();
}

/** Refuses answers in another protocol or without end, and the end of a connection without an answer. */
function refuseOtherAnswers(request: ClientRequest, fail: (error: Error) => void): void {
  const refuse = (reason: string): void => {
    fail(new UnusableAnswer(reason));
    request.destroy();
  };
  request.on('upgrade', (_response, socket) => {
    socket.destroy();
    refuse(OTHER_PROTOCOL);
  });
  let answer: IncomingMessage | undefined;
  request.once('response', (response) => (answer = response));
  request.once('socket', (socket: Socket) => {
    socket.off('data', endUnasked);
    let bytes = 0;
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes <= MAX_READ_ANSWER_BYTES) return;
      socket.off('data', count);
      if (answer) answer.destroy(new AnswerTooLong());
      else refuse('The host sent too much before its answer.');
    };
    socket.on('data', count);
    request.once('close', () => socket.off('data', count));
  });
  let interim = 0;
  request.on('information', () => {
    interim++;
    if (interim === MAX_INTERIM_ANSWERS + 1) refuse('The host sent too many interim answers (1xx).');
  });
  // Without effect after an answer. Node's client closes some requests without an error.
  let hasFailed = false;
  request.on('error', () => (hasFailed = true));
  request.on('close', () => {
    if (!hasFailed) fail(new UnusableAnswer('The host closed the connection.'));
  });
}

/** Ends with the signal, whatever Node's client does. */
async function withinTime<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let end: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason as Error);
    signal.addEventListener('abort', end);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (end) signal.removeEventListener('abort', end);
    work.catch(() => undefined);
  }
}

/** Reads an answer to its end, or closes the connection of one that is too long. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  let beginning = Buffer.alloc(0);
  response.on('data', (chunk: Buffer) => {
    const room = MAX_SHOWN_ANSWER_BYTES - beginning.length;
    if (room > 0) beginning = Buffer.concat([beginning, chunk.subarray(0, room)]);
  });
  await finished(response).catch((error: unknown) => {
    if (!(error instanceof AnswerTooLong)) throw error;
  });
  return beginning
    .toString('utf8')
    .replace(/[\p{Cc}\p{Cs}\uFFFD]+/gu, ' ')
    .trim();
}

/** Milliseconds of a `Retry-After` in seconds or as a date. */
function retryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return ms > 0 ? ms : undefined;
}

/** For people who look for the cause: a sentence, without the addresses that a name resolves to. */
function reasonOf(error: unknown): string {
  if (error instanceof UnusableAnswer) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  if (/is not allowed\. Because/.test(message)) return NOT_SENT;
  const code = property(error, 'code') ?? '';
  return REASONS.find(([codes]) => codes.test(code))?.[1] ?? 'The request failed.';
}

/** By codes of Node, of its resolver and parser, and of OpenSSL. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^ENOTFOUND$/, 'The name of the host is not known.'],
  [
    /^(?:EAI_|ETIMEOUT$|ESERVFAIL$|EREFUSED$|EBADRESP$|EBADNAME$)/,
    'The name of the host could not be looked up.',
  ],
  [/^ECONNREFUSED$/, 'The host refuses the connection.'],
  [/^(?:ECONNRESET|EPIPE|ECONNABORTED|ERR_STREAM_PREMATURE_CLOSE)$/, 'The host closed the connection.'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'The host cannot be reached.'],
  [/^ETIMEDOUT$/, 'The host does not answer.'],
  [/^HPE_HEADER_OVERFLOW$/, 'The headers of the answer are too long.'],
  [/^HPE_/, 'The answer is not HTTP.'],
  [/^CERT_HAS_EXPIRED$/, 'The certificate of the host has expired.'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'The certificate is of another host.'],
  [/CERT|LEAF_SIGNATURE|ISSUER/, 'The certificate of the host is not trusted.'],
  [/^(?:EPROTO$|ERR_SSL_|ERR_TLS_)/, 'The host and the service agree on no TLS connection.'],
];

function packageVersion(): string {
  const file = readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
