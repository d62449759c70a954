import { Injectable } from '@nestjs/common';
import { IdentityQueries, OperatorQueries } from '../../../identity/index.js';
import type { Person, PersonalRecord } from '../../../shared-kernel/personal-data.js';
import { readerLanguage, type ReaderLanguage } from '../../../shared-kernel/reader-language.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import { ArchiveWriter, Sources, type Archive } from './archive.ports.js';

/** Working times and audit records of a company are searched by what they contain. */
const STATEMENT_LIMIT_MS = 5 * 60_000;

/** Gathers everything about a person from all contexts. */
@Injectable()
export class PersonArchives {
  constructor(
    private readonly sources: Sources,
    private readonly writer: ArchiveWriter,
    private readonly companies: OperatorQueries,
    private readonly identity: IdentityQueries,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws {CompanyNotFound} */
  async make(person: Person, signal?: AbortSignal): Promise<Archive> {
    const { companyId, employeeIds, userIds, emailKeys: emails, externalIds } = person;
    const { id, name } = await this.companies.company(companyId);
    const facts = {
      company: { id, name },
      person: { employeeIds, userIds, emails, externalIds },
      createdAt: new Date().toISOString(),
    };
    const language = await this.languageOf(person);
    return this.unitOfWork.withStatementLimit(STATEMENT_LIMIT_MS, () =>
      this.writer.write(this.recordsOf(person, signal), facts, language),
    );
  }

  private async *recordsOf(person: Person, signal?: AbortSignal): AsyncGenerator<PersonalRecord> {
    for (const source of this.sources.all)
      for await (const record of source.recordsOf(person)) {
        signal?.throwIfAborted();
        yield record;
      }
  }

  /** That of the person's user, of which the active one counts; English for an employee who has none. */
  private async languageOf({ companyId, userIds }: Person): Promise<ReaderLanguage> {
    const users = await this.identity.contacts(companyId, { ids: userIds });
    const user = users.find(({ isActive }) => isActive) ?? users[0];
    return readerLanguage(user?.language ?? 'en');
  }
}
