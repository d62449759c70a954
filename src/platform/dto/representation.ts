import { hash } from 'node:crypto';

/** An answer that is serialised once and sent many times. */
export interface Representation {
  readonly body: Buffer;
  /** Strong: the same tag means the same bytes. */
  readonly etag: string;
  /** The value of `Content-Type`. */
  readonly type: string;
}

/** Serialises an answer and names its bytes. */
export function represent(answer: unknown): Representation {
  return representJson(JSON.stringify(answer));
}

/** Names the bytes of an answer that is JSON already. */
export function representJson(json: string): Representation {
  return representText(json, 'application/json; charset=utf-8');
}

/** Names the bytes of an answer that is text. */
export function representText(text: string, type: string): Representation {
  const body = Buffer.from(text);
  return { body, type, etag: tagOf(body) };
}

/** The strong entity tag of an answer, made of its bytes or of all that they depend on. */
export function tagOf(content: Buffer | string): string {
  return `"${hash('sha256', content, 'base64url')}"`;
}
