import { nameOf, resolve, type Schema } from './document.js';
import { page, table } from './markdown.js';

/** A type in one line; shared objects are links to their table on the same page. */
export function typeOf(schema: Schema): string {
  const name = nameOf(schema);
  if (name !== undefined && hasTable(schema)) return `[${name}](#schema-${name})`;
  const resolved = resolve<Schema>(schema);
  const choices = resolved.oneOf ?? resolved.anyOf ?? resolved.allOf;
  if (choices) return choices.map(typeOf).join(resolved.allOf ? ' and ' : ' or ');
  if (resolved.const !== undefined) return `\`${JSON.stringify(resolved.const)}\``;
  if (resolved.enum) return resolved.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (resolved.items) return `list of ${typeOf(resolved.items)}`;
  if (typeof resolved.additionalProperties === 'object')
    return `object of ${typeOf(resolved.additionalProperties)}`;
  const types = [resolved.type ?? 'any'].flat().join(' or ');
  return resolved.format === undefined ? types : `${types} (${resolved.format})`;
}

function hasTable(schema: Schema): boolean {
  return resolve<Schema>(schema).properties !== undefined;
}

/** The names of the objects that a schema contains, at any depth, in the order in which they are found. */
export function namesIn(schema: Schema, found = new Set<string>()): Set<string> {
  const name = nameOf(schema);
  if (name !== undefined) {
    if (found.has(name)) return found;
    if (hasTable(schema)) found.add(name);
  }
  const { properties = {}, items, additionalProperties, oneOf, anyOf, allOf } = resolve<Schema>(schema);
  const parts = [...Object.values(properties), items, additionalProperties, oneOf, anyOf, allOf].flat();
  for (const part of parts) if (typeof part === 'object') namesIn(part, found);
  return found;
}

/** The section about an object of the document. */
export function schemaSection(name: string): string {
  const schema = resolve<Schema>({ $ref: `#/components/schemas/${name}` });
  const rows = Object.entries(schema.properties ?? {}).map(([property, each]) => [
    `\`${property}\``,
    typeOf(each),
    schema.required?.includes(property) === true ? 'yes' : '',
    each.description ?? resolve<Schema>(each).description ?? '',
  ]);
  return page(
    `### ${name} {#schema-${name}}`,
    schema.description ?? '',
    table(['Property', 'Type', 'Always', 'Description'], rows),
  );
}
