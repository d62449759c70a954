import { RETRY_AFTER, type ErrorCodeDefinition } from './error-code.js';

/**
 * The part of {@link ERROR_CODES} that belongs to templates, changes, timesheets, plans, reminders and
 * syncs.
 */
export const CONTEXT_ERROR_CODES = {
  CATALOGUE_TOO_LARGE: {
    statuses: [412],
    meaning: 'All templates together would have more bytes than the catalogue may have.',
    remedy: 'Delete templates that nobody uses, or shorten texts.',
  },
  CURSOR_INVALID: {
    statuses: [400],
    meaning:
      'The cursor is malformed, or was made for another company, other kinds, another user or other scopes.',
    remedy:
      'Send the cursor of the last answer with the same kinds. After a change of rights, take a new one.',
  },
  CURSOR_EXPIRED: {
    statuses: [410],
    meaning:
      'The cursor is older than `CHANGES_RETENTION`, or the database has lost changes that were read with ' +
      'it, by a restore or a failover.',
    remedy: 'Take a new cursor, by a call without `after`, then read everything again.',
  },
  TOO_MANY_WAITERS: {
    statuses: [429],
    meaning: 'As many requests of the company wait for changes as may wait in a process (`CHANGES_WAITERS`).',
    remedy:
      'Send the request again after the seconds that `Retry-After` names, or without `wait`. One that ' +
      'waits is enough for a client.',
    detail: 'Too many requests of this company wait for changes; try again later, or without wait.',
    headers: [RETRY_AFTER],
  },
  TIMESHEET_NOT_FOUND: {
    statuses: [404],
    meaning: 'The company has no live timesheet entry with this id or external id.',
    remedy: 'Use the keys of the list of entries. The entry may have been deleted.',
    detail: 'There is no such timesheet entry.',
  },
  PLAN_FORBIDDEN: {
    statuses: [403],
    meaning: 'The plan belongs to the company, but the caller may not do this to it or to what is in it.',
    remedy: 'Ask the creator of the plan or of the action. A private plan is read by its creator only.',
  },
  ACTION_TYPE_FORBIDDEN: {
    statuses: [403],
    meaning: 'The caller is not an admin, and would make an action one of the company.',
    remedy: 'Send the type `MANAGER`, or ask an admin.',
  },
  PLAN_NOT_FOUND: {
    statuses: [404],
    meaning: 'The company has no action plan with this id.',
    remedy: 'Use an id from the list of plans. The plan may have been deleted.',
    detail: 'There is no action plan with this id.',
  },
  ACTION_NOT_FOUND: {
    statuses: [404],
    meaning: 'The plan has no action with this id.',
    remedy: 'Use an id from the plan. The action may have been deleted.',
    detail: 'The plan has no action with this id.',
  },
  NOTE_NOT_FOUND: {
    statuses: [404],
    meaning: 'The action has no note with this id, or the note is a private one of another author.',
    remedy: 'Use an id from the action. The note may have been deleted.',
    detail: 'The action has no note with this id that you may read.',
  },
  ASSIGNEE_NOT_FOUND: {
    statuses: [404],
    meaning: 'The company has no employee with this id who is not deleted, or the person is not assigned.',
    remedy: 'Use the `id` of an employee, or of one of the assignees of the action.',
    detail: 'There is no such employee, or the person is not assigned.',
  },
  EXPORT_NOT_FOUND: {
    statuses: [404],
    meaning: 'The company has no export with this id for this plan, or the plan was deleted.',
    remedy: 'Use the `Location` of the answer that started the export, or start a new one.',
    detail: 'There is no export with this id.',
  },
  EXPORT_LINK_NOT_FOUND: {
    statuses: [404],
    meaning: 'The link is not one that the service sent, or its plan was deleted.',
    remedy: 'Copy the whole link from the e-mail, or start a new export.',
    detail: 'There is nothing behind this link.',
  },
  TOO_MANY_ACTIONS: {
    statuses: [409],
    meaning: 'The plan has as many actions as a plan may have.',
    remedy: 'Delete actions, or use another plan.',
  },
  PLAN_TOO_LARGE: {
    statuses: [409],
    meaning: 'The plan would be larger than a plan may be. A change of a status is never refused for this.',
    remedy: 'Shorten texts, delete actions or notes, or use another plan.',
  },
  PAGE_TOO_LARGE: {
    statuses: [400],
    meaning:
      'The entries of the page have more bytes than a page may have: 32 MiB of plans, which ten plans never have, or ' +
      '8 MiB of employees or of people of a sync.',
    remedy: 'Send the `to` that the answer names, or a smaller one.',
    detail: 'The page is larger than 32 MiB; with the same from, to may be 14.',
    errors: [
      { path: 'to', code: 'PAGE_TOO_LARGE', message: 'must be at most 14: a page has at most 32 MiB' },
    ],
  },
  TOO_MANY_ASSIGNEES: {
    statuses: [409],
    meaning: 'The action would have more assignees than an action may have.',
    remedy: 'Remove assignees, or make several actions.',
  },
  STATUS_FOLLOWS_ASSIGNEES: {
    statuses: [409],
    meaning: 'The action has assignees, so that its status follows from theirs, and another one was sent.',
    remedy:
      'Leave `status` out, or send the one that the action has. Set the statuses of the assignees that ' +
      'the answer names by `PUT …/assignees/{assigneeId}`; for a new action, send them in ' +
      '`assigneeStatuses`.',
    detail:
      'status must be IN_PROGRESS or absent, because the status of an action with assignees follows from ' +
      'theirs. Set those by PUT …/assignees/{assigneeId}: 665f1c2ab7e4d90012ab3412.',
    errors: [
      {
        path: 'status',
        code: 'STATUS_FOLLOWS_ASSIGNEES',
        message:
          'must be IN_PROGRESS or absent, because the status of an action with assignees follows from theirs',
      },
    ],
  },
  TOO_MANY_NOTES: {
    statuses: [409],
    meaning: 'The action has as many notes as an action may have.',
    remedy: 'Delete notes.',
  },
  EXPORT_LINK_EXPIRED: {
    statuses: [410],
    meaning:
      'The link has expired, or the user who asked for the export is deactivated or may not read the plan any more. ' +
      'The answer does not say which.',
    remedy: 'Start a new export.',
    detail: 'This link has expired, or its user may not read the plan any more; ask for a new export.',
  },
  WISHES_LINK_NOT_FOUND: {
    statuses: [404],
    meaning: 'The link is not one that the service sent, its company was deleted, or it is very old.',
    remedy: 'Copy the whole link from the e-mail, or use that of a newer one.',
    detail: 'There is nothing behind this link.',
  },
  STORAGE_UNAVAILABLE: {
    statuses: [503],
    meaning: 'The store of files, in which lists and workbooks are kept, does not answer or has failed.',
    remedy: 'Send the request again after the seconds that `Retry-After` names.',
    detail: 'The store of files does not answer; try again.',
    headers: [RETRY_AFTER],
  },
  SYNC_NOT_FOUND: {
    statuses: [404],
    meaning: 'There is no sync with this id, or its retention is over; or a sync has no such list of people.',
    remedy: 'Use the path of the `Location` of the request that made the sync.',
    detail: 'There is no sync with this id.',
  },
  LIST_TOO_LARGE: {
    statuses: [413],
    meaning: 'The list has more than 64 MiB or 100,000 people, or a person more than 64 KiB.',
    remedy: 'Leave out properties that do not change, or split the staff into several sources.',
    detail: 'A list has at most 64 MiB and 100,000 people.',
  },
  MALFORMED_FILE: {
    statuses: [400],
    meaning: 'The file is not what its media type says, or a place of it cannot be read.',
    remedy: 'Read `detail`, which names line and column, and what to do.',
  },
  SOURCE_NOT_FOUND: {
    statuses: [404],
    meaning: 'The company has set no columns for the files of this source.',
    remedy: 'Set them by `PUT`. A list of the source can be synced without.',
    detail: 'No columns are set for the files of this source.',
  },
  TOO_MANY_SOURCES: {
    statuses: [409],
    meaning: 'The company has set the columns of 100 sources, which is as many as it may.',
    remedy: 'Delete the columns of a source that is not used.',
    detail: 'A company sets the columns of at most 100 sources.',
  },
  SYNCS_UNFINISHED: {
    statuses: [409],
    meaning: 'Twenty syncs of the company are queued, being previewed or being applied.',
    remedy: 'Wait until some of them are finished.',
  },
  SYNC_NOT_READY: {
    statuses: [409],
    meaning: 'The changes of the sync are not known yet.',
    remedy: 'Read the sync until its status is `READY` or `BLOCKED`.',
  },
  SYNC_BLOCKED: {
    statuses: [409],
    meaning:
      'The list is empty or not valid, or moves too many e-mail addresses from one person to another; or ' +
      'the sync has failed. `detail` has the `reason` of the sync.',
    remedy:
      'Correct the people that `issues` of the sync name, or move the addresses in several syncs, and send the whole ' +
      'list again.',
  },
  SYNC_ENDS_NOT_ALLOWED: {
    statuses: [409],
    meaning: 'The sync would end more people than it may by itself, or `allowEnd` is another number.',
    remedy: 'Look at the people in `ended`. If they have left, send their exact number as `allowEnd`.',
    detail: 'The sync ends 314 people: allowEnd must be that number.',
    errors: [{ path: 'allowEnd', code: 'NOT_ALLOWED', message: 'must be 314' }],
  },
  SYNC_REVIVALS_NOT_ALLOWED: {
    statuses: [409],
    meaning:
      'The sync would bring back more people who have left than it may by itself, or `allowRevive` is another number.',
    remedy:
      'Look at the people in `added` whose `reason` is `revived`. If they work there again, send their exact number ' +
      'as `allowRevive`.',
    detail: 'The sync brings back 12 people who have left: allowRevive must be that number.',
    errors: [{ path: 'allowRevive', code: 'NOT_ALLOWED', message: 'must be 12' }],
  },
  SYNC_BAD_ROWS_NOT_ALLOWED: {
    statuses: [409],
    meaning: 'The sync would leave out more bad rows than it may by itself, or `allowBad` is another number.',
    remedy:
      'Correct the rows that `skipped` names and send the whole list again, or send their exact number as `allowBad`.',
    detail: 'The sync leaves out 12 bad rows: allowBad must be that number.',
    errors: [{ path: 'allowBad', code: 'NOT_ALLOWED', message: 'must be 12' }],
  },
  SYNC_APPLIED: {
    statuses: [409],
    meaning: 'The sync is applied already, or being applied.',
    remedy: 'Read the sync.',
  },
} as const satisfies Record<string, ErrorCodeDefinition>;
