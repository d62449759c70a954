import { createHash } from 'node:crypto';

/** A JSON answer that is serialised once and sent many times. */
export interface Representation {
  readonly body: Buffer;
  /** Strong: the same tag means the same bytes. */
  readonly etag: string;
}

/** Serialises an answer and names its bytes. */
export function represent(answer: unknown): Representation {
  return representJson(JSON.stringify(answer));
}

/** Names the bytes of an answer that is JSON already. */
export function representJson(json: string): Representation {
  const body = Buffer.from(json);
  return { body, etag: tagOf(body) };
}

/** The strong entity tag of an answer, made of its bytes or of all that they depend on. */
export function tagOf(content: Buffer | string): string {
  return `"${createHash('sha256').update(content).digest('base64url')}"`;
}
