import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/database/sql.js';
import { mayBeWorkedOn } from '../../../platform/jobs/worked-on.js';
import { FileStorage } from '../../../platform/storage/file-storage.js';
import {
  FileStillMade,
  PersonalDataEraser,
  type Person,
  type PersonalCounts,
} from '../../../shared-kernel/personal-data.js';
import { assigneeKeysOf } from '../../index.js';
import { EXPORT_JOB } from '../application/plan-exports.service.js';

/** Plans whose workbooks have the name of the person: `$2` ids of users, `$3` keys of assigned employees. */
const PLANS = `
  SELECT p.id FROM action_plan p WHERE p.company_id = $1 AND p.created_by = ANY ($2)
  UNION SELECT a.plan_id FROM plan_action a
    WHERE a.company_id = $1 AND (a.filter_keys && $3::text[] OR a.created_by = ANY ($2))
  UNION SELECT n.plan_id FROM action_note n WHERE n.company_id = $1 AND n.author_id = ANY ($2)`;

const IS_ABOUT = `e.company_id = $1 AND (e.requested_by = ANY ($2) OR e.plan_id IN (${PLANS}))`;

const COUNT = {
  name: 'exports.count-of-person',
  text: `SELECT count(*)::integer AS exports FROM plan_export e WHERE ${IS_ABOUT}`,
};

/** An export without plan and requester counts as gone: its attempt ends, and its link works no more. */
const ABANDON = {
  name: 'exports.abandon-of-person',
  text: `UPDATE plan_export e SET plan_id = NULL, requested_by = NULL WHERE ${IS_ABOUT}`,
};

const ABANDONED = {
  name: 'exports.abandoned',
  text: `
    SELECT e.id, e.file_key AS "fileKey", ${mayBeWorkedOn(EXPORT_JOB, '$1', 'e.id')} AS "isWorkedOn"
    FROM plan_export e WHERE e.company_id = $1 AND e.plan_id IS NULL AND e.requested_by IS NULL`,
};

const DELETE = {
  name: 'exports.delete-abandoned',
  text: `
    DELETE FROM plan_export e
    WHERE e.company_id = $1 AND e.id = $2 AND e.plan_id IS NULL AND e.requested_by IS NULL`,
};

interface AbandonedExport extends Record<string, unknown> {
  readonly id: string;
  readonly fileKey: string | null;
  readonly isWorkedOn: boolean;
}

/** Removes the workbooks that a person asked for, and those that have the name of the person. */
@Injectable()
export class PlanExportEraser extends PersonalDataEraser {
  readonly tables = ['plan_export'];

  constructor(
    private readonly sql: Sql,
    private readonly files: FileStorage,
  ) {
    super();
  }

  async count(person: Person): Promise<PersonalCounts> {
    const [row] = await this.sql.query<PersonalCounts>(COUNT, valuesOf(person));
    return { ...row };
  }

  /** @throws {FileStillMade} */
  async erase(person: Person): Promise<void> {
    const { companyId } = person;
    await this.sql.query(ABANDON, valuesOf(person));
    const abandoned = await this.sql.query<AbandonedExport>(ABANDONED, [companyId]);
    for (const { id, fileKey, isWorkedOn } of abandoned) {
      if (isWorkedOn) continue;
      if (fileKey !== null) await this.files.remove(fileKey);
      await this.sql.query(DELETE, [companyId, id]);
    }
    if (abandoned.some(({ isWorkedOn }) => isWorkedOn))
      throw new FileStillMade('A workbook is still being made.');
  }
}

function valuesOf({ companyId, employeeIds, userIds }: Person): unknown[] {
  return [companyId, userIds, assigneeKeysOf(companyId, employeeIds)];
}
