/**
 * A person of a company, by everything by which rows refer to one. Ids stay when a row is gone, so that an erasure that
 * is repeated still finds the rest.
 */
export interface Person {
  readonly companyId: string;
  /** Of employees, also of those who have left. A person who was employed again may have several. */
  readonly employeeIds: readonly string[];
  /** Of users, also of deactivated ones. */
  readonly userIds: readonly string[];
  /** E-mail addresses that nobody else has or had, folded by `foldEmail`. */
  readonly emailKeys: readonly string[];
  /** Ids in the HR system that nobody else has or had. */
  readonly externalIds: readonly string[];
  /** Names and ids of identity providers that nobody else has or had; the names are folded. */
  readonly providerKeys?: readonly string[];
  /** Addresses and external ids that others have or had, too: working times have nothing else. */
  readonly shared?: readonly SharedKey[];
}

/** A key that several people had one after the other. What was recorded by it belongs to the one who had it then. */
export interface SharedKey {
  readonly kind: 'email' | 'externalId';
  readonly key: string;
  /** RFC 3339; null for the first who had it. */
  readonly from: string | null;
  /** RFC 3339, excluded; null for the last one. */
  readonly to: string | null;
}

/** A record about a person, in the form in which the API returns it. */
export interface PersonalRecord {
  /** Kind of the record in the plural, like `timesheets`. */
  readonly kind: string;
  readonly record: object;
}

/** The data that a context holds about a person, for the person (GDPR, Articles 15 and 20). */
export abstract class PersonalDataSource {
  /** All records of the person, those of a kind one after the other. Texts of others are not in them. */
  abstract recordsOf(person: Person): AsyncIterable<PersonalRecord>;
}

export interface ErasureOptions {
  /**
   * Timesheets stay, with this id in the place of the person's. It is the same for all entries of a person, and derived
   * from nothing. Absent: they are removed.
   */
  readonly pseudonym?: string | undefined;
}

/** Numbers of records by their kind, like `{ "timesheets": 12 }`; a kind without any is left out. */
export type PersonalCounts = Readonly<Record<string, number>>;

/** A worker may still store a file about the person, at most until its lease has ended: the erasure is tried again. */
export class FileStillMade extends Error {}

/** Removes what a context holds about a person (GDPR, Article 17). */
export abstract class PersonalDataEraser {
  /** Tables whose rows {@link erase} removes or changes: the database keeps statistics of their values. */
  abstract readonly tables: readonly string[];

  /** Numbers of the records that {@link erase} removes or changes now. */
  abstract count(person: Person, options: ErasureOptions): Promise<PersonalCounts>;

  /**
   * Removes them, in transactions of bounded size. May be repeated after a crash at any statement: what is gone already
   * is no error.
   * @throws {FileStillMade}
   */
  abstract erase(person: Person, options: ErasureOptions): Promise<void>;
}
