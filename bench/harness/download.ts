import { get } from 'node:http';
import type { Target } from './load.js';

/** The cost of one large answer. */
export interface Download {
  /** Milliseconds from the request to the first byte of the body. */
  readonly firstByte: number;
  /** Milliseconds from the request to the last byte. */
  readonly time: number;
  readonly bytes: number;
}

/** Reads an answer on a new connection and drops it. */
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
