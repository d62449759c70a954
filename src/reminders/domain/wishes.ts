/** The mails that a person wants. They belong to an e-mail address in a company: most assigned people have no user. */
export interface Wishes {
  /** Of assignments, and of actions that are due. */
  readonly reminders: boolean;
  /** The weekly digest of managers. */
  readonly digest: boolean;
}

/** An e-mail address of a company that gets mail. */
export interface Recipient extends Wishes {
  readonly id: string;
  /** Folded by `foldEmail`. */
  readonly emailKey: string;
}
