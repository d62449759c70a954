import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import type { CharacteristicType } from './characteristic-type.js';

/** A question that the profiles of employees answer (interface 2.8). */
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

type List = 'allowedValues' | 'nodes';

/** A characteristic as an import gives it: a list that is left out stays as it is stored. */
export type GivenCharacteristic = Omit<Characteristic, List> & Partial<Pick<Characteristic, List>>;

const OWNERS: Readonly<Record<List, readonly CharacteristicType[]>> = {
  allowedValues: ['LIST', 'BOOLEAN'],
  nodes: ['TREE'],
};

/** Lists that the type of a characteristic does not have. */
export function typeIssues({ type, ...lists }: GivenCharacteristic): ValidationIssue[] {
  const wrong = (['allowedValues', 'nodes'] as const).filter(
    (list) => lists[list]?.length && !OWNERS[list].includes(type),
  );
  const message = `must be empty where the type is ${type}`;
  return wrong.map((path) => ({ path, code: 'TYPE_DISAGREES', message }));
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
