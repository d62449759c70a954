import { SCOPES, type Scope } from '../../shared-kernel/actor.js';

/** The operations of a key with each scope, for the help of `wes api-key issue` and docs/contract.md, "Roles and scopes". */
export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
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
};

const WIDTH = Math.max(...SCOPES.map((scope) => scope.length)) + 2;

/** A line for each scope. */
export const SCOPES_HELP = `\nScopes:\n${SCOPES.map(
  (scope) => `  ${scope.padEnd(WIDTH)}${SCOPE_MEANINGS[scope]}`,
).join('\n')}`;
