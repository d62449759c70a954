import { createServer, type Server } from 'node:https';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { newId } from '../../src/shared-kernel/id.js';
import type { TestApp } from './test-app.js';
import { loopbackCertificate, trust, type Certificate } from './webhook-receiver.js';

/** A key with which an issuer signs. */
export interface IssuerKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

export async function newKey(
  alg = 'ES256',
  kid = `key-${Math.random().toString(36).slice(2)}`,
): Promise<IssuerKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

/** Seconds since the epoch. */
export const nowS = (): number => Math.floor(Date.now() / 1_000);

/** Claims; one that is undefined is left out. */
export type TestClaims = Readonly<Record<string, unknown>>;

/** The header and the key of a token, where they differ from those of a good one. */
export interface TokenChanges {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: IssuerKey;
}

/** An issuer of hostile tokens, and a provider that answers as it should not. */
export class TestIssuer {
  /** Paths of the requests that have come. */
  readonly requests: string[] = [];
  /** Answers instead of the issuer while it is set. */
  reply: ((path: string, response: ServerResponse) => void) | undefined;
  keys: IssuerKey[];

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
    key: IssuerKey,
  ) {
    this.keys = [key];
  }

  static async start(app: TestApp, path = ''): Promise<TestIssuer> {
    const certificate = await loopbackCertificate();
    trust(app, certificate);
    return TestIssuer.listen(certificate, path);
  }

  /** @param certificate - one that the service trusts */
  static async listen(certificate: Certificate, path = ''): Promise<TestIssuer> {
    const server = createServer(certificate);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const issuer = new TestIssuer(server, `https://127.0.0.1:${port}${path}`, await newKey());
    server.on('request', (request, response) => issuer.answer(request.url ?? '', response));
    return issuer;
  }

  get key(): IssuerKey {
    return this.keys[0]!;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** A token that is good, but for what is changed. */
  async token(claims: TestClaims, { header = {}, key = this.key }: TokenChanges = {}): Promise<string> {
    const usual = { jti: newId(), iss: this.issuer, iat: nowS(), exp: nowS() + 300 };
    const all: TestClaims = { ...usual, ...claims };
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    const protectedHeader = { alg: key.alg, kid: key.kid, typ: 'JWT', ...header };
    return new SignJWT(given)
      .setProtectedHeader(protectedHeader)
      .sign(key.privateKey, { crit: { 'urn:example:x': true } });
  }

  private answer(path: string, response: ServerResponse): void {
    this.requests.push(path);
    if (this.reply) {
      this.reply(path, response);
      return;
    }
    const body = path.endsWith('/keys')
      ? { keys: this.keys.map(({ jwk }) => jwk) }
      : { issuer: this.issuer, jwks_uri: `${this.issuer}/keys` };
    sendJson(response, body);
  }
}

export function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
