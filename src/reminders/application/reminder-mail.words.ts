/** The forms of a sentence with the placeholder `{count}`, by the plural category of the number. */
export interface Counted {
  readonly one: string;
  readonly other: string;
}

/** Texts of the mails in one language. `{count}` is a number, `{day}` a date, `{title}` that of a plan. */
export interface ReminderMailWords {
  readonly subject: {
    readonly assigned: Counted;
    readonly overdue: Counted;
    readonly dueSoon: Counted;
    readonly week: string;
  };
  /** In the subject of a digest, after its title. */
  readonly week: {
    readonly overdue: Counted;
    readonly dueThisWeek: Counted;
    readonly completedLastWeek: Counted;
    readonly changedByOthers: Counted;
  };
  /** Follows the greeting of a morning: in German it could begin in lower case. */
  readonly intro: string;
  readonly headings: {
    readonly assigned: string;
    readonly overdue: string;
    readonly dueSoon: string;
    readonly digest: string;
    readonly dueThisWeek: string;
    readonly completedLastWeek: string;
    readonly changedByOthers: string;
  };
  /** Below the heading of the digest. */
  readonly digestIntro: string;
  readonly due: string;
  readonly plan: string;
  readonly changes: Counted;
  /** The last line of a list that is not shown to its end. */
  readonly more: Counted;
  /** Why the reader gets the mail. */
  readonly reason: { readonly assigned: string; readonly digest: string; readonly both: string };
  /** The link to the page of wishes. */
  readonly wishes: string;
}
