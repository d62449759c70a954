import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';

/** Documents an answer that is the JSON of a response class. */
export function ApiJson(type: Type, description: string, example: object, status = 200): MethodDecorator {
  return answer(type, { $ref: getSchemaPath(type) }, { status, description, example });
}

/** Documents a list that is answered as a whole. */
export function ApiList(type: Type, description: string, example: readonly object[]): MethodDecorator {
  const schema = { type: 'array', items: { $ref: getSchemaPath(type) } };
  return answer(type, schema, { status: 200, description, example });
}

function answer(
  type: Type,
  schema: object,
  { status, description, example }: { status: number; description: string; example: object },
): MethodDecorator {
  const content = { 'application/json': { schema, example } };
  return applyDecorators(ApiExtraModels(type), ApiResponse({ status, description, content }));
}
