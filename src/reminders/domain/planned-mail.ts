import type { Day } from '../../shared-kernel/local-days.js';
import type { Mornings } from './reminder-rules.js';

/** A mail to one person; its contents are decided when it is sent. Its properties are the payload of a job. */
export type PlannedMail = Partial<Mornings> & {
  /** Day of the digest that it has. */
  readonly digest?: Day;
  /** The day of a mail that has new assignments only. Other mails list them, too. */
  readonly assigned?: Day;
};

/** The mornings whose reminders a mail has. */
export function morningsOf({ after, through }: PlannedMail): Mornings | undefined {
  return after !== undefined && through !== undefined ? { after, through } : undefined;
}

/** A person gets at most one of each in a day. */
export type DailyMail = 'morning' | 'assigned';

/** The day of a mail, and its kind. */
export function dailyMailOf({ through, digest, assigned }: PlannedMail): { kind: DailyMail; day: Day } {
  return assigned === undefined
    ? { kind: 'morning', day: through ?? digest ?? '' }
    : { kind: 'assigned', day: assigned };
}

/** Names the mail of a person, and is the same for every attempt to send it. */
export function keyOf(mail: PlannedMail, recipientId: string): string {
  const { kind, day } = dailyMailOf(mail);
  return `${kind}-${day}-${recipientId}`;
}
