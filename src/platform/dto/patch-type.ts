import type { Type } from '@nestjs/common';
import { ApiProperty, PartialType, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { Patch } from '../../shared-kernel/patch.js';

/**
 * Marks a property of a request schema that stays when it is absent, with the meaning of null. The document does not
 * show the mark.
 */
export const PATCHED = 'x-patched';

/**
 * The class of a change of what another class describes, for a body with the meaning of a JSON merge patch: all
 * properties are optional, null removes those that need not be there, and is refused for the others. A property is
 * replaced with all that is inside.
 */
export function PatchType<T extends object>(type: Type<T>): Type<Patch<T>> {
  const PatchClass = PartialType(type, { skipNullProperties: false });
  const constraints = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  for (const name of new Set(constraints.map(({ propertyName }) => propertyName))) {
    const isRequired = constraints.some(
      (each) => each.propertyName === name && each.type === ValidationTypes.IS_DEFINED,
    );
    KeptNull()(PatchClass.prototype as object, name);
    const schema = { [PATCHED]: isRequired ? 'refused' : 'removes', nullable: !isRequired, required: false };
    ApiProperty(schema as ApiPropertyOptions)(PatchClass.prototype as object, name);
  }
  return PatchClass as Type<Patch<T>>;
}

/** Runs after the inherited transformation, by which null counts as absent. */
function KeptNull(): PropertyDecorator {
  return Transform(({ value, key, obj }: { value: unknown; key: string; obj: Record<string, unknown> }) =>
    obj[key] === null ? null : value,
  );
}
