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

  function convertSchema({ type, items, oneOf, examples, const: constant, ...rest }: Node): Node {
    return withoutSiblings({
      ...rest,
      ...(type === undefined ? items !== undefined && { items } : convertType(type, items)),
      ...(Array.isArray(oneOf) && convertOneOf(oneOf as Node[])),
      ...(Array.isArray(examples)
        ? { example: examples[0] as unknown }
        : examples !== undefined && { examples }),
      ...(constant !== undefined && { enum: [constant] }),
    });
  }

  /** A reference or null, or several references. 3.0 wants the type beside `nullable`. */
  function convertOneOf(oneOf: readonly Node[]): Node {
    const references = oneOf.filter(({ type }) => type !== 'null');
    if (references.length === oneOf.length) return { oneOf };
    const [name] = references.map(({ $ref }) => String($ref).split('/').at(-1) ?? '');
    return { type: schemas[name ?? '']?.['type'], nullable: true, allOf: references };
  }

  return { ...(convert(withoutWebhooks(document)) as OpenAPIObject), openapi: '3.0.3' };
}

/** 3.0 has no webhooks. Components that only they use go with them. */
function withoutWebhooks({ components = {}, ...rest }: OpenAPIObject): OpenAPIObject {
  const others = { ...rest };
  Reflect.deleteProperty(others, 'webhooks');
  let used = components;
  let before = '';
  while (before !== JSON.stringify(used)) {
    before = JSON.stringify(used);
    const text = JSON.stringify([others, used]);
    used = Object.fromEntries(
      Object.entries(used).map(([kind, named]: [string, Node]) => [
        kind,
        kind === 'securitySchemes'
          ? named
          : Object.fromEntries(
              Object.entries(named).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
            ),
      ]),
    );
  }
  return { ...others, components: used };
}

/** @param items - of an array */
function convertType(type: unknown, items: unknown): Node {
  const entries = items !== undefined && { items };
  if (!Array.isArray(type)) return { type, ...entries };
  const nullable = type.includes('null') && { nullable: true };
  const [first, ...others] = type
    .filter((each) => each !== 'null')
    .map((each: string) => ({ type: each, ...(each === 'array' && entries) }));
  if (others.length === 0) return { ...first, ...nullable };
  return { oneOf: [{ ...first, ...nullable }, ...others] };
}

/** In 3.0 everything beside a reference is ignored. */
function withoutSiblings({ $ref, ...siblings }: Node): Node {
  if ($ref === undefined) return siblings;
  return Object.keys(siblings).length === 0 ? { $ref } : { ...siblings, allOf: [{ $ref }] };
}
