import { greeting } from '../../platform/mail-rendering/greeting.js';
import type { MailMessage } from '../../platform/mail-rendering/mail-message.js';
import { coloured, mailPage } from '../../platform/mail-rendering/mail-page.js';
import { fill, inOneLine, isolated } from '../../platform/mail-rendering/mail-text.js';
import { readerLanguage } from '../../shared-kernel/reader-language.js';
import { shortened } from '../../shared-kernel/text.js';
import type { WebhookState } from '../domain/webhook.js';
import { DISABLED_MAIL_WORDS, type DisabledMailWords } from './disabled-mail.words.js';

/** Longest address of a webhook in a mail. */
const MAX_SHOWN = 200;

/** An admin of the company. */
export interface DisabledMailReader {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  /** BCP 47 tag. */
  readonly language: string;
}

/**
 * The mail to an admin about a webhook that the service has disabled, in the language of the admin or in English.
 * @param host - that of the sender's address, for the `Message-ID`
 */
export function disabledMail(webhook: WebhookState, reader: DisabledMailReader, host: string): MailMessage {
  const language = readerLanguage(reader.language);
  const words: DisabledMailWords = DISABLED_MAIL_WORDS[language];
  const name = inOneLine(reader.name);
  const address = inOneLine(shortened(webhook.url, MAX_SHOWN));
  const subject = fill(words.subject, { host: new URL(webhook.url).hostname });
  const cause = webhook.disabled?.reason === 'RECEIVER_GONE' ? words.gone : words.failing;
  const rest = `${words.consequence} ${words.remedy}`;
  return {
    to: { name, address: reader.address },
    language,
    subject,
    text: [greeting(language, name), fill(cause, { webhook: address }), rest, ''].join('\n\n'),
    html: mailPage(language, subject, [
      `<p>${greeting(language, name && isolated(name))}</p>`,
      `<p>${fill(cause, { webhook: `<strong>${isolated(address)}</strong>` })}</p>`,
      `<p ${coloured('muted')}>${rest}</p>`,
    ]),
    messageId: `webhook-${webhook.id}-${webhook.disabled?.at.getTime() ?? 0}-${reader.id}@${host}`,
  };
}
