import { DomainError } from '../../shared-kernel/domain-error.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { MAX_MOVED } from './segmentation.rules.js';

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
