import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/database/sql.js';
import { mayBeWorkedOn } from '../../../platform/jobs/worked-on.js';
import type { ExportKey } from '../domain/plan-export.js';
import { EXPORT_JOB } from './plan-exports.service.js';

/** A file whose links have expired, or whose plan or requester is deleted. */
export interface ObsoleteExportFile extends ExportKey {
  /** Storage key; null when no attempt has begun, so that there is no file. */
  readonly fileKey: string | null;
}

/** The worker of a deleted plan's export may still store the file, until it notices that its lease has ended. */
const UNUSED = `(removal_due_at IS NULL OR removal_due_at <= now()) AND NOT
    ${mayBeWorkedOn(EXPORT_JOB, 'plan_export.company_id', 'plan_export.id')}`;

/** Of all companies: workers serve all of them. */
const DUE = {
  name: 'obsolete-export-files.due',
  text: `
    (SELECT company_id AS "companyId", id AS "exportId", file_key AS "fileKey" FROM plan_export
    WHERE (plan_id IS NULL OR requested_by IS NULL) AND ${UNUSED} LIMIT $1)
    UNION
    (SELECT company_id, id, file_key FROM plan_export
    WHERE file_key IS NOT NULL AND status IN ('SENT', 'FAILED') AND expires_at <= now() AND ${UNUSED}
    ORDER BY expires_at LIMIT $1)`,
};

const FORGET_FILE = {
  name: 'obsolete-export-files.forget-file',
  text: `
    UPDATE plan_export SET file_key = NULL
    WHERE company_id = $1 AND id = $2 AND plan_id IS NOT NULL AND requested_by IS NOT NULL
    RETURNING id`,
};

const DELETE_EXPORT = {
  name: 'obsolete-export-files.delete-export',
  text: `
    DELETE FROM plan_export
    WHERE company_id = $1 AND id = $2 AND (plan_id IS NULL OR requested_by IS NULL)`,
};

const POSTPONE = {
  name: 'obsolete-export-files.postpone',
  text: `
    UPDATE plan_export SET removal_due_at = now() + interval '1 minute' WHERE company_id = $1 AND id = $2`,
};

/** Files to be removed. The row of the export names its file until the file is removed, so that none is forgotten. */
@Injectable()
export class ObsoleteExportFiles {
  constructor(private readonly sql: Sql) {}

  async due(limit: number): Promise<ObsoleteExportFile[]> {
    return this.sql.query<ObsoleteExportFile & Record<string, unknown>>(DUE, [limit]);
  }

  /** The file is removed: its row is updated, or deleted when the export is gone. */
  async removed({ companyId, exportId }: ObsoleteExportFile): Promise<void> {
    const updated = await this.sql.query(FORGET_FILE, [companyId, exportId]);
    if (updated.length === 0) await this.sql.query(DELETE_EXPORT, [companyId, exportId]);
  }

  /** The file could not be removed; it is due again in a minute. */
  async postpone({ companyId, exportId }: ObsoleteExportFile): Promise<void> {
    await this.sql.query(POSTPONE, [companyId, exportId]);
  }
}
