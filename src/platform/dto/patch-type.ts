import type { Type } from '@nestjs/common';
import { ApiProperty, PartialType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Allow, getMetadataStorage, ValidationTypes, type MetadataStorage } from 'class-validator';
import type { Patch } from '../../shared-kernel/patch.js';
import { documentedProperty } from './documented-property.js';

/**
 * Marks a property of a request schema that stays when it is absent, with the meaning of null. The document does not
 * show the mark.
 */
export const PATCHED = 'x-patched';

const REMOVABLE = { isRemovable: true };

/** Marks a property that null removes in an {@link UpdateType}. Mapped types keep the mark. */
export function Removable(): PropertyDecorator {
  return Allow({ context: REMOVABLE });
}

/**
 * The class of a change of what another class describes: all properties are optional, null removes the `removable` ones,
 * and counts as absent elsewhere. A property is replaced with all that is inside.
 */
export function UpdateType<T extends object>(type: Type<T>): Type<Patch<T>> {
  const PartialClass = PartialType<object>(type);
  const marked = constraintsOf(type).filter(({ context }) => context === REMOVABLE);
  const names = new Set(marked.map(({ propertyName }) => propertyName));
  for (const name of names) {
    const description =
      `${documentedProperty(type, name)?.description ?? ''} \`null\` removes it.`.trimStart();
    ApiProperty({ nullable: true, required: false, description })(PartialClass.prototype as object, name);
  }
  return keepingNull(PartialClass, names);
}

/**
 * The class of a change of what another class describes, for a body with the meaning of a JSON merge patch: all
 * properties are optional, null removes those that need not be there, and is refused for the others. A property is
 * replaced with all that is inside.
 */
export function PatchType<T extends object>(type: Type<T>): Type<Patch<T>> {
  const PartialClass = PartialType<object>(type, { skipNullProperties: false });
  const constraints = constraintsOf(type);
  const names = new Set(constraints.map(({ propertyName }) => propertyName));
  for (const name of names) {
    const isRequired = constraints.some(
      (each) => each.propertyName === name && each.type === ValidationTypes.IS_DEFINED,
    );
    const schema = { [PATCHED]: isRequired ? 'refused' : 'removes', nullable: !isRequired, required: false };
    ApiProperty(schema)(PartialClass.prototype as object, name);
  }
  return keepingNull(PartialClass, names);
}

function constraintsOf(type: Type<object>): ReturnType<MetadataStorage['getTargetValidationMetadatas']> {
  return getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
}

/** A class of its own: class-transformer runs the transformations of a class after those of the class above it. */
function keepingNull<T extends object>(type: Type<object>, names: ReadonlySet<string>): Type<Patch<T>> {
  class PatchClass extends type {}
  for (const name of names) KeptNull()(PatchClass.prototype, name);
  return PatchClass;
}

/** Runs after the inherited transformation, by which null counts as absent. */
function KeptNull(): PropertyDecorator {
  return Transform(({ value, key, obj }: { value: unknown; key: string; obj: Record<string, unknown> }) =>
    obj[key] === null ? null : value,
  );
}
