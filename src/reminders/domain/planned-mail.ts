import type { Day } from '../../shared-kernel/local-days.js';

/** A mail to one person; its contents are decided when it is sent. */
export interface PlannedMail {
  /** Mornings whose reminders it has. */
  readonly mornings?: { readonly after: Day; readonly through: Day };
  /** Day of the digest that it has. */
  readonly digest?: Day;
  /** The day of a mail that has new assignments only. Other mails list them, too. */
  readonly assigned?: Day;
}

/** Names the mail of a person, and is the same for every attempt to send it. */
export function keyOf({ mornings, digest, assigned }: PlannedMail, recipientId: string): string {
  const kind = assigned === undefined ? 'morning' : 'assigned';
  return `${kind}-${assigned ?? mornings?.through ?? digest ?? ''}-${recipientId}`;
}
