/** Roles of users in a company. A session has exactly one. */
export const ROLES = ['ADMIN', 'MANAGER', 'RESPONSIBLE', 'ADVISOR', 'EMPLOYEE', 'PUBLIC'] as const;
export type Role = (typeof ROLES)[number];

/**
 * The role of a user by that of the employee, where a company takes roles from its staff: none but that of a manager. A
 * record of the staff makes nobody an admin.
 */
export function roleOfStaff(role: Role | undefined): Role | undefined {
  if (role === 'ADMIN') return 'MANAGER';
  return role !== undefined && COMPANY_MANAGERS.includes(role) ? role : undefined;
}

/** The roles that may enter the session area at all. */
export const COMPANY_MANAGERS: readonly Role[] = ['ADMIN', 'MANAGER', 'RESPONSIBLE', 'ADVISOR'];

/** Permissions of API keys that are issued without a list. */
export const DEFAULT_SCOPES = [
  'employees:read',
  'employees:write',
  'segmentation:read',
  'timesheets:read',
] as const;

/**
 * All permissions of API keys with their operations, for the help of `wes api-key issue` and docs/contract.md, "Roles
 * and scopes". The default ones come first.
 */
export const SCOPE_MEANINGS = {
  'employees:read': 'reads employees',
  'employees:write': 'invites, changes, resets and ends employees, also many at once',
  'segmentation:read': 'reads areas, groups and characteristics',
  'timesheets:read': 'reads timesheet entries',
  'changes:read': 'reads the change feed, together with the scope of each kind',
  'employees:sync': 'sends, reads and applies the staff of a source',
  'people:access': 'makes an archive of what is stored about a person, and fetches it',
  'people:erase': 'erases people, and holds them',
  scim: 'reads, creates, changes and ends people by SCIM',
  'segmentation:write': 'writes areas, groups and characteristics',
  'timesheets:write': 'creates, changes and deletes timesheet entries',
  'webhooks:manage': 'makes, changes and removes its webhooks, together with the scope of each kind',
} as const;

export type Scope = keyof typeof SCOPE_MEANINGS;
export const SCOPES = Object.keys(SCOPE_MEANINGS) as readonly Scope[];

/** The request by which an actor came. */
export interface Origin {
  readonly requestId: string;
  /** IP address of the client. */
  readonly address: string;
}

/** A person who came with a session. */
export interface UserActor {
  readonly kind: 'user';
  /** Id of the session, which is not its secret; absent in background work. */
  readonly sessionId?: string;
  readonly origin?: Origin;
  readonly userId: string;
  readonly companyId: string;
  readonly role: Role;
  /** BCP 47 tag of the language in which the service writes to this person. */
  readonly language: string;
}

/** A system that came with an API key. */
export interface IntegrationActor {
  readonly kind: 'integration';
  readonly origin?: Origin;
  readonly apiKeyId: string;
  readonly companyId: string;
  readonly scopes: readonly Scope[];
}

/** The caller. Known only from the credential, never from a path or a body. */
export type Actor = UserActor | IntegrationActor;

/** The id of the user or the API key. */
export function callerIdOf(actor: Actor): string {
  return actor.kind === 'user' ? actor.userId : actor.apiKeyId;
}

/** The operator, who uses the command `wes` and has no credential, at work on a company. */
export interface OperatorActor {
  readonly kind: 'operator';
  readonly companyId: string;
}

export function operatorOf(companyId: string): OperatorActor {
  return { kind: 'operator', companyId };
}
