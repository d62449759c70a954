import { idTaken } from '../../shared-kernel/record-importer.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { newKeyIssues, otherKeyIssues } from './area-edits.js';
import {
  characteristicIssues,
  completed,
  holdersOfValues,
  listOf,
  VALUE_LISTS,
  valueIssues,
  type AllowedValue,
  type Characteristic,
  type CharacteristicNode,
  type CharacteristicType,
  type GivenCharacteristic,
} from './characteristic.js';
import type { GivenGroup, Group } from './group.js';
import { externalIdOf, findBy, type GivenKeys, type Keys } from './keys.js';
import { mergeCharacteristics, mergeGroups } from './merging.js';
import { givenCharacteristicIssues, pathAt, refuse, repetitions, unnamedIssues } from './record-issues.js';
import { CharacteristicNotFound, GroupNotFound, ValueNotFound } from './segmentation.errors.js';

/** Changes of groups and characteristics by requests. Objects are named by id or external id. */
type GroupEdit = (stored: readonly Group[]) => readonly Group[];
type CharacteristicEdit = (stored: readonly Characteristic[]) => readonly Characteristic[];

/** Properties that are left out stay; null removes an external id. */
export interface ObjectChange {
  readonly name?: string | undefined;
  readonly externalId?: string | null | undefined;
  /** Among the others. */
  readonly position?: number | undefined;
}

export interface CharacteristicChange
  extends ObjectChange, Pick<GivenCharacteristic, 'allowedValues' | 'nodes'> {
  readonly type?: CharacteristicType | undefined;
}

export interface NewValue extends GivenKeys {
  readonly label: string;
  readonly position?: number | undefined;
}

export interface ValueChange extends Omit<ObjectChange, 'name'> {
  readonly label?: string | undefined;
}

/** @throws {ValidationFailed} */
export function putGroups(given: readonly GivenGroup[], isPruning: boolean): GroupEdit {
  refuse([...repetitions(given), ...unnamedIssues(given)]);
  return (stored) => mergeGroups(stored, given, { isPruning }).records;
}

/** @throws {ValidationFailed} */
export function addGroup({ id, name, externalId }: GivenGroup, position: number | undefined): GroupEdit {
  return (stored) => inserted(stored, { id, name, ...externalIdOf({ externalId }, undefined) }, position);
}

/** @throws {GroupNotFound} @throws {ValidationFailed} */
export function changeGroup(written: string, { name, externalId, position }: ObjectChange): GroupEdit {
  return (stored) => {
    const group = found(stored, written, GroupNotFound);
    const after = { id: group.id, name: name ?? group.name, ...externalIdOf({ externalId }, group) };
    return replaced(stored, after, position);
  };
}

/** @throws {GroupNotFound} */
export function removeGroup(written: string): GroupEdit {
  return (stored) => without(stored, found(stored, written, GroupNotFound));
}

/** Values that a given list leaves out are removed only if the request removes what it leaves out. */
export function putCharacteristics(
  given: readonly GivenCharacteristic[],
  isPruning: boolean,
): CharacteristicEdit {
  const unnamedValues = given.flatMap((one, index) =>
    VALUE_LISTS.flatMap((list) =>
      unnamedIssues(one[list] ?? [], (at) => `${pathAt(index)}.${list}${pathAt(at)}`),
    ),
  );
  refuse([...givenCharacteristicIssues(given), ...unnamedIssues(given), ...unnamedValues]);
  return (stored) => mergeCharacteristics(stored, given, { isPruning, keepsValues: !isPruning }).records;
}

/** @throws {ValidationFailed} */
export function addCharacteristic(
  given: GivenCharacteristic,
  position: number | undefined,
): CharacteristicEdit {
  const characteristic = completed(given, undefined);
  refuse(characteristicIssues(given));
  return (stored) => {
    const after = inserted(stored, characteristic, position);
    refuse(valueIssues(given, characteristic, holdersOfValues(after), ''));
    return after;
  };
}

/** Given lists of values replace the ones before. @throws {CharacteristicNotFound} @throws {ValidationFailed} */
export function changeCharacteristic(written: string, change: CharacteristicChange): CharacteristicEdit {
  return (stored) => {
    const before = found(stored, written, CharacteristicNotFound);
    const { name = before.name, type = before.type, externalId, allowedValues, nodes, position } = change;
    const given = { id: before.id, name, type, externalId, allowedValues, nodes };
    const after = completed(given, before);
    const records = replaced(stored, after, position);
    refuse([...characteristicIssues(given), ...valueIssues(given, after, holdersOfValues(records), '')]);
    return records;
  };
}

