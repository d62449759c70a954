import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request without an answer for this long counts as hanging. */
const HANGING_MS = 30_000;

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly json?: unknown;
}

/** A session id, or headers. */
export type Credential = string | Readonly<Record<string, string>>;

export interface CallResult {
  /** On the clock of `performance.now()`. */
  readonly startedAt: number;
  readonly tookMs: number;
  /** 0 without an answer. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Why there was no answer. */
  readonly failure?: string;
}

export function isDone({ status }: CallResult): boolean {
  return status >= 200 && status < 300;
}

/** Calls a service on kept-alive connections, without retries. */
export class Caller {
  private readonly agent = new Agent({ keepAlive: true });

  /** @param observe - is called with each result */
  constructor(
    private readonly observe: (result: CallResult, call: Call, credential: Credential) => void = () =>
      undefined,
  ) {}

  /** Never rejects: a request without an answer is a result, too. */
  async send(baseUrl: string, credential: Credential, call: Call): Promise<CallResult> {
    const result = await this.sendUnobserved(baseUrl, credential, call);
    this.observe(result, call, credential);
    return result;
  }

  close(): Promise<void> {
    this.agent.destroy();
    return Promise.resolve();
  }

  private async sendUnobserved(
    baseUrl: string,
    credential: Credential,
    { method, path, json }: Call,
  ): Promise<CallResult> {
    const startedAt = performance.now();
    const body = json === undefined ? undefined : JSON.stringify(json);
    const result = (status: number, headers: IncomingHttpHeaders, answer: string, failure?: string) => ({
      ...{ startedAt, tookMs: performance.now() - startedAt, status, headers, body: answer },
      ...(failure !== undefined && { failure }),
    });
    return new Promise((resolve) => {
      const sent = request(baseUrl + path, {
        ...{ method, agent: this.agent, signal: AbortSignal.timeout(HANGING_MS) },
        headers: {
          ...(typeof credential === 'string' ? { SessionId: credential } : credential),
          ...(body !== undefined && {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
          }),
        },
      });
      const fail = (error: NodeJS.ErrnoException): void =>
        resolve(result(0, {}, '', error.code ?? error.message));
      sent.on('error', fail);
      sent.on('response', (answer) => {
        text(answer).then((all) => resolve(result(answer.statusCode ?? 0, answer.headers, all)), fail);
      });
      sent.end(body);
    });
  }
}

/** Runs loops side by side until the signal. */
export async function repeat(
  times: number,
  until: AbortSignal,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  const loop = async (index: number): Promise<void> => {
    while (!until.aborted) await work(index);
  };
  await Promise.all(Array.from({ length: times }, (_, index) => loop(index)));
}
