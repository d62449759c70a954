import { idIssues, newId } from '../../shared-kernel/id.js';
import { below, objectIssues, oneOf, required, type Rule } from '../../shared-kernel/shape.js';
import { CHARACTERISTIC_TYPES, type CharacteristicType } from './characteristic-type.js';
import { checkDistinct } from './group.js';
import { InvalidSegmentation } from './segmentation.errors.js';
import { allowedValuesIssues, nodesIssues, requiredName } from './segmentation.rules.js';

/** Something that the profiles of people tell about them (interface 2.8). */
export interface Characteristic {
  readonly id: string;
  readonly type: CharacteristicType;
  readonly name: string;
  /** What a profile may name where the type is `LIST` or `BOOLEAN`; otherwise empty. */
  readonly allowedValues: readonly AllowedValue[];
  /** What a profile may name where the type is `TREE`; otherwise empty. In the order in which they were given. */
  readonly nodes: readonly CharacteristicNode[];
}

/** Its id is unique within the characteristic. */
export interface AllowedValue {
  readonly id: string;
  readonly label: string;
}

export interface CharacteristicNode extends AllowedValue {
  readonly position: number;
}

/** A characteristic as an import gives it: a list that is left out stays as it is stored. */
export type GivenCharacteristic = Omit<Characteristic, 'allowedValues' | 'nodes'> & {
  readonly allowedValues: readonly AllowedValue[] | undefined;
  readonly nodes: readonly CharacteristicNode[] | undefined;
};

const SHAPE = {
  id: idIssues,
  type: required(oneOf(CHARACTERISTIC_TYPES)),
  name: requiredName,
  allowedValues: allowedValuesIssues,
  nodes: nodesIssues,
};

const OWNERS: Readonly<Record<'allowedValues' | 'nodes', readonly CharacteristicType[]>> = {
  allowedValues: ['LIST', 'BOOLEAN'],
  nodes: ['TREE'],
};

const characteristic: Rule = (value) => {
  const issues = objectIssues(value, SHAPE);
  if (issues.length > 0) return issues;
  const { type, ...lists } = value as Characteristic;
  return (['allowedValues', 'nodes'] as const).flatMap((member) => {
    if ((lists[member] as unknown[] | null | undefined)?.length && !OWNERS[member].includes(type)) {
      return [{ path: member, code: 'TYPE_DISAGREES', message: `must be empty where the type is ${type}` }];
    }
    return [];
  });
};

/** A record that follows the rules; a member that is null counts as absent. */
interface Checked {
  readonly id?: string | null;
  readonly type: CharacteristicType;
  readonly name: string;
  readonly allowedValues?: readonly CheckedValue[] | null;
  readonly nodes?: readonly CheckedValue[] | null;
}

interface CheckedValue {
  readonly id?: string | null;
  readonly label: string;
  readonly position?: number | null;
}

/**
 * Characteristics from records in the shape in which the API returns them. Without an id they, their values and their
 * nodes get new ones; a node without a position gets its place in the array.
 * @throws {InvalidSegmentation} by paths like `[2].allowedValues[0].label`
 */
export function readCharacteristics(records: readonly unknown[]): GivenCharacteristic[] {
  const issues = records.flatMap((record, index) => below(`[${index}]`, characteristic(record)));
  if (issues.length > 0) throw new InvalidSegmentation(issues);
  const given = (records as readonly Checked[]).map(({ id, type, name, allowedValues, nodes }) => ({
    id: id ?? newId(),
    type,
    name,
    allowedValues: allowedValues?.map((value) => ({ id: value.id ?? newId(), label: value.label })),
    nodes: nodes?.map(({ id: own, label, position }, index) => ({
      id: own ?? newId(),
      label,
      position: position ?? index,
    })),
  }));
  checkDistinct(given);
  return given;
}

/** A given characteristic with the lists that it leaves out: the stored ones, if they belong to its type. */
export function complete(given: GivenCharacteristic, stored: Characteristic | undefined): Characteristic {
  const { id, type, name } = given;
  const kept = <T>(list: readonly T[] | undefined, owners: readonly CharacteristicType[]): readonly T[] =>
    list && owners.includes(type) ? list : [];
  return {
    id,
    type,
    name,
    allowedValues: given.allowedValues ?? kept(stored?.allowedValues, OWNERS.allowedValues),
    nodes: given.nodes ?? kept(stored?.nodes, OWNERS.nodes),
  };
}
