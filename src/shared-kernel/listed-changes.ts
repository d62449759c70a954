import type { Changes } from './changes.js';
import { shortened } from './text.js';

/** Most characters of a text in a list of audit records, with the `…` of a longer one. */
export const MAX_LISTED_TEXT = 2_000;

/** Most bytes of the changed properties, before and after, of a record in a list of audit records, as JSON. */
export const MAX_LISTED_BYTES = 32_768;

/**
 * The changes of an audit record as a list shows them, as JSON: with longer texts cut, or, where that is still too
 * much, the names of the properties.
 * @returns undefined where the list shows the changes themselves
 */
export function listedChanges(changes: Changes): string | undefined {
  const listed = JSON.stringify(changes, (_, value: unknown) =>
    typeof value === 'string' ? shortened(value, MAX_LISTED_TEXT) : value,
  );
  if (Buffer.byteLength(listed) > MAX_LISTED_BYTES) {
    const changedProperties = Object.keys({ ...changes.before, ...changes.after });
    return JSON.stringify({ truncated: true, changedProperties });
  }
  return listed === JSON.stringify(changes) ? undefined : listed;
}
