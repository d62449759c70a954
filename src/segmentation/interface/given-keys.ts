import { newId } from '../../shared-kernel/id.js';
import type { GivenKeys } from '../domain/keys.js';

/** The keys of a record. One without an id gets a new one, which it keeps unless its external id is known. */
export function keysOf({ id, externalId }: Partial<Pick<GivenKeys, 'id' | 'externalId'>>): GivenKeys {
  return { id: id ?? newId(), isUnnamed: id === undefined, externalId };
}
