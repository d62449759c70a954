import { foldEmail } from '../../shared-kernel/folding.js';
import { givenTwice, idTaken, type PlacedRecord } from '../../shared-kernel/record-importer.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { taken, type UniqueProperty } from './employee.errors.js';
import type { Employee } from './employee.js';
import type { ImportedEmployee } from './imported-employee.js';

/** A record and the stored employee whom it describes; undefined for a new one. */
export interface Match {
  readonly record: ImportedEmployee;
  readonly employee: Employee | undefined;
}

export interface Matching {
  /** In the order of the records. */
  readonly matches: readonly Match[];
  readonly issues: readonly ValidationIssue[];
  /** Ids of stored employees whose e-mail address or external id another record takes over. */
  readonly displacedIds: readonly string[];
}

/** Identifiers of an employee, folded for comparison. */
type Keys = Readonly<Record<UniqueProperty, string | undefined>>;

interface Stored {
  readonly employee: Employee;
  readonly id: string;
  readonly isDeleted: boolean;
  readonly keys: Keys;
}

/**
 * Finds for each record the stored employee whom it describes: by id where it is given, else by external id, then by
 * e-mail address. Those who are not deleted come first, and no employee matches two records. An e-mail
 * address does not match an employee with another external id.
 * @param stored - all employees of the company with an id, e-mail address or external id of the records
 * @param foreignIds - ids of the records that employees of other companies have
 */
export function matchRecords(
  records: readonly PlacedRecord<ImportedEmployee>[],
  stored: readonly Employee[],
  foreignIds: ReadonlySet<string>,
): Matching {
  const issues: ValidationIssue[] = [];
  const known = stored.toSorted(byDeletion).map(describe);
  const byId = new Map(known.map((one) => [one.id, one]));
  const keys = new Map(records.map(({ index, record }) => [index, keysOf(record.content)]));
  const matched = new Map<number, Stored>();
  const claimed = new Set<string>();
  const claim = (index: number, one: Stored | undefined): void => {
    if (!one) return;
    matched.set(index, one);
    claimed.add(one.id);
  };

  const seen = new Set<string>();
  for (const { index, record } of records) {
    const { id } = record;
    if (id === undefined) continue;
    if (seen.has(id)) issues.push(givenTwice(`[${index}].id`));
    else if (foreignIds.has(id)) issues.push(idTaken(`[${index}].id`));
    else claim(index, byId.get(id));
    seen.add(id);
  }

  const candidates = candidatesOf(known);
  for (const isDeleted of [false, true]) {
    for (const { index, record } of records) {
      if (record.id !== undefined || record.isDeleted !== isDeleted) continue;
      const found = candidates(keys.get(index) as Keys).find(({ id }) => !claimed.has(id));
      claim(index, found);
    }
  }

  const holders = known.filter((one) => !one.isDeleted);
  const displacedIds = new Set<string>();
  for (const property of ['email', 'externalId'] as const) {
    const holderOf = new Map(holders.map((one) => [one.keys[property], one]));
    const first = new Map<string, number>();
    for (const { index, record } of records) {
      const key = keys.get(index)?.[property];
      if (record.isDeleted || key === undefined) continue;
      const path = `[${index}].${property}`;
      const other = first.get(key);
      if (other !== undefined) {
        const issue = givenTwice(path);
        issues.push({ ...issue, message: `${issue.message} (see [${other}])` });
        continue;
      }
      first.set(key, index);
      const holder = holderOf.get(key);
      if (!holder || holder === matched.get(index)) continue;
      if (claimed.has(holder.id)) displacedIds.add(holder.id);
      else issues.push(taken(path));
    }
  }
  const matches = records.map(({ index, record }) => ({ record, employee: matched.get(index)?.employee }));
  return { matches, issues, displacedIds: [...displacedIds] };
}

/** The stored employees whom a record without an id may describe, best first. */
function candidatesOf(known: readonly Stored[]): (keys: Keys) => Stored[] {
  const byExternalId = groupBy(known, ({ keys }) => keys.externalId);
  const byEmail = groupBy(known, ({ keys }) => keys.email);
  return ({ email, externalId }) => {
    const named = externalId === undefined ? [] : (byExternalId.get(externalId) ?? []);
    const addressed = (email === undefined ? [] : (byEmail.get(email) ?? [])).filter(
      ({ keys }) =>
        keys.externalId === undefined || externalId === undefined || keys.externalId === externalId,
    );
    const found = [...named, ...addressed];
    return [...found.filter((one) => !one.isDeleted), ...found.filter((one) => one.isDeleted)];
  };
}

function describe(employee: Employee): Stored {
  const { id, deletedAt } = employee.state;
  return { employee, id, isDeleted: deletedAt !== undefined, keys: keysOf(employee.state) };
}

function keysOf(employee: {
  readonly email?: string | null | undefined;
  readonly externalId?: string | null | undefined;
}): Keys {
  const email = employee.email ?? undefined;
  return {
    email: email === undefined ? undefined : foldEmail(email),
    externalId: employee.externalId ?? undefined,
  };
}

/** The last deleted one first; those who were deleted together in the order of their creation. */
function byDeletion(one: Employee, other: Employee): number {
  const left = ({ state }: Employee): number => state.deletedAt?.getTime() ?? 0;
  return left(other) - left(one) || (one.state.id < other.state.id ? -1 : 1);
}

function groupBy<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}
