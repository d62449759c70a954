import { greeting } from '../../platform/mail-rendering/greeting.js';
import type { MailMessage } from '../../platform/mail-rendering/mail-message.js';
import { fill } from '../../platform/mail-rendering/mail-text.js';
import type { AppLinks } from './app-links.js';
import { reminderHtml } from './reminder-html.js';
import type { ReminderMail } from './reminder-mail.js';
import { letterOf, type ReminderLetter } from './reminder-letter.js';
import type { Section } from './reminder-sections.js';
import { ReminderText } from './reminder-text.js';

/**
 * A mail in the language of its reader, with nothing but its input.
 * @param mail - with at least one entry
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

function sectionBlocks(sections: readonly Section[], text: ReminderText): string[] {
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
