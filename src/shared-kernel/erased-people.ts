import { defineError } from './domain-error.js';
import { foldEmail } from './folding.js';
import type { PlacedRecord } from './record-importer.js';
import type { Transaction } from './transaction.js';

/** The keys that may name a person in a request, a row or a record. */
export interface NamedPerson {
  readonly email?: string | null | undefined;
  readonly externalId?: string | null | undefined;
  /** Of the employee or user. */
  readonly personId?: string | undefined;
}

/** A person who was erased is named, and the company has not allowed it again. */
export class PersonErased extends defineError('PERSON_ERASED', {
  kind: 'conflict',
  meaning:
    'The request names a person whom the company has had erased. The company has no data by which to tell who it was.',
  remedy: 'Leave the person out, or allow the person again: `PATCH …/people/erasures/{erasureId}`.',
  detail: 'The company has had the data of this person erased.',
}) {}

/** Those of some keys that are of erased people. */
export class ErasedKeys {
  static readonly none = new ErasedKeys(new Set(), new Set(), new Set());

  /** @param emailKeys - folded */
  constructor(
    private readonly emailKeys: ReadonlySet<string>,
    private readonly externalIds: ReadonlySet<string>,
    private readonly personIds: ReadonlySet<string>,
  ) {}

  /** True where a person has one of the keys. */
  has({ email, externalId, personId }: NamedPerson): boolean {
    return (
      (typeof email === 'string' && this.emailKeys.has(foldEmail(email))) ||
      (typeof externalId === 'string' && this.externalIds.has(externalId)) ||
      (personId !== undefined && this.personIds.has(personId))
    );
  }

  /**
   * Splits the records of an import.
   * @returns those that name nobody who was erased, and the indexes of the others
   */
  split<T>(
    records: readonly T[],
    personOf: (record: T) => NamedPerson,
  ): { readonly present: readonly PlacedRecord<T>[]; readonly suppressed: readonly number[] } {
    const present: PlacedRecord<T>[] = [];
    const suppressed: number[] = [];
    for (const [index, record] of records.entries()) {
      if (this.has(personOf(record))) suppressed.push(index);
      else present.push({ index, record });
    }
    return { present, suppressed };
  }
}

/** Knows who was erased by keyed hashes only. */
export abstract class ErasedPeople {
  /**
   * The keys of erased people among those of some people. A change of this transaction cannot bring back an erased
   * person whom this does not name: the erasure waits until all transactions that are older than it have ended.
   */
  abstract among(
    companyId: string,
    people: readonly NamedPerson[],
    transaction?: Transaction,
  ): Promise<ErasedKeys>;
}
