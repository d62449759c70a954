import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { callerIdOf, type Actor } from '../../shared-kernel/actor.js';
import { HttpProblem } from './http-problem.js';

/** Answers up to this size are not paced. */
const FREE_BYTES = 262_144;

/** Most bytes a second that one process sends in answers over 256 KiB to all callers of a company. */
export const MAX_LARGE_ANSWER_BYTES = 10_485_760;

/** Longest time that one large answer holds up its reader. */
const MAX_REST_MS = 60_000;

/** Companies, callers and addresses that are remembered. Beyond it, those of the longest ago are no longer paced. */
const MAX_REMEMBERED = 10_000;

/** An address, or a caller, is expected to have another large answer for this long after one. */
const EXPECTED_FOR_MS = 60_000;

const RECHECKED_MS = 50;

/** To be called once with the size of the answer. */
export type Settle = (bytes: number) => void;

interface Reader {
  /** When the answers to this caller have had their time, by `performance.now()`. */
  readonly until: number;
  /** Size of the last answer, which was large. */
  readonly expected: number;
}

/** A request for an answer: the caller, and the path with its query. */
export interface AskedAnswer {
  readonly actor: Actor;
  readonly url: string;
}

/**
 * Spreads large answers over time, so that callers who read them leave processor time to others (ADR 24). The large
 * answers to a company follow one another at a fixed pace, and a caller waits for the end of its own. The size of an
 * answer is known only when it is ready: the caller who had a large one, and the address that gave one, are expected to
 * have another. Callers who read small answers never wait.
 */
@Injectable()
export class AnswerPace {
  /** When the large answers to each company have had their time. */
  private readonly busyUntil = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  private readonly readers = new LRUCache<string, Reader>({ max: MAX_REMEMBERED, ttl: EXPECTED_FOR_MS });
  /** Size of the last answer of each address of a company that gave a large one. */
  private readonly sizes = new LRUCache<string, number>({ max: MAX_REMEMBERED, ttl: EXPECTED_FOR_MS });

  /**
   * Waits until another answer may be read.
   * @param deadline - by `performance.now()`
   * @throws {HttpProblem} 429 when that takes longer
   */
  async wait(asked: AskedAnswer, deadline: number, signal: AbortSignal): Promise<void> {
    for (let restMs; (restMs = this.restMs(asked)) > 0 && !signal.aborted;) {
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) throw tooManyLargeAnswers(restMs);
      await sleep(Math.min(restMs, leftMs, RECHECKED_MS)); // less is left when an answer is smaller than expected
    }
  }

  /** Counts the answer as large as it is expected. @returns undefined where it has to wait */
  begin(asked: AskedAnswer): Settle | undefined {
    if (this.restMs(asked) > 0) return undefined;
    const [reader, address, companyId] = [callerIdOf(asked.actor), addressOf(asked), asked.actor.companyId];
    const expected = Math.max(this.readers.get(reader)?.expected ?? 0, this.sizes.get(address) ?? 0);
    if (expected > 0) this.rest(reader, this.busyAfter(companyId, expected), expected);
    return (bytes) => {
      const counted = bytes > FREE_BYTES ? bytes : 0;
      const busyUntil = this.busyAfter(companyId, counted - expected);
      if (counted > 0) {
        this.rest(reader, busyUntil, counted);
        this.sizes.set(address, counted);
      } else if (expected > 0) {
        this.readers.delete(reader);
        this.sizes.delete(address);
      }
    };
  }

  private restMs(asked: AskedAnswer): number {
    const ownUntil = this.readers.get(callerIdOf(asked.actor))?.until ?? 0;
    const isLarge = this.sizes.has(addressOf(asked));
    const turn = isLarge ? (this.busyUntil.get(asked.actor.companyId) ?? 0) : 0;
    return Math.max(ownUntil, turn) - performance.now();
  }

  /**
   * Counts an answer to a company.
   * @param bytes - below 0 where fewer were read than expected
   * @returns when all answers so far have had their time
   */
  private busyAfter(companyId: string, bytes: number): number {
    const from = Math.max(this.busyUntil.get(companyId) ?? 0, performance.now());
    const busyUntil = from + (1_000 * bytes) / MAX_LARGE_ANSWER_BYTES;
    if (bytes !== 0) this.busyUntil.set(companyId, busyUntil);
    return busyUntil;
  }

  private rest(reader: string, until: number, expected: number): void {
    this.readers.set(reader, { until: Math.min(until, performance.now() + MAX_REST_MS), expected });
  }
}

function addressOf({ actor, url }: AskedAnswer): string {
  return `${actor.companyId} ${url}`;
}

function tooManyLargeAnswers(restMs: number): HttpProblem {
  return HttpProblem.of('TOO_MANY_LARGE_ANSWERS', { 'Retry-After': String(Math.ceil(restMs / 1_000)) });
}
