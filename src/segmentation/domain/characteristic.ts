import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import type { CharacteristicType } from './characteristic-type.js';
import { repeatedIds } from './order.js';

/** A question that the profiles of employees answer. */
export interface Characteristic {
  readonly id: string;
  readonly type: CharacteristicType;
  readonly name: string;
  /** Possible answers of the types `LIST` and `BOOLEAN`; otherwise empty. */
  readonly allowedValues: readonly AllowedValue[];
  /** Possible answers of the type `TREE`, in the order in which they were given; otherwise empty. */
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

type List = 'allowedValues' | 'nodes';

/** A characteristic as an import gives it: a list that is left out stays as it is stored. */
export type GivenCharacteristic = Omit<Characteristic, List> & Partial<Pick<Characteristic, List>>;

const OWNERS: Readonly<Record<List, readonly CharacteristicType[]>> = {
  allowedValues: ['LIST', 'BOOLEAN'],
  nodes: ['TREE'],
};

/** Ids that occur twice in a list, and lists that the type of the characteristic does not have. */
export function characteristicIssues({ type, ...lists }: GivenCharacteristic): ValidationIssue[] {
  return (['allowedValues', 'nodes'] as const).flatMap((list) => {
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

/** A given characteristic with the lists that it leaves out: the stored ones, if its type has them. */
export function complete(given: GivenCharacteristic, stored: Characteristic | undefined): Characteristic {
  const { id, type, name } = given;
  const kept = <L extends List>(list: L): Characteristic[L] | readonly [] =>
    stored && OWNERS[list].includes(type) ? stored[list] : [];
  return {
    id,
    type,
    name,
    allowedValues: given.allowedValues ?? kept('allowedValues'),
    nodes: given.nodes ?? kept('nodes'),
  };
}
