import type { OpenAPIObject } from '@nestjs/swagger';

/** Keys whose values are data and not part of the document's structure. */
const DATA = new Set(['example', 'default', 'enum', 'const']);

type Node = Record<string, unknown>;

/**
 * The document in OpenAPI 3.0.3, for generators that do not read 3.1. It converts exactly what this document uses of
 * 3.1: types with null, references with siblings, lists of examples, and constants.
 */
export function toOpenApi30(document: OpenAPIObject): OpenAPIObject {
  const schemas = document.components?.schemas as Readonly<Record<string, Node>>;

  function convert(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(convert);
    if (typeof part !== 'object' || part === null) return part;
    const entries = Object.entries(part as Node).map(([key, value]) => [
      key,
      DATA.has(key) ? value : convert(value),
    ]);
    return convertSchema(Object.fromEntries(entries) as Node);
  }

  function convertSchema({ type, anyOf, examples, const: constant, ...rest }: Node): Node {
    return withoutSiblings({
      ...rest,
      ...(type !== undefined && convertType(type)),
      ...(Array.isArray(anyOf) && convertNullable(anyOf as Node[])),
      ...(Array.isArray(examples)
        ? { example: examples[0] as unknown }
        : examples !== undefined && { examples }),
      ...(constant !== undefined && { enum: [constant] }),
    });
  }

  /** Of a reference or null, 3.0 wants the type beside `nullable`. */
  function convertNullable(anyOf: readonly Node[]): Node {
    const references = anyOf.filter(({ type }) => type !== 'null');
    if (references.length === anyOf.length) return { anyOf };
    const [name] = references.map(({ $ref }) => String($ref).split('/').at(-1) ?? '');
    return { type: schemas[name ?? '']?.['type'], nullable: true, allOf: references };
  }

  return { ...(convert(document) as OpenAPIObject), openapi: '3.0.3' };
}

function convertType(type: unknown): Node {
  if (!Array.isArray(type)) return { type };
  return { type: type.find((each) => each !== 'null') as unknown, nullable: true };
}

/** In 3.0 everything beside a reference is ignored. */
function withoutSiblings({ $ref, ...siblings }: Node): Node {
  if ($ref === undefined) return siblings;
  return Object.keys(siblings).length === 0 ? { $ref } : { ...siblings, allOf: [{ $ref }] };
}
