import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';

/** Documents a list that is answered as a whole. */
export function ApiList(type: Type, description: string, example: readonly object[]): MethodDecorator {
  const schema = { type: 'array', items: { $ref: getSchemaPath(type) } };
  return applyDecorators(
    ApiExtraModels(type),
    ApiResponse({ status: 200, description, content: { 'application/json': { schema, example } } }),
  );
}
