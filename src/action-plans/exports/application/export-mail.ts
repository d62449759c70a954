import type { MailMessage } from '../../../platform/mail-rendering/mail-message.js';
import { fill, inOneLine } from '../../../platform/mail-rendering/mail-text.js';
import { link, note, noticeMail, sentence, timeText } from '../../../platform/mail-rendering/notice-mail.js';
import { resolveText } from '../../../shared-kernel/multi-language.js';
import { readerLanguage } from '../../../shared-kernel/reader-language.js';
import { EXPORT_MAIL_WORDS, type ExportMailWords } from './export-mail.words.js';
import type { ReadyExport } from './export.ports.js';

/** A stored workbook with the address of its download. */
export type MailedExport = Omit<ReadyExport, 'token'> & { readonly link: string };

/**
 * The mail to the reader of an export, in the reader's language or in English.
 * @param host - that of the sender's address, for the `Message-ID`, which is the same for every mail about one export
 */
export function exportMail(ready: MailedExport, host: string): MailMessage {
  const { exportId, to, timeZone } = ready;
  const language = readerLanguage(ready.language);
  const words: ExportMailWords = EXPORT_MAIL_WORDS[language];
  const title = inOneLine(resolveText(ready.planTitle, ready.language));
  const expiry = timeText(ready.expiresAt, ready.language, timeZone);
  const subject = fill(words.subject, { title });
  return noticeMail({ to, language, subject, messageId: `export-${exportId}@${host}` }, [
    sentence(words.ready, { title }),
    link(words.open, ready.link),
    note([fill(words.validUntil, { expiry }), words.confidential], '<br>'),
  ]);
}
