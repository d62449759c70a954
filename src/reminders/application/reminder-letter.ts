import { fill, inOneLine } from '../../platform/mail-rendering/mail-text.js';
import { resolveText, type MultiLanguage } from '../../shared-kernel/multi-language.js';
import { readerLanguage, readerLocale, type ReaderLanguage } from '../../shared-kernel/reader-language.js';
import type { ChangedPlan, Listed, MailedAction, ReminderMail } from './reminder-mail.js';
import { REMINDER_MAIL_WORDS, type Counted, type ReminderMailWords } from './reminder-mail.words.js';

/** A mail in the language of its reader, from which its text and its HTML are written. */
export interface ReminderLetter {
  readonly language: ReaderLanguage;
  readonly words: ReminderMailWords;
  readonly subject: string;
  /** In one line; may be empty. */
  readonly name: string;
  readonly intro: string | undefined;
  /** The lists of the reader's own actions that have entries, in the order in which they are shown. */
  readonly own: readonly Section[];
  /** Those of the digest. */
  readonly digest: readonly Section[];
  readonly companyName: string;
  readonly reason: string;
  readonly wishesUrl: string;
}

/** A list with its heading. */
export interface Section {
  readonly heading: string;
  /** The number of all entries, as the reader writes it. */
  readonly count: string;
  readonly isLate: boolean;
  readonly entries: readonly Entry[];
  /** The last line, where the list is not shown to its end. */
  readonly more: string | undefined;
}

/** An action or a plan in a list. */
export interface Entry {
  readonly title: string;
  /** In the app. */
  readonly link: string | undefined;
  /** The due day, or the number of changes. */
  readonly detail?: string | undefined;
  /** The title of the plan of an action. */
  readonly plan?: string | undefined;
}

/** @param appUrl - the setting `APP_URL`; undefined where there is no app to link to */
export function letterOf(mail: ReminderMail, appUrl: string | undefined): ReminderLetter {
  const { to, assigned, overdue, dueSoon, digest } = mail;
  const text = new ReaderText(mail.language, appUrl);
  const { headings, reason, intro } = text.words;
  const action = (one: MailedAction): Entry => text.actionEntry(one);
  const own = [
    text.section(headings.overdue, overdue, action, true),
    text.section(headings.dueSoon, dueSoon, action),
    text.section(headings.assigned, assigned, action),
  ].flat();
  const ofDigest = digest
    ? [
        text.section(headings.overdue, digest.overdue, action, true),
        text.section(headings.dueThisWeek, digest.dueThisWeek, action),
        text.section(headings.completedLastWeek, digest.completedLastWeek, (one) => ({
          ...action(one),
          detail: undefined,
        })),
        text.section(headings.changedByOthers, digest.changedByOthers, (plan) => text.planEntry(plan)),
      ].flat()
    : [];
  const subject = subjectOf(mail, text);
  const isOnlyAssigned = ofDigest.length === 0 && [overdue, dueSoon].every((list) => countOf(list) === 0);
  return {
    language: text.language,
    words: text.words,
    subject,
    name: inOneLine(to.name),
    intro: isOnlyAssigned ? `${subject}.` : own.length > 0 ? intro : undefined,
    own,
    digest: ofDigest,
    companyName: inOneLine(mail.companyName),
    reason: ofDigest.length === 0 ? reason.assigned : own.length > 0 ? reason.both : reason.digest,
    wishesUrl: mail.wishesUrl,
  };
}

/** All entries of a list, also those that are not shown. */
function countOf({ entries, more }: Listed<unknown>): number {
  return entries.length + more;
}

/**
 * The most important thing: late before early, the reader's own before the digest. Numbers only, because subjects are
 * shown on locked screens and logged by mail servers.
 */
function subjectOf({ assigned, dueSoon, overdue, digest }: ReminderMail, text: ReaderText): string {
  const { subject, week, headings } = text.words;
  const counted = (lists: readonly (readonly [Counted, Listed<unknown>])[]): string[] =>
    lists.flatMap(([forms, list]) => (countOf(list) > 0 ? [text.counted(forms, countOf(list))] : []));
  const [own] = counted([
    [subject.overdue, overdue],
    [subject.dueSoon, dueSoon],
    [subject.assigned, assigned],
  ]);
  if (own !== undefined) return own;
  if (!digest) return headings.digest;
  const urgent = counted([
    [week.overdue, digest.overdue],
    [week.dueThisWeek, digest.dueThisWeek],
  ]);
  const others = counted([
    [week.completedLastWeek, digest.completedLastWeek],
    [week.changedByOthers, digest.changedByOthers],
  ]);
  return fill(subject.week, { parts: (urgent.length > 0 ? urgent : others).join(', ') });
}

/** Words, numbers, days and entries as one reader sees them. */
class ReaderText {
  readonly language: ReaderLanguage;
  readonly words: ReminderMailWords;
  private readonly plurals: Intl.PluralRules;
  private readonly numbers: Intl.NumberFormat;
  private readonly days: Intl.DateTimeFormat;

  /** @param tag - BCP 47 tag that the reader has asked for */
  constructor(
    private readonly tag: string,
    private readonly appUrl: string | undefined,
  ) {
    this.language = readerLanguage(tag);
    this.words = REMINDER_MAIL_WORDS[this.language];
    const locale = readerLocale(tag);
    this.plurals = new Intl.PluralRules(this.language);
    this.numbers = new Intl.NumberFormat(locale);
    this.days = new Intl.DateTimeFormat(locale, {
      ...{ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
      // A day has no time zone: it is read and written as one of UTC.
      timeZone: 'UTC',
      calendar: 'gregory',
    });
  }

  /** A sentence with its number in the plural form of the language. */
  counted(forms: Counted, count: number): string {
    const form = this.plurals.select(count) === 'one' ? forms.one : forms.other;
    return fill(form, { count: this.numbers.format(count) });
  }

  /** A list with its heading; none where it is empty. */
  section<Listing>(
    heading: string,
    list: Listed<Listing>,
    entryOf: (listing: Listing) => Entry,
    isLate = false,
  ): Section[] {
    const { entries, more } = list;
    if (countOf(list) === 0) return [];
    const count = this.numbers.format(countOf(list));
    const last = more > 0 ? this.counted(this.words.more, more) : undefined;
    return [{ heading, isLate, count, entries: entries.map(entryOf), more: last }];
  }

  actionEntry({ planId, actionId, title, planTitle, dueDay }: MailedAction): Entry {
    const day = dueDay && this.days.format(new Date(`${dueDay}T00:00:00Z`));
    return {
      title: this.shown(title),
      link: this.linkTo(planId, actionId),
      detail: day && fill(this.words.due, { day }),
      plan: planTitle && this.shown(planTitle),
    };
  }

  planEntry({ planId, title, changes }: ChangedPlan): Entry {
    const detail = this.counted(this.words.changes, changes);
    return { title: this.shown(title), link: this.linkTo(planId, ''), detail };
  }

  /** The address of an action in the app, or of the plan itself, where the id of an action is empty. */
  private linkTo(planId: string, actionId: string): string | undefined {
    const ids: Readonly<Record<string, string>> = { planId, actionId };
    return this.appUrl?.replace(/\{(planId|actionId)\}/g, (_, name: string) =>
      encodeURIComponent(ids[name] ?? ''),
    );
  }

  /** A title of invisible characters only would leave a link without words. */
  private shown(title: MultiLanguage): string {
    return inOneLine(resolveText(title, this.tag)) || '…';
  }
}
