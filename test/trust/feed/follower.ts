import { setTimeout as sleep } from 'node:timers/promises';
import type { CallResult } from '../harness/calls.js';
import type { Target } from './writers.js';

const LIMITS = [1, 7, 100, 500];

interface Page {
  readonly changes: readonly {
    readonly kind: string;
    readonly id: string;
    readonly resource?: unknown;
    readonly deleted?: true;
  }[];
  readonly cursor: string;
  readonly more: boolean;
}

/** Resources as JSON texts, by kind and id. */
export type Known = ReadonlyMap<string, string>;

/** A client that reads everything once, and then only what the feed says. */
export class Follower {
  known = new Map<string, string>();
  changes = 0;
  /** Times that a cursor was answered 410. */
  expired = 0;
  private cursor: string | undefined;

  /** @param readAll - all that the client may read, without the feed */
  constructor(
    readonly name: string,
    private readonly path: string,
    private readonly headers: Readonly<Record<string, string>>,
    readonly readAll: (target: Target) => Promise<Known>,
  ) {}

  /** Reads a page. @returns true at the end of the feed */
  async step(target: Target): Promise<boolean> {
    if (this.cursor === undefined) {
      await this.begin(target);
      return false;
    }
    const limit = LIMITS[Math.floor(Math.random() * LIMITS.length)]!;
    const result = await this.get(
      target,
      `?after=${this.cursor}&limit=${limit}&wait=${Math.random() < 0.2 ? 1 : 0}`,
    );
    if (result.status === 410) {
      this.expired++;
      this.cursor = undefined;
    }
    if (result.status !== 200) return false;
    const { changes, cursor, more } = JSON.parse(result.body) as Page;
    for (const { kind, id, resource, deleted } of changes) {
      if (deleted) this.known.delete(`${kind} ${id}`);
      else this.known.set(`${kind} ${id}`, JSON.stringify(resource));
    }
    this.changes += changes.length;
    this.cursor = cursor;
    return !more;
  }

  private async begin(target: Target): Promise<void> {
    const result = await this.get(target, '');
    if (result.status !== 200) return;
    try {
      this.known = new Map(await this.readAll(target));
      this.cursor = (JSON.parse(result.body) as Page).cursor;
    } catch {
      await sleep(200); // the database is down
    }
  }

  private async get({ fleet, caller }: Target, query: string): Promise<CallResult> {
    const running = fleet.running('api');
    const result = await caller.send(baseUrlOf(running), this.headers, {
      method: 'GET',
      path: this.path + query,
    });
    if (result.status === 400) throw new Error(`${this.name}: ${result.body}`);
    if (result.status !== 200) await sleep(100);
    return result;
  }
}

/** Any process that listens; an address where nobody does while there is none. */
export function baseUrlOf(members: readonly { readonly baseUrl: string }[]): string {
  const urls = members.flatMap((member) => {
    try {
      return [member.baseUrl];
    } catch {
      return [];
    }
  });
  return urls[Math.floor(Math.random() * urls.length)] ?? 'http://127.0.0.1:1';
}
