import { hash, randomBytes } from 'node:crypto';

/** A new credential, which is shown only once, and its digest, which is stored. */
export interface IssuedCredential {
  readonly credential: string;
  readonly digest: Buffer;
}

/** 256 random bits in base64url. */
const SECRET = '[A-Za-z0-9_-]{43}';
const SESSION_ID = new RegExp(`^${SECRET}$`);
const API_KEY = new RegExp(`^wes_[0-9a-f]{24}_${SECRET}$`);

function secret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The digest of a credential that is stored. SHA-256 without salt or stretching: the secret has 256 random bits, which
 * cannot be guessed, and every request computes the digest.
 */
export function digestOf(credential: string): Buffer {
  return hash('sha256', credential, 'buffer');
}

/** The same digest as a text, for the cache. */
export function digestTextOf(credential: string): string {
  return hash('sha256', credential, 'base64');
}

/** A new session id. */
export function newSessionId(): IssuedCredential {
  const credential = secret();
  return { credential, digest: digestOf(credential) };
}

/** A new API key. Its fixed prefix lets leak scanners find it; its id lets people name it. */
export function newApiKey(id: string): IssuedCredential {
  const credential = `wes_${id}_${secret()}`;
  return { credential, digest: digestOf(credential) };
}

/** Whether a text has the form of a session id; others are not looked up. */
export function isSessionId(text: string): boolean {
  return SESSION_ID.test(text);
}

/** Whether a text has the form of an API key; others are not looked up. */
export function isApiKey(text: string): boolean {
  return API_KEY.test(text);
}
