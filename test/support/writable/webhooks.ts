import { WebhookResponse } from '../../../src/webhooks/application/webhook.response.js';
import { WebhookPatchRequest, WebhookRequest } from '../../../src/webhooks/interface/webhook.requests.js';
import type { ApiClient } from '../api-client.js';
import type { Body, Written } from '../property-walk.js';
import type { TestApp } from '../test-app.js';
import { EMPLOYEE_TYPES, WEBHOOKS } from '../webhook-fixture.js';
import { bodyOf, entryOf, idOf, type WritableKind } from './writable-kind.js';

const URL = 'https://receiver.example.com/wes';

/** An address of the greatest length, and one with everything that an address may have. */
const URLS = [`https://receiver.example.com/${'x'.repeat(2_019)}`, 'https://[2001:db8::1]:8443/wes?a=b%20c'];

const given = {
  url: { values: () => URLS },
  types: { values: () => [[...EMPLOYEE_TYPES], ['employee.deleted']] },
};

const base = (): Body => ({ url: URL, types: ['employee.changed'] });

/** A key of a company of its own: a company has few webhooks. */
const keyOf = (app: TestApp): Promise<ApiClient> => app.integration(['webhooks:manage', 'employees:read']);

async function written(key: ApiClient, method: string, answer: Body): Promise<Written> {
  const list = (await key.get(WEBHOOKS)).body as unknown;
  const one = bodyOf(await key.get(`${WEBHOOKS}/${String(answer['id'])}`));
  return { answers: { [method]: answer, GET: one, 'GET list': entryOf(list, answer['id'])! } };
}

export const webhook: WritableKind = {
  dto: WebhookRequest,
  response: WebhookResponse,
  open: (app) =>
    Promise.resolve({
      dto: WebhookRequest,
      base,
      create: async (body) => {
        const key = await keyOf(app);
        return written(key, 'POST', bodyOf(await key.post(WEBHOOKS, body)));
      },
      given,
    }),
};

export const patchedWebhook: WritableKind = {
  dto: WebhookPatchRequest,
  response: WebhookResponse,
  open(app) {
    let key: ApiClient;
    const patch = async (id: string, body: Body): Promise<Written> =>
      written(key, 'PATCH', bodyOf(await key.patch(`${WEBHOOKS}/${id}`, body)));
    return Promise.resolve({
      dto: WebhookPatchRequest,
      base: () => ({}),
      create: async (body) => {
        key = await keyOf(app);
        const { id } = bodyOf(await key.post(WEBHOOKS, base()));
        return patch(String(id), body);
      },
      update: (before, body) => patch(idOf(before), body),
      given,
      staysWhenAbsent: true,
    });
  },
};
