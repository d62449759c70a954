import { readFileSync } from 'node:fs';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { Injectable, Optional, type OnModuleDestroy } from '@nestjs/common';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { Settings } from '../config/settings.js';
import { property } from '../errors/sql-error-facts.js';
import { PACKAGE_ROOT } from '../package-root.js';
import { isInside, NameLookup } from './name-lookup.js';
import { endUnasked, refuseOtherAnswers, withinTime } from './refused-answers.js';
import { NOT_SENT, OTHER_PROTOCOL, UnusableAnswer } from './reasons.js';

export { MAX_INTERIM_ANSWERS } from './refused-answers.js';
export { AnswerTooLong, reasonOf } from './reasons.js';

/** Connections to a host that are kept for further requests. */
export const MAX_KEPT_CONNECTIONS = 5;

/** Longest time for which a connection is kept without a request, in milliseconds. */
export const KEPT_CONNECTION_MS = 10_000;

/** Codes of a connection that the other side has closed. */
const CLOSED: readonly string[] = ['ECONNRESET', 'EPIPE'];

/** Addresses that reach a host on the machine of a service that is tried out. */
const LOOPBACK = ['127.0.0.1', '::1'];

/** Names that a URL with a loopback address may have where such addresses are allowed. */
const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Longest time with the look-up of the name and the whole answer, in milliseconds. */
  readonly timeoutMs: number;
  /** Bytes of the answer that are read: with its headers, interim answers and sizes of chunks. */
  readonly maxBytes: number;
}

/**
 * Sends requests by the modules of Node, which follow no redirects and know no proxies. The address to which a name
 * resolves is checked when a connection is made, so that a name cannot lead into our own network.
 */
@Injectable()
export class FilteredRequests implements OnModuleDestroy {
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
    // Nothing else would end a connection whose host sends without end while nobody asks.
    for (const agent of Object.values(this.agents))
      agent.on('free', (socket: Duplex) => socket.once('data', endUnasked));
  }

  onModuleDestroy(): void {
    for (const agent of Object.values(this.agents)) agent.destroy();
  }

  /** Why nothing is sent to an address. Its host is checked when a connection is made. */
  refusal(url: string): string | undefined {
    const { protocol, hostname, port } = new URL(url);
    if (port === '0') return 'must not name port 0';
    const isLocal = this.allowsLocal && LOCAL_HOSTS.includes(hostname);
    if (protocol === 'https:' || isLocal) return undefined;
    return this.allowsLocal ? 'must begin with https://, or name localhost' : 'must begin with https://';
  }

  /**
   * Sends a request.
   * @param read - reads the answer, of which the connection is closed by {@link AnswerTooLong} after the most bytes
   * @param stopping - aborted when the process stops
   * @throws an error that {@link reasonOf} explains
   */
  async send<T>(
    request: OutgoingRequest,
    read: (response: IncomingMessage) => Promise<T>,
    stopping?: AbortSignal,
  ): Promise<T> {
    const { url, timeoutMs } = request;
    const refusal = this.refusal(url);
    if (refusal !== undefined) throw new UnusableAnswer(`The address ${refusal}.`);
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = stopping ? AbortSignal.any([timeout, stopping]) : timeout;
    try {
      return await withinTime(signal, this.answerOf(request, read, signal));
    } catch (error) {
      if (!timeout.aborted) throw error;
      throw new UnusableAnswer(`There was no whole answer within ${timeoutMs / 1_000} s.`);
    }
  }

  private async answerOf<T>(
    request: OutgoingRequest,
    read: (response: IncomingMessage) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const response = await this.request(request, signal);
    if (response.statusCode === 101) throw new UnusableAnswer(OTHER_PROTOCOL);
    return read(response);
  }

  /** Sends a request again at once that met a kept connection which the host was about to close. */
  private request(
    { method, url, headers, body, maxBytes }: OutgoingRequest,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const { protocol, hostname } = new URL(url);
    if (isInside(hostname.replace(/^\[|\]$/g, ''))) throw new UnusableAnswer(NOT_SENT);
    const isSecure = protocol === 'https:';
    const options = {
      method,
      agent: isSecure ? this.agents['https:'] : this.agents['http:'],
      headers: { ...headers, ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }) },
      signal,
    };
    return new Promise((resolve, reject) => {
      const send = (): void => {
        const request = (isSecure ? requestHttps : requestHttp)(url, options, resolve);
        let isRefused = false;
        refuseOtherAnswers(request, maxBytes, (error) => {
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

/** The `User-Agent` of a part of the service. */
export function userAgent(part: string): string {
  const file = readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8');
  return `wes-${part}/${(JSON.parse(file) as { version: string }).version}`;
}
