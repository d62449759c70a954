import type { MultiLanguage } from '../../shared-kernel/multi-language.js';

/** An action in a mail, with what its reader may know. */
export interface MailedAction {
  readonly planId: string;
  readonly actionId: string;
  readonly title: MultiLanguage;
  /** Left out where the plan is private and the reader is not its creator. */
  readonly planTitle?: MultiLanguage;
  /** `YYYY-MM-DD` in the time zone of the company, or of the day that was set without a time. */
  readonly dueDay?: string;
}

/** A plan that others have changed. */
export interface ChangedPlan {
  readonly planId: string;
  readonly title: MultiLanguage;
  /** Changes in the week before. */
  readonly changes: number;
}

/** The first entries of a list, and how many follow. */
export interface Listed<Entry> {
  readonly entries: readonly Entry[];
  readonly more: number;
}

/** The week of a manager, over the plans and actions that they have created. */
export interface Digest {
  readonly dueThisWeek: Listed<MailedAction>;
  readonly overdue: Listed<MailedAction>;
  readonly completedLastWeek: Listed<MailedAction>;
  readonly changedByOthers: Listed<ChangedPlan>;
}

/** A mail to one person: everything of a morning, or what the person was assigned to. Empty lists are not shown. */
export interface ReminderMail {
  readonly to: { readonly name: string; readonly address: string };
  /** BCP 47 tag that the reader has asked for; the mail is in one of six languages. */
  readonly language: string;
  readonly companyName: string;
  readonly assigned: Listed<MailedAction>;
  readonly dueSoon: Listed<MailedAction>;
  readonly overdue: Listed<MailedAction>;
  readonly digest?: Digest;
  /** Page of the reader's wishes, which also takes the one click of RFC 8058. */
  readonly wishesUrl: string;
  /** Identifies the mail in its company, for the `Message-ID`, like `morning-2027-03-29-665f1c2ab7e4d90012ab34cd`. */
  readonly key: string;
}
