import { defineError } from '../../../shared-kernel/domain-error.js';
import { MAX_HOLDS } from './legal-hold.js';

/** The person, or the company, is held: nothing is erased. */
export class UnderLegalHold extends defineError('LEGAL_HOLD', {
  kind: 'conflict',
  meaning: 'There is a legal hold on the person or on the company: nothing is erased.',
  remedy: 'Lift the hold when its reason is gone. That on the company is lifted by the operator.',
  detail: 'There is a legal hold on the person or the company: nothing is erased.',
}) {}

/** The company has no such hold. */
export class HoldNotFound extends defineError('HOLD_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'The company has no hold on a person with this id.',
  remedy: 'Read the list of holds.',
  detail: 'There is no legal hold with this id.',
}) {}

/** The company has as many holds as a company may have. */
export class TooManyHolds extends defineError('TOO_MANY_HOLDS', {
  kind: 'conflict',
  meaning: 'The company has a thousand legal holds.',
  remedy: 'Lift those whose reason is gone.',
  detail: `A company has at most ${MAX_HOLDS} legal holds.`,
}) {}

/** Nothing in the company refers to the person by an id that a hold could keep. */
export class NothingToHold extends defineError('NOTHING_TO_HOLD', {
  kind: 'conflict',
  meaning: 'The person is neither an employee nor a user of the company; a hold would keep no timesheet.',
  remedy: 'Have the operator hold the company.',
  detail:
    'The person is neither an employee nor a user, and timesheets alone cannot be held: hold the company.',
}) {}

/** The erasure of the person has begun: a hold would keep nothing. */
export class ErasureBegun extends defineError('ERASURE_BEGUN', {
  kind: 'conflict',
  meaning: 'The erasure of the person has begun, so that a legal hold would keep nothing of the person.',
  remedy: 'Look at the erasure: it cannot be stopped any more.',
  detail: 'The person is being erased: it is too late for a legal hold.',
}) {}
