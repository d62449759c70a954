import type { Person, PersonalDataEraser } from '../../../shared-kernel/personal-data.js';
import type { DeletedCompany } from '../domain/deleted-companies.js';
import type { ErasureKey } from '../domain/erasure.js';
import type { LedgerEntry } from '../domain/erasure.repository.js';

/** Erasers of all contexts, in the order in which they work: those that find by what others remove come first. */
export abstract class Erasers {
  abstract readonly all: readonly PersonalDataEraser[];
}

/** The statistics that the database keeps for its planner, which have some of the values of a column. */
export abstract class ErasedStatistics {
  /**
   * Removes the values that are no longer in the tables of the erasers. Fails for no table.
   * @returns tables that could not be analyzed: before PostgreSQL 17, only their owner may do it
   */
  abstract refresh(): Promise<readonly string[]>;
}

/** Finds the people whose keyed hashes the ledger has, by hashing the keys of all people of a company. */
export abstract class HashedPeople {
  abstract find(companyId: string, erasureIds: readonly string[]): Promise<Person>;
}

/** The ledger in the store of files, which a restored database is brought up to. */
export abstract class LedgerFiles {
  abstract put(entry: LedgerEntry): Promise<void>;

  /** The keys of all entries. */
  abstract keys(): AsyncIterable<ErasureKey>;

  abstract read(key: ErasureKey): Promise<LedgerEntry | undefined>;

  /** Keeps that the company may name the person again. */
  abstract allowAgain(key: ErasureKey): Promise<void>;

  /** The keys of the entries of which this is kept. */
  abstract allowedAgain(): AsyncIterable<ErasureKey>;

  /** With the permission. */
  abstract remove(key: ErasureKey): Promise<void>;
}

/** The deleted companies in the store of files, beside {@link LedgerFiles}. */
export abstract class DeletedCompanyFiles {
  abstract put(company: DeletedCompany): Promise<void>;

  abstract ids(): AsyncIterable<string>;

  abstract read(companyId: string): Promise<DeletedCompany | undefined>;

  abstract remove(companyId: string): Promise<void>;
}
