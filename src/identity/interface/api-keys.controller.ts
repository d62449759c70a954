import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Untagged } from '../../platform/http/handler-options.js';
import { ApiJson, ApiList } from '../../platform/http/openapi/api-json.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import { CurrentUser, RequirePermission } from '../../platform/http/permission.js';
import { ApiIdempotent, Idempotency } from '../../platform/idempotency/idempotency.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import { ApiKeyResponse, type ApiKeyWithSecretResponse } from '../application/api-key.response.js';
import { ApiKeysQueries } from '../application/api-keys.queries.js';
import { ApiKeysService, type IssuedApiKey } from '../application/api-keys.service.js';
import { ApiKeyNotFound, ScopeNotGrantable, TooManyApiKeys } from '../domain/identity.errors.js';
import { API_KEY_EXAMPLE, ApiKeyId, ApiKeyShownOnce, endOf, MANAGE_API_KEYS } from './api-key.decorators.js';
import { ApiKeyRequest } from './api-key.requests.js';

/** The API keys of a company, without `rotate`, which passes on what belongs to a key. */
@ApiTags('API keys')
@Controller('api/v1/company/api-keys')
export class ApiKeysController {
  constructor(
    private readonly queries: ApiKeysQueries,
    private readonly service: ApiKeysService,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @RequirePermission(MANAGE_API_KEYS)
  @ApiOperation({
    operationId: 'listApiKeys',
    summary: 'List the API keys',
    description: 'The valid keys of the company without their secrets, newest first. For admins.',
  })
  @ApiList(ApiKeyResponse, 'The keys.', [API_KEY_EXAMPLE])
  @ApiProblems()
  list(@CurrentUser() { companyId, language }: UserActor): Promise<ApiKeyResponse[]> {
    return this.queries.list(companyId, language);
  }

  @Post()
  @HttpCode(200)
  @RequirePermission(MANAGE_API_KEYS)
  @ApiIdempotent()
  @ApiOperation({
    operationId: 'createApiKey',
    summary: 'Make an API key',
    description:
      'The answer has the key, which is never shown again: a repeat answers without it. Admins get a mail 14 days ' +
      'before the key ends. For admins.',
  })
  @ApiBody({
    type: ApiKeyRequest,
    examples: { key: { value: { name: 'Payroll', scopes: ['employees:read', 'timesheets:read'] } } },
  })
  @ApiKeyShownOnce('The key.')
  @ApiProblems(TooManyApiKeys, ScopeNotGrantable, ApiKeyNotFound)
  create(
    @Req() request: Request,
    @CurrentUser() admin: UserActor,
    @Body() { name, scopes, expiresAt }: ApiKeyRequest,
  ): Promise<ApiKeyWithSecretResponse> {
    const read = (id: string) => this.queries.get(admin.companyId, id, admin.language);
    const input = { name, scopes, expiresAt: endOf(expiresAt) };
    return this.idempotency.answer<IssuedApiKey, ApiKeyWithSecretResponse>(request, {
      create: (transaction) => this.service.issue(admin, input, transaction),
      idOf: ({ apiKey }) => apiKey.id,
      answer: async ({ apiKey, key }) => Object.assign(await read(apiKey.id), { key }),
      repeat: read,
    });
  }

  @Delete(':apiKeyId')
  @RequirePermission(MANAGE_API_KEYS)
  @Untagged()
  @ApiKeyId()
  @ApiOperation({
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'The key is refused within one second, and its webhooks are disabled. For admins.',
  })
  @ApiJson(ApiKeyResponse, 'The key as it was.', API_KEY_EXAMPLE)
  @ApiProblems(ApiKeyNotFound)
  async revoke(
    @CurrentUser() admin: UserActor,
    @Param('apiKeyId') apiKeyId: string,
  ): Promise<ApiKeyResponse> {
    const before = await this.queries.get(admin.companyId, apiKeyId, admin.language);
    await this.service.revoke(admin, apiKeyId);
    return before;
  }
}
