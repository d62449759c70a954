/** Tables without data about people, with their content. */
export const IMPERSONAL_TABLES: Readonly<Record<string, string>> = {
  announcement_template: 'texts of the catalogue',
  announcement_template_tombstone: 'ids of templates',
  area: 'names of areas',
  change_feed: 'the generation of the feed',
  change_position: 'a number',
  change_set: 'ids of changes',
  characteristic: 'names of characteristics',
  company: 'names of companies',
  company_erasure: 'ids of deleted companies',
  company_group: 'names of groups',
  company_lock: 'a lock',
  credential_digest: 'digests of credentials',
  credential_secret: 'secrets of the deployment',
  employee_source: 'headers of columns',
  employee_sync_upload: 'parts of a file',
  job_schedule: 'times of periodic work',
  migrations: 'names of migrations',
  plan_export_link: 'digests of links',
  reminder_setting: 'settings',
  retention_setting: 'settings',
  segmentation: 'versions of lists',
  sign_in_client: 'ids of apps at identity providers',
  sign_in_setting: 'settings',
  sign_in_token: 'digests of tokens',
  timesheet_day_count: 'numbers of entries by day',
  webhook_mail: 'times of mails about webhooks',
};

/** Files of the source that write files with data about people. */
export const PERSONAL_WRITERS: Readonly<Record<string, string>> = {
  'src/action-plans/exports/application/plan-workbooks.ts': 'files: exports/',
  'src/syncs/infrastructure/stored-uploads.ts': 'files: syncs/',
  'src/privacy/access/application/access-files.store.ts': 'files: people/',
  'src/privacy/erasure/application/ledger-files.store.ts': 'files: erasures/',
  'src/platform/files/replace-file.ts': 'files: outbox/',
};

/** Files of the source that write files without data about people, or files of the one who calls the command. */
export const IMPERSONAL_WRITERS: Readonly<Record<string, string>> = {
  'src/privacy/erasure/application/deleted-companies.store.ts': 'ids of deleted companies',
  'src/platform/database/embedded/cluster.ts': 'the password of the embedded database',
  'src/platform/secrets/secret-box.ts': 'the key of the secrets',
  'src/privacy/access/interface/person-access.commands.ts':
    'the archive of a person, where the operator wants it',
  'src/syncs/interface/refused-rows.ts': 'rows of a file of the operator, where the operator wants them',
};

/** Payloads of queued jobs by kind: ids and numbers only. */
export const JOB_PAYLOADS: Readonly<Record<string, string>> = {
  'api-key-expiry-mail': 'ids of a key and a user',
  'plan-export': 'id of an export',
  'employee-sync-preview': 'id of a sync',
  'employee-sync-apply': 'id of a sync',
  'person-access': 'id of a request',
  'person-erasure': 'nothing',
  'reminder-mail': 'id of a recipient, and numbers',
  'retention-mail': 'id of a user, and numbers',
  'retention-run': 'nothing',
  'sign-in-code-mail': 'id of a user, and a time',
  'webhook-disabled-mail': 'ids of a webhook and a user',
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
  reason: 'why a token is refused: a code',
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
  way: 'way of a sign-in',
};
