import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AccessTokens } from '../../identity/index.js';
import { Answer } from '../../platform/http/answer.js';
import { readForm } from '../../platform/http/form-body.js';
import { StreamedBody, Untagged } from '../../platform/http/handler-options.js';
import { Public } from '../../platform/http/permission.js';
import { RateLimits } from '../../platform/http/rate-limits.js';
import { TOKEN_PATH } from '../domain/scim-urns.js';

/** Errors of RFC 6749, 5.2. */
type TokenError =
  'invalid_request' | 'invalid_client' | 'unauthorized_client' | 'unsupported_grant_type' | 'invalid_scope';

const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };
const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="workforce-engagement"' };

/** Tokens for identity providers that ask for them (RFC 6749, 4.4). The client is a key: its id and its secret. */
@ApiExcludeController()
@Controller(TOKEN_PATH)
export class ScimTokenController {
  constructor(
    private readonly tokens: AccessTokens,
    /** Only processes with an HTTP server have the limits of requests. */
    private readonly modules: ModuleRef,
  ) {}

  @Post()
  @HttpCode(200)
  @Public()
  @Untagged()
  @StreamedBody()
  async issue(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<Answer> {
    const form = await readForm(request);
    if (form.get('grant_type') !== 'client_credentials')
      return refusal(form.has('grant_type') ? 'unsupported_grant_type' : 'invalid_request');
    const { id, secret } = basicOf(request) ?? {
      id: form.get('client_id') ?? '',
      secret: form.get('client_secret') ?? '',
    };
    const client = await this.tokens.findClient(id, secret);
    if (!client) return refusal('invalid_client');
    const limits = this.modules.get(RateLimits, { strict: false });
    await limits.count('credential', client.apiKeyId, response);
    if (!client.scopes.includes('scim')) return refusal('unauthorized_client');
    const scope = form.get('scope') ?? '';
    if (scope !== '' && scope !== 'scim') return refusal('invalid_scope');
    const { token, lifetimeS } = await this.tokens.issue(client);
    const body = { access_token: token, token_type: 'Bearer', expires_in: lifetimeS, scope: 'scim' };
    return new Answer(body, { headers: NO_STORE });
  }
}

function refusal(error: TokenError): Answer {
  const isClient = error === 'invalid_client';
  return new Answer(
    { error },
    { status: isClient ? 401 : 400, headers: { ...NO_STORE, ...(isClient && CHALLENGE) } },
  );
}

/** The id and secret of `Authorization: Basic`, which are encoded like those of a form (RFC 6749, 2.3.1). */
function basicOf({ headers: { authorization = '' } }: Request): { id: string; secret: string } | undefined {
  const [, encoded] = /^basic +(\S+)$/i.exec(authorization.trim()) ?? [];
  if (encoded === undefined) return undefined;
  const [, id = '', secret = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return { id: decoded(id), secret: decoded(secret) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
