import { Injectable } from '@nestjs/common';
import { documentsByIds } from '../../platform/database/personal-records.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import { PersonalDataSource, type Person, type PersonalRecord } from '../../shared-kernel/personal-data.js';
import { IS_OWN, ownershipOf } from './own-entries.js';
import type { AnyTimesheetEntry, Change, ChangeAuthor } from '../domain/timesheet-entry.js';

const findIn = (list: 'live' | 'deleted'): Statement => ({
  name: `timesheets.${list}-of-person`,
  text: `
    SELECT t.id FROM timesheet_entry t
    WHERE t.list = '${list}' AND ${IS_OWN}
    ORDER BY t.start_time, t.id`,
});

const LISTS = [
  { kind: 'timesheets', ids: findIn('live') },
  { kind: 'deletedTimesheets', ids: findIn('deleted') },
] as const;

const DOCUMENTS = {
  name: 'timesheets.documents',
  text: 'SELECT t.id, t.document FROM timesheet_entry t WHERE t.company_id = $1 AND t.id = ANY ($2)',
};

/** Working times with their histories. */
@Injectable()
export class TimesheetSource extends PersonalDataSource {
  constructor(private readonly sql: Sql) {
    super();
  }

  async *recordsOf(person: Person): AsyncGenerator<PersonalRecord> {
    const values = ownershipOf(person);
    for (const { kind, ids } of LISTS) {
      const documents = documentsByIds<AnyTimesheetEntry>(this.sql, { ids, documents: DOCUMENTS }, values);
      for await (const entry of documents) yield { kind, record: withoutOthers(entry, person) };
    }
  }
}

/** An entry without the names of others who changed it. Their reasons are about the person, and stay. */
function withoutOthers(entry: AnyTimesheetEntry, { emailKeys, externalIds }: Person): AnyTimesheetEntry {
  const isPerson = ({ email, externalId }: ChangeAuthor): boolean =>
    (email !== undefined && emailKeys.includes(foldEmail(email))) ||
    (externalId !== undefined && externalIds.includes(externalId));
  const changeHistory = entry.changeHistory.map((change): Change => {
    const { changedBy, ...rest } = change;
    return changedBy && isPerson(changedBy) ? change : rest;
  });
  const own = { ...entry, changeHistory };
  if (!('deletedBy' in own)) return own;
  const { deletedBy, ...rest } = own;
  return deletedBy !== undefined && emailKeys.includes(foldEmail(deletedBy)) ? own : rest;
}
