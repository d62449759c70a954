import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { createLocalJWKSet, type JWK } from 'jose';
import { LRUCache } from 'lru-cache';
import { AnswerTooLong, FilteredRequests, reasonOf, userAgent } from '../../platform/outgoing/index.js';
import { ProviderUnavailable } from '../domain/sign-in.errors.js';
import {
  MAX_PROVIDER_ANSWER_BYTES,
  MAX_PROVIDER_ANSWER_MS,
  MAX_PROVIDER_KEYS,
} from '../domain/sign-in.limits.js';

const HEADERS = { Accept: 'application/json', 'User-Agent': userAgent('sign-in') };

/** Providers whose keys a process keeps. */
const MAX_KEPT_PROVIDERS = 200;

/** Time for which keys are kept, in milliseconds. */
const KEPT_MS = 600_000;

/** Time after which a key that is not known is looked for again, in milliseconds. */
const UNKNOWN_KEY_PAUSE_MS = 60_000;

/** Time after which a provider that has failed is asked again, in milliseconds. */
const FAILURE_PAUSE_MS = 10_000;

/** The keys of a provider, as `jose` takes them. */
export type KeySet = ReturnType<typeof createLocalJWKSet>;

interface Keys {
  readonly set: KeySet;
  readonly ids: ReadonlySet<unknown>;
  readonly readAt: number;
}

/** What is known of a provider. */
interface Known {
  readonly keys?: Keys | undefined;
  readonly askedAt: number;
  /** Of the last time. */
  readonly failure?: ProviderUnavailable;
}

/** The public keys of identity providers: found by their discovery documents, and kept for 10 minutes. */
@Injectable()
export class ProviderKeys {
  private readonly known = new LRUCache<string, Known>({ max: MAX_KEPT_PROVIDERS });
  private readonly asked = new Map<string, Promise<Known>>();

  constructor(private readonly requests: FilteredRequests) {}

  /** @throws {ProviderUnavailable} */
  async of(issuer: string, keyId: string | undefined): Promise<KeySet> {
    const { keys, failure } = await this.find(issuer, keyId);
    if (failure || !keys) throw failure ?? new ProviderUnavailable('There are none.');
    return keys.set;
  }

  private async find(issuer: string, keyId: string | undefined): Promise<Known> {
    const known = this.known.get(issuer);
    if (!known) return this.ask(issuer);
    const now = performance.now();
    const { keys, askedAt } = known;
    const isFresh = keys !== undefined && now - keys.readAt < KEPT_MS;
    if (isFresh && (keyId === undefined || keys.ids.has(keyId))) return { keys, askedAt };
    const pause = isFresh ? UNKNOWN_KEY_PAUSE_MS : FAILURE_PAUSE_MS;
    const wasAskedLately = now - askedAt < pause && (isFresh || known.failure !== undefined);
    return wasAskedLately ? known : this.ask(issuer, isFresh ? keys : undefined);
  }

  /** Sign-ins at the same time ask a provider once. @param before - keys that are still good when it fails */
  private ask(issuer: string, before?: Keys): Promise<Known> {
    const asking =
      this.asked.get(issuer) ??
      this.read(issuer)
        .then((keys): Known => ({ keys, askedAt: performance.now() }))
        .catch((error: unknown): Known => {
          const failure = new ProviderUnavailable(
            error instanceof Unusable ? error.message : reasonOf(error),
          );
          return { keys: before, askedAt: performance.now(), failure };
        })
        .then((known) => {
          this.asked.delete(issuer);
          this.known.set(issuer, known);
          return known;
        });
    this.asked.set(issuer, asking);
    return asking;
  }

  private async read(issuer: string): Promise<Keys> {
    const discovery = await this.get(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    if (discovery['issuer'] !== issuer) throw new Unusable('Its discovery document is of another issuer.');
    const { jwks_uri: uri } = discovery;
    if (typeof uri !== 'string' || !URL.canParse(uri))
      throw new Unusable('Its discovery document names no address of keys.');
    const { keys } = await this.get(uri);
    if (!Array.isArray(keys)) throw new Unusable('Its answer has no list of keys.');
    const usable = keys.slice(0, MAX_PROVIDER_KEYS).flatMap(publicKey);
    return {
      set: createLocalJWKSet({ keys: usable }),
      ids: new Set(usable.map(({ kid }) => kid)),
      readAt: performance.now(),
    };
  }

  private get(url: string): Promise<Readonly<Record<string, unknown>>> {
    const limits = { timeoutMs: MAX_PROVIDER_ANSWER_MS, maxBytes: MAX_PROVIDER_ANSWER_BYTES };
    return this.requests.send({ method: 'GET', url, headers: HEADERS, ...limits }, objectOf);
  }
}

/** An answer cannot be used. The message is a sentence. */
class Unusable extends Error {}

async function objectOf(response: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  if (response.statusCode !== 200) {
    response.destroy();
    throw new Unusable(`It answered ${response.statusCode}.`);
  }
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response) chunks.push(chunk as Buffer);
  } catch (error) {
    throw error instanceof AnswerTooLong ? new Unusable('Its answer is too long.') : error;
  }
  const answer = parsed(Buffer.concat(chunks).toString('utf8'));
  if (typeof answer !== 'object' || answer === null) throw new Unusable('Its answer is no JSON object.');
  return answer as Readonly<Record<string, unknown>>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The parts of a public key that are used. */
const PARTS = ['kty', 'kid', 'alg', 'use', 'n', 'e', 'crv', 'x', 'y'] as const;

/** Those of a key of 8,192 bits. */
const MAX_PART_LENGTH = 1_400;

/** A key as it is used; nothing for one that is none, or too long. */
function publicKey(key: unknown): JWK[] {
  if (typeof key !== 'object' || key === null) return [];
  const parts = PARTS.flatMap((name) => {
    const part = (key as Readonly<Record<string, unknown>>)[name];
    return part === undefined ? [] : [[name, part] as const];
  });
  const isUsable = parts.every(([, part]) => typeof part === 'string' && part.length <= MAX_PART_LENGTH);
  return isUsable ? [Object.fromEntries(parts)] : [];
}
