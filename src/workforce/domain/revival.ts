import type { Identifiers } from './employee.repository.js';
import type { Employee } from './employee.js';

/**
 * The deleted employee whom an invitation restores (docs/contract.md, "POST
 * /api/v1/public/company/employees/invite"): the one with the external id, else one with the e-mail address, unless
 * both have external ids. Of several, the one who was deleted last.
 * @param deleted - those who have one of the identifiers
 */
export function toRevive({ externalId }: Identifiers, deleted: readonly Employee[]): Employee | undefined {
  const hasExternalId = ({ state }: Employee): boolean =>
    externalId !== undefined && state.externalId === externalId;
  const isSamePerson = (employee: Employee): boolean =>
    hasExternalId(employee) || externalId === undefined || employee.state.externalId === undefined;
  const left = ({ state }: Employee): number => state.deletedAt?.getTime() ?? 0;
  return deleted
    .filter(isSamePerson)
    .sort(
      (one, other) => Number(hasExternalId(other)) - Number(hasExternalId(one)) || left(other) - left(one),
    )[0];
}
