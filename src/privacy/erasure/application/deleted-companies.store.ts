import { text } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/database/sql.js';
import { FileStorage } from '../../../platform/storage/file-storage.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import type { DeletedCompany } from '../domain/erasure.js';

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

/** The part of the ledger that is about companies. */
@Injectable()
export class DeletedCompanies {
  constructor(private readonly sql: Sql) {}

  /** Adds an entry; one that is there already stays. */
  async enter({ companyId, deletedAt }: DeletedCompany, transaction?: Transaction): Promise<void> {
    await this.sql.query(ENTER, [companyId, deletedAt], transaction);
  }

  /** @returns false if there is no entry */
  async takeBack(companyId: string, transaction: Transaction): Promise<boolean> {
    return (await this.sql.query(TAKE_BACK, [companyId], transaction)).length > 0;
  }

  /** Those of some companies that have an entry. */
  async among(companyIds: readonly string[]): Promise<string[]> {
    return (await this.sql.query<Row>(AMONG, [companyIds])).map(({ companyId }) => companyId);
  }

  /** Companies that have an entry and are in the database nevertheless. */
  async present(): Promise<string[]> {
    return (await this.sql.query<Row>(PRESENT)).map(({ companyId }) => companyId);
  }
}

const FOLDER = 'erasures/companies/';
const NAME = /^erasures\/companies\/([^/]+)\.json$/;

/** The deleted companies below `erasures/companies/` of the store of files: a file for each of them. */
@Injectable()
export class DeletedCompanyFiles {
  constructor(private readonly files: FileStorage) {}

  async put(company: DeletedCompany): Promise<void> {
    const content = Buffer.from(JSON.stringify(company));
    await this.files.put(nameOf(company.companyId), content, 'application/json');
  }

  async *ids(): AsyncGenerator<string> {
    for await (const name of this.files.keys(FOLDER)) {
      const [, companyId] = NAME.exec(name) ?? [];
      if (companyId !== undefined) yield companyId;
    }
  }

  async read(companyId: string): Promise<DeletedCompany | undefined> {
    const file = await this.files.open(nameOf(companyId));
    return file && (JSON.parse(await text(file)) as DeletedCompany);
  }

  async remove(companyId: string): Promise<void> {
    await this.files.remove(nameOf(companyId));
  }
}

function nameOf(companyId: string): string {
  return `${FOLDER}${companyId}.json`;
}
