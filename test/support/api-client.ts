import { checkAgainstContract } from './contract.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON body; undefined without one. */
  readonly body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests read what the contract promises
  readonly text: string;
}

export interface RequestOptions {
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Uint8Array;
}

/** An HTTP client of the service that validates every answer against `openapi.json`. */
export class ApiClient {
  constructor(
    private readonly baseUrl: string,
    private readonly credentials: Record<string, string> = {},
  ) {}

  /** The same caller at another process. */
  at(baseUrl: string): ApiClient {
    return new ApiClient(baseUrl, this.credentials);
  }

  get(path: string, options?: RequestOptions): Promise<Answer> {
    return this.request('GET', path, options);
  }

  post(path: string, json?: unknown, options?: RequestOptions): Promise<Answer> {
    return this.request('POST', path, { json, ...options });
  }

  put(path: string, json?: unknown, options?: RequestOptions): Promise<Answer> {
    return this.request('PUT', path, { json, ...options });
  }

  patch(path: string, json?: unknown, options?: RequestOptions): Promise<Answer> {
    return this.request('PATCH', path, { json, ...options });
  }

  delete(path: string, options?: RequestOptions): Promise<Answer> {
    return this.request('DELETE', path, options);
  }

  /** The bytes of an answer that is no text. */
  async download(path: string, headers: Readonly<Record<string, string>>): Promise<Buffer> {
    const response = await fetch(this.baseUrl + path, { headers: { ...this.credentials, ...headers } });
    if (response.status !== 200) throw new Error(`The file was not answered: ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  }

  async request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const { headers, json, raw } = options;
    const body = raw ?? (json === undefined ? undefined : JSON.stringify(json));
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: {
        ...this.credentials,
        ...(json !== undefined && raw === undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
    const answer = {
      status: response.status,
      headers: response.headers,
      body: isJson ? (JSON.parse(text) as unknown) : undefined,
      text,
    };
    checkAgainstContract(method, path, answer);
    return answer;
  }
}
