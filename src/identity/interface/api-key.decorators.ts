import { applyDecorators } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { Untagged } from '../../platform/http/handler-options.js';
import { ApiJson } from '../../platform/http/openapi/api-json.js';
import type { SessionPermission } from '../../platform/http/permission.js';
import { ApiKeyWithSecretResponse, type ApiKeyResponse } from '../application/api-key.response.js';
import { DEFAULT_KEY_LIFETIME_MS } from '../domain/api-key.limits.js';

export const MANAGE_API_KEYS: SessionPermission = {
  area: 'session',
  name: 'api-keys:manage',
  roles: ['ADMIN'],
};

export const API_KEY_EXAMPLE: ApiKeyResponse = {
  id: '6b0956a06ae1535605f14601',
  name: 'Payroll',
  scopes: ['employees:read', 'timesheets:read'],
  createdAt: '2026-03-02T16:05:00.000Z',
  expiresAt: '2027-03-02T16:05:00.000Z',
  lastUsedAt: '2026-03-03T08:30:00.000Z',
  createdBy: { id: '665f1c2ab7e4d90012ab3411', name: 'Ana López', gone: false },
};

export function ApiKeyId(): MethodDecorator {
  return ApiParam({ name: 'apiKeyId', description: 'Id of the key.', example: API_KEY_EXAMPLE.id });
}

/** An answer with the key itself, which no other answer has. */
export function ApiKeyShownOnce(description: string): MethodDecorator {
  const { lastUsedAt: _, ...made } = API_KEY_EXAMPLE;
  const key = `wes_${made.id}_pVQ0v1nZ0yq3mM8eT5bG7sD2kLwXcRfAhJuNiOzE4yUBtaYxSdQfWgHjKl1`;
  return applyDecorators(Untagged(), ApiJson(ApiKeyWithSecretResponse, description, { ...made, key }));
}

/** The end of a key, by what a request says of it. */
export function endOf(expiresAt: string | undefined): Date {
  return new Date(expiresAt ?? Date.now() + DEFAULT_KEY_LIFETIME_MS);
}
