import { SCOPE_MEANINGS, SCOPES } from '../../shared-kernel/actor.js';

const WIDTH = Math.max(...SCOPES.map((scope) => scope.length)) + 2;

/** A line for each scope. */
export const SCOPES_HELP = `\nScopes:\n${SCOPES.map(
  (scope) => `  ${scope.padEnd(WIDTH)}${SCOPE_MEANINGS[scope]}`,
).join('\n')}`;