/** @throws {CharacteristicNotFound} */
export function removeCharacteristic(written: string): CharacteristicEdit {
  return (stored) => without(stored, found(stored, written, CharacteristicNotFound));
}

/** @throws {CharacteristicNotFound} @throws {ValidationFailed} */
export function addValue(
  characteristic: string,
  { id, label, externalId, position }: NewValue,
): CharacteristicEdit {
  return changingValues(characteristic, {
    values: (stored) => inserted(stored, { id, label, ...externalIdOf({ externalId }, undefined) }, position),
    nodes: (stored) => {
      const node = {
        id,
        label,
        position: position ?? stored.length,
        ...externalIdOf({ externalId }, undefined),
      };
      return inserted(stored, node);
    },
  });
}

/** @throws {CharacteristicNotFound} @throws {ValidationFailed} */
export function changeValue(
  characteristic: string,
  written: string,
  { label, externalId, position }: ValueChange,
): CharacteristicEdit {
  return changingValues(characteristic, {
    values: (stored) => {
      const { id, ...before } = found(stored, written, ValueNotFound);
      return replaced(
        stored,
        { id, label: label ?? before.label, ...externalIdOf({ externalId }, before) },
        position,
      );
    },
    nodes: (stored) => {
      const { id, ...before } = found(stored, written, ValueNotFound);
      const changed = {
        label: label ?? before.label,
        position: orderOf(position ?? before.position, stored),
      };
      return replaced(stored, { id, ...changed, ...externalIdOf({ externalId }, before) });
    },
  });
}

/** Nodes have a number of their own in place of their place. */
function orderOf(position: number, nodes: readonly CharacteristicNode[]): number {
  return Number.isFinite(position) ? position : nodes.length;
}

/** @throws {CharacteristicNotFound} */
export function removeValue(characteristic: string, written: string): CharacteristicEdit {
  return changingValues(characteristic, {
    values: (stored) => without(stored, found(stored, written, ValueNotFound)),
    nodes: (stored) => without(stored, found(stored, written, ValueNotFound)),
  });
}

/** The list of values or of nodes, whichever the type of the characteristic has. */
function changingValues(
  written: string,
  change: {
    readonly values: (stored: readonly AllowedValue[]) => readonly AllowedValue[];
    readonly nodes: (stored: readonly CharacteristicNode[]) => readonly CharacteristicNode[];
  },
): CharacteristicEdit {
  return (stored) => {
    const before = found(stored, written, CharacteristicNotFound);
    const list = listOf(before.type);
    if (list === undefined) {
      const message = `must not be sent for a characteristic of type ${before.type}`;
      throw new ValidationFailed([{ path: '', code: 'TYPE_DISAGREES', message }]);
    }
    const after =
      list === 'nodes'
        ? { ...before, nodes: change.nodes(before.nodes) }
        : { ...before, allowedValues: change.values(before.allowedValues) };
    const records = stored.map((one) => (one === before ? after : one));
    const holders = holdersOfValues(records);
    const isTaken = after[list].some(({ externalId }) => externalId && (holders.get(externalId) ?? 0) > 1);
    if (isTaken) refuse([idTaken('externalId')]);
    return records;
  };
}

function found<T extends Keys>(stored: readonly T[], written: string, NotFound: new () => Error): T {
  const one = findBy(stored, written);
  if (!one) throw new NotFound();
  return one;
}

/** @throws {ValidationFailed} for an id or an external id that another one has */
function inserted<T extends Keys>(stored: readonly T[], added: T, position = stored.length): T[] {
  refuse(newKeyIssues(added, stored));
  return stored.toSpliced(position, 0, added);
}

/** @throws {ValidationFailed} for an external id that another one has */
function replaced<T extends Keys>(stored: readonly T[], changed: T, position?: number): T[] {
  refuse(otherKeyIssues(changed, stored));
  if (position === undefined) return stored.map((one) => (one.id === changed.id ? changed : one));
  return without(stored, changed).toSpliced(position, 0, changed);
}

function without<T extends Keys>(stored: readonly T[], { id }: Keys): T[] {
  return stored.filter((one) => one.id !== id);
}
