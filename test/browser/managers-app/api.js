/** A refusal of the service: its problem document as an error. */
export class Refusal extends Error {
  constructor(status, { errorCode, detail }) {
    super(detail);
    this.status = status;
    this.errorCode = errorCode;
  }
}

/** The session area of the service, as a page of another origin calls it. */
export class Api {
  constructor(service, session) {
    this.service = service;
    this.session = session;
  }

  /** The parsed answer, its tag, and the addresses of its headers. */
  async send(method, path, { body, tag } = {}) {
    const response = await fetch(`${this.service}${path}`, {
      method,
      headers: {
        SessionId: this.session,
        ...(body && { 'Content-Type': 'application/json' }),
        ...(tag && { 'If-Match': tag }),
        ...(method === 'POST' && { 'Idempotency-Key': crypto.randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined;
    if (!response.ok) throw new Refusal(response.status, json);
    return {
      body: json,
      tag: response.headers.get('ETag'),
      location: response.headers.get('Location'),
      total: Number(response.headers.get('X-Total-Count')),
      next: nextOf(response),
    };
  }

  async get(path) {
    return (await this.send('GET', path)).body;
  }
}

/** The address of the next page from the header `Link`, relative to the service. */
function nextOf(response) {
  const [, target] = /<([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '') ?? [];
  if (target === undefined) return undefined;
  const { pathname, search } = new URL(target, response.url);
  return pathname + search;
}
