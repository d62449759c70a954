import { fill, inOneLine } from '../../platform/mail-rendering/mail-text.js';
import { resolveText, type MultiLanguage } from '../../shared-kernel/multi-language.js';
import type { AppLinks } from './app-links.js';
import type { ChangedPlan, Listed, MailedAction, ReminderMail } from './reminder-mail.js';
import type { ReminderText } from './reminder-text.js';

/** A title that a user has written, with the words around it in the form of {@link fill}. */
export interface Titled {
  readonly sentence: string;
  readonly title: string;
}

/** An action or a plan in a list. */
export interface Entry {
  readonly title: string;
  /** In the app. */
  readonly link: string | undefined;
  /** The due day, or the number of changes. */
  readonly detail: string | undefined;
  /** The plan of an action. */
  readonly plan: Titled | undefined;
}

/** A list with its heading. */
export interface Section {
  readonly heading: string;
  readonly count: number;
  readonly isLate: boolean;
  readonly entries: readonly Entry[];
  /** The last line, where the list is not shown to its end. */
  readonly more: string | undefined;
}

/** The lists of a mail that have entries, in the order in which they are shown. */
export interface Sections {
  readonly own: readonly Section[];
  readonly digest: readonly Section[];
}

/** All entries of a list, also those that are not shown. */
export function countOf({ entries, more }: Listed<unknown>): number {
  return entries.length + more;
}

export function sectionsOf(mail: ReminderMail, text: ReminderText, links: AppLinks): Sections {
  const { headings } = text.words;
  const { digest } = mail;
  const actions = (heading: string, list: Listed<MailedAction>, isLate = false): Section =>
    section({ heading, list, isLate, text, entryOf: (action) => actionEntry(action, text, links) });
  const completed = (list: Listed<MailedAction>): Section => {
    const entryOf = (action: MailedAction): Entry => ({
      ...actionEntry(action, text, links),
      detail: undefined,
    });
    return section({ heading: headings.completedLastWeek, list, isLate: false, text, entryOf });
  };
  const changed = (list: Listed<ChangedPlan>): Section => {
    const entryOf = (plan: ChangedPlan): Entry => planEntry(plan, text, links);
    return section({ heading: headings.changedByOthers, list, isLate: false, text, entryOf });
  };
  const own = [
    actions(headings.overdue, mail.overdue, true),
    actions(headings.dueSoon, mail.dueSoon),
    actions(headings.assigned, mail.assigned),
  ];
  const managed = digest && [
    actions(headings.overdue, digest.overdue, true),
    actions(headings.dueThisWeek, digest.dueThisWeek),
    completed(digest.completedLastWeek),
    changed(digest.changedByOthers),
  ];
  const hasEntries = ({ count }: Section): boolean => count > 0;
  return { own: own.filter(hasEntries), digest: (managed ?? []).filter(hasEntries) };
}

interface SectionSource<Listing> {
  readonly heading: string;
  readonly list: Listed<Listing>;
  readonly isLate: boolean;
  readonly text: ReminderText;
  readonly entryOf: (listing: Listing) => Entry;
}

function section<Listing>({ heading, list, isLate, text, entryOf }: SectionSource<Listing>): Section {
  const { entries, more } = list;
  return {
    heading,
    isLate,
    count: countOf(list),
    entries: entries.map(entryOf),
    more: more > 0 ? text.counted(text.words.more, more) : undefined,
  };
}

function actionEntry(action: MailedAction, text: ReminderText, links: AppLinks): Entry {
  const { planId, actionId, planTitle, dueDay } = action;
  return {
    title: shown(action.title, text),
    link: links.toAction(planId, actionId),
    detail: dueDay === undefined ? undefined : fill(text.words.due, { day: text.day(dueDay) }),
    plan: planTitle && { sentence: text.words.plan, title: shown(planTitle, text) },
  };
}

function planEntry({ planId, title, changes }: ChangedPlan, text: ReminderText, links: AppLinks): Entry {
  return {
    title: shown(title, text),
    link: links.toPlan(planId),
    detail: text.counted(text.words.changes, changes),
    plan: undefined,
  };
}

/** A title of invisible characters only would leave a link without words. */
function shown(title: MultiLanguage, { tag }: ReminderText): string {
  return inOneLine(resolveText(title, tag)) || '…';
}
