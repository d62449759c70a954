import { externalIdOf, type GivenKeys, type Identified } from './keys.js';

/** People of a company who have something in common, wherever they work. */
export interface Group {
  readonly id: string;
  readonly name: string;
  readonly externalId?: string;
}

/** A group as an import gives it. */
export interface GivenGroup extends GivenKeys {
  readonly name: string;
}

export function completeGroup(
  { id, name, externalId }: Identified<GivenGroup>,
  stored: Group | undefined,
): Group {
  return { id, name, ...externalIdOf({ externalId }, stored) };
}
