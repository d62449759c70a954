import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../../platform/database/sql.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import type { PlannedRun } from '../domain/retention-run.js';
import { SETTING_COLUMNS, settingsOf, type SettingsRow } from './retention-settings.store.js';

const TO_WARN = 'warn_by_mail AND warned_at IS NULL AND next_run_at > now()';

/** Of all companies: a worker does the runs of all. `$1` most companies. */
const DUE_COMPANIES: Statement = {
  name: 'retention.due-companies',
  text: `
    SELECT company_id AS "companyId" FROM retention_setting WHERE next_run_at <= now()
    ORDER BY next_run_at LIMIT $1`,
};

const COMPANIES_TO_WARN: Statement = {
  name: 'retention.companies-to-warn',
  text: `
    SELECT company_id AS "companyId" FROM retention_setting WHERE ${TO_WARN} ORDER BY next_run_at LIMIT $1`,
};

const SELECT_PLANNED = `
  SELECT company_id AS "companyId", next_run_at AS at, ${SETTING_COLUMNS}
  FROM retention_setting WHERE company_id = $1 AND next_run_at IS NOT NULL`;

const PLANNED: Statement = { name: 'retention.planned', text: SELECT_PLANNED };

const LOCK_DUE: Statement = {
  name: 'retention.lock-due',
  text: `${SELECT_PLANNED} AND next_run_at <= now() FOR UPDATE`,
};

const LOCK_TO_WARN: Statement = {
  name: 'retention.lock-to-warn',
  text: `${SELECT_PLANNED} AND ${TO_WARN} FOR UPDATE`,
};

/** `$1` company, `$2` milliseconds. */
const PLAN: Statement = {
  name: 'retention.plan',
  text: `
    UPDATE retention_setting
    SET next_run_at = now() + $2::float8 * interval '1 millisecond', warned_at = NULL
    WHERE company_id = $1`,
};

const SET_WARNED: Statement = {
  name: 'retention.set-warned',
  text: 'UPDATE retention_setting SET warned_at = now() WHERE company_id = $1',
};

interface CompanyRow extends Record<string, unknown> {
  readonly companyId: string;
}

type PlannedRow = SettingsRow & { readonly companyId: string; readonly at: Date };

/** The planned runs of companies. */
@Injectable()
export class RetentionRunStore {
  constructor(private readonly sql: Sql) {}

  /** Companies whose run is due, the longest due first. */
  dueCompanies(most: number): Promise<string[]> {
    return this.companies(DUE_COMPANIES, most);
  }

  /** Companies whose admins want a mail before the run and have got none yet. */
  companiesToWarn(most: number): Promise<string[]> {
    return this.companies(COMPANIES_TO_WARN, most);
  }

  /** The planned run of a company; undefined if nothing is planned. */
  planned(companyId: string): Promise<PlannedRun | undefined> {
    return this.run(PLANNED, companyId);
  }

  /** Keeps others from planning for the company. @returns undefined if the run is not due, or another is planned */
  lockDue(companyId: string, transaction: Transaction): Promise<PlannedRun | undefined> {
    return this.run(LOCK_DUE, companyId, transaction);
  }

  /** The same for a run of which admins are to be warned. */
  lockToWarn(companyId: string, transaction: Transaction): Promise<PlannedRun | undefined> {
    return this.run(LOCK_TO_WARN, companyId, transaction);
  }

  /** Plans the next run. */
  async plan(companyId: string, inMs: number | undefined, transaction: Transaction): Promise<void> {
    await this.sql.query(PLAN, [companyId, inMs ?? null], transaction);
  }

  /** No mail about the planned run is sent any more. */
  async setWarned(companyId: string, transaction: Transaction): Promise<void> {
    await this.sql.query(SET_WARNED, [companyId], transaction);
  }

  private async companies(statement: Statement, most: number): Promise<string[]> {
    return (await this.sql.query<CompanyRow>(statement, [most])).map(({ companyId }) => companyId);
  }

  private async run(
    statement: Statement,
    companyId: string,
    transaction?: Transaction,
  ): Promise<PlannedRun | undefined> {
    const [row] = await this.sql.query<PlannedRow>(statement, [companyId], transaction);
    return row && { companyId, settings: settingsOf(row), at: row.at };
  }
}
