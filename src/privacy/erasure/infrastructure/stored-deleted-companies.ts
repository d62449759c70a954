import { text } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { FileStorage } from '../../../platform/storage/file-storage.js';
import { DeletedCompanyFiles } from '../application/erasure.ports.js';
import type { DeletedCompany } from '../domain/deleted-companies.js';

const FOLDER = 'erasures/companies/';
const NAME = /^erasures\/companies\/([^/]+)\.json$/;

/** The deleted companies below `erasures/companies/` of the store of files: a file for each of them. */
@Injectable()
export class StoredDeletedCompanies extends DeletedCompanyFiles {
  constructor(private readonly files: FileStorage) {
    super();
  }

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
