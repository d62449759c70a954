import type { Type } from '@nestjs/common';
import { ApiProperty, DECORATORS } from '@nestjs/swagger';

interface Documentation {
  readonly description?: string;
  readonly example?: unknown;
}

/** The options of the `ApiProperty` of a class or of one above it; undefined for a property that is not documented. */
export function documentedProperty(type: Type<object>, name: string): Documentation | undefined {
  return Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, type.prototype as object, name) as
    Documentation | undefined;
}

/**
 * Gives the properties of a request that have no description that of the property of the same name in the answer, and
 * its example, unless they have one of their own.
 * @throws when the answer does not describe such a property
 */
export function DescribedBy(answer: Type<object>): (request: Type<object>) => void {
  return (request) => {
    for (const name of documentedNames(request)) {
      const own = documentedProperty(request, name);
      if (own?.description !== undefined) continue;
      const { description, example } = documentedProperty(answer, name) ?? {};
      if (description === undefined)
        throw new Error(`${request.name}.${name} has no description, and ${answer.name} has none of it.`);
      ApiProperty({ example, ...own, description })(request.prototype as object, name);
    }
  };
}

function documentedNames({ prototype }: Type<object>): string[] {
  const names = Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES_ARRAY, prototype as object) as string[];
  return names.map((name) => name.slice(1)); // they begin with a colon
}
