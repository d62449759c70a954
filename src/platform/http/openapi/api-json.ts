import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath, type ApiResponseOptions } from '@nestjs/swagger';

/** Documents a 200 answer that is the JSON of a response class. */
export function ApiJson(
  type: Type,
  description: string,
  example: object,
  headers?: ApiResponseOptions['headers'],
): MethodDecorator {
  const content = { 'application/json': { schema: { $ref: getSchemaPath(type) }, example } };
  return applyDecorators(
    ApiExtraModels(type),
    ApiResponse({ status: 200, description, ...(headers && { headers }), content }),
  );
}
