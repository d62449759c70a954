import type { Target } from './target.js';

/** What a target answers to one request. */
export interface Answer {
  readonly body: Buffer;
  readonly etag: string;
}

/** Asks a target once, to look at what it answers before it is driven. @throws unless it answers 200 */
export async function answerOf({ name, url, headers = {} }: Target): Promise<Answer> {
  const response = await fetch(url, { headers });
  const body = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(`${name} answers ${response.status}: ${body.toString()}`);
  return { body, etag: response.headers.get('etag') ?? '' };
}
