import type { MailMessage } from '../../../platform/mail-rendering/mail-message.js';
import { fill, inOneLine } from '../../../platform/mail-rendering/mail-text.js';
import { link, note, noticeMail, sentence, timeText } from '../../../platform/mail-rendering/notice-mail.js';
import { readerLanguage } from '../../../shared-kernel/reader-language.js';
import { ACCESS_MAIL_WORDS, type AccessMailWords } from './access-mail.words.js';

/** A stored archive and its link. */
export interface ReadyAccess {
  readonly accessId: string;
  readonly to: string;
  /** BCP 47 tag. */
  readonly language: string;
  readonly companyName: string;
  readonly link: string;
  readonly expiresAt: Date;
}

/**
 * The mail with the link to an archive, without any data of the person.
 * @param host - that of the sender's address, for the `Message-ID`, which is the same for every mail about one archive
 */
export function accessMail(ready: ReadyAccess, host: string): MailMessage {
  const language = readerLanguage(ready.language);
  const words: AccessMailWords = ACCESS_MAIL_WORDS[language];
  const company = inOneLine(ready.companyName);
  // The receiver may be in any time zone.
  const expiry = timeText(ready.expiresAt, ready.language, 'UTC');
  const to = { name: '', address: ready.to };
  const subject = fill(words.subject, { company });
  return noticeMail({ to, language, subject, messageId: `access-${ready.accessId}@${host}` }, [
    sentence(words.ready, { company }),
    link(words.open, ready.link),
    note([fill(words.validUntil, { expiry }), words.confidential], '<br>'),
  ]);
}
