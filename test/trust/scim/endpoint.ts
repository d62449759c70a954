import { SCIM } from '../../support/scim-fixture.js';

/** The SCIM endpoint of a company. */
export interface ScimEndpoint {
  readonly baseUrl: string;
  readonly key: string;
}

/** A file of a provider, against an endpoint. */
export interface ScimOutcome {
  readonly requests: number;
  readonly assertions: number;
  readonly failures: readonly string[];
}

export function scimUrl({ baseUrl }: ScimEndpoint): string {
  return baseUrl + SCIM;
}

export interface ScimAnswer {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what the files read is up to them
  readonly body: any;
}

export async function sendScim(
  endpoint: ScimEndpoint,
  method: string,
  url: string,
  body?: unknown,
  authorization = `Bearer ${endpoint.key}`,
): Promise<ScimAnswer> {
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/scim+json', Authorization: authorization },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}
