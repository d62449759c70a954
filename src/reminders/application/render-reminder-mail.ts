import { greeting } from '../../platform/mail-rendering/greeting.js';
import type { MailMessage } from '../../platform/mail-rendering/mail-message.js';
import { fill, inOneLine } from '../../platform/mail-rendering/mail-text.js';
import type { AppLinks } from './app-links.js';
import { reminderHtml } from './reminder-html.js';
import type { ReminderMail } from './reminder-mail.js';
import { countOf, sectionsOf, type Sections } from './reminder-sections.js';
import { ReminderText } from './reminder-text.js';

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

/** True for a mail without anything to say, which is not sent. */
export function isEmptyMail({ assigned, dueSoon, overdue, digest }: ReminderMail): boolean {
  const lists = [assigned, dueSoon, overdue, ...(digest ? Object.values(digest) : [])];
  return lists.every((list) => countOf(list) === 0);
}

/**
 * A mail in the language of its reader, with nothing but its input.
 * @param mail - not {@link isEmptyMail}
 * @param host - that of the sender's address, for the `Message-ID`
 */
export function renderReminderMail(mail: ReminderMail, links: AppLinks, host: string): MailMessage {
  const { to, key, wishesUrl } = mail;
  const text = new ReminderText(mail.language);
  const letter = letterOf(mail, text, links);
  return {
    to,
    language: text.language,
    subject: letter.subject,
    text: plainText(letter, text),
    html: reminderHtml(letter, text),
    messageId: `${key}@${host}`,
    unsubscribeUrl: wishesUrl,
  };
}

function letterOf(mail: ReminderMail, text: ReminderText, links: AppLinks): ReminderLetter {
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

function plainText(letter: ReminderLetter, text: ReminderText): string {
  const { name, intro, sections, companyName, reason, wishesUrl } = letter;
  const { words } = text;
  const digest = sections.digest.length > 0 ? [words.headings.digest, words.digestIntro] : [];
  const blocks = [
    greeting(text.language, name),
    ...(intro === undefined ? [] : [intro]),
    ...sectionBlocks(sections.own, text),
    ...digest,
    ...sectionBlocks(sections.digest, text),
    ['—', companyName, reason, `${words.wishes}:`, wishesUrl].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function sectionBlocks(sections: Sections['own'], text: ReminderText): string[] {
  return sections.flatMap(({ heading, count, entries, more }) => [
    `${heading} (${text.number(count)})`,
    ...entries.map(({ title, detail, plan, link }) => {
      const lines = [detail, plan && fill(plan.sentence, { title: plan.title }), link];
      return [`- ${title}`, ...lines.filter((line) => line !== undefined).map((line) => `  ${line}`)].join(
        '\n',
      );
    }),
    ...(more === undefined ? [] : [`  ${more}`]),
  ]);
}
