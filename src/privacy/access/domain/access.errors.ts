import { defineError } from '../../../shared-kernel/domain-error.js';
import { MAX_ACCESSES_PER_DAY } from './access.js';

/** The company has no such request for access. */
export class AccessNotFound extends defineError('ACCESS_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'The company has no request for access with this id, or had it more than 30 days ago.',
  remedy: 'Use the `Location` of the answer to the request.',
  detail: 'There is no request for access with this id.',
}) {}

/** The company has made as many requests for access as it may in a day. */
export class TooManyAccesses extends defineError('TOO_MANY_ACCESSES', {
  kind: 'conflict',
  meaning: 'The company has asked for the data of 50 people in 24 hours.',
  remedy: 'Ask for more later, or ask the operator: `wes person access` has no such limit.',
  detail: `A company may ask for the data of ${MAX_ACCESSES_PER_DAY} people in 24 hours; its operator may ask for more.`,
}) {}

/** No archive of personal data has the link. */
export class PersonalDataLinkNotFound extends defineError('PERSONAL_DATA_LINK_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'No archive of personal data has this link.',
  remedy: 'Copy the link from the request for access or the e-mail again.',
  detail: 'There is nothing behind this link.',
}) {}

/** The archive of the link is removed. */
export class PersonalDataLinkExpired extends defineError('PERSONAL_DATA_LINK_EXPIRED', {
  kind: 'gone',
  meaning: 'The archive was removed after seven days, because its request was ended, or with the person.',
  remedy: 'Make another request for access.',
  detail: 'The link works no more.',
}) {}
