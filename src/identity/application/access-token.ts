import type { Scope } from '../../shared-kernel/actor.js';

/** The beginning lets leak scanners find tokens, like keys. */
const PREFIX = 'wes_at_';

/** The scopes that a token may have: those of clients that cannot send keys. */
export const ACCESS_TOKEN_SCOPES: readonly Scope[] = ['scim'];

/** The content of a token, which is signed and no secret. */
export interface AccessToken {
  readonly companyId: string;
  readonly apiKeyId: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

const ID_BYTES = 12;
const TIME_BYTES = 6;

export function isAccessToken(credential: string): boolean {
  return credential.startsWith(PREFIX);
}

/** The content that is signed: both ids and the time, in base64url. */
export function accessTokenContent({ companyId, apiKeyId, expiresAt }: AccessToken): string {
  const bytes = Buffer.concat([Buffer.from(companyId + apiKeyId, 'hex'), Buffer.alloc(TIME_BYTES)]);
  bytes.writeUIntBE(expiresAt, 2 * ID_BYTES, TIME_BYTES);
  return PREFIX + bytes.toString('base64url');
}

/** @param content - of a token that this deployment has signed */
export function readAccessToken(content: string): AccessToken {
  const bytes = Buffer.from(content.slice(PREFIX.length), 'base64url');
  return {
    companyId: bytes.toString('hex', 0, ID_BYTES),
    apiKeyId: bytes.toString('hex', ID_BYTES, 2 * ID_BYTES),
    expiresAt: bytes.readUIntBE(2 * ID_BYTES, TIME_BYTES),
  };
}
