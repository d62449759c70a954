import { get } from 'node:http';
import type { Target } from './target.js';

/** What one large answer took. */
export interface Download {
  /** Milliseconds from the request to the first byte of the body. */
  readonly firstByte: number;
  /** Milliseconds from the request to the last byte. */
  readonly time: number;
  readonly bytes: number;
}

/** Takes an answer as fast as it comes and keeps nothing of it, on a connection of its own. */
export function download({ name, url, headers = {} }: Target): Promise<Download> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const request = get(url, { headers, agent: false }, (response) => {
      let firstByte = NaN;
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        if (bytes === 0) firstByte = performance.now() - startedAt;
        bytes += chunk.length;
      });
      // An answer that breaks off halfway is no answer.
      response.once('error', reject);
      response.once('end', () => {
        const time = performance.now() - startedAt;
        if (response.statusCode === 200) resolve({ firstByte, time, bytes });
        else reject(new Error(`${name} answers ${response.statusCode}`));
      });
    });
    request.once('error', reject);
  });
}
