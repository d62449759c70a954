import * as errors from './errors.js';

/** The service, a credential, and the bounds of each request. */
export interface ClientOptions {
  /** Address of the service, like `https://wes.example.com`. */
  readonly baseUrl: string;
  /** Key of an integration, for the public area. Give this or `sessionId`. */
  readonly apiKey?: string | undefined;
  /** Session of a person, for the company area. `signIn` gives one, too. */
  readonly sessionId?: string | undefined;
  /** Milliseconds for one attempt, its answer included; 60,000 unless set. */
  readonly timeoutMs?: number;
  /** Further attempts after 429, 503 or a lost connection; 4 unless set. */
  readonly retries?: number;
  /** The longest wait before another attempt, in milliseconds; 60,000 unless set. */
  readonly maxRetryWaitMs?: number;
  /** Sends the requests; the global `fetch` unless set. */
  readonly fetch?: typeof fetch;
}

/** Options of one call. */
export interface RequestOptions {
  /** Ends the call, its waits included. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, instead of those of the client. */
  readonly timeoutMs?: number | undefined;
  /** Of a POST. A random one unless set: set it to repeat a call in another process. */
  readonly idempotencyKey?: string | undefined;
  /** The `ETag` that the resource must still have. */
  readonly ifMatch?: string | undefined;
}

/** An answer of the service. */
export interface Answer<T> {
  readonly data: T;
  readonly status: number;
  /** `ETag`, `Location`, `X-Total-Count` and others. */
  readonly headers: Headers;
}

interface Request extends RequestOptions {
  readonly query?: object;
  readonly body?: unknown;
}

const RETRIED = [429, 503];
const FIRST_WAIT_MS = 500;

/** Sends requests, and repeats those that are safe to repeat. */
export class HttpClient {
  /** Sent with each request: that of the options, until somebody signs in or out. */
  protected sessionId: string | undefined;

  constructor(protected readonly options: ClientOptions) {
    this.sessionId = options.sessionId;
  }

  /** @throws {ApiError} if the answer is an error */
  protected async request<T>(method: string, path: string, request: Request): Promise<Answer<T>> {
    const { retries = 4, maxRetryWaitMs = 60_000 } = this.options;
    const url = this.urlOf(path, request);
    const headers = this.headersOf(method, request);
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retries;
      const backoff = Math.random() * Math.min(maxRetryWaitMs, FIRST_WAIT_MS * 2 ** attempt);
      let response: Response;
      let content: unknown;
      try {
        response = await this.send(method, url, request, headers);
        content = await contentOf(response);
      } catch (error) {
        // A change that may have been made is repeated only under its key.
        const isSafe = method === 'GET' || method === 'POST';
        if (isLast || !isSafe || (error as Error).name !== 'TypeError') throw error;
        await pause(backoff, request.signal);
        continue;
      }
      if (response.ok) return { data: content as T, status: response.status, headers: response.headers };
      const wait = retryAfterMs(response) + backoff;
      if (isLast || !RETRIED.includes(response.status) || wait > maxRetryWaitMs)
        throw errorOf(response, content);
      await pause(wait, request.signal);
    }
  }

  private urlOf(path: string, { query = {} }: Request): URL {
    const url = new URL(this.options.baseUrl.replace(/\/$/, '') + path);
    for (const [name, value] of Object.entries(query))
      for (const one of [value].flat()) if (one !== undefined) url.searchParams.append(name, String(one));
    return url;
  }

  private headersOf(method: string, { body, idempotencyKey, ifMatch }: Request): Headers {
    const { sessionId } = this;
    const { apiKey } = this.options;
    return new Headers({
      ...(apiKey !== undefined && { serviceAPIKey: apiKey }),
      ...(sessionId !== undefined && { SessionId: sessionId }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(method === 'POST' && { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() }),
      ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
    });
  }

  private send(
    method: string,
    url: URL,
    { body, signal, timeoutMs }: Request,
    headers: Headers,
  ): Promise<Response> {
    const { fetch: send = fetch, timeoutMs: usual = 60_000 } = this.options;
    return send(url, {
      method,
      headers,
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs ?? usual), ...(signal ? [signal] : [])]),
      // The credential is for this address only.
      redirect: 'error',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }
}

/**
 * An id as a part of a path.
 * @throws {TypeError} for an id that would make it the path of another resource
 */
export function segment(id: string | number): string {
  const text = String(id);
  if (['', '.', '..'].includes(text)) throw new TypeError('An id must not be empty, "." or "..".');
  return encodeURIComponent(text);
}

async function contentOf(response: Response): Promise<unknown> {
  const type = response.headers.get('Content-Type') ?? '';
  if (type !== '' && !/json|^text/.test(type)) return response.blob();
  const text = await response.text();
  return type.includes('json') && text !== '' ? (JSON.parse(text) as unknown) : text || undefined;
}

/** The header has seconds or a date. */
function retryAfterMs(response: Response): number {
  const value = response.headers.get('Retry-After') ?? '0';
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Math.max(0, ms || 0);
}

/** Waits, unless the caller ends the call. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

const CLASSES: Readonly<Record<number, typeof errors.ApiError>> = {
  400: errors.ValidationError,
  401: errors.AuthenticationError,
  403: errors.PermissionError,
  404: errors.NotFoundError,
  409: errors.ConflictError,
  410: errors.GoneError,
  412: errors.ConflictError,
  422: errors.ValidationError,
  429: errors.UnavailableError,
  503: errors.UnavailableError,
};

/** The error of an answer. A refused template has no status of its own; a proxy may have answered with any content. */
function errorOf({ status, statusText, url, headers }: Response, content: unknown): errors.ApiError {
  const ofHttp = {
    ...{ type: 'about:blank', title: statusText, status, instance: new URL(url).pathname },
    requestId: headers.get('X-Request-Id') ?? '',
  };
  const problem: errors.ApiError['problem'] = isProblem(content)
    ? { ...ofHttp, ...content }
    : { ...ofHttp, detail: 'It was not the service that answered.', errorCode: 'FOREIGN_ANSWER' };
  const Class = problem.errorCode === 'VALIDATION_FAILED' ? errors.ValidationError : CLASSES[status];
  return new (Class ?? errors.ApiError)(problem);
}

function isProblem(content: unknown): content is errors.ApiError['problem'] {
  return typeof content === 'object' && content !== null && 'errorCode' in content;
}
