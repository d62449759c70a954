import { Injectable } from '@nestjs/common';
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { FilteredRequests } from '../../platform/outgoing/index.js';
import { IdentityProviders } from '../application/sign-in.ports.js';
import {
  audiencesOf,
  TokenRefused,
  type Claims,
  type TokenFault,
  type UnverifiedToken,
} from '../domain/id-token.js';
import { CLOCK_TOLERANCE_MS, MAX_ID_TOKEN_AGE_MS } from '../domain/sign-in.limits.js';
import { ProviderKeys } from './provider-keys.js';

/** Of public keys only: a public key must not become the secret of HMAC, and `none` is no signature (RFC 8725). */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];

/** Tokens that are signed by JWKS of the providers. `jose` does the cryptography. */
@Injectable()
export class JoseIdentityProviders extends IdentityProviders {
  constructor(
    private readonly requests: FilteredRequests,
    private readonly keys: ProviderKeys,
  ) {
    super();
  }

  refusal(issuer: string): string | undefined {
    return this.requests.refusal(issuer);
  }

  read(token: string): UnverifiedToken {
    const { alg, typ } = refusing(() => decodeProtectedHeader(token));
    if (typeof alg !== 'string' || !ALGORITHMS.includes(alg)) throw new TokenRefused('ALGORITHM');
    // Access tokens (RFC 9068) and logout tokens have types of their own.
    if (typ !== undefined && !/^(?:application\/)?jwt$/i.test(typ)) throw new TokenRefused('TYPE');
    const claims: Claims = refusing(() => decodeJwt(token));
    const { iss: issuer } = claims;
    const audiences = audiencesOf(claims);
    if (typeof issuer !== 'string' || !audiences) throw new TokenRefused('MALFORMED');
    return { issuer, audiences };
  }

  async verify(token: string, issuer: string, clientIds: readonly string[]): Promise<Claims> {
    const { kid } = refusing(() => decodeProtectedHeader(token));
    const keys = await this.keys.of(issuer, typeof kid === 'string' ? kid : undefined);
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: [...clientIds],
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp', 'nonce'],
        maxTokenAge: MAX_ID_TOKEN_AGE_MS / 1_000,
        clockTolerance: CLOCK_TOLERANCE_MS / 1_000,
      });
      return payload;
    } catch (error) {
      throw new TokenRefused(faultIn(error));
    }
  }
}

function refusing<T>(decode: () => T): T {
  try {
    return decode();
  } catch {
    throw new TokenRefused('MALFORMED');
  }
}

/** @throws what is no error of a token or of a key */
function faultIn(error: unknown): TokenFault {
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired) return 'CLAIM';
  if (error instanceof errors.JOSEAlgNotAllowed) return 'ALGORITHM';
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) return 'MALFORMED';
  // Keys that are too weak, or of no use, are type errors and errors of the Web Cryptography API.
  const isOfKey = error instanceof TypeError || error instanceof DOMException;
  if (error instanceof errors.JOSEError || isOfKey) return 'SIGNATURE';
  throw error;
}
