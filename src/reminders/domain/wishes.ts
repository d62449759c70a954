import { defineError } from '../../shared-kernel/domain-error.js';

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

/** Those of an address that has wished nothing. */
export const DEFAULT_WISHES: Wishes = { reminders: true, digest: true };

/** Those of one click in a mail program, which cannot choose. */
export const NO_MAILS: Wishes = { reminders: false, digest: false };

export function wishesOf({ reminders, digest }: Wishes): Wishes {
  return { reminders, digest };
}

/** The wishes after a change of some of them. */
export function changeWishes(before: Wishes, { reminders, digest }: Partial<Wishes>): Wishes {
  return { reminders: reminders ?? before.reminders, digest: digest ?? before.digest };
}

/** No recipient has the link. */
export class WishesLinkNotFound extends defineError('WISHES_LINK_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'The link is not one that the service sent, its company was deleted, or it is very old.',
  remedy: 'Copy the whole link from the e-mail, or use that of a newer one.',
  detail: 'There is nothing behind this link.',
}) {}
