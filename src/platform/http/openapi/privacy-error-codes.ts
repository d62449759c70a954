import type { ErrorCodeDefinition } from './error-code.js';

/** The part of {@link ERROR_CODES} that belongs to users and personal data. */
export const PRIVACY_ERROR_CODES = {
  USER_NOT_FOUND: {
    statuses: [404],
    meaning: 'The company has no user with this id who may sign in.',
    remedy: 'Use the id of an active user of the company, such as `createdBy` of a plan.',
  },
  EMPLOYEE_LINKED: {
    statuses: [409],
    meaning: 'Another active user is this employee already.',
    remedy: 'Say first that the other user is none: `employeeId` null.',
  },
  PERSON_NOT_FOUND: {
    statuses: [404],
    meaning: 'The company has no employee, user or working time with this key, now or before.',
    remedy:
      'Use an external id or an e-mail address that the person has or had. The person may have been erased already.',
    detail: 'The company has no employee, user or timesheet of this person.',
  },
  PERSON_AMBIGUOUS: {
    statuses: [409],
    meaning: 'Several people have or had the key, such as one who has left and a successor.',
    remedy: 'Name one of them by the id of an employee or user (`personId`); the issues have the ids.',
  },
  PERSON_IS_ADMIN: {
    statuses: [409],
    meaning: 'The person is an admin who may sign in, whom no key may erase.',
    remedy: 'Take the role from the user, or ask the operator: `wes person erase`.',
    detail: 'The person is an admin: an operator erases admins.',
  },
  PERSON_ERASED: {
    statuses: [409],
    meaning:
      'The request names a person whom the company has had erased. The company has no data by which to tell who it was.',
    remedy: 'Leave the person out, or allow the person again: `PATCH …/people/erasures/{erasureId}`.',
    detail: 'The company has had the data of this person erased.',
  },
  ERASURE_BEGUN: {
    statuses: [409],
    meaning: 'The erasure of the person has begun, so that a legal hold would keep nothing of the person.',
    remedy: 'Look at the erasure: it cannot be stopped any more.',
    detail: 'The person is being erased: it is too late for a legal hold.',
  },
  ERASURE_NOT_FOUND: {
    statuses: [404],
    meaning: 'The company has no erasure with this id.',
    remedy: 'Use an id of the list of erasures.',
    detail: 'There is no erasure with this id.',
  },
  TOO_MANY_ERASURES: {
    statuses: [409],
    meaning: 'The company has had 50 people erased in 24 hours.',
    remedy: 'Ask for further erasures later, or ask the operator: `wes person erase` has no such limit.',
  },
  LEGAL_HOLD: {
    statuses: [409],
    meaning: 'There is a legal hold on the person or on the company: nothing is erased.',
    remedy: 'Lift the hold when its reason is gone. That on the company is lifted by the operator.',
  },
  HOLD_NOT_FOUND: {
    statuses: [404],
    meaning: 'The company has no hold on a person with this id.',
    remedy: 'Read the list of holds.',
  },
  TOO_MANY_HOLDS: {
    statuses: [409],
    meaning: 'The company has a thousand legal holds.',
    remedy: 'Lift those whose reason is gone.',
  },
  NOTHING_TO_HOLD: {
    statuses: [409],
    meaning: 'The person is neither an employee nor a user of the company; a hold would keep no timesheet.',
    remedy: 'Have the operator hold the company.',
  },
  ACCESS_NOT_FOUND: {
    statuses: [404],
    meaning: 'The company has no request for access with this id, or had it more than 30 days ago.',
    remedy: 'Use the `Location` of the answer to the request.',
    detail: 'There is no request for access with this id.',
  },
  TOO_MANY_ACCESSES: {
    statuses: [409],
    meaning: 'The company has asked for the data of 50 people in 24 hours.',
    remedy: 'Ask for more later, or ask the operator: `wes person access` has no such limit.',
  },
  PERSONAL_DATA_LINK_NOT_FOUND: {
    statuses: [404],
    meaning: 'No archive of personal data has this link.',
    remedy: 'Copy the link from the request for access or the e-mail again.',
    detail: 'There is nothing behind this link.',
  },
  PERSONAL_DATA_LINK_EXPIRED: {
    statuses: [410],
    meaning: 'The archive was removed after seven days, because its request was ended, or with the person.',
    remedy: 'Make another request for access.',
    detail: 'The link works no more.',
  },
} as const satisfies Record<string, ErrorCodeDefinition>;
