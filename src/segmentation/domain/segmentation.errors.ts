import { DomainError } from '../../shared-kernel/domain-error.js';

/** Most issues that an import of segmentation names; the path of an area may be as long as its tree is deep. */
export const MAX_ISSUES = 100;

/** An import names a company that does not exist. */
export class SegmentationCompanyNotFound extends DomainError {
  constructor(companyId: string) {
    super('not-found', 'COMPANY_NOT_FOUND', `There is no company ${companyId}.`);
  }
}

/** Ids are unique among all companies, and these belong to another one. */
export class IdsTaken extends Error {
  constructor(readonly ids: readonly string[]) {
    super('Some ids belong to another company.');
    this.name = new.target.name;
  }
}
