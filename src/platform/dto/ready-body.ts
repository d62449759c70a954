import { hash } from 'node:crypto';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The strong entity tag of an answer: the hash of its bytes. */
export function tagOf(content: Buffer | string): string {
  return `"${hash('sha256', content, 'base64url')}"`;
}

/**
 * The entity tag of an answer whose query adds something to a resource: the hash of the resource without it, and that
 * of all bytes.
 */
function extendedTag(plain: string, content: Buffer): string {
  return `${tagOf(plain).slice(0, -1)}.${tagOf(content).slice(1)}`;
}

/** The tag of a resource from that of an answer, which may have additions. */
export function baseTagOf(tag: string): string {
  const end = tag.indexOf('.');
  return end !== -1 && tag.endsWith('"') ? `${tag.slice(0, end)}"` : tag;
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
   * @param plain - see {@link extended}
   */
  constructor(
    content: string | readonly Buffer[],
    readonly type = JSON_TYPE,
    private readonly plain?: string,
  ) {
    this.parts = typeof content === 'string' ? [Buffer.from(content)] : content;
  }

  /** JSON of a resource with additions, and without them. Writes of the resource take the tag of both. */
  static extended(content: string, plain: string): ReadyBody {
    return new ReadyBody(content, JSON_TYPE, plain);
  }

  /** The entity tag; undefined for a body in parts, because hashing many MiB would hold up other requests. */
  get etag(): string | undefined {
    const [whole, ...others] = this.parts;
    if (!whole || others.length > 0) return undefined;
    return (this.tag ??= this.plain === undefined ? tagOf(whole) : extendedTag(this.plain, whole));
  }
}
