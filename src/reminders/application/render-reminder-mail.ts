import { greeting } from '../../platform/mail-rendering/greeting.js';
import type { MailMessage } from '../../platform/mail-rendering/mail-message.js';
import { fill } from '../../platform/mail-rendering/mail-text.js';
import { reminderHtml } from './reminder-html.js';
import type { ReminderMail } from './reminder-mail.js';
import { letterOf, type ReminderLetter, type Section } from './reminder-letter.js';

/**
 * A mail in the language of its reader, with nothing but its input.
 * @param mail - with at least one entry
 * @param appUrl - the setting `APP_URL`; undefined where there is no app to link to
 * @param host - that of the sender's address, for the `Message-ID`
 */
export function renderReminderMail(
  mail: ReminderMail,
  appUrl: string | undefined,
  host: string,
): MailMessage {
  const { to, key, wishesUrl } = mail;
  const letter = letterOf(mail, appUrl);
  return {
    to,
    language: letter.language,
    subject: letter.subject,
    text: plainText(letter),
    html: reminderHtml(letter),
    messageId: `${key}@${host}`,
    unsubscribeUrl: wishesUrl,
  };
}

function plainText(letter: ReminderLetter): string {
  const { language, words, name, intro, own, digest, companyName, reason, wishesUrl } = letter;
  const blocks = [
    greeting(language, name),
    ...(intro === undefined ? [] : [intro]),
    ...sectionBlocks(own, words.plan),
    ...(digest.length > 0 ? [words.headings.digest, words.digestIntro] : []),
    ...sectionBlocks(digest, words.plan),
    ['—', companyName, reason, `${words.wishes}:`, wishesUrl].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function sectionBlocks(sections: readonly Section[], planWords: string): string[] {
  return sections.flatMap(({ heading, count, entries, more }) => [
    `${heading} (${count})`,
    ...entries.map(({ title, detail, plan, link }) => {
      const lines = [detail, plan === undefined ? undefined : fill(planWords, { title: plan }), link];
      return [`- ${title}`, ...lines.filter((line) => line !== undefined).map((line) => `  ${line}`)].join(
        '\n',
      );
    }),
    ...(more === undefined ? [] : [`  ${more}`]),
  ]);
}
