import { fill, inOneLine } from '../../platform/mail-rendering/mail-text.js';
import type { AppLinks } from './app-links.js';
import type { ReminderMail } from './reminder-mail.js';
import { countOf, sectionsOf, type Sections } from './reminder-sections.js';
import type { ReminderText } from './reminder-text.js';

/** The parts of a mail, from which its text and its HTML are written. */
export interface ReminderLetter {
  readonly subject: string;
  /** In one line; may be empty. */
  readonly name: string;
  readonly intro: string | undefined;
  readonly sections: Sections;
  readonly companyName: string;
  readonly reason: string;
  readonly wishesUrl: string;
}

/** The words of a mail to its reader. */
export function letterOf(mail: ReminderMail, text: ReminderText, links: AppLinks): ReminderLetter {
  const sections = sectionsOf(mail, text, links);
  const subject = subjectOf(mail, text);
  const isOnlyAssigned = sections.digest.length === 0 && countOf(mail.assigned) === totalOf(sections);
  const intro = sections.own.length > 0 ? text.words.intro : undefined;
  const { reason } = text.words;
  return {
    subject,
    name: inOneLine(mail.to.name),
    intro: isOnlyAssigned ? `${subject}.` : intro,
    sections,
    companyName: inOneLine(mail.companyName),
    reason:
      sections.digest.length === 0 ? reason.assigned : sections.own.length > 0 ? reason.both : reason.digest,
    wishesUrl: mail.wishesUrl,
  };
}

function totalOf({ own, digest }: Sections): number {
  return [...own, ...digest].reduce((sum, { count }) => sum + count, 0);
}

/**
 * The most important thing: late before early, the reader's own before the digest. Numbers only, because subjects are
 * shown on locked screens and logged by mail servers.
 */
function subjectOf({ assigned, dueSoon, overdue, digest }: ReminderMail, text: ReminderText): string {
  const { subject, week, headings } = text.words;
  const own = [
    { forms: subject.overdue, count: countOf(overdue) },
    { forms: subject.dueSoon, count: countOf(dueSoon) },
    { forms: subject.assigned, count: countOf(assigned) },
  ].find(({ count }) => count > 0);
  if (own) return text.counted(own.forms, own.count);
  if (!digest) return headings.digest;
  const urgent = [
    { forms: week.overdue, count: countOf(digest.overdue) },
    { forms: week.dueThisWeek, count: countOf(digest.dueThisWeek) },
  ].filter(({ count }) => count > 0);
  const others = [
    { forms: week.completedLastWeek, count: countOf(digest.completedLastWeek) },
    { forms: week.changedByOthers, count: countOf(digest.changedByOthers) },
  ].filter(({ count }) => count > 0);
  const parts = (urgent.length > 0 ? urgent : others).map(({ forms, count }) => text.counted(forms, count));
  return fill(subject.week, { parts: parts.join(', ') });
}
