import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/database/sql.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import { DeletedCompanies, type DeletedCompany } from '../domain/deleted-companies.js';

const ENTER = {
  name: 'erasures.enter-company',
  text: 'INSERT INTO company_erasure (company_id, deleted_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
};

const TAKE_BACK = {
  name: 'erasures.take-company-back',
  text: 'DELETE FROM company_erasure WHERE company_id = $1 RETURNING company_id',
};

const AMONG = {
  name: 'erasures.companies-among',
  text: 'SELECT d.company_id AS "companyId" FROM company_erasure d WHERE d.company_id = ANY ($1)',
};

/** Of all companies: a dump has brought back any of them. */
const PRESENT = {
  name: 'erasures.companies-present',
  text: `
    SELECT d.company_id AS "companyId" FROM company_erasure d JOIN company c ON c.id = d.company_id
    ORDER BY d.company_id`,
};

type Row = { readonly companyId: string } & Record<string, unknown>;

/** The deleted companies in PostgreSQL. */
@Injectable()
export class SqlDeletedCompanies extends DeletedCompanies {
  constructor(private readonly sql: Sql) {
    super();
  }

  async enter({ companyId, deletedAt }: DeletedCompany, transaction?: Transaction): Promise<void> {
    await this.sql.query(ENTER, [companyId, deletedAt], transaction);
  }

  async takeBack(companyId: string, transaction: Transaction): Promise<boolean> {
    return (await this.sql.query(TAKE_BACK, [companyId], transaction)).length > 0;
  }

  async among(companyIds: readonly string[]): Promise<string[]> {
    return (await this.sql.query<Row>(AMONG, [companyIds])).map(({ companyId }) => companyId);
  }

  async present(): Promise<string[]> {
    return (await this.sql.query<Row>(PRESENT)).map(({ companyId }) => companyId);
  }
}
