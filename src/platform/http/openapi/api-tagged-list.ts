import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiResponse, getSchemaPath } from '@nestjs/swagger';

/** Documents a list with its entity tag. */
export function ApiTaggedList(type: Type, description: string, example: readonly object[]): MethodDecorator {
  const headers = {
    ETag: {
      description: 'Strong entity tag of this answer.',
      required: true,
      schema: { type: 'string' as const },
    },
  };
  return applyDecorators(
    ApiExtraModels(type),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'Entity tags that the client has. A match is answered with 304.',
    }),
    ApiResponse({
      status: 200,
      description,
      headers,
      content: {
        'application/json': { schema: { type: 'array', items: { $ref: getSchemaPath(type) } }, example },
      },
    }),
    ApiResponse({ status: 304, description: 'The client has the current list.', headers }),
  );
}
