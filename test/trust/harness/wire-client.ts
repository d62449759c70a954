import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { Answer } from '../../support/api-client.js';

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

const TIME_LIMIT_MS = 60_000;

/** A client with connections of its own that sends what `fetch` refuses to send. */
export class WireClient {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(private readonly baseUrl: string) {}

  async send({ method, path, headers, body }: WireRequest): Promise<Answer> {
    const { hostname, port } = new URL(this.baseUrl);
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const sent = request({
      agent: this.agent,
      host: hostname,
      port,
      method,
      path,
      headers: { ...length, ...headers },
      timeout: TIME_LIMIT_MS,
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${TIME_LIMIT_MS} ms`)));
    const answered = new Promise<Answer>((resolve, reject) => {
      sent.on('error', reject);
      sent.on('response', (response) => {
        text(decoded(response)).then((content) => {
          const names = Object.entries(response.headersDistinct);
          const entries = names.map(([name, values]): [string, string] => [name, (values ?? []).join(', ')]);
          const isJson = /json/.test(response.headers['content-type'] ?? '') && content !== '';
          resolve({
            status: response.statusCode!,
            headers: new Headers(entries),
            body: isJson ? (JSON.parse(content) as unknown) : undefined,
            text: content,
          });
        }, reject);
      });
    });
    sent.end(body);
    return answered;
  }

  close(): void {
    this.agent.destroy();
  }
}

/** The content of an answer, which is compressed where the request allows it. */
function decoded(response: IncomingMessage): NodeJS.ReadableStream {
  const encoding = response.headers['content-encoding'];
  if (encoding === 'gzip') return response.pipe(createGunzip());
  return encoding === 'br' ? response.pipe(createBrotliDecompress()) : response;
}
