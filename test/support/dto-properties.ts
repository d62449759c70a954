import type { Type } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { getMetadataStorage } from 'class-validator';
import type { CheckContext } from '../../src/platform/dto/checked.js';
import type { Check } from '../../src/platform/dto/checks.js';

/** A property of a DTO class, as validation and documentation describe it. */
export interface Property {
  readonly name: string;
  readonly isRequired: boolean;
  /** Null clears it. */
  readonly isNullable: boolean;
  /** It may be sent, but is ignored. */
  readonly isIgnored: boolean;
  readonly checks: readonly Check[];
  readonly schema: Readonly<Record<string, unknown>>;
  /** The class of the object, or of the objects of the list. */
  readonly nested?: Type<object>;
  readonly isList: boolean;
}

/** A property at any depth, by a path like `actions[].focusItems[].focusId`. */
export interface PropertyAt extends Property {
  readonly path: string;
}

/** The properties of a class: what it documents, and what it accepts without documenting it. */
export function propertiesOf(dto: Type<object>): Property[] {
  const documented = (Reflect.getMetadata('swagger/apiModelPropertiesArray', dto.prototype) ??
    []) as string[];
  const validated = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const names = new Set([
    ...documented.map((name) => name.slice(1)),
    ...validated.map(({ propertyName }) => propertyName),
  ]);
  return [...names].map((name) => {
    // Without `required: false` it is required, as in OpenAPI; what is not documented is not.
    const schema = (Reflect.getMetadata('swagger/apiModelProperties', dto.prototype, name) ?? {
      required: false,
    }) as ApiPropertyOptions & Record<string, unknown>;
    const nested = nestedClass(schema['type']);
    const checks = validated
      .filter(({ propertyName }) => propertyName === name)
      .map(({ context }) => (context as CheckContext | undefined)?.check)
      .filter((check) => check !== undefined);
    return {
      name,
      isRequired: schema.required !== false,
      isNullable: schema['nullable'] === true,
      isIgnored: schema['readOnly'] === true,
      checks,
      schema,
      isList: schema['isArray'] === true,
      ...(nested && { nested }),
    };
  });
}

/**
 * The properties of a class and of the classes of its properties, each before what it consists of. A class within
 * itself is not entered again.
 */
export function allPropertiesOf(
  dto: Type<object>,
  prefix = '',
  entered: readonly Type<object>[] = [],
): PropertyAt[] {
  return propertiesOf(dto).flatMap((property) => {
    const path = prefix + property.name;
    const { nested, isList, isIgnored } = property;
    if (!nested || isIgnored || nested === dto || entered.includes(nested)) return [{ ...property, path }];
    const inside = `${path}${isList ? '[]' : ''}.`;
    return [{ ...property, path }, ...allPropertiesOf(nested, inside, [...entered, dto])];
  });
}

/** `@nestjs/swagger` knows a type that is resolved later by the name of the function: `type`. */
function nestedClass(type: unknown): Type<object> | undefined {
  if (typeof type !== 'function') return undefined;
  const resolved = [type.name === 'type' ? (type as () => unknown)() : type].flat()[0] as Type<object>;
  const isDto = Reflect.hasMetadata('swagger/apiModelPropertiesArray', resolved.prototype as object);
  return isDto ? resolved : undefined;
}
