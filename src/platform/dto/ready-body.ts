import { hash } from 'node:crypto';

/** The strong entity tag of an answer: the hash of its bytes. */
export function tagOf(content: Buffer | string): string {
  return `"${hash('sha256', content, 'base64url')}"`;
}

/**
 * A body that is ready to be sent, such as JSON that is put together from stored documents. It is encoded and tagged
 * once, also if it is kept and sent many times.
 */
export class ReadyBody {
  readonly parts: readonly Buffer[];
  private tag: string | undefined;

  /**
   * @param content - in parts where it has many MiB
   * @param type - the value of `Content-Type`
   */
  constructor(
    content: string | readonly Buffer[],
    readonly type = 'application/json; charset=utf-8',
  ) {
    this.parts = typeof content === 'string' ? [Buffer.from(content)] : content;
  }

  /** The entity tag; undefined for a body in parts, because hashing many MiB would hold up other requests. */
  get etag(): string | undefined {
    const [whole, ...others] = this.parts;
    if (!whole || others.length > 0) return undefined;
    return (this.tag ??= tagOf(whole));
  }
}
