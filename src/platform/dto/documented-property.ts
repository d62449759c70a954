import type { Type } from '@nestjs/common';
import { DECORATORS, type ApiPropertyOptions } from '@nestjs/swagger';

/** The options of the `ApiProperty` of a class or of one above it; undefined for a property that is not documented. */
export function documentedProperty(type: Type<object>, name: string): ApiPropertyOptions | undefined {
  return Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, type.prototype as object, name) as
    ApiPropertyOptions | undefined;
}
