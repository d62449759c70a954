import { hash, randomBytes } from 'node:crypto';

/** A credential as it is handed out, once, and the digest by which alone it is known afterwards. */
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
 * The digest under which a credential is kept. SHA-256 without salt or stretching: the secret has 256 random bits,
 * which nobody can guess, and every request pays for it.
 */
export function digestOf(credential: string): Buffer {
  return hash('sha256', credential, 'buffer');
}

/** The same digest as a text, for memory. */
export function digestTextOf(credential: string): string {
  return hash('sha256', credential, 'base64');
}

/** A new session id. */
export function newSessionId(): IssuedCredential {
  const credential = secret();
  return { credential, digest: digestOf(credential) };
}

/** A new API key; its fixed beginning and its id let leak scanners find it and people name it. */
export function newApiKey(id: string): IssuedCredential {
  const credential = `wes_${id}_${secret()}`;
  return { credential, digest: digestOf(credential) };
}

/** Whether a text can be a session id at all; one that cannot is not looked up. */
export function isSessionId(text: string): boolean {
  return SESSION_ID.test(text);
}

/** Whether a text can be an API key at all; one that cannot is not looked up. */
export function isApiKey(text: string): boolean {
  return API_KEY.test(text);
}
