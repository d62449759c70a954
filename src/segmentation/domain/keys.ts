import { givenTwice, idTaken } from '../../shared-kernel/record-importer.js';
import { propertyPath, type ValidationIssue } from '../../shared-kernel/validation-issue.js';

/** Ids of ours, and the one that another system may have given. */
export interface Keys {
  readonly id: string;
  /** Unique among the objects of the same kind of a company; never in the form of an id. */
  readonly externalId?: string | null | undefined;
}

/** The keys of a record that is given. */
export interface GivenKeys {
  /** That of the record, or a new one. */
  readonly id: string;
  /** The record came without an id: it is the one that has its external id, or a new one. */
  readonly isUnnamed?: boolean;
  /** Left out, the stored one stays; null removes it. */
  readonly externalId?: string | null | undefined;
}

/** A given record whose id is that of the stored one. */
export type Identified<Given extends GivenKeys> = Omit<Given, 'isUnnamed'>;

/** Finds the id of a given record, by its external id if it has no other. */
export function identifierOf(stored: readonly Keys[]): (given: GivenKeys) => string {
  const owners = new Map<string, string>();
  for (const { id, externalId } of stored) if (externalId) owners.set(externalId, id);
  return ({ id, isUnnamed, externalId }) => (isUnnamed && externalId ? (owners.get(externalId) ?? id) : id);
}

/** Finds an object by its id or its external id, which never look alike. */
export function findBy<Object extends Keys>(objects: readonly Object[], written: string): Object | undefined {
  return objects.find(({ id, externalId }) => id === written || externalId === written);
}

/** The external id after a change, as a part of the object. */
export function externalIdOf(
  { externalId }: Pick<GivenKeys, 'externalId'>,
  stored: Pick<Keys, 'externalId'> | undefined,
): { externalId?: string } {
  const kept = externalId === undefined ? stored?.externalId : externalId;
  return kept ? { externalId: kept } : {};
}

/** The number of objects that have each external id. */
export type Holders = ReadonlyMap<string, number>;

export function holdersOf(objects: readonly Pick<Keys, 'externalId'>[]): Holders {
  const holders = new Map<string, number>();
  for (const { externalId } of objects)
    if (externalId) holders.set(externalId, (holders.get(externalId) ?? 0) + 1);
  return holders;
}

/**
 * Ids and external ids that two of the given records have, or else external ids that others have.
 * @param identified - the given records
 * @param holders - those of all objects after the change
 * @param pathOf - path of a given record by its index
 */
export function keyIssues(
  identified: readonly Omit<GivenKeys, 'isUnnamed'>[],
  holders: Holders,
  pathOf: (index: number) => string,
): ValidationIssue[] {
  const path = (index: number, property: keyof Keys): string => propertyPath(pathOf(index), property);
  const externalIds = new Set<string>();
  const ids = new Set<string>();
  const repeated: ValidationIssue[] = [];
  for (const [index, { id, externalId }] of identified.entries()) {
    if (externalId && externalIds.has(externalId)) repeated.push(givenTwice(path(index, 'externalId')));
    else if (ids.has(id)) repeated.push(givenTwice(path(index, 'id')));
    if (externalId) externalIds.add(externalId);
    ids.add(id);
  }
  if (repeated.length > 0) return repeated;
  return identified.flatMap(({ externalId }, index) =>
    externalId && (holders.get(externalId) ?? 0) > 1 ? [idTaken(path(index, 'externalId'))] : [],
  );
}
