import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import type { TestApp } from './test-app.js';
import { loopbackCertificate, trust } from './webhook-receiver.js';

const REDIRECT = 'https://app.example.com/callback';

interface Page {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string;
}

/** A certified OpenID provider on loopback, with apps that use the code flow with PKCE, and people of any name. */
export class RealProvider {
  private handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
    private readonly clientIds: readonly string[],
    private readonly redirect: string,
  ) {}

  /** @param redirect - address of the apps */
  static async start(app: TestApp, clientIds: readonly string[], redirect = REDIRECT): Promise<RealProvider> {
    const certificate = await loopbackCertificate();
    trust(app, certificate);
    const server = createServer(certificate);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const provider = new RealProvider(server, `https://127.0.0.1:${port}`, clientIds, redirect);
    server.on('request', (asked, response) => provider.handle(asked, response));
    await provider.useNewKeys();
    return provider;
  }

  /** Makes the provider sign with keys that nobody has seen. */
  async useNewKeys(): Promise<void> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const key = {
      ...(await exportJWK(privateKey)),
      kid: randomBytes(8).toString('hex'),
      use: 'sig',
      alg: 'RS256',
    };
    const provider = new Provider(this.issuer, {
      jwks: { keys: [key] },
      clients: this.clientIds.map((id) => ({
        ...{ client_id: id, token_endpoint_auth_method: 'none', redirect_uris: [this.redirect] },
        ...{ grant_types: ['authorization_code'], response_types: ['code'] },
      })),
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: false,
      clientBasedCORS: (_: unknown, origin: string) => this.redirect.startsWith(`${origin}/`),
      cookies: { keys: [randomBytes(16).toString('hex')] },
      findAccount: (_: unknown, sub: string) => ({
        accountId: sub,
        claims: () => ({ sub, email: sub, email_verified: true }),
      }),
    });
    this.handle = provider.callback();
  }

  /** Signs a person in at an app, as a browser would. @returns the tokens and the nonce of the app */
  async signIn(
    clientId: string,
    email: string,
  ): Promise<{ idToken: string; accessToken: string; nonce: string }> {
    const cookies = new Map<string, string>();
    const [verifier, nonce] = [randomBytes(32).toString('base64url'), randomBytes(16).toString('base64url')];
    const query = new URLSearchParams({
      ...{
        client_id: clientId,
        response_type: 'code',
        redirect_uri: this.redirect,
        scope: 'openid email',
        nonce,
      },
      ...{ code_challenge: createHash('sha256').update(verifier).digest('base64url') },
      code_challenge_method: 'S256',
    });
    let url = `${this.issuer}/auth?${query.toString()}`;
    for (let steps = 0; !url.startsWith(this.redirect); steps++) {
      if (steps > 20) throw new Error(`The provider does not come to an end at ${url}.`);
      const page = await send(url, cookies);
      const prompt = /name="prompt" value="(\w+)"/.exec(page.body)?.[1];
      const form = { prompt: prompt ?? '', login: email, password: 'x' };
      const { location, status, body } = page.location === undefined ? await send(url, cookies, form) : page;
      if (location === undefined)
        throw new Error(`The provider has answered ${status}: ${body.slice(0, 500)}`);
      url = new URL(location, this.issuer).href;
    }
    const code = new URL(url).searchParams.get('code') ?? '';
    const grant = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: this.redirect,
      client_id: clientId,
    };
    const { body } = await send(`${this.issuer}/token`, cookies, { ...grant, code_verifier: verifier });
    const tokens = JSON.parse(body) as { id_token: string; access_token: string };
    return { idToken: tokens.id_token, accessToken: tokens.access_token, nonce };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** A request with cookies, which follows no redirect. @param form - sent by POST */
function send(
  url: string,
  cookies: Map<string, string>,
  form?: Readonly<Record<string, string>>,
): Promise<Page> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const body = form && new URLSearchParams(form).toString();
  const headers = {
    ...(cookie !== '' && { cookie }),
    ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
  };
  const options = { method: form ? 'POST' : 'GET', headers, rejectUnauthorized: false };
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      for (const each of response.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location,
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    sent.on('error', reject).end(body);
  });
}
