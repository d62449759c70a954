import { isDeepStrictEqual } from 'node:util';

type JsonObject = Readonly<Record<string, unknown>>;

/** An object before and after a change, as JSON values. Of a change, both have only the properties that differ. */
export interface Changes {
  /** Absent for a new object. */
  readonly before?: JsonObject;
  /** Absent for a deleted object. */
  readonly after?: JsonObject;
}

/** Moves with every change, so it is not one by itself. */
const TIME_OF_CHANGE = 'updatedAt';

/**
 * The properties of an object that differ before and after a change; all properties of a new or a deleted object.
 * Objects are compared as JSON values: the order of properties does not matter, one that is undefined is absent.
 * @returns undefined when nothing differs
 */
export function changesBetween(before: object | undefined, after: object | undefined): Changes | undefined {
  const [old, current] = [before && jsonOf(before), after && jsonOf(after)];
  if (!old || !current) return { ...(old && { before: old }), ...(current && { after: current }) };
  const changed = Object.keys({ ...old, ...current }).filter(
    (name) => name !== TIME_OF_CHANGE && !isDeepStrictEqual(old[name], current[name]),
  );
  return changed.length > 0 ? { before: pick(old, changed), after: pick(current, changed) } : undefined;
}

function jsonOf(object: object): JsonObject {
  return JSON.parse(JSON.stringify(object)) as JsonObject;
}

function pick(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.filter((name) => name in object).map((name) => [name, object[name]]));
}
