import { DomainError } from '../../shared-kernel/domain-error.js';

/** Most issues that an import of segmentation names; the path of an area may be as long as its tree is deep. */
export const MAX_ISSUES = 100;

/** An import names a company that does not exist. */
export class SegmentationCompanyNotFound extends DomainError {
  constructor(companyId: string) {
    super('not-found', 'COMPANY_NOT_FOUND', `There is no company ${companyId}.`);
  }
}

export class AreaNotFound extends DomainError {
  constructor() {
    super('not-found', 'AREA_NOT_FOUND', 'The company has no area with this id or external id.');
  }
}

export class GroupNotFound extends DomainError {
  constructor() {
    super('not-found', 'GROUP_NOT_FOUND', 'The company has no group with this id or external id.');
  }
}

export class CharacteristicNotFound extends DomainError {
  constructor() {
    super(
      'not-found',
      'CHARACTERISTIC_NOT_FOUND',
      'The company has no characteristic with this id or external id.',
    );
  }
}

export class ValueNotFound extends DomainError {
  constructor() {
    super('not-found', 'VALUE_NOT_FOUND', 'The characteristic has no value with this id or external id.');
  }
}

/** An area has others below it. */
export class AreaNotEmpty extends DomainError {
  constructor() {
    super('conflict', 'AREA_NOT_EMPTY', 'There are areas below the area: move or remove them first.');
  }
}

/** A change would leave more objects than a company may have. */
export class SegmentationTooLarge extends DomainError {
  constructor(limit: number, objects: string) {
    super('conflict', 'SEGMENTATION_TOO_LARGE', `There may be at most ${limit} ${objects}.`);
  }
}

/** Ids are unique among all companies, and these belong to another one. */
export class IdsTaken extends Error {
  constructor(readonly ids: readonly string[]) {
    super('Some ids belong to another company.');
    this.name = new.target.name;
  }
}
