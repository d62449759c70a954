import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiResponse, getSchemaPath } from '@nestjs/swagger';

/** The header of an answer with a tag. */
export const ETAG = {
  ETag: {
    description: 'Strong entity tag of this answer.',
    required: true,
    schema: { type: 'string' as const },
  },
};

/** Documents that a read with a tag honours `If-None-Match`. */
export function ApiNotModified(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'Entity tags that the client has. A match is answered with 304.',
    }),
    ApiResponse({ status: 304, description: 'The client has the current answer.', headers: ETAG }),
  );
}

/** Documents that a write honours `If-Match`. */
export function ApiIfMatch(resource: string): MethodDecorator {
  return ApiHeader({
    name: 'If-Match',
    required: false,
    description: `Entity tags of ${resource}. The write is refused with 412 if it has none of them any more.`,
  });
}

/** Documents a list with its entity tag. */
export function ApiTaggedList(type: Type, description: string, example: readonly object[]): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(type),
    ApiResponse({
      status: 200,
      description,
      headers: ETAG,
      content: {
        'application/json': { schema: { type: 'array', items: { $ref: getSchemaPath(type) } }, example },
      },
    }),
    ApiNotModified(),
  );
}
