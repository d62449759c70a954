import type { Type } from '@nestjs/common';
import { ApiProperty, PartialType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Allow, getMetadataStorage, ValidationTypes, type MetadataStorage } from 'class-validator';
import type { Patch } from '../../shared-kernel/patch.js';
import { documentedProperty } from './described-by.js';

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

type NullMeaning = 'ignored' | 'refused' | 'removes';

type Constraints = ReturnType<MetadataStorage['getTargetValidationMetadatas']>;

/**
 * The class of a change of what another class describes: all properties are optional, null removes the `removable`
 * ones, and counts as absent elsewhere. A property is replaced with all that is inside.
 */
export function UpdateType<T extends object>(type: Type<T>): Type<Patch<T>> {
  const meaningOf = (constraints: Constraints): NullMeaning =>
    constraints.some(({ context }) => context === REMOVABLE) ? 'removes' : 'ignored';
  return patched(type, PartialType<object>(type), { meaningOf, removal: ' `null` removes it.' });
}

/**
 * The class of a change of what another class describes, for a body with the meaning of a JSON merge patch: all
 * properties are optional, null removes those that need not be there, and is refused for the others. A property is
 * replaced with all that is inside.
 */
export function PatchType<T extends object>(type: Type<T>): Type<Patch<T>> {
  const meaningOf = (constraints: Constraints): NullMeaning =>
    constraints.some((each) => each.type === ValidationTypes.IS_DEFINED) ? 'refused' : 'removes';
  return patched(type, PartialType<object>(type, { skipNullProperties: false }), { meaningOf });
}

interface NullRules {
  /** The meaning of null for a property with these constraints. */
  readonly meaningOf: (constraints: Constraints) => NullMeaning;
  /** Follows the description of a property that null removes. */
  readonly removal?: string;
}

function patched<T extends object>(
  type: Type<T>,
  PartialClass: Type<object>,
  { meaningOf, removal = '' }: NullRules,
): Type<Patch<T>> {
  // A class of its own: class-transformer runs the transformations of a class after those of the class above it.
  class PatchClass extends PartialClass {}
  const all = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  for (const name of new Set(all.map(({ propertyName }) => propertyName))) {
    const nullIs = meaningOf(all.filter(({ propertyName }) => propertyName === name));
    const { description = '' } = documentedProperty(type, name) ?? {};
    const schema = {
      [PATCHED]: nullIs,
      nullable: nullIs === 'removes',
      required: false,
      description: nullIs === 'removes' ? description + removal : description,
    };
    ApiProperty(schema)(PartialClass.prototype as object, name);
    if (nullIs !== 'ignored') KeptNull()(PatchClass.prototype, name);
  }
  return PatchClass;
}

/** Runs after the inherited transformation, by which null counts as absent. */
function KeptNull(): PropertyDecorator {
  return Transform(({ value, key, obj }: { value: unknown; key: string; obj: Record<string, unknown> }) =>
    obj[key] === null ? null : value,
  );
}
