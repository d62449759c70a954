import { DomainError } from '../../shared-kernel/domain-error.js';
import type { ActionStatus, PlanOperation } from './enumerations.js';

/** The company has no plan with this id. A plan of another company is unknown, too. */
export class PlanNotFound extends DomainError {
  constructor() {
    super('not-found', 'PLAN_NOT_FOUND', 'There is no action plan with this id.');
  }
}

/** No deleted plan with this id is kept. */
export class DeletionNotFound extends DomainError {
  constructor() {
    super(
      'not-found',
      'DELETION_NOT_FOUND',
      'No deleted plan with this id is kept: it is not deleted, it never existed, or AUDIT_RETENTION is over.',
    );
  }
}

/** The plan is there. */
export class PlanNotDeleted extends DomainError {
  constructor() {
    super('conflict', 'PLAN_NOT_DELETED', 'The plan is not deleted.');
  }
}

/** The plan has no action with this id. */
export class ActionNotFound extends DomainError {
  constructor() {
    super('not-found', 'ACTION_NOT_FOUND', 'The plan has no action with this id.');
  }
}

/** The action has no note with this id that the actor reads. */
export class NoteNotFound extends DomainError {
  constructor() {
    super('not-found', 'NOTE_NOT_FOUND', 'The action has no note with this id that you may read.');
  }
}

/** The company has no such employee, or the person is not assigned to the action. */
export class AssigneeNotFound extends DomainError {
  constructor(message: string) {
    super('not-found', 'ASSIGNEE_NOT_FOUND', message);
  }

  /** Nobody who is not deleted has the id. */
  static notEmployed(): AssigneeNotFound {
    return new AssigneeNotFound('The company has no employee with this id who is not deleted.');
  }

  static notAssigned(): AssigneeNotFound {
    return new AssigneeNotFound('The person is not assigned to the action.');
  }
}

/** The plan has as many actions as a plan may have. */
export class TooManyActions extends DomainError {
  constructor() {
    super('conflict', 'TOO_MANY_ACTIONS', 'A plan has at most 1,000 actions.');
  }
}

/** The plan would be larger than a plan may be. */
export class PlanTooLarge extends DomainError {
  constructor() {
    super(
      'conflict',
      'PLAN_TOO_LARGE',
      'A plan has at most 3 MiB with its actions and notes, and with its title and description once for each action.',
    );
  }
}

/** The action has more assignees than an action may have. */
export class TooManyAssignees extends DomainError {
  constructor() {
    super('conflict', 'TOO_MANY_ASSIGNEES', 'An action has at most 200 assignees.');
  }
}

/** Most assignees that a refusal names. */
const NAMED_ASSIGNEES = 10;

/** The status of an action with assignees is not set: it follows from theirs. */
export class StatusFollowsAssignees extends DomainError {
  /**
   * @param status - the one that follows
   * @param remedy - how the statuses of the assignees are given
   */
  constructor(status: ActionStatus, remedy: string, assigneeIds: readonly string[]) {
    const named = assigneeIds.slice(0, NAMED_ASSIGNEES).join(', ');
    const others = assigneeIds.length - NAMED_ASSIGNEES;
    const message = `must be ${status} or absent, because the status of an action with assignees follows from theirs`;
    super(
      'conflict',
      'STATUS_FOLLOWS_ASSIGNEES',
      `status ${message}. ${remedy}: ${named}${others > 0 ? ` and ${others} more` : ''}.`,
      [{ path: 'status', code: 'STATUS_FOLLOWS_ASSIGNEES', message }],
    );
  }
}

/** The action has as many notes as an action may have. */
export class TooManyNotes extends DomainError {
  constructor() {
    super('conflict', 'TOO_MANY_NOTES', 'An action has at most 1,000 notes.');
  }
}

/** Only an admin makes an action one of the company. */
export class ActionTypeForbidden extends DomainError {
  constructor() {
    super('forbidden', 'ACTION_TYPE_FORBIDDEN', 'Only an admin may give an action the type COMPANY.');
  }
}

/** The company of an import does not exist. */
export class PlanCompanyNotFound extends DomainError {
  constructor(companyId: string) {
    super('not-found', 'COMPANY_NOT_FOUND', `There is no company ${companyId}.`);
  }
}

const REFUSALS = {
  read: 'The plan is private; only its creator may read it.',
  update: 'Only the creator of the plan, or an admin who may read it, may change it.',
  delete: 'Only the creator of the plan or an admin may delete it.',
  export: 'The plan is private; only its creator may export it.',
  copy: 'The plan is private; only its creator may copy it.',
  'create-action': 'Only the creator of the plan, or an admin who may read it, may add actions.',
  'change-action':
    'Only the creator of the plan or of the action, or an admin who may read it, may change it.',
  'set-assignee':
    'Only the creator of the plan or of the action, an admin who may read it, or the assigned person may ' +
    'set the status.',
  'create-note': 'The plan is private; only its creator may add notes.',
  'change-note': 'Only its author may change a note.',
  'delete-note': 'Only its author or an admin may delete a note.',
} satisfies Record<PlanOperation, string>;

/** The actor may not do this to a plan of the same company. */
export class PlanForbidden extends DomainError {
  constructor(operation: PlanOperation) {
    super('forbidden', 'PLAN_FORBIDDEN', REFUSALS[operation]);
  }
}

/** A plan cannot be handed over to this person. */
export class InvalidRecipient extends DomainError {
  constructor() {
    super(
      'conflict',
      'INVALID_RECIPIENT',
      'A plan is handed over only to an active user of its company with the role ADMIN, MANAGER, ' +
        'RESPONSIBLE or ADVISOR.',
    );
  }
}
