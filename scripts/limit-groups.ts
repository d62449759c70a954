/** A row of the first part of `docs/limits.md`. */
export interface ReadersLimit {
  /** The limited quantity, with the unit if it is a number: "Actions of a plan", "Name, in characters". */
  readonly what: string;
  /** The setting or constant that has the value. The page takes the value from the code. */
  readonly limit: string;
  /** The consequence of exceeding it: status and `errorCode` of the answer, or the reaction of the service. */
  readonly beyond: string;
}

export interface LimitGroup {
  readonly title: string;
  readonly limits: readonly ReadersLimit[];
}

const INVALID = '400 `VALIDATION_FAILED`';
const INVALID_TEMPLATE = '412 `VALIDATION_FAILED`';
const INVALID_ANYWHERE = '400 `VALIDATION_FAILED`, templates 412';
const TOO_MANY_REQUESTS = '429 `TOO_MANY_REQUESTS` with `Retry-After`';
const UNAVAILABLE = '503 `DATABASE_UNAVAILABLE` with `Retry-After`';
const CUT_OFF = 'The connection is closed.';

/** The first part of `docs/limits.md`. Texts are counted in Unicode code points ("characters"). */
export const LIMIT_GROUPS: readonly LimitGroup[] = [
  {
    title: 'What a client sends',
    limits: [
      { what: 'Body', limit: 'MAX_BODY_BYTES', beyond: '413 `BODY_TOO_LARGE`' },
      { what: 'Form of a link in a mail', limit: 'MAX_FORM_BYTES', beyond: '413 `BODY_TOO_LARGE`' },
      { what: 'Values in a JSON body', limit: 'MAX_JSON_VALUES', beyond: '400 `BODY_TOO_COMPLEX`' },
      { what: 'Properties of an object', limit: 'MAX_JSON_PROPERTIES', beyond: '400 `BODY_TOO_COMPLEX`' },
      { what: 'Levels of nesting', limit: 'MAX_JSON_DEPTH', beyond: '400 `BODY_TOO_COMPLEX`' },
      {
        what: 'Employees, timesheet entries or users that are changed by one request',
        limit: 'MAX_BULK_ROWS',
        beyond: INVALID,
      },
      {
        what: 'Body with many employees, timesheet entries or users',
        limit: 'MAX_BULK_BODY_BYTES',
        beyond: '413 `BODY_TOO_LARGE`',
      },
      {
        what: 'Values in a body with many employees, timesheet entries or users',
        limit: 'MAX_BULK_VALUES',
        beyond: '400 `BODY_TOO_COMPLEX`',
      },
      { what: 'Valid API keys of a company', limit: 'MAX_API_KEYS', beyond: '409 `TOO_MANY_API_KEYS`' },
      { what: 'Overlap of a rotated API key, in seconds', limit: 'MAX_OVERLAP_S', beyond: INVALID },
      {
        what: 'Name of a user, an API key or a company, in characters',
        limit: 'NAME_LIMITS',
        beyond: INVALID,
      },
      { what: 'Legal holds of a company', limit: 'MAX_HOLDS', beyond: '409 `TOO_MANY_HOLDS`' },
      { what: 'Reason of a legal hold, in characters', limit: 'HOLD_LIMITS', beyond: INVALID },
      { what: 'Query parameters', limit: 'MAX_QUERY_PARAMETERS', beyond: '400 `TOO_MANY_PARAMETERS`' },
      { what: 'Languages of a text', limit: 'MAX_LANGUAGES', beyond: INVALID_ANYWHERE },
      {
        what: 'Title or other text of one line, in all its languages together',
        limit: 'MAX_ONE_LINE_BYTES',
        beyond: INVALID_ANYWHERE,
      },
      {
        what: 'Description or other text of several lines, in all its languages together',
        limit: 'MAX_MULTILINE_BYTES',
        beyond: INVALID_ANYWHERE,
      },
      {
        what: 'Combining marks in a row in any text',
        limit: 'MAX_COMBINING_MARKS',
        beyond: `${INVALID_ANYWHERE}; in a path an unknown id (404)`,
      },
      { what: 'Language tag, in characters', limit: 'MAX_LANGUAGE_TAG_LENGTH', beyond: INVALID_ANYWHERE },
      { what: 'Texts of a template, in characters', limit: 'TEMPLATE_LIMITS', beyond: INVALID_TEMPLATE },
      { what: 'Placeholders of a template', limit: 'MAX_PLACEHOLDERS', beyond: INVALID_TEMPLATE },
      { what: 'Values of a preview of a template', limit: 'MAX_PREVIEW_VALUES', beyond: INVALID },
      { what: 'Value of a preview of a template, in characters', limit: 'PREVIEW_LIMITS', beyond: INVALID },
      { what: 'Values in the texts of a preview', limit: 'MAX_PREVIEW_BYTES', beyond: INVALID },
      { what: 'Texts of plans, actions and notes, in characters', limit: 'PLAN_LIMITS', beyond: INVALID },
      { what: 'Texts of employees, in characters', limit: 'EMPLOYEE_LIMITS', beyond: INVALID },
      { what: 'Entries of the profile of an employee', limit: 'MAX_PROFILE_ENTRIES', beyond: INVALID },
      { what: 'E-mail address, in characters', limit: 'EMAIL_LIMITS', beyond: INVALID },
      { what: 'Reason of an erasure, in characters', limit: 'ERASURE_REASON_LIMITS', beyond: INVALID },
      {
        what: 'Erasures that a company asks for in 24 hours',
        limit: 'MAX_ERASURES_PER_DAY',
        beyond: '409 `TOO_MANY_ERASURES`; `wes person erase` has no limit',
      },
      { what: 'Id that another system has made, in characters', limit: 'REFERENCE_LIMITS', beyond: INVALID },
      { what: 'List of a sync of employees', limit: 'MAX_SYNC_BYTES', beyond: '413 `LIST_TOO_LARGE`' },
      { what: 'People in such a list', limit: 'MAX_SYNC_PEOPLE', beyond: '413 `LIST_TOO_LARGE`' },
      { what: 'Workbook of people', limit: 'MAX_WORKBOOK_BYTES', beyond: '413 `LIST_TOO_LARGE`' },
      {
        what: 'Content of a workbook of people, unpacked',
        limit: 'MAX_WORKBOOK_CONTENT_BYTES',
        beyond: 'The sync is `BLOCKED` by `UNREADABLE_FILE`.',
      },
      { what: 'Columns of a file of people', limit: 'MAX_FILE_COLUMNS', beyond: '400 `MALFORMED_FILE`' },
      {
        what: 'Rows of a CSV file with the empty ones',
        limit: 'MAX_FILE_ROWS',
        beyond: '400 `MALFORMED_FILE`',
      },
      { what: 'Person of such a list', limit: 'MAX_SYNC_PERSON_BYTES', beyond: '413 `LIST_TOO_LARGE`' },
      { what: 'Name of the source of a sync, in characters', limit: 'SOURCE_LIMITS', beyond: INVALID },
      { what: 'Name of the source of a file, in characters', limit: 'FILE_SOURCE_LIMITS', beyond: INVALID },
      { what: 'Sources of a company with columns', limit: 'MAX_SOURCES', beyond: '409 `TOO_MANY_SOURCES`' },
      { what: 'Columns that a source names', limit: 'MAX_SOURCE_COLUMNS', beyond: INVALID },
      { what: 'Columns of which a name is made', limit: 'MAX_NAME_COLUMNS', beyond: INVALID },
      { what: 'Text between the parts of a name, in characters', limit: 'SEPARATOR_LIMITS', beyond: INVALID },
      {
        what: 'Columns by whose values rows of a file are left out',
        limit: 'MAX_ROW_RULES',
        beyond: INVALID,
      },
      { what: 'Values of such a column', limit: 'MAX_ROW_RULE_VALUES', beyond: INVALID },
      { what: 'Texts of files that stand for no day', limit: 'MAX_NO_DATES', beyond: INVALID },
      { what: 'Number of the header row that a source names', limit: 'MAX_HEADER_ROW', beyond: INVALID },
      {
        what: 'File with the columns of a source, for `wes`',
        limit: 'MAX_SOURCE_FILE_BYTES',
        beyond: 'The command is refused.',
      },
      { what: 'Header of a column, in characters', limit: 'HEADER_LIMITS', beyond: INVALID },
      {
        what: 'Words for a value of a change of a sync, in characters',
        limit: 'MAX_CHANGE_TEXT_LENGTH',
        beyond: 'They are cut and end in "…".',
      },
      {
        what: 'E-mail addresses, telephone numbers or postal addresses of a user of SCIM',
        limit: 'MAX_SCIM_CONTACTS',
        beyond: '400 with the `scimType` `invalidValue`.',
      },
      {
        what: '`formatted` and `streetAddress` of a postal address of a user of SCIM, in characters',
        limit: 'MAX_SCIM_ADDRESS_LENGTH',
        beyond: '400 with the `scimType` `invalidValue`.',
      },
      {
        what: 'Members that one request of SCIM names, and one answer shows',
        limit: 'MAX_SCIM_MEMBERS',
        beyond:
          '400 with the `scimType` `tooMany` for a request. A page ends before; one group with more has no `members`.',
      },
      {
        what: 'Names in `attributes` and in `excludedAttributes` of SCIM; repeated ones count once',
        limit: 'MAX_SCIM_ATTRIBUTES',
        beyond: '400 with the `scimType` `tooMany`.',
      },
      {
        what: 'Operations of a PATCH of SCIM',
        limit: 'MAX_SCIM_OPERATIONS',
        beyond: '400 with the `scimType` `tooMany`.',
      },
      {
        what: 'Filter of SCIM, and path of a PATCH, in UTF-16 code units',
        limit: 'MAX_SCIM_FILTER_LENGTH',
        beyond: '400 with the `scimType` `invalidFilter` or `invalidPath`.',
      },
      {
        what: 'Nesting of a filter of SCIM: parentheses, brackets and `not`',
        limit: 'MAX_SCIM_FILTER_DEPTH',
        beyond: '400 with the `scimType` `invalidFilter`.',
      },
      {
        what: 'Comparisons of a filter of SCIM',
        limit: 'MAX_SCIM_COMPARISONS',
        beyond: '400 with the `scimType` `invalidFilter`.',
      },
      {
        what: 'Comparisons of a filter in a path of a PATCH of SCIM',
        limit: 'MAX_SCIM_PATH_COMPARISONS',
        beyond: '400 with the `scimType` `invalidFilter`.',
      },
      {
        what: 'Values of an attribute of a user of SCIM, besides addresses and telephone numbers',
        limit: 'MAX_SCIM_ENTRIES',
        beyond: '400 with the `scimType` `invalidValue`.',
      },
      {
        what: 'Values of all operations of a PATCH of a user of SCIM: one each, or those of its list',
        limit: 'MAX_SCIM_PATCH_VALUES',
        beyond: '400 with the `scimType` `tooMany`.',
      },
      {
        what: 'Values that all operations of a PATCH of a user of SCIM look at, for each comparison of a path',
        limit: 'MAX_SCIM_PATCH_LOOKS',
        beyond: '400 with the `scimType` `tooMany`.',
      },
      {
        what: 'Syncs of a company that are not finished',
        limit: 'MAX_UNFINISHED_SYNCS',
        beyond: '409 `SYNCS_UNFINISHED`',
      },
      {
        what: 'Requests for access to the data of people, of a company in 24 hours',
        limit: 'MAX_ACCESSES_PER_DAY',
        beyond: '409 `TOO_MANY_ACCESSES`',
      },
      {
        what: 'Days for which the archive of a request for access can be fetched',
        limit: 'MAX_ACCESS_DAYS',
        beyond: 'It is removed, and its link is answered 410.',
      },
      { what: 'Webhooks of a company', limit: 'MAX_WEBHOOKS', beyond: '409 `TOO_MANY_WEBHOOKS`' },
      {
        what: 'Secrets of a webhook before the current one that sign for their 24 hours',
        limit: 'MAX_PREVIOUS_SECRETS',
        beyond: '409 `TOO_MANY_ROTATIONS`',
      },
      {
        what: 'Webhooks of a company about which its admins get a mail in 24 hours, each once',
        limit: 'MAX_MAILED_WEBHOOKS',
        beyond: 'The webhook is disabled without a mail.',
      },
      { what: 'Address of a webhook, in characters', limit: 'MAX_WEBHOOK_URL_LENGTH', beyond: INVALID },
      {
        what: 'Description of a webhook, in characters',
        limit: 'WEBHOOK_DESCRIPTION_LIMITS',
        beyond: INVALID,
      },
      {
        what: 'Tests of webhooks of a company at the same time, in each process',
        limit: 'MAX_TESTS_AT_ONCE',
        beyond: '429 `TOO_MANY_AT_ONCE` with `Retry-After`',
      },
      {
        what:
          'People whom a sync ends by itself, of a small source at most half; deleted ones whom it brings back, and ' +
          'those whose keys it changes, at least',
        limit: 'SYNC_MIN_ENDS',
        beyond:
          'The sync is `BLOCKED` until `allowEnd`, `allowRevive` or `allowKeyChanges` names their number.',
      },
      {
        what:
          'People whom a sync ends by itself, deleted ones whom it brings back, and those whose keys it changes, in ' +
          'percent of those of the source',
        limit: 'SYNC_MAX_ENDS_PERCENT',
        beyond:
          'The sync is `BLOCKED` until `allowEnd`, `allowRevive` or `allowKeyChanges` names their number.',
      },
      {
        what: 'New people whom a sync adds by itself to a source that has people, at least',
        limit: 'MAX_SYNC_ADDITIONS',
        beyond: 'The sync is `BLOCKED` until `allowAdd` names their number.',
      },
      {
        what: 'New people whom a sync adds by itself, in times the people of the source',
        limit: 'MAX_SYNC_GROWTH',
        beyond: 'The sync is `BLOCKED` until `allowAdd` names their number.',
      },
      {
        what: 'Bad rows of a list that a sync leaves out by itself, in percent of the rows',
        limit: 'MAX_SYNC_BAD_PERCENT',
        beyond: 'The sync is `BLOCKED` until `allowBad` names their number.',
      },
      {
        what: 'Bad rows of a list that a sync leaves out',
        limit: 'MAX_SYNC_BAD_ROWS',
        beyond: 'The sync is `BLOCKED`.',
      },
      {
        what: 'People of a sync who take over the e-mail address of another one',
        limit: 'MAX_SYNC_MOVES',
        beyond: 'The sync is `BLOCKED`.',
      },
      { what: 'Time to send the headers', limit: 'HEADERS_TIMEOUT', beyond: '408 `REQUEST_TIMEOUT`' },
      { what: 'Time to send a whole request', limit: 'REQUEST_TIMEOUT', beyond: '408 `REQUEST_TIMEOUT`' },
      { what: 'Time that a connection is idle', limit: 'KEEP_ALIVE_TIMEOUT', beyond: CUT_OFF },
      {
        what: 'Requests of a connection that are sent before the answers to those before them',
        limit: 'MAX_PIPELINED_REQUESTS',
        beyond: CUT_OFF,
      },
      {
        what: 'Body of a request that is answered before it has come, such as a refused upload',
        limit: 'MAX_DISCARDED_BYTES',
        beyond: 'No more of it is read, and the connection ends a second after the answer.',
      },
      {
        what: 'Sign-ins of one network that fail, and requests for codes',
        limit: 'SIGN_IN_LIMIT',
        beyond: TOO_MANY_REQUESTS,
      },
      { what: 'ID token of a sign-in, in characters', limit: 'MAX_ID_TOKEN_LENGTH', beyond: INVALID },
      {
        what: 'Age of an ID token, in milliseconds',
        limit: 'MAX_ID_TOKEN_AGE_MS',
        beyond: '401 `SIGN_IN_REFUSED`',
      },
      { what: 'Nonce of a sign-in, in characters', limit: 'MAX_NONCE_LENGTH', beyond: INVALID },
      { what: 'Code of a sign-in as typed, in characters', limit: 'MAX_CODE_TEXT_LENGTH', beyond: INVALID },
      {
        what: 'Subject of an ID token, in characters',
        limit: 'MAX_SUBJECT_LENGTH',
        beyond: '401 `SIGN_IN_REFUSED`',
      },
      { what: 'Wrong tries at a code', limit: 'MAX_CODE_TRIES', beyond: '401 `SIGN_IN_REFUSED`' },
      {
        what: 'Codes that an address gets in an hour, with a minute between two',
        limit: 'MAX_CODES_OF_ADDRESS',
        beyond: 'Nothing is sent; the answer is the same.',
      },
      {
        what: 'Companies that an address may choose from',
        limit: 'MAX_LISTED_COMPANIES',
        beyond: 'The others are left out.',
      },
      {
        what: 'Apps of a company at its identity provider',
        limit: 'MAX_SIGN_IN_CLIENTS',
        beyond: 'The command is refused.',
      },
      {
        what: 'Texts of the setting of an identity provider, in characters',
        limit: 'PROVIDER_LIMITS',
        beyond: 'The command is refused.',
      },
      { what: 'Requests with one credential', limit: 'RATE_LIMIT', beyond: TOO_MANY_REQUESTS },
      {
        what: 'Searches in plans, summaries of plans and pages of the audit trail, of one person',
        limit: 'RATE_LIMIT_SEARCH',
        beyond: TOO_MANY_REQUESTS,
      },
      { what: 'Look-ups of people by one person', limit: 'RATE_LIMIT_PEOPLE', beyond: TOO_MANY_REQUESTS },
      { what: 'Ids, external ids or e-mail addresses of a look-up', limit: 'MAX_LOOKED_UP', beyond: INVALID },
      { what: 'Exports that one person asks for', limit: 'EXPORT_LIMIT', beyond: TOO_MANY_REQUESTS },
    ],
  },
  {
    title: 'What a client reads',
    limits: [
      { what: 'Resources of a page of SCIM', limit: 'MAX_SCIM_PAGE', beyond: 'The page has as many.' },
      {
        what: 'Page of SCIM, in UTF-16 code units',
        limit: 'MAX_SCIM_PAGE_LENGTH',
        beyond: 'The page has fewer resources, at least one; `itemsPerPage` says how many.',
      },
      {
        what: 'People whom a filter of SCIM finds or is applied to one by one, or whom a list sorts',
        limit: 'MAX_SCIM_MATCHES',
        beyond: '400 with the `scimType` `tooMany`.',
      },
      { what: 'Entries of a page', limit: 'MAX_PAGE_SIZE', beyond: INVALID },
      { what: 'Issues of the list of a sync', limit: 'MAX_SYNC_ISSUES', beyond: 'The others are left out.' },
      {
        what: 'Issues of a bad row of such a list',
        limit: 'MAX_ROW_ISSUES',
        beyond: 'The others are left out.',
      },
      {
        what: 'Value of an issue of a bad row, in characters',
        limit: 'MAX_ROW_VALUE_LENGTH',
        beyond: 'The rest is left out.',
      },
      { what: 'Changes of a page of the feed', limit: 'MAX_CHANGES', beyond: INVALID },
      {
        what: 'Resources of a page of the feed',
        limit: 'MAX_CHANGES_PAGE_BYTES',
        beyond: 'The page has fewer changes, and `more`.',
      },
      { what: 'Cursor of the feed, in characters', limit: 'MAX_CURSOR_LENGTH', beyond: INVALID },
      { what: 'Age of a cursor of the feed', limit: 'CHANGES_RETENTION', beyond: '410 `CURSOR_EXPIRED`' },
      { what: 'Seconds to wait for a change', limit: 'MAX_WAIT_S', beyond: INVALID },
      {
        what: 'Requests of a company that wait for a change, in each process',
        limit: 'CHANGES_WAITERS',
        beyond: '429 `TOO_MANY_WAITERS` with `Retry-After`',
      },
      { what: 'Entries of a page of the audit', limit: 'MAX_AUDIT_PAGE', beyond: INVALID },
      {
        what: 'Attempts of a delivery of a webhook that are shown',
        limit: 'MAX_SHOWN_ATTEMPTS',
        beyond: 'The newest are shown.',
      },
      {
        what: 'Answer of the receiver of a webhook that is shown',
        limit: 'MAX_SHOWN_ANSWER_BYTES',
        beyond: 'The rest is thrown away.',
      },
      {
        what: 'Validation errors in the answer about many employees or timesheet entries',
        limit: 'MAX_BULK_ISSUES',
        beyond: 'Further rows have no `errors`; `detail` names the first and counts the others.',
      },
      {
        what: 'Text in a listed audit record, in characters',
        limit: 'MAX_LISTED_TEXT',
        beyond: 'It is cut and ends in "…".',
      },
      {
        what: 'Values of a listed audit record',
        limit: 'MAX_LISTED_BYTES',
        beyond: 'The changed properties are named without values, with `truncated`.',
      },
      {
        what: 'People in the `total` of a look-up',
        limit: 'MAX_COUNTED_PEOPLE',
        beyond: '`total` says only that there are more.',
      },
      {
        what: 'Page of plans, counted by its whole plans',
        limit: 'MAX_PLAN_PAGE_BYTES',
        beyond: '400 `PAGE_TOO_LARGE`, which names the largest `to` that works',
      },
      {
        what: 'Page of employees, or of people of a sync',
        limit: 'MAX_PAGE_BYTES',
        beyond: '400 `PAGE_TOO_LARGE`, which names the largest `to` that works',
      },
      {
        what: 'Lists of employees and pages of more than 100 plans of one company',
        limit: 'RATE_LIMIT_EXPENSIVE',
        beyond: TOO_MANY_REQUESTS,
      },
      {
        what: 'Links to other pages, together',
        limit: 'MAX_LINK_BYTES',
        beyond: '`last`, `first`, `prev` and `next` are left out, in this order.',
      },
      { what: 'Errors named in an answer', limit: 'MAX_ISSUES', beyond: 'The others are left out.' },
      { what: 'Answer to a refused request', limit: 'MAX_REFUSAL_BYTES', beyond: 'It is shortened.' },
      {
        what: 'Answers that a caller has not read',
        limit: 'MAX_UNSENT_BYTES',
        beyond: '429 `UNREAD_ANSWERS`',
      },
      {
        what: 'Answers that all callers of a company have not read',
        limit: 'MAX_UNSENT_COMPANY_BYTES',
        beyond: '429 `UNREAD_ANSWERS`',
      },
      { what: 'Time without reading of an answer', limit: 'RESPONSE_STALL_TIMEOUT', beyond: CUT_OFF },
      { what: 'Time to read a whole streamed list', limit: 'STREAM_TIMEOUT', beyond: CUT_OFF },
      {
        what: 'Wait for a connection to the database',
        limit: 'DATABASE_POOL_WAIT',
        beyond: '503 `SERVICE_BUSY` with `Retry-After`, or `DATABASE_UNAVAILABLE` where it answers nobody',
      },
      { what: 'Time of an SQL statement', limit: 'DATABASE_STATEMENT_TIMEOUT', beyond: UNAVAILABLE },
      { what: 'Age of the link of an export', limit: 'EXPORT_LINK_TTL', beyond: '410 `EXPORT_LINK_EXPIRED`' },
      {
        what: 'Text of a cell of a workbook, in UTF-16 units',
        limit: 'MAX_CELL_LENGTH',
        beyond: 'It is cut and ends in "…".',
      },
      {
        what: 'Actions in each list of a mail',
        limit: 'MAX_LISTED_ACTIONS',
        beyond: 'The mail says how many more there are.',
      },
    ],
  },
  {
    title: 'What is stored',
    limits: [
      {
        what: 'Requests of SCIM that are kept for a company',
        limit: 'MAX_SCIM_REQUESTS',
        beyond: 'The oldest are removed.',
      },
      { what: 'Bytes that a company stores', limit: 'WRITE_LIMIT', beyond: TOO_MANY_REQUESTS },
      {
        what: 'Plan with its actions and notes, and its title and description once for each action',
        limit: 'MAX_PLAN_BYTES',
        beyond: '409 `PLAN_TOO_LARGE`; an import is refused',
      },
      { what: 'All templates together', limit: 'MAX_CATALOGUE_BYTES', beyond: '412 `CATALOGUE_TOO_LARGE`' },
      {
        what: 'Files of templates in a folder that is imported or exported',
        limit: 'MAX_TEMPLATE_FILES',
        beyond: 'The folder is refused.',
      },
      {
        what: 'File of a template that is imported',
        limit: 'MAX_TEMPLATE_FILE_BYTES',
        beyond: 'The folder is refused.',
      },
      {
        what: 'All files of templates that are imported',
        limit: 'MAX_TEMPLATE_FOLDER_BYTES',
        beyond: 'The folder is refused.',
      },
      { what: 'Actions of a plan', limit: 'MAX_ACTIONS', beyond: '409 `TOO_MANY_ACTIONS`' },
      { what: 'Assignees of an action', limit: 'MAX_ASSIGNEES', beyond: '409 `TOO_MANY_ASSIGNEES`' },
      { what: 'Notes on an action', limit: 'MAX_NOTES', beyond: '409 `TOO_MANY_NOTES`' },
      { what: 'Age of a sync of employees', limit: 'SYNC_RETENTION', beyond: 'It is removed.' },
      { what: 'Age of an audit record', limit: 'AUDIT_RETENTION', beyond: 'It is removed.' },
      {
        what: 'Names and labels of areas, groups and characteristics, in characters',
        limit: 'SEGMENTATION_LIMITS',
        beyond: 'The import is refused; 400 `VALIDATION_FAILED` for a request.',
      },
      {
        what: 'Areas of a company to which a request adds some',
        limit: 'MAX_AREAS',
        beyond: '409 `SEGMENTATION_TOO_LARGE`',
      },
      {
        what: 'Groups of a company to which a request adds some',
        limit: 'MAX_GROUPS',
        beyond: '409 `SEGMENTATION_TOO_LARGE`',
      },
      {
        what: 'Characteristics of a company to which a request adds some',
        limit: 'MAX_CHARACTERISTICS',
        beyond: '409 `SEGMENTATION_TOO_LARGE`',
      },
      {
        what: 'Values of a characteristic to which a request adds some',
        limit: 'MAX_CHARACTERISTIC_VALUES',
        beyond: '409 `SEGMENTATION_TOO_LARGE`',
      },
      {
        what: 'People, and actions, whom a removal with `moveTo` moves',
        limit: 'MAX_MOVED',
        beyond: '409 `TOO_MANY_TO_MOVE`',
      },
      {
        what: 'Objects in each list of an answer to a change of the structure',
        limit: 'MAX_LISTED_CHANGES',
        beyond: '`counts` has the numbers of all.',
      },
      {
        what: 'Texts of timesheet entries, in characters',
        limit: 'TIMESHEET_LIMITS',
        beyond: 'The import is refused; 400 `VALIDATION_FAILED` for the row of a request.',
      },
      {
        what: 'Breaks of a timesheet entry that a request writes',
        limit: 'MAX_TIMESHEET_BREAKS',
        beyond: '400 `VALIDATION_FAILED` for the row',
      },
      {
        what: 'Earlier states of a timesheet entry that a request changes',
        limit: 'MAX_TIMESHEET_CHANGES',
        beyond: 'The oldest ones leave `changeHistory`. The audit trail keeps its record of each change.',
      },
    ],
  },
  {
    title: 'What a process does',
    limits: [
      { what: 'Connections to the database', limit: 'DATABASE_POOL_SIZE', beyond: 'Requests wait for one.' },
      {
        what: 'Requests of a caller that wait for a connection of its company, all but one of which it may have',
        limit: 'MAX_WAITING_PER_CALLER',
        beyond: '429 `TOO_MANY_AT_ONCE`',
      },
      {
        what: 'Requests of a company that wait for one of its connections, which are half of them',
        limit: 'MAX_WAITING_PER_COMPANY',
        beyond: '429 `TOO_MANY_AT_ONCE`',
      },
      {
        what: 'Answers over 256 KiB in a second, to the callers of a company who read them',
        limit: 'MAX_LARGE_ANSWER_BYTES',
        beyond: '429 `TOO_MANY_LARGE_ANSWERS`, after a wait',
      },
      { what: 'Exports at the same time', limit: 'EXPORT_CONCURRENCY', beyond: 'The others wait.' },
      { what: 'Attempts of an export', limit: 'MAX_EXPORT_ATTEMPTS', beyond: 'It is `FAILED`.' },
      { what: 'Attempts of a request for access', limit: 'MAX_ACCESS_ATTEMPTS', beyond: 'It is `FAILED`.' },
      { what: 'Attempts of a preview, and of a sync', limit: 'MAX_SYNC_ATTEMPTS', beyond: 'It is `FAILED`.' },
      { what: 'Attempts of a mail of reminders', limit: 'MAX_MAIL_ATTEMPTS', beyond: 'It is `FAILED`.' },
      {
        what: 'Attempts at the erasures of a company',
        limit: 'MAX_ERASURE_ATTEMPTS',
        beyond: 'Another job begins within a minute.',
      },
      {
        what: 'Attempts of a message of a webhook',
        limit: 'MAX_MESSAGE_ATTEMPTS',
        beyond: 'It is `FAILED`.',
      },
      {
        what: 'Messages that wait for a webhook',
        limit: 'MAX_WAITING_MESSAGES',
        beyond: 'They become one `changes.waiting`.',
      },
      {
        what: 'Attempts for a webhook at the same time',
        limit: 'MAX_ATTEMPTS_AT_ONCE',
        beyond: 'The others wait.',
      },
      {
        what: 'Attempts for all webhooks at the same time',
        limit: 'MAX_ATTEMPTS_OF_PROCESS',
        beyond: 'The others wait.',
      },
      {
        what: 'Attempts at the same time of a process to deliver messages of webhooks of one company',
        limit: 'MAX_ATTEMPTS_OF_COMPANY',
        beyond: 'Messages wait.',
      },
      {
        what: 'Answer of an identity provider, with its headers',
        limit: 'MAX_PROVIDER_ANSWER_BYTES',
        beyond: '503 `SIGN_IN_PROVIDER_UNAVAILABLE`',
      },
      {
        what: 'Time of an answer of an identity provider, in milliseconds',
        limit: 'MAX_PROVIDER_ANSWER_MS',
        beyond: '503 `SIGN_IN_PROVIDER_UNAVAILABLE`',
      },
      {
        what: 'Keys of an identity provider that are used',
        limit: 'MAX_PROVIDER_KEYS',
        beyond: 'The others are left out.',
      },
      {
        what: 'Time of a look-up of the name of a receiver',
        limit: 'MAX_NAME_LOOKUP_MS',
        beyond: 'The attempt has failed.',
      },
      {
        what: 'Interim answers (1xx) of a receiver in an attempt',
        limit: 'MAX_INTERIM_ANSWERS',
        beyond: 'The attempt has failed.',
      },
      {
        what: 'Answer of the receiver of a webhook, with its headers',
        limit: 'MAX_READ_ANSWER_BYTES',
        beyond: 'The connection is closed; the status counts.',
      },
      {
        what: 'Connections to the receiver of a webhook that are kept for further messages',
        limit: 'MAX_KEPT_CONNECTIONS',
        beyond: 'They are closed, and those without a message for 10 s.',
      },
      {
        what: 'Addresses of the name of a receiver that are tried',
        limit: 'MAX_ADDRESSES_OF_NAME',
        beyond: 'The first of each kind are.',
      },
      {
        what: 'Log that waits for its reader',
        limit: 'MAX_UNREAD_LOG_BYTES',
        beyond: 'Further lines are dropped.',
      },
      { what: 'Time as not ready before it stops', limit: 'SHUTDOWN_DELAY', beyond: 'No new connections.' },
      {
        what: 'Time to finish requests and exports when it stops',
        limit: 'SHUTDOWN_TIMEOUT',
        beyond: 'They are cut.',
      },
    ],
  },
];

/** Constants that concern neither clients nor operators. They are in the table of constants only. */
export const INTERNAL_LIMITS: readonly string[] = [
  'MAX_CONSIDERED_ACTIONS',
  'MAX_COUNTED_BYTES',
  'MAX_JOB_PAYLOAD_BYTES',
  'MAX_ORDINARY_PAGE',
  'MAX_ORDINARY_PAGE_BYTES',
  'MAX_PLAN_REMOVALS',
  'MAX_REMOVALS',
  'MAX_CHANGE_REMOVALS',
  'MAX_SETS',
];
