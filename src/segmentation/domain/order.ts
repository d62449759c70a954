import type { ImportCounts } from '../../shared-kernel/record-importer.js';

/** A record with its place among those of its company, from 0 on. */
export type Placed<T> = T & { readonly place: number };

/**
 * The order of a list of which some entries are given anew: they take, in the order in which they are given, the
 * places that the known ones of them have, and then places at the end. The others stay where they are.
 * @param given - without repetition
 */
export function arrange(stored: readonly string[], given: readonly string[]): string[] {
  const isGiven = new Set(given);
  const waiting = given.values();
  const arranged = stored.map((id) => (isGiven.has(id) ? (waiting.next().value ?? id) : id));
  return [...arranged, ...waiting];
}

/** Puts records into a list: known ones in the place of those with their ids, new ones at the end. */
export function put<T extends { readonly id: string }>(
  stored: readonly T[],
  given: readonly T[],
): { records: Placed<T>[]; counts: ImportCounts } {
  const order = arrange(
    stored.map(({ id }) => id),
    given.map(({ id }) => id),
  );
  const all = new Map([...stored, ...given].map((record) => [record.id, record]));
  const records = order.flatMap((id, place) => {
    const record = all.get(id);
    return record ? [{ ...record, place }] : [];
  });
  const before = new Map(stored.map((record, place) => [record.id, { ...record, place }]));
  const after = new Map(records.map((record) => [record.id, record]));
  const changes = given.map(({ id }) => changeOf(before.get(id), after.get(id)));
  return { records, counts: countsOf(changes) };
}

export type Change = keyof ImportCounts;

/** What became of a record, told from two descriptions whose members come in the same order. */
export function changeOf(before: unknown, after: unknown): Change {
  if (before === undefined) return 'created';
  return JSON.stringify(before) === JSON.stringify(after) ? 'unchanged' : 'updated';
}

export function countsOf(changes: readonly Change[]): ImportCounts {
  const count = (wanted: Change): number => changes.filter((change) => change === wanted).length;
  return { created: count('created'), updated: count('updated'), unchanged: count('unchanged') };
}
