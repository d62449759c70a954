import { ApiSchema } from '@nestjs/swagger';
import { Email, FilledText, Id } from '../../platform/dto/properties.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import type { CodeInput } from '../application/code-sign-in.js';
import type { TokenInput } from '../application/token-sign-in.js';
import { MAX_CODE_TEXT_LENGTH, MAX_ID_TOKEN_LENGTH, MAX_NONCE_LENGTH } from '../domain/sign-in.limits.js';

const EMAIL = { description: 'E-mail address of the user.', example: 'ana.lopez@example.com' };

/** Body of a sign-in: a token and its nonce, or an address and its code. */
@ApiSchema({ name: 'SignInInput' })
export class SignInRequest {
  @FilledText({
    maxLength: MAX_ID_TOKEN_LENGTH,
    description: 'The ID token that the identity provider of the company has issued to the app.',
    example: 'eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJpc3MiOiJodHRwczovL2xvZ2luLmV4YW1wbGUuY29tIn0.c2ln',
  })
  idToken?: string;

  @FilledText({
    maxLength: MAX_NONCE_LENGTH,
    description: 'With `idToken`: the nonce that the app has sent to the provider.',
    example: 'n-0S6_WzA2Mj',
  })
  nonce?: string;

  @Email(EMAIL)
  email?: string;

  @FilledText({
    maxLength: MAX_CODE_TEXT_LENGTH,
    description: 'With `email`: the code of the mail, in any case, with or without spaces and hyphens.',
    example: 'BCDF-GHJK',
  })
  code?: string;

  @Id({
    description: 'With `code`: the chosen company, where the address has users in several.',
    example: '665f1c2ab7e4d90012ab3401',
  })
  companyId?: string;
}

/** Body of a request for a code. */
@ApiSchema({ name: 'SignInCodeInput' })
export class SignInCodeRequest {
  @Email({ ...EMAIL, required: true })
  email!: string;
}

/**
 * The way of a sign-in, with what it needs.
 * @throws {ValidationFailed} for parts of both ways, or of neither
 */
export function wayOf({ idToken, nonce, email, code, companyId }: SignInRequest): TokenInput | CodeInput {
  const isByCode = email !== undefined || code !== undefined || companyId !== undefined;
  if (isByCode && (idToken !== undefined || nonce !== undefined))
    throw new ValidationFailed([
      { path: '', code: 'NOT_ALONE', message: 'must have idToken and nonce, or email and code' },
    ]);
  if (!isByCode) {
    if (idToken !== undefined && nonce !== undefined) return { idToken, nonce };
    throw missing(idToken === undefined ? 'idToken' : 'nonce');
  }
  if (email !== undefined && code !== undefined) return { email, code, companyId };
  throw missing(email === undefined ? 'email' : 'code');
}

function missing(path: string): ValidationFailed {
  return new ValidationFailed([{ path, code: 'REQUIRED', message: 'is required' }]);
}
