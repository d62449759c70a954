import { DomainError } from '../../shared-kernel/domain-error.js';
import type { PlanOperation } from './enumerations.js';

/** The company has no plan with this id. A plan of another company is unknown, too. */
export class PlanNotFound extends DomainError {
  constructor() {
    super('not-found', 'PLAN_NOT_FOUND', 'There is no action plan with this id.');
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
      'A plan is handed over only to an active user of its company with the role ADMIN, MANAGER, RESPONSIBLE or ADVISOR.',
    );
  }
}
