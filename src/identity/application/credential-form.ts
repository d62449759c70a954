import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { CredentialKind } from './credential-use.js';

/** Kinds of credentials. The check value of one kind does not fit another. */
export type CheckedKind = CredentialKind | 'exportLink' | SignedKind;

/** Kinds of tokens without a secret: their content is known, and their check value is what counts. */
export type SignedKind = 'wishesLink' | 'accessToken' | 'personalDataLink';

/** Texts that could be guessed, of which digests are stored. */
export type KeyedKind = 'signInAddress' | 'signInCode';

/** A new credential, which is shown only once, and its digest, which is stored. */
export interface IssuedCredential {
  readonly credential: string;
  readonly digest: Buffer;
}

/** 96 bits, which are whole characters of base64url: no two texts have the same check value. */
const CHECK_LENGTH = 16;

/** 256 random bits and the check value, in base64url. */
const SECRET = `[\\w-]{${43 + CHECK_LENGTH}}`;

const FORMS: Readonly<Record<CheckedKind, RegExp>> = {
  session: new RegExp(`^${SECRET}$`),
  apiKey: new RegExp(`^wes_[0-9a-f]{24}_${SECRET}$`),
  exportLink: new RegExp(`^${SECRET}$`),
  accessToken: new RegExp(`^wes_at_[\\w-]{${40 + CHECK_LENGTH}}$`), // two ids and a time in base64url
  wishesLink: new RegExp(`^[\\w-]{${32 + CHECK_LENGTH}}$`), // two ids in base64url
  personalDataLink: new RegExp(`^[\\w-]{${32 + CHECK_LENGTH}}$`), // two ids in base64url
};

function checkValue(secret: Buffer, kind: CheckedKind, content: string): string {
  return createHmac('sha256', secret).update(`${kind}:${content}`).digest('base64url').slice(0, CHECK_LENGTH);
}

/**
 * A new credential of 256 random bits with its check value.
 * @param secret - of the deployment
 * @param prefix - begins the credential
 */
export function newCredential(secret: Buffer, kind: CheckedKind, prefix = ''): IssuedCredential {
  const content = prefix + randomBytes(32).toString('base64url');
  const credential = content + checkValue(secret, kind, content);
  return { credential, digest: digestOf(credential) };
}

/** A token of a content in base64url and its check value. Equal contents have equal tokens. */
export function signed(secret: Buffer, kind: SignedKind, content: string): string {
  return content + checkValue(secret, kind, content);
}

/** The content of a token that has the form of {@link signed}. */
export function contentOf(token: string): string {
  return token.slice(0, -CHECK_LENGTH);
}

/** The fixed beginning of an API key lets leak scanners find it; its id lets people name it. */
export function apiKeyPrefix(id: string): string {
  return `wes_${id}_`;
}

/** True of a text that has the form of a credential; others are refused before anything else. */
export function hasForm(kind: CheckedKind, text: string): boolean {
  return FORMS[kind].test(text);
}

/** True if the check value of a credential was made with one of these secrets. */
export function isGenuine(secrets: readonly Buffer[], kind: CheckedKind, credential: string): boolean {
  const content = contentOf(credential);
  const given = Buffer.from(credential.slice(-CHECK_LENGTH));
  return secrets.some((secret) => timingSafeEqual(given, Buffer.from(checkValue(secret, kind, content))));
}

/** The digest of a text that could be guessed by those who have the digest and not the secret. */
export function keyedDigest(secret: Buffer, kind: KeyedKind, text: string): Buffer {
  return createHmac('sha256', secret).update(`${kind}:${text}`).digest();
}

/**
 * The digest of a credential that is stored. SHA-256 without salt or stretching: the secret has 256 random bits, which
 * cannot be guessed, and every request computes the digest.
 */
export function digestOf(credential: string): Buffer {
  return hash('sha256', credential, 'buffer');
}
