import { DomainError } from '../../shared-kernel/domain-error.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import type { PlanOperation } from './plan-policy.js';

/** There is no plan with the id in the company: an id of another company is as unknown as one of nobody. */
export class PlanNotFound extends DomainError {
  constructor() {
    super('not-found', 'PLAN_NOT_FOUND', 'There is no action plan with this id.');
  }
}

/** Plans cannot be put into a company that does not exist. */
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

/** The plan exists in the actor's company, but the actor has not the right to do this to it. */
export class PlanForbidden extends DomainError {
  constructor(operation: PlanOperation) {
    super('forbidden', 'PLAN_FORBIDDEN', REFUSALS[operation]);
  }
}

/** A plan breaks rules of its members, or of how they agree. */
export class InvalidPlan extends DomainError {
  constructor(issues: readonly ValidationIssue[]) {
    super('invalid', 'VALIDATION_FAILED', 'The action plan breaks a rule of its members.', issues);
  }
}
