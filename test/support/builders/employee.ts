import { newId } from '../../../src/shared-kernel/id.js';

export const EMPLOYEES = '/api/v1/public/company/employees';
export const INVITE = `${EMPLOYEES}/invite`;
export const BULK = `${EMPLOYEES}/bulk`;
export const RESET = `${EMPLOYEES}/reset`;

export const ERASURES = '/api/v1/public/company/people/erasures';
export const ACCESSES = '/api/v1/public/company/people/access';

/** The same for admins. */
export const ADMIN_ACCESSES = '/api/v1/company/people/access';

export type Body = Record<string, unknown>;

export const byEmail = (email: string): string => `${EMPLOYEES}/email/${encodeURIComponent(email)}`;
export const byExternalId = (externalId: string): string =>
  `${EMPLOYEES}/externalid/${encodeURIComponent(externalId)}`;

let sequence = 0;

/** A body that names a person of its own and nothing else; overrides replace properties, `undefined` removes them. */
export function employeeBody(overrides: Body = {}): Body & { email: string; externalId: string } {
  const number = ++sequence;
  return { email: `Person${number}@example.com`, externalId: `HR-${number}`, ...overrides };
}

/** A record of a person for the import, with an id of its own. */
export function employeeRecord(
  overrides: Body = {},
): Body & { id: string; email: string; externalId: string } {
  return { id: newId(), name: 'Jo', activated: true, ...employeeBody(overrides), ...overrides };
}
