import { ApiKeyResponse } from '../../../src/identity/application/api-key.response.js';
import { ApiKeyRequest } from '../../../src/identity/interface/api-key.requests.js';
import { API_KEYS } from '../builders/look-ups.js';
import { bodyOf, entryOf, type WritableKind } from './writable-kind.js';

const DAY_MS = 86_400_000;

/** API keys, each of a company of its own: a company has few. */
export const apiKey: WritableKind = {
  dto: ApiKeyRequest,
  response: ApiKeyResponse,
  open: (app) =>
    Promise.resolve({
      dto: ApiKeyRequest,
      base: () => ({ name: 'HR' }),
      create: async (body) => {
        const admin = await app.user('ADMIN');
        const made = bodyOf(await admin.post(API_KEYS, body));
        const { body: list } = await admin.get(API_KEYS);
        return { answers: { POST: made, 'GET list': entryOf(list, made['id'])! } };
      },
      given: {
        scopes: { values: () => [['employees:read', 'scim'], ['webhooks:manage']] },
        expiresAt: {
          values: () => [2, 900].map((days) => new Date(Date.now() + days * DAY_MS).toISOString()),
        },
      },
    }),
};
