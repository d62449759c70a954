import type { ImportCounts } from '../../shared-kernel/record-importer.js';

/**
 * The order of a list of which some entries are given again: they take, in the order in which they are given, the
 * places of the known ones among them, and then places at the end. The others stay where they are.
 * @param given - without repetition
 */
export function arrange(stored: readonly string[], given: readonly string[]): string[] {
  const isGiven = new Set(given);
  const waiting = given.values();
  const arranged = stored.map((id) => (isGiven.has(id) ? (waiting.next().value ?? id) : id));
  return [...arranged, ...waiting];
}

/** Merges records into an ordered list: known ones take the places of known ones, new ones come at the end. */
export function merge<T extends { readonly id: string }>(stored: readonly T[], given: readonly T[]): T[] {
  const order = arrange(
    stored.map(({ id }) => id),
    given.map(({ id }) => id),
  );
  const all = new Map([...stored, ...given].map((record) => [record.id, record]));
  return order.flatMap((id) => all.get(id) ?? []);
}

/** Counts the changes of those records that were given. */
export function countsSince<T extends { readonly id: string }>(
  stored: readonly T[],
  {
    records,
    identified,
  }: { readonly records: readonly T[]; readonly identified: readonly { readonly id: string }[] },
): ImportCounts {
  const describe = (list: readonly T[]): Map<string, object> =>
    new Map(list.map((record, place) => [record.id, { ...record, place }]));
  const [before, after] = [describe(stored), describe(records)];
  return countsOf(identified.map(({ id }) => changeOf(before.get(id), after.get(id))));
}

/** Indexes of the records whose id an earlier one has. */
export function repeatedIds(records: readonly { readonly id: string }[]): number[] {
  const seen = new Set<string>();
  return records.flatMap(({ id }, index) => {
    const isRepeated = seen.has(id);
    seen.add(id);
    return isRepeated ? [index] : [];
  });
}

export type Change = keyof ImportCounts;

/** The change between two descriptions of a record, whose properties are in the same order. */
export function changeOf(before: unknown, after: unknown): Change {
  if (before === undefined) return 'created';
  return JSON.stringify(before) === JSON.stringify(after) ? 'unchanged' : 'updated';
}

export function countsOf(changes: readonly Change[]): ImportCounts {
  const count = (wanted: Change): number => changes.filter((change) => change === wanted).length;
  return { created: count('created'), updated: count('updated'), unchanged: count('unchanged') };
}
