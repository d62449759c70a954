import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiResponse, getSchemaPath } from '@nestjs/swagger';

/** Documents a list with its entity tag. */
export function ApiTaggedList(type: Type, description: string, example: readonly object[]): MethodDecorator {
  const headers = {
    ETag: {
      description: 'Strong: names these very bytes.',
      required: true,
      schema: { type: 'string' as const },
    },
  };
  return applyDecorators(
    ApiExtraModels(type),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'Tags the client has; a match answers 304.',
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
