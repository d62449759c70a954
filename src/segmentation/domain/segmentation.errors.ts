import { defineError, DomainError } from '../../shared-kernel/domain-error.js';
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

export class AreaNotFound extends defineError('AREA_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'The company has no area with this id or external id.',
  remedy: 'Use an id or external id from the list of areas.',
}) {}

export class GroupNotFound extends defineError('GROUP_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'The company has no group with this id or external id.',
  remedy: 'Use an id or external id from the list of groups.',
}) {}

export class CharacteristicNotFound extends defineError('CHARACTERISTIC_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'The company has no characteristic with this id or external id.',
  remedy: 'Use an id or external id from the list of characteristics.',
}) {}

export class ValueNotFound extends defineError('VALUE_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'The characteristic has no value or node with this id or external id.',
  remedy: 'Use an id or external id from the characteristic.',
  detail: 'The characteristic has no value with this id or external id.',
}) {}

/** An area has others below it. */
export class AreaNotEmpty extends defineError('AREA_NOT_EMPTY', {
  kind: 'conflict',
  meaning: 'There are areas below the one that is to be removed.',
  remedy: 'Move or remove them first, or send all areas with `prune`.',
  detail: 'There are areas below the area: move or remove them first.',
}) {}

/** A change would leave more objects than a company may have. */
export class SegmentationTooLarge extends defineError('SEGMENTATION_TOO_LARGE', {
  kind: 'conflict',
  meaning: 'The company would have too many areas, groups, characteristics or values of a characteristic.',
  remedy: 'Remove those that nobody uses.',
  detail: 'There may be at most 20000 areas.',
}) {
  constructor(limit: number, objects: string) {
    super(`There may be at most ${limit} ${objects}.`);
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
