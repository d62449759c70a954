import type { ApiClient } from './api-client.js';

/** An entry of the feed. */
export interface Change {
  readonly kind: string;
  readonly id: string;
  readonly changedAt: string;
  readonly resource?: unknown;
  readonly deleted?: true;
}

/**
 * A client that knows nothing but what the feed says. Use it on a server of its own: transactions in the databases of
 * other specs hold the feed back, too.
 */
export class FeedFollower {
  /** Resources by kind and id. */
  readonly known = new Map<string, unknown>();
  cursor = '';

  /** @param path - of the operation, which may have a query */
  constructor(
    private readonly client: ApiClient,
    private readonly path: string,
  ) {}

  /** Forgets everything, and takes a new cursor. */
  async begin(): Promise<void> {
    this.known.clear();
    const { status, body } = await this.client.get(this.path);
    expect({ status, changes: body.changes, more: body.more }).toEqual({
      status: 200,
      changes: [],
      more: false,
    });
    this.cursor = body.cursor;
  }

  /** Reads to the end. @returns all entries in their order */
  async read(query = ''): Promise<Change[]> {
    const all: Change[] = [];
    for (;;) {
      const separator = this.path.includes('?') ? '&' : '?';
      const { status, body } = await this.client.get(`${this.path}${separator}after=${this.cursor}${query}`);
      if (status !== 200) throw new Error(`The feed answered ${status} ${body.errorCode}`);
      this.cursor = body.cursor;
      for (const change of body.changes as Change[]) {
        const key = `${change.kind} ${change.id}`;
        if (change.deleted) this.known.delete(key);
        else this.known.set(key, change.resource);
        all.push(change);
      }
      if (!body.more) return all;
    }
  }
}
