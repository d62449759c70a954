import { defineError } from '../../shared-kernel/domain-error.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { MAX_MOVED } from './structure.limits.js';

/** People belong to something that would be removed. */
export class StructureInUse extends defineError('STRUCTURE_IN_USE', {
  kind: 'conflict',
  meaning:
    'Employees refer to an area, a group, a characteristic or a value that would be removed. `errors` ' +
    'names up to 100.',
  remedy: 'Change these employees first, or name an object in `moveTo` to which they go.',
  detail: 'Employees refer to areas that would be removed: move them first, or name moveTo.',
  errors: [
    {
      path: 'areas',
      code: 'STILL_IN_USE',
      message: 'must keep the area "Kitchen" (665f1c2ab7e4d90012ab3a02): 3 employees use it',
    },
  ],
}) {
  constructor(list: string, issues: readonly ValidationIssue[]) {
    const message = `Employees refer to ${list} that would be removed: move them first, or name moveTo.`;
    super(message, issues);
  }
}

/** A removal would move too many people or actions. */
export class TooManyToMove extends defineError('TOO_MANY_TO_MOVE', {
  kind: 'conflict',
  meaning: 'More than 10,000 people or 10,000 actions would go to `moveTo`.',
  remedy: 'Move people by a sync, or remove fewer objects by a request.',
  detail: `A removal moves at most ${MAX_MOVED} people and ${MAX_MOVED} actions.`,
}) {}
