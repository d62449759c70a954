import { Injectable } from '@nestjs/common';
import { recordsOfRows } from '../../platform/database/personal-records.js';
import { eraserOf, valuesOf, type PersonalRows } from '../../platform/database/personal-rows.js';
import { named, Sql } from '../../platform/database/sql.js';
import { PersonalDataSource, type Person, type PersonalRecord } from '../../shared-kernel/personal-data.js';
import { by, none, type PersonalPlace } from '../../shared-kernel/personal-tables.js';

const SYNC: PersonalRows = {
  table: 'employee_sync',
  purpose: 'integration',
  people: ['employees'],
  kept: 'for `SYNC_RETENTION`',
  access: none('The samples of a column belong to no known person; the rows of a sync are given.'),
  erasure: by('SyncEraser'),
  columns: {
    columns: 'some values of properties of employees',
    issues: 'values of employees that are not valid',
  },
  impersonal:
    'company_id id source status reason applies_when_ready allowed_ends added changed ended ' +
    'unchanged skipped created_by applied_by attempt_id created_at finished_at undone_at skips_bad_rows ' +
    'bad ends_held_back suppressed revived allowed_revivals adopts adopted key_changes past_ends left_out cleaned_names',
  // The person of an example or an issue is not known: a column that no property reads has examples, too.
  cleared: { columns: 'columns IS NOT NULL', issues: 'issues IS NOT NULL' },
};

const IS_ROW_OF_PERSON =
  'employee_id = ANY (:employeeIds) OR lower(email) = ANY (:emailKeys) OR external_id = ANY (:externalIds)';

const SYNC_ROW: PersonalRows = {
  table: 'employee_sync_row',
  purpose: 'integration',
  people: ['employees'],
  kept: 'for `SYNC_RETENTION`',
  access: by('SyncSource'),
  erasure: by('SyncEraser'),
  columns: {
    employee_id: 'id of an employee',
    external_id: 'id of an employee in the HR system',
    email: 'e-mail address of an employee',
    changes: 'properties of an employee before and after',
    issues: 'values of an employee that are not valid',
  },
  impersonal: 'company_id sync_id kind position reason is_move seen_version applied_version',
  ofPerson: IS_ROW_OF_PERSON,
  counted: 'syncRows',
};

export const SYNC_TABLES = [SYNC, SYNC_ROW];

export const SYNC_FILES: PersonalPlace = {
  place: 'files: syncs/',
  purpose: 'integration',
  holds: 'lists of the staff',
  people: ['employees'],
  kept: 'until the changes of the sync are known',
  access: none('The rows of a sync are given.'),
  erasure: by('SyncEraser'),
};

const FIND_ROWS = named(
  'syncs.rows-of-person',
  `
    SELECT r.sync_id AS "syncId", s.source, s.created_at AS "createdAt", s.finished_at AS "finishedAt", r.kind,
      r.employee_id AS "employeeId", r.external_id AS "externalId", r.email, r.reason, r.changes, r.issues
    FROM employee_sync_row r JOIN employee_sync s ON s.company_id = r.company_id AND s.id = r.sync_id
    WHERE r.company_id = :companyId AND s.company_id = :companyId AND (${IS_ROW_OF_PERSON})
    ORDER BY s.created_at, r.sync_id, r.kind, r.position`,
);

/** The syncs that added, changed, ended or skipped a person. */
@Injectable()
export class SyncSource extends PersonalDataSource {
  constructor(private readonly sql: Sql) {
    super();
  }

  recordsOf(person: Person): AsyncGenerator<PersonalRecord> {
    return recordsOfRows(this.sql, 'employeeSyncs', FIND_ROWS, valuesOf(person));
  }
}

/** Removes a person from the lists of syncs, and the values that syncs show of files: their columns and issues. */
@Injectable()
export class SyncEraser extends eraserOf(SYNC_ROW, SYNC) {}
