import { createHash, randomBytes } from 'node:crypto';

/** 256 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The secret part of a link, and the digest that is stored of it. */
export interface ExportToken {
  readonly token: string;
  readonly digest: Buffer;
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A new random token of 256 bits. */
export function newExportToken(): ExportToken {
  const token = randomBytes(32).toString('base64url');
  return { token, digest: digestOf(token) };
}

/** The digest to look a token up by; undefined for a text that is not a token. */
export function exportTokenDigest(text: string): Buffer | undefined {
  return TOKEN.test(text) ? digestOf(text) : undefined;
}
