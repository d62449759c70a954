import { defineError, DomainError } from '../../shared-kernel/domain-error.js';
import type { ActionStatus, PlanOperation } from './enumerations.js';

/** The company has no plan with this id. A plan of another company is unknown, too. */
export class PlanNotFound extends defineError('PLAN_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'The company has no action plan with this id.',
  remedy: 'Use an id from the list of plans. The plan may have been deleted.',
  detail: 'There is no action plan with this id.',
}) {}

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
export class ActionNotFound extends defineError('ACTION_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'The plan has no action with this id.',
  remedy: 'Use an id from the plan. The action may have been deleted.',
}) {}

/** The action has no note with this id that the actor reads. */
export class NoteNotFound extends defineError('NOTE_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'The action has no note with this id, or the note is a private one of another author.',
  remedy: 'Use an id from the action. The note may have been deleted.',
  detail: 'The action has no note with this id that you may read.',
}) {}

/** The company has no such employee, or the person is not assigned to the action. */
export class AssigneeNotFound extends defineError('ASSIGNEE_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'The company has no employee with this id who is not deleted, or the person is not assigned.',
  remedy: 'Use the `id` of an employee, or of one of the assignees of the action.',
  detail: 'There is no such employee, or the person is not assigned.',
}) {
  /** Nobody who is not deleted has the id. */
  static notEmployed(): AssigneeNotFound {
    return new AssigneeNotFound('The company has no employee with this id who is not deleted.');
  }

  static notAssigned(): AssigneeNotFound {
    return new AssigneeNotFound('The person is not assigned to the action.');
  }
}

/** The plan has as many actions as a plan may have. */
export class TooManyActions extends defineError('TOO_MANY_ACTIONS', {
  kind: 'conflict',
  meaning: 'The plan has as many actions as a plan may have.',
  remedy: 'Delete actions, or use another plan.',
  detail: 'A plan has at most 1,000 actions.',
}) {}

/** The plan would be larger than a plan may be. */
export class PlanTooLarge extends defineError('PLAN_TOO_LARGE', {
  kind: 'conflict',
  meaning: 'The plan would be larger than a plan may be. A change of a status is never refused for this.',
  remedy: 'Shorten texts, delete actions or notes, or use another plan.',
  detail:
    'A plan has at most 3 MiB with its actions and notes, and with its title and description once for each action.',
}) {}

/** The action has more assignees than an action may have. */
export class TooManyAssignees extends defineError('TOO_MANY_ASSIGNEES', {
  kind: 'conflict',
  meaning: 'The action would have more assignees than an action may have.',
  remedy: 'Remove assignees, or make several actions.',
  detail: 'An action has at most 200 assignees.',
}) {}

/** Most assignees that a refusal names. */
const NAMED_ASSIGNEES = 10;

/** The status of an action with assignees is not set: it follows from theirs. */
export class StatusFollowsAssignees extends defineError('STATUS_FOLLOWS_ASSIGNEES', {
  kind: 'conflict',
  meaning: 'The action has assignees, so that its status follows from theirs, and another one was sent.',
  remedy:
    'Leave `status` out, or send the one that the action has. Set the statuses of the assignees that ' +
    'the answer names by `PUT …/assignees/{assigneeId}`; for a new action, send them in ' +
    '`assigneeStatuses`.',
  detail:
    'status must be IN_PROGRESS or absent, because the status of an action with assignees follows from ' +
    'theirs. Set those by PUT …/assignees/{assigneeId}: 665f1c2ab7e4d90012ab3412.',
  errors: [
    {
      path: 'status',
      code: 'STATUS_FOLLOWS_ASSIGNEES',
      message:
        'must be IN_PROGRESS or absent, because the status of an action with assignees follows from theirs',
    },
  ],
}) {
  /**
   * @param status - the one that follows
   * @param remedy - how the statuses of the assignees are given
   */
  constructor(status: ActionStatus, remedy: string, assigneeIds: readonly string[]) {
    const named = assigneeIds.slice(0, NAMED_ASSIGNEES).join(', ');
    const others = assigneeIds.length - NAMED_ASSIGNEES;
    const message = `must be ${status} or absent, because the status of an action with assignees follows from theirs`;
    super(`status ${message}. ${remedy}: ${named}${others > 0 ? ` and ${others} more` : ''}.`, [
      { path: 'status', code: 'STATUS_FOLLOWS_ASSIGNEES', message },
    ]);
  }
}

/** The action has as many notes as an action may have. */
export class TooManyNotes extends defineError('TOO_MANY_NOTES', {
  kind: 'conflict',
  meaning: 'The action has as many notes as an action may have.',
  remedy: 'Delete notes.',
  detail: 'An action has at most 1,000 notes.',
}) {}

/** Only an admin makes an action one of the company. */
export class ActionTypeForbidden extends defineError('ACTION_TYPE_FORBIDDEN', {
  kind: 'forbidden',
  meaning: 'The caller is not an admin, and would make an action one of the company.',
  remedy: 'Send the type `MANAGER`, or ask an admin.',
  detail: 'Only an admin may give an action the type COMPANY.',
}) {}

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
export class PlanForbidden extends defineError('PLAN_FORBIDDEN', {
  kind: 'forbidden',
  meaning: 'The plan belongs to the company, but the caller may not do this to it or to what is in it.',
  remedy: 'Ask the creator of the plan or of the action. A private plan is read by its creator only.',
}) {
  constructor(operation: PlanOperation) {
    super(REFUSALS[operation]);
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
