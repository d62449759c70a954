import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import {
  ApiKeyId,
  ApiKeyNotFound,
  ApiKeyRotationRequest,
  ApiKeyShownOnce,
  ApiKeysQueries,
  DEFAULT_OVERLAP_S,
  endOf,
  MANAGE_API_KEYS,
  ScopeNotGrantable,
  TooManyApiKeys,
  type ApiKeyWithSecretResponse,
  type RotatedApiKey,
} from '../../identity/index.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import { CurrentUser, RequirePermission } from '../../platform/http/permission.js';
import { ApiIdempotent, Idempotency } from '../../platform/idempotency/idempotency.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import { ApiKeyRotation } from '../application/api-key-rotation.js';

/** Rotates API keys, beside the operations of identity: the webhooks of the key move to the new one. */
@ApiTags('API keys')
@Controller('api/v1/company/api-keys')
export class ApiKeyRotationController {
  constructor(
    private readonly rotation: ApiKeyRotation,
    private readonly queries: ApiKeysQueries,
    private readonly idempotency: Idempotency,
  ) {}

  @Post(':apiKeyId/rotate')
  @HttpCode(200)
  @RequirePermission(MANAGE_API_KEYS)
  @ApiIdempotent()
  @ApiKeyId()
  @ApiOperation({
    operationId: 'rotateApiKey',
    summary: 'Rotate an API key',
    description:
      'Makes a key with the name and the scopes of another one, which stays valid for `overlap` seconds at most; its ' +
      'webhooks belong to the new key. The answer has the new key, which is never shown again: a repeat answers ' +
      'without it. For admins.',
  })
  @ApiBody({
    type: ApiKeyRotationRequest,
    required: false,
    examples: { day: { value: { overlap: 86_400 } } },
  })
  @ApiKeyShownOnce('The new key.')
  @ApiProblems(ApiKeyNotFound, TooManyApiKeys, ScopeNotGrantable)
  rotate(
    @Req() request: Request,
    @CurrentUser() admin: UserActor,
    @Param('apiKeyId') apiKeyId: string,
    @Body() { overlap = DEFAULT_OVERLAP_S, expiresAt }: ApiKeyRotationRequest,
  ): Promise<ApiKeyWithSecretResponse> {
    const read = (id: string) => this.queries.get(admin.companyId, id, admin.language);
    const rotation = { overlapMs: overlap * 1_000, expiresAt: endOf(expiresAt) };
    return this.idempotency.answer<RotatedApiKey, ApiKeyWithSecretResponse>(request, {
      create: (transaction) => this.rotation.rotate(admin, apiKeyId, rotation, transaction),
      idOf: ({ apiKey }) => apiKey.id,
      answer: async ({ apiKey, key }) => Object.assign(await read(apiKey.id), { key }),
      repeat: read,
    });
  }
}
