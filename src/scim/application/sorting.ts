import { isObject } from '../domain/read-document.js';
import { ScimError } from '../domain/scim-error.js';
import { USER_URN } from '../domain/scim-urns.js';
import { USER_SCHEMAS } from '../domain/user-schemas.js';

interface SortPath {
  /** Names of properties, from the outside to the inside. */
  readonly names: readonly string[];
  readonly isExact: boolean;
}

const META = ['id', 'meta.created', 'meta.lastModified'];

/** Paths that a list may be sorted by, in lower case. */
const PATHS: ReadonlyMap<string, SortPath> = new Map(
  [
    ...META.map((path) => ({ names: path.split('.'), isExact: true })),
    ...USER_SCHEMAS.flatMap(({ id, attributes }) =>
      attributes.flatMap(({ name, caseExact, subAttributes = [] }) => {
        const names = id === USER_URN ? [name] : [id, name];
        const parts = subAttributes.map((sub) => ({ names: [...names, sub.name], isExact: sub.caseExact }));
        return [{ names, isExact: caseExact }, ...parts];
      }),
    ),
  ].map((path) => [textOf(path.names).toLowerCase(), path]),
);

function textOf([first = '', ...others]: readonly string[]): string {
  return first.startsWith('urn:') ? `${first}:${others.join('.')}` : [first, ...others].join('.');
}

/**
 * Sorts by an attribute, in any case unless its schema says otherwise; of several values by the primary or first. Those
 * without a value come last, or first in descending order (RFC 7644, 3.4.2.3).
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
    .map((resource) => ({ resource, key: keyOf(path.names.reduce<unknown>(valueAt, resource), path) }))
    .sort((one, other) => sign * compare(one.key, other.key))
    .map(({ resource }) => resource);
}

function compare(one: string | undefined, other: string | undefined): number {
  if (one === other) return 0;
  if (one === undefined) return 1;
  return other === undefined || one < other ? -1 : 1;
}

function valueAt(given: unknown, name: string): unknown {
  const value = preferred(given);
  return isObject(value) ? value[name] : undefined;
}

/** A complex value stands for its `value`. */
function keyOf(given: unknown, { isExact }: SortPath): string | undefined {
  const only = preferred(given);
  const value = isObject(only) ? only.value : only;
  if (typeof value === 'string') return isExact ? value : value.toLowerCase();
  return typeof value === 'boolean' ? String(value) : undefined;
}

function preferred(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const entries: readonly unknown[] = value;
  return entries.find((entry) => isObject(entry) && entry.primary) ?? entries[0];
}
