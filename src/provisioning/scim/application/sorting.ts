import { ScimError } from '../domain/scim-error.js';
import { USER_URN } from '../domain/scim-urns.js';
import { USER_SCHEMAS } from '../domain/user-schemas.js';

const META = ['id', 'meta.created', 'meta.lastModified'];

/** Paths that a list may be sorted by, in lower case, with their properties. */
const PATHS: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ...META.map((path) => path.split('.')),
    ...USER_SCHEMAS.flatMap(({ id, attributes }) =>
      attributes.flatMap(({ name, multiValued, subAttributes = [] }) => {
        const path = id === USER_URN ? [name] : [id, name];
        const parts = multiValued ? [] : subAttributes.map((sub) => [...path, sub.name]);
        return [path, ...parts];
      }),
    ),
  ].map((path) => [textOf(path).toLowerCase(), path]),
);

function textOf([first = '', ...others]: readonly string[]): string {
  return first.startsWith('urn:') ? `${first}:${others.join('.')}` : [first, ...others].join('.');
}

/**
 * Sorts by an attribute in any case; of several values by the primary or first. Those without a value come last, or
 * first in descending order (RFC 7644, 3.4.2.3).
 * @throws {ScimError} 400 `invalidPath`
 */
export function sortedBy<T extends object>(
  resources: readonly T[],
  sortBy: string,
  isDescending = false,
): T[] {
  const path = PATHS.get(sortBy.toLowerCase().replace(`${USER_URN.toLowerCase()}:`, ''));
  if (!path) throw new ScimError(400, 'sortBy is not an attribute of a user.', 'invalidPath');
  const sign = isDescending ? -1 : 1;
  return resources
    .map((resource) => ({ resource, key: keyOf(path.reduce<unknown>(valueAt, resource)) }))
    .sort((one, other) => sign * compare(one.key, other.key))
    .map(({ resource }) => resource);
}

function compare(one: string | undefined, other: string | undefined): number {
  if (one === other) return 0;
  if (one === undefined) return 1;
  return other === undefined || one < other ? -1 : 1;
}

function valueAt(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function keyOf(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const entries = value as { value?: string; primary?: boolean }[];
    return keyOf((entries.find(({ primary }) => primary) ?? entries[0])?.value);
  }
  if (typeof value === 'string') return value.toLowerCase();
  return typeof value === 'boolean' ? String(value) : undefined;
}
