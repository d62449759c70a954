import { propertyPath, type ValidationIssue } from '../../shared-kernel/validation-issue.js';
import {
  externalIdOf,
  holdersOf,
  identifierOf,
  keyIssues,
  type GivenKeys,
  type Identified,
  type Holders,
} from './keys.js';
import { repeatedIds } from './order.js';

/** The answer of a person is a date, one of the allowed values, yes or no, or one of the nodes. */
export const CHARACTERISTIC_TYPES = ['DATE', 'LIST', 'BOOLEAN', 'TREE'] as const;
export type CharacteristicType = (typeof CHARACTERISTIC_TYPES)[number];

/** A question that the profiles of employees answer. */
export interface Characteristic {
  readonly id: string;
  readonly type: CharacteristicType;
  readonly name: string;
  readonly externalId?: string;
  /** Possible answers of the types `LIST` and `BOOLEAN`; otherwise empty. */
  readonly allowedValues: readonly AllowedValue[];
  /** Possible answers of the type `TREE`, in the order in which they were given; otherwise empty. */
  readonly nodes: readonly CharacteristicNode[];
}

/** Its id is unique within the characteristic, its external id among all values of the company. */
export interface AllowedValue {
  readonly id: string;
  readonly label: string;
  readonly externalId?: string;
}

export interface CharacteristicNode extends AllowedValue {
  readonly position: number;
}

export const VALUE_LISTS = ['allowedValues', 'nodes'] as const;
type List = (typeof VALUE_LISTS)[number];

interface GivenValue extends GivenKeys {
  readonly label: string;
}

/** A characteristic as an import gives it: a list that is left out stays as it is stored. */
export interface GivenCharacteristic extends GivenKeys {
  readonly type: CharacteristicType;
  readonly name: string;
  readonly allowedValues?: readonly GivenValue[] | undefined;
  readonly nodes?: readonly (GivenValue & { readonly position: number })[] | undefined;
}

const OWNERS: Readonly<Record<List, readonly CharacteristicType[]>> = {
  allowedValues: ['LIST', 'BOOLEAN'],
  nodes: ['TREE'],
};

/** The list with the values of a type; `DATE` has none. */
export function listOf(type: CharacteristicType): List | undefined {
  return VALUE_LISTS.find((list) => OWNERS[list].includes(type));
}

/** Ids that occur twice in a list, and lists that the type of the characteristic does not have. */
export function characteristicIssues({ type, ...lists }: GivenCharacteristic): ValidationIssue[] {
  return VALUE_LISTS.flatMap((list) => {
    const entries = lists[list] ?? [];
    if (entries.length > 0 && !OWNERS[list].includes(type)) {
      const message = `must be empty where the type is ${type}`;
      return [{ path: list, code: 'TYPE_DISAGREES', message }];
    }
    const message = 'must not occur twice in one characteristic';
    return repeatedIds(entries).map((index) => ({
      path: `${list}[${index}].id`,
      code: 'NOT_UNIQUE',
      message,
    }));
  });
}

/** The values and nodes of a characteristic. */
export function valuesOf({ allowedValues, nodes }: Characteristic): readonly AllowedValue[] {
  return [...allowedValues, ...nodes];
}

/** The number of values of the company that have each external id. */
export function holdersOfValues(after: readonly Characteristic[]): Holders {
  return holdersOf(after.flatMap(valuesOf));
}

/**
 * External ids of values that others of the company have.
 * @param holders - those of all values after the change
 */
export function valueIssues(
  given: GivenCharacteristic,
  complete: Characteristic,
  holders: Holders,
  path: string,
): ValidationIssue[] {
  return VALUE_LISTS.flatMap((list) => {
    const pathOf = (index: number): string => propertyPath(path, `${list}[${index}]`);
    return given[list] ? keyIssues(complete[list], holders, pathOf) : [];
  });
}

/**
 * A given characteristic with what it leaves out, as it is stored: lists that its type has, and external ids.
 * @param keepsValues - values that a given list leaves out come after those that it has
 */
export function completed(
  given: Identified<GivenCharacteristic>,
  stored: Characteristic | undefined,
  keepsValues = false,
): Characteristic {
  const { id, type, name } = given;
  const storedOf = <L extends List>(list: L): Characteristic[L] | readonly [] =>
    stored && OWNERS[list].includes(type) ? stored[list] : [];
  const [values, nodes] = [storedOf('allowedValues'), storedOf('nodes')];
  const valueOf = valueAmong(stored?.allowedValues);
  const nodeOf = valueAmong(stored?.nodes);
  return {
    id,
    type,
    name,
    ...externalIdOf(given, stored),
    allowedValues: given.allowedValues
      ? withRest(given.allowedValues.map(valueOf), values, keepsValues)
      : values,
    nodes: given.nodes
      ? withRest(
          given.nodes.map((node) => asNode(nodeOf(node), node)),
          nodes,
          keepsValues,
        )
      : nodes,
  };
}

function asNode(
  { id, label, ...keys }: AllowedValue,
  { position }: { readonly position: number },
): CharacteristicNode {
  return { id, label, position, ...keys };
}

function withRest<Value extends AllowedValue>(
  given: readonly Value[],
  stored: readonly Value[],
  keepsValues: boolean,
): readonly Value[] {
  if (!keepsValues) return given;
  const ids = new Set(given.map(({ id }) => id));
  return [...given, ...stored.filter(({ id }) => !ids.has(id))];
}

/** Completes values by the stored ones. */
function valueAmong(stored: readonly AllowedValue[] = []): (given: GivenValue) => AllowedValue {
  const idOf = identifierOf(stored);
  const byId = new Map(stored.map((value) => [value.id, value]));
  return (given) => {
    const id = idOf(given);
    return { id, label: given.label, ...externalIdOf(given, byId.get(id)) };
  };
}
