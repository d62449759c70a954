/** Paths of the attributes that a client asks for (RFC 7644, 3.9), by {@link pathOf}; none for the default. */
export interface Projection {
  readonly attributes: readonly string[];
  readonly excluded: readonly string[];
}

const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

/** Part of every answer. */
const ALWAYS: ReadonlySet<string> = new Set(['schemas', 'id']);

/** True if a client has said which attributes it wants. */
export function isChosen({ attributes, excluded }: Projection): boolean {
  return attributes.length + excluded.length > 0;
}

/** A resource with the attributes that were asked for. */
export function project(resource: object, { attributes, excluded }: Projection): object {
  if (attributes.length > 0) return picked(resource, attributes);
  return excluded.length > 0 ? omitted(resource, excluded) : resource;
}

/** A name in lower case, without the URN of users and groups. */
export function pathOf(name: string): string {
  return name.toLowerCase().replace(CORE, '');
}

function picked(resource: object, paths: readonly string[]): object {
  return Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]) => {
      if (ALWAYS.has(name) || paths.includes(name.toLowerCase())) return [[name, value]];
      const below = pathsBelow(paths, name);
      return below.length === 0 ? [] : [[name, each(value, (part) => picked(part, below))]];
    }),
  );
}

function omitted(resource: object, paths: readonly string[]): object {
  return Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]) => {
      if (paths.includes(name.toLowerCase()) && !ALWAYS.has(name)) return [];
      const below = pathsBelow(paths, name);
      return [[name, below.length === 0 ? value : each(value, (part) => omitted(part, below))]];
    }),
  );
}

/** The rests of the paths that lead into an attribute or an extension. */
function pathsBelow(paths: readonly string[], name: string): string[] {
  const start = name.toLowerCase();
  return paths
    .filter((path) => path.startsWith(`${start}.`) || path.startsWith(`${start}:`))
    .map((path) => path.slice(start.length + 1));
}

function each(value: unknown, change: (part: object) => object): unknown {
  if (Array.isArray(value)) return value.map((part) => each(part, change));
  return typeof value === 'object' && value !== null ? change(value) : value;
}

/** True if an attribute, or a part of it, is among those that were asked for. */
export function wants(attribute: string, { attributes, excluded }: Projection): boolean {
  if (attributes.length === 0) return !excluded.includes(attribute);
  return attributes.some((path) => path === attribute || path.startsWith(`${attribute}.`));
}
