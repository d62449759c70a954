import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtension, ApiExtraModels, type OpenAPIObject } from '@nestjs/swagger';

/** Carries the messages from a handler to the document. */
const WEBHOOKS = 'x-webhooks';

/** Documents the messages that are sent to addresses which this operation registers, by type. */
export function ApiWebhooks(messages: Readonly<Record<string, object>>, models: Type[]): MethodDecorator {
  return applyDecorators(ApiExtraModels(...models), ApiExtension(WEBHOOKS, messages));
}

/** Moves the messages of {@link ApiWebhooks} into `webhooks`, which OpenAPI 3.1 has for them. */
export function documentWebhooks(document: OpenAPIObject): void {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path) as object[])) {
    if (!(WEBHOOKS in operation)) continue;
    const messages = operation[WEBHOOKS] as Readonly<Record<string, object>>;
    Reflect.deleteProperty(operation, WEBHOOKS);
    const entries = Object.entries(messages).map(([type, post]) => [type, { post: structuredClone(post) }]);
    Object.assign(document, { webhooks: Object.fromEntries(entries) as object });
  }
}
