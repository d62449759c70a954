import type { MailMessage } from '../../platform/mail-rendering/mail-message.js';
import { fill, inOneLine } from '../../platform/mail-rendering/mail-text.js';
import { note, noticeMail, sentence } from '../../platform/mail-rendering/notice-mail.js';
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
export function disabledMail(
  { id, url, disabled }: Pick<WebhookState, 'id' | 'url' | 'disabled'>,
  reader: DisabledMailReader,
  host: string,
): MailMessage {
  const language = readerLanguage(reader.language);
  const words: DisabledMailWords = DISABLED_MAIL_WORDS[language];
  const to = { name: inOneLine(reader.name), address: reader.address };
  const subject = fill(words.subject, { host: new URL(url).hostname });
  const messageId = `webhook-${id}-${disabled?.at.getTime() ?? 0}-${reader.id}@${host}`;
  const cause = disabled?.reason === 'RECEIVER_GONE' ? words.gone : words.failing;
  return noticeMail({ to, language, subject, messageId }, [
    sentence(cause, { webhook: inOneLine(shortened(url, MAX_SHOWN)) }),
    note([words.consequence, words.remedy]),
  ]);
}
