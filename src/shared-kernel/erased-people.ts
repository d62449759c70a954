import { DomainError } from './domain-error.js';
import { foldEmail } from './folding.js';
import type { Transaction } from './transaction.js';
import type { ValidationIssue } from './validation-issue.js';

/** The keys that may name a person in a request, a row or a record. */
export interface NamedPerson {
  readonly email?: string | null | undefined;
  readonly externalId?: string | null | undefined;
}

/** A person who was erased is named, and the company has not allowed it again. */
export class PersonErased extends DomainError {
  constructor() {
    super('conflict', 'PERSON_ERASED', 'The company has had the data of this person erased.');
  }
}

/** Those of some keys that are of erased people. */
export class ErasedKeys {
  static readonly none = new ErasedKeys(new Set(), new Set());

  /** @param emailKeys - folded */
  constructor(
    private readonly emailKeys: ReadonlySet<string>,
    private readonly externalIds: ReadonlySet<string>,
  ) {}

  /** The properties of a person that name someone who was erased, as issues. */
  issuesOf({ email, externalId }: NamedPerson): ValidationIssue[] {
    const issue = (path: string): ValidationIssue => ({
      path,
      code: 'PERSON_ERASED',
      message: 'must not name a person who was erased',
    });
    return [
      ...(typeof email === 'string' && this.emailKeys.has(foldEmail(email)) ? [issue('email')] : []),
      ...(typeof externalId === 'string' && this.externalIds.has(externalId) ? [issue('externalId')] : []),
    ];
  }

  /** True where a person has one of the keys. */
  has(person: NamedPerson): boolean {
    return this.issuesOf(person).length > 0;
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
