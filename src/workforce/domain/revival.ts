import type { Identifiers } from './employee.repository.js';
import type { Employee } from './employee.js';

/**
 * Whom an invitation takes back (decisions 8): the one with the external id, else the one with the e-mail address if
 * the external ids do not tell them apart. The last deleted one goes first.
 * @param deleted - those who have one of the identifiers
 */
export function toRevive({ externalId }: Identifiers, deleted: readonly Employee[]): Employee | undefined {
  const hasId = ({ state }: Employee): boolean => externalId !== undefined && state.externalId === externalId;
  const isSamePerson = (employee: Employee): boolean =>
    hasId(employee) || externalId === undefined || employee.state.externalId === undefined;
  const left = ({ state }: Employee): number => state.deletedAt?.getTime() ?? 0;
  return deleted
    .filter(isSamePerson)
    .sort((one, other) => Number(hasId(other)) - Number(hasId(one)) || left(other) - left(one))[0];
}
