import { newId } from '../../../src/shared-kernel/id.js';

export const HIERARCHY = '/api/v1/public/company/hierarchy';
export const GROUPS = '/api/v1/public/company/groups';
export const CHARACTERISTICS = '/api/v1/public/company/characteristics';

/** An area in the shape in which the API returns it. */
export interface AreaRecord {
  readonly id: string;
  readonly name: string;
  readonly children: AreaRecord[];
}

/** An area with an id of its own. */
export function area(name: string, ...children: AreaRecord[]): AreaRecord {
  return { id: newId(), name, children };
}

/** A group with an id of its own. */
export function group(name: string): { id: string; name: string } {
  return { id: newId(), name };
}

export interface CharacteristicRecord {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly allowedValues: { readonly id: string; readonly label: string }[];
  readonly nodes: { readonly id: string; readonly label: string; readonly position: number }[];
}

/** A characteristic of a type, with values or nodes where the type has them. */
export function characteristic(type: string, name: string, ...labels: string[]): CharacteristicRecord {
  const values = labels.map((label) => ({ id: newId(), label }));
  return {
    id: newId(),
    type,
    name,
    allowedValues: type === 'LIST' || type === 'BOOLEAN' ? values : [],
    nodes: type === 'TREE' ? values.map((value, position) => ({ ...value, position })) : [],
  };
}

/** A chain of areas, each the only child of the one before it. */
export function chain(depth: number): AreaRecord {
  let below = area(`Level ${depth}`);
  for (let level = depth - 1; level > 0; level--) below = area(`Level ${level}`, below);
  return below;
}
