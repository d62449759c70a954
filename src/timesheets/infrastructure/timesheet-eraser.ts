import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { changeSetOf } from '../../platform/database/change-sets.js';
import { lockCompany } from '../../platform/database/import-lock.js';
import { Sql } from '../../platform/database/sql.js';
import { addTombstones } from '../../platform/database/tombstones.js';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import {
  PersonalDataEraser,
  type ErasureOptions,
  type Person,
  type PersonalCounts,
} from '../../shared-kernel/personal-data.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import type { AnyTimesheetEntry, Change, ChangeAuthor } from '../domain/timesheet-entry.js';
import { DayCountChanges, type Listed } from './day-counts.js';
import { IS_OWN, ownershipOf } from './own-entries.js';
import { TIMESHEET_ROW, toRow } from './timesheet.row.js';

/** Entries of one transaction. */
const BATCH = 1_000;

const LISTED_AT = `to_char(t.listed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const COUNT = {
  name: 'timesheets.count-of-person',
  text: `
    SELECT count(*)::integer AS timesheets FROM timesheet_entry t WHERE ${IS_OWN}`,
};

const FIND_OWN = {
  name: 'timesheets.find-of-person',
  text: `SELECT t.id FROM timesheet_entry t WHERE ${IS_OWN}`,
};

/**
 * Entries of others whose history names the person as the author of a change: `$2` folded e-mail addresses, `$3`
 * external ids.
 */
const FIND_CHANGED = {
  name: 'timesheets.find-changed-by-person',
  text: `
    SELECT t.id FROM timesheet_entry t
    WHERE t.company_id = $1 AND EXISTS (
      SELECT FROM json_array_elements(t.document -> 'changeHistory') c
      WHERE lower(c -> 'changedBy' ->> 'email') = ANY ($2) OR c -> 'changedBy' ->> 'externalId' = ANY ($3)
    )`,
};

const READ = {
  name: 'timesheets.read-of-person',
  text: `
    SELECT t.id, t.list, ${LISTED_AT} AS "listedAt", t.document FROM timesheet_entry t
    WHERE t.company_id = $1 AND t.id = ANY ($2)`,
};

const DELETE = 'DELETE FROM timesheet_entry WHERE company_id = $1 AND id = ANY ($2)';

/** `$2` rows, `$3` change set. The lists and times of entries stay. */
const REPLACE = `
  UPDATE timesheet_entry t
  SET email_key = r."emailKey", external_id = r."externalId", document = r.document, change_set = $3::uuid
  FROM json_to_recordset($2::json) AS r (${TIMESHEET_ROW})
  WHERE t.company_id = $1 AND t.id = r.id`;

interface FoundEntry extends Listed, Record<string, unknown> {
  readonly id: string;
  readonly document: AnyTimesheetEntry;
}

/** Removes the working times of a person, or gives them a pseudonym. */
@Injectable()
export class TimesheetEraser extends PersonalDataEraser {
  readonly tables = ['timesheet_entry'];

  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  async count(person: Person): Promise<PersonalCounts> {
    const [row] = await this.sql.query<PersonalCounts>(COUNT, ownershipOf(person));
    return { ...row };
  }

  async erase(person: Person, { pseudonym }: ErasureOptions): Promise<void> {
    const { companyId, emailKeys, externalIds } = person;
    await this.change(companyId, await this.idsOf(FIND_OWN, ownershipOf(person)), async (manager, own) => {
      if (pseudonym === undefined) await remove(manager, companyId, own);
      else
        await replace(
          manager,
          companyId,
          own.map(({ document }) => underPseudonym(document, pseudonym)),
        );
    });
    const isPerson = ({ email, externalId }: ChangeAuthor): boolean =>
      (email !== undefined && emailKeys.includes(foldEmail(email))) ||
      (externalId !== undefined && externalIds.includes(externalId));
    const values = [companyId, emailKeys, externalIds];
    await this.change(companyId, await this.idsOf(FIND_CHANGED, values), (manager, changed) =>
      replace(
        manager,
        companyId,
        changed.map(({ document }) => withoutAuthor(document, isPerson)),
      ),
    );
  }

  /** Without the lock of the company, because all entries of the company may be searched. */
  private async idsOf(statement: typeof FIND_OWN, values: readonly unknown[]): Promise<string[]> {
    const rows = await this.sql.query<{ id: string }>(statement, values);
    return rows.map(({ id }) => id);
  }

  /** Under the lock of the company, so that counts of days are right. */
  private async change(
    companyId: string,
    ids: readonly string[],
    work: (manager: EntityManager, entries: readonly FoundEntry[]) => Promise<void>,
  ): Promise<void> {
    for (let at = 0; at < ids.length; at += BATCH)
      await this.unitOfWork.run(async (transaction) => {
        const manager = managerOf(transaction);
        await lockCompany(manager, companyId);
        const values = [companyId, ids.slice(at, at + BATCH)];
        await work(manager, await this.sql.query<FoundEntry>(READ, values, transaction));
      });
  }
}

async function remove(
  manager: EntityManager,
  companyId: string,
  entries: readonly FoundEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const counts = new DayCountChanges();
  for (const entry of entries) counts.remove(entry);
  const idsOf = (list: string): string[] =>
    entries.flatMap((entry) => (entry.list === list ? [entry.id] : []));
  await addTombstones(manager, companyId, 'timesheet', idsOf('live'));
  await addTombstones(manager, companyId, 'deletedTimesheet', idsOf('deleted'));
  await manager.query(DELETE, [companyId, entries.map(({ id }) => id)]);
  await counts.write(manager, companyId);
}

async function replace(
  manager: EntityManager,
  companyId: string,
  entries: readonly AnyTimesheetEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  changeSetOf(manager, companyId, 'deletedTimesheet');
  const changeSet = changeSetOf(manager, companyId, 'timesheet');
  await manager.query(REPLACE, [companyId, JSON.stringify(entries.map(toRow)), changeSet]);
}

/** What leads back to the person: address, external ids, and texts and authors of changes. */
function underPseudonym(entry: AnyTimesheetEntry, pseudonym: string): AnyTimesheetEntry {
  const { email: _, timesheetExternalId: __, ...rest } = entry;
  const kept = Object.fromEntries(
    Object.entries(rest).filter(([property]) => property !== 'deletedReason' && property !== 'deletedBy'),
  ) as typeof rest;
  const changeHistory = entry.changeHistory.map(
    ({ changedBy: _by, changeReason: _reason, ...change }): Change => change,
  );
  return { ...kept, externalId: pseudonym, changeHistory };
}

function withoutAuthor(
  entry: AnyTimesheetEntry,
  isPerson: (author: ChangeAuthor) => boolean,
): AnyTimesheetEntry {
  const changeHistory = entry.changeHistory.map((change): Change => {
    const { changedBy, ...rest } = change;
    return changedBy && isPerson(changedBy) ? rest : change;
  });
  return { ...entry, changeHistory };
}
