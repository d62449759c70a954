import { DomainError } from '../../shared-kernel/domain-error.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { MAX_MOVED } from './structure.limits.js';

/** People belong to something that would be removed. */
export class StructureInUse extends DomainError {
  constructor(list: string, issues: readonly ValidationIssue[]) {
    const message = `Employees refer to ${list} that would be removed: move them first, or name moveTo.`;
    super('conflict', 'STRUCTURE_IN_USE', message, issues);
  }
}

/** A removal would move too many people or actions. */
export class TooManyToMove extends DomainError {
  constructor() {
    const message = `A removal moves at most ${MAX_MOVED} people and ${MAX_MOVED} actions.`;
    super('conflict', 'TOO_MANY_TO_MOVE', message);
  }
}
