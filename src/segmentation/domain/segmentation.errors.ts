import { defineError, DomainError } from '../../shared-kernel/domain-error.js';

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
