import { by, none, type PersonalPlace } from './described-data.js';

/** Files with data about people, and the file of the source that writes them. */
export const PERSONAL_FILES: readonly (PersonalPlace & { readonly writtenBy: string })[] = [
  {
    place: 'files: exports/',
    writtenBy: 'src/action-plans/exports/application/plan-workbooks.ts',
    purpose: 'plans',
    holds: 'workbooks of plans with names of assigned people',
    people: ['employees', 'users'],
    kept: 'until their links have expired, for `EXPORT_LINK_TTL`',
    access: none('A workbook repeats a plan at one time; the plan is given.'),
    erasure: by('PlanExportEraser'),
  },
  {
    place: 'files: syncs/',
    writtenBy: 'src/provisioning/infrastructure/stored-uploads.ts',
    purpose: 'integration',
    holds: 'lists of the staff',
    people: ['employees'],
    kept: 'until the changes of the sync are known',
    access: none('The rows of a sync are given.'),
    erasure: by('SyncEraser'),
  },
  {
    place: 'files: people/',
    writtenBy: 'src/privacy/access/application/access-files.store.ts',
    purpose: 'dataProtection',
    holds: 'archives with everything about a person',
    people: ['employees', 'users'],
    kept: 'for seven days, unless the request is ended before',
    access: by('AccessSource'),
    erasure: by('AccessEraser'),
  },
  {
    place: 'files: erasures/',
    writtenBy: 'src/privacy/erasure/application/ledger-files.store.ts',
    purpose: 'dataProtection',
    holds: 'keyed hashes of erased people',
    people: ['employees', 'users'],
    kept: 'for good: a restored dump may have the people and their company again',
    access: none('A keyed hash gives no person away.'),
    erasure: none('It keeps the person erased, also after a restore.'),
  },
  {
    place: 'files: outbox/',
    writtenBy: 'src/platform/files/replace-file.ts',
    purpose: 'mails',
    holds: 'mails of a service without `SMTP_URL`',
    people: ['employees', 'users'],
    kept: 'until an operator removes them',
    access: none('Kind and time of mails are given; a deployment with a mail server has no such file.'),
    erasure: by('PlatformEraser'),
  },
];

/** Files of the source that write files without data about people, or files of the one who calls the command. */
export const IMPERSONAL_WRITERS: Readonly<Record<string, string>> = {
  'src/privacy/erasure/application/deleted-companies.store.ts': 'ids of deleted companies',
  'src/platform/database/embedded/cluster.ts': 'the password of the embedded database',
  'src/platform/secrets/secret-box.ts': 'the key of the secrets',
  'src/privacy/access/interface/person-access.commands.ts':
    'the archive of a person, where the operator wants it',
  'src/provisioning/interface/refused-rows.ts':
    'rows of a file of the operator, where the operator wants them',
};

/** Payloads of queued jobs by kind: ids and numbers only. */
export const JOB_PAYLOADS: Readonly<Record<string, string>> = {
  'plan-export': 'id of an export',
  'employee-sync-preview': 'id of a sync',
  'employee-sync-apply': 'id of a sync',
  'person-access': 'id of a request',
  'person-erasure': 'nothing',
  'reminder-mail': 'id of a recipient, and numbers',
  'retention-mail': 'id of a user, and numbers',
  'retention-run': 'nothing',
  'webhook-disabled-mail': 'ids of a webhook and a user',
};

/** Lines of the log with an id of a person. */
export const PERSONAL_LOG: PersonalPlace = {
  place: 'log: userId',
  purpose: 'operation',
  holds: 'id of the user who sent a request',
  people: ['users'],
  kept: 'as long as the operator keeps the log',
  access: none('Without the database, an id tells nobody who it is.'),
  erasure: none('The id is that of nobody once the user is erased.'),
};

/** Properties of lines of the log. None has an address, a name or a text. */
export const LOG_FIELDS: Readonly<Record<string, string>> = {
  err: 'an error without its values',
  tables: 'names of tables',
  cause: 'code of an error of a connection',
  kind: 'kind of a job',
  jobId: 'id of a job',
  signal: 'name of a signal',
  code: 'exit status',
  metricsPort: 'a port',
  requestId: 'id of a request',
  status: 'status of an answer',
  errorCode: 'code of an error',
  attempt: 'number of an attempt',
  apiKeyId: 'id of an API key',
  companyId: 'id of a company',
  durationMs: 'a duration',
  method: 'method of a request',
  userId: 'id of a user',
  templateId: 'id of a template',
  usedRatio: 'share of a limit',
  route: 'path with the names of its parameters',
  path: 'path of a file of the outbox, whose name is a number',
  event: 'state of the embedded database',
  baseUrl: 'address of the service',
  docs: 'address of the documentation',
};

/** Labels of metrics. None names a company or a person. */
export const METRIC_LABELS: Readonly<Record<string, string>> = {
  dependency: 'database or redis',
  kind: 'kind of a job',
  method: 'method of a request',
  policy: 'name of a rate limit',
  purpose: 'purpose of a stream',
  reason: 'why a file is refused: a code',
  result: 'result of an attempt',
  route: 'path with the names of its parameters',
  state: 'state of a job or connection',
  status: 'class of a status',
  table: 'name of a table',
};
