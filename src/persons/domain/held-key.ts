/** By what a person is named: `userName` and `providerId` are those of an identity provider. */
export type KeyKind = 'email' | 'externalId' | 'userName' | 'providerId';

/** The time in which an employee or a user has or had a key. */
export interface KeyPeriod {
  /** Id of an employee or a user. */
  readonly holderId: string;
  readonly isUser: boolean;
  readonly kind: KeyKind;
  /** E-mail addresses and names are folded by `foldEmail`. */
  readonly key: string;
  /** When the holder got it. */
  readonly since: Date;
  /** Null while the holder has it. One who has left, or is deactivated, had it. */
  readonly until: Date | null;
}

/** A key that an employee or a user has or had. */
export interface HeldKey extends KeyPeriod {
  /** False for a further address of SCIM, and for a key of the past. */
  readonly isOwn: boolean;
}

/** Keys as requests name them. */
export interface NamedKeys {
  readonly emails?: readonly string[];
  readonly externalIds?: readonly string[];
}
