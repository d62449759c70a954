import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/database/sql.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import type { BegunExport, ExportKey, PlanExport } from '../domain/plan-export.js';

/** A link of an export, and the file that it opens. */
export interface NewLink {
  /** Digest of the link's token. */
  readonly digest: Buffer;
  /** In milliseconds. */
  readonly ttlMs: number;
  /** File name for the download. */
  readonly fileName: string;
}

/** The rows of exports that are gone remain until their files are removed. */
const IS_OPEN = `company_id = $1 AND id = $2 AND status <> 'SENT' AND plan_id IS NOT NULL AND requested_by IS NOT NULL`;

/**
 * The lock keeps the plan until the export is stored, so that its removal finds the export. The update of a queued row
 * changes nothing, but makes RETURNING return it.
 */
const RECORD = {
  name: 'plan-exports.record',
  text: `
    INSERT INTO plan_export (company_id, id, plan_id, requested_by, status, requested_at)
    SELECT p.company_id, $2, p.id, u.id, 'QUEUED', now()
    FROM action_plan p JOIN user_account u ON u.company_id = $1 AND u.id = $4
    WHERE p.company_id = $1 AND p.id = $3
    FOR KEY SHARE
    ON CONFLICT (company_id, plan_id, requested_by) WHERE status = 'QUEUED' DO UPDATE SET status = 'QUEUED'
    RETURNING id`,
};

const BEGIN = {
  name: 'plan-exports.begin',
  text: `
    UPDATE plan_export SET status = 'RUNNING', finished_at = NULL, file_key = 'exports/' || id || '.xlsx',
      expires_at = CASE WHEN status = 'RUNNING' THEN expires_at END
    WHERE ${IS_OPEN}
    RETURNING company_id AS "companyId", id AS "exportId", plan_id AS "planId", requested_by AS "requestedBy",
      file_key AS "fileKey"`,
};

const BEGIN_MAIL = {
  name: 'plan-exports.begin-mail',
  text: `
    WITH begun AS (
      UPDATE plan_export SET file_name = $3, expires_at = now() + interval '1 ms' * $4::float8
      WHERE ${IS_OPEN} RETURNING company_id, id, expires_at
    ), link AS (
      INSERT INTO plan_export_link (digest, company_id, export_id) SELECT $5, company_id, id FROM begun
    )
    SELECT expires_at AS "expiresAt" FROM begun`,
};

const SENT = {
  name: 'plan-exports.sent',
  text: `UPDATE plan_export SET status = 'SENT', finished_at = now() WHERE ${IS_OPEN}`,
};

const FAILED = {
  name: 'plan-exports.failed',
  text: `UPDATE plan_export SET status = 'FAILED', finished_at = now(), expires_at = now() WHERE ${IS_OPEN}`,
};

/**
 * Stores exports. An export whose plan or requester is deleted counts as gone; its row remains until its file is
 * removed ({@link ObsoleteExportFiles}). Each change is one statement with its condition in it, so that of several
 * attempts one wins.
 */
@Injectable()
export class PlanExportStore {
  constructor(private readonly sql: Sql) {}

  /**
   * Inserts a new export. While an export of the same user and plan is still queued, the request joins it.
   * @returns the id of the export that will be carried out; undefined when the plan or the user is gone
   */
  async record(planExport: PlanExport, transaction: Transaction): Promise<string | undefined> {
    const { companyId, exportId, planId, requestedBy } = planExport;
    const values = [companyId, exportId, planId, requestedBy];
    const [row] = await this.sql.query<{ id: string }>(RECORD, values, transaction);
    return row?.id;
  }

  /** Begins an attempt. @returns undefined when the export is sent or gone */
  async begin({ companyId, exportId }: ExportKey): Promise<BegunExport | undefined> {
    const [row] = await this.sql.query<BegunExport & Record<string, unknown>>(BEGIN, [companyId, exportId]);
    return row;
  }

  /**
   * The workbook is stored and a mail is about to be sent: adds its link. Earlier links stay valid, too, because their
   * mails may have arrived.
   * @returns when the links expire; undefined when the export is sent or gone: then no mail may be sent
   */
  async beginMail({ companyId, exportId }: ExportKey, link: NewLink): Promise<Date | undefined> {
    const values = [companyId, exportId, link.fileName, link.ttlMs, link.digest];
    const [row] = await this.sql.query<{ expiresAt: Date }>(BEGIN_MAIL, values);
    return row?.expiresAt;
  }

  /** The mail server has accepted the mail. */
  async sent({ companyId, exportId }: ExportKey): Promise<void> {
    await this.sql.query(SENT, [companyId, exportId]);
  }

  /** No attempt will follow. The links expire: the reader may have lost the right to read the plan. */
  async failed({ companyId, exportId }: ExportKey, transaction: Transaction): Promise<void> {
    await this.sql.query(FAILED, [companyId, exportId], transaction);
  }
}
