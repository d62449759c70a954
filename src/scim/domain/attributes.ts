/** Characteristics of an attribute (RFC 7643, 7). */
export interface Attribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'complex' | 'dateTime' | 'reference';
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly caseExact: boolean;
  readonly mutability: 'readOnly' | 'readWrite' | 'immutable';
  readonly returned: 'always' | 'default';
  readonly uniqueness: 'none' | 'server';
  readonly subAttributes?: readonly Attribute[];
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
}

/** Beyond what is the same for most attributes. */
type Extra = Partial<Omit<Attribute, 'name' | 'type' | 'description'>>;

function attribute(name: string, type: Attribute['type'], description: string, extra: Extra = {}): Attribute {
  return {
    name,
    type,
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...extra,
  };
}

/** The value of a single-valued attribute, which Entra also sends as a list of one: `[{"value": "…"}]`. */
export function singleOf({ type }: Pick<Attribute, 'type'>, value: unknown): unknown {
  if (!Array.isArray(value) || value.length > 1) return value;
  const only: unknown = value[0];
  const isHolder = type !== 'complex' && typeof only === 'object' && only !== null && 'value' in only;
  return isHolder ? only.value : only;
}

/** A text in any case. */
export function text(name: string, description: string, extra: Extra = {}): Attribute {
  return attribute(name, 'string', description, extra);
}

export function flag(name: string, description: string): Attribute {
  return attribute(name, 'boolean', description);
}

/** The address of another resource. */
export function reference(name: string, description: string, referenceTypes: readonly string[]): Attribute {
  return attribute(name, 'reference', description, {
    caseExact: true,
    mutability: 'readOnly',
    referenceTypes,
  });
}

export function complex(
  name: string,
  description: string,
  subAttributes: readonly Attribute[],
  extra: Extra = {},
): Attribute {
  return attribute(name, 'complex', description, { ...extra, subAttributes });
}
