import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { AnswerTooLong, FilteredRequests, reasonOf, userAgent } from '../../platform/outgoing/index.js';
import { WebhookSender, type Delivery, type DeliveryOutcome } from '../application/webhook.ports.js';
import { MAX_SHOWN_ANSWER_BYTES } from '../domain/webhook.limits.js';

/** The headers of each request, besides those of its message. */
const HEADERS = { 'Content-Type': 'application/json', 'User-Agent': userAgent('webhooks') };

/** Longest time of an attempt, with the look-up of the name and the whole answer, in milliseconds. */
export const ATTEMPT_TIMEOUT_MS = 15_000;

/** Bytes of an answer that are read, and thrown away: with its headers, interim answers and sizes of chunks. */
export const MAX_READ_ANSWER_BYTES = 65_536;

/** Sends messages by requests that cannot lead into our own network. */
@Injectable()
export class HttpsWebhookSender extends WebhookSender {
  constructor(private readonly requests: FilteredRequests) {
    super();
  }

  refusal(url: string): string | undefined {
    return this.requests.refusal(url);
  }

  async send({ url, headers, body }: Delivery, stopping: AbortSignal): Promise<DeliveryOutcome> {
    const begun = performance.now();
    const took = (): { durationMs: number } => ({ durationMs: Math.round(performance.now() - begun) });
    const request = {
      ...{ method: 'POST' as const, url, headers: { ...headers, ...HEADERS }, body },
      ...{ timeoutMs: ATTEMPT_TIMEOUT_MS, maxBytes: MAX_READ_ANSWER_BYTES },
    };
    try {
      const outcome = await this.requests.send(request, outcomeOf, stopping);
      return { ...outcome, ...took() };
    } catch (error) {
      return { ...took(), reason: reasonOf(error) };
    }
  }
}

async function outcomeOf(response: IncomingMessage): Promise<Omit<DeliveryOutcome, 'durationMs'>> {
  const answer = await beginningOf(response);
  const { statusCode: status } = response;
  const retryAfterMs = retryAfter(response.headers['retry-after']);
  return {
    ...(status !== undefined && { status }),
    ...(answer !== '' && { answer }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
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
