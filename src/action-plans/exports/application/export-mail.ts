import { greeting } from '../../../platform/mail-rendering/greeting.js';
import type { MailMessage } from '../../../platform/mail-rendering/mail-message.js';
import { button, coloured, mailPage } from '../../../platform/mail-rendering/mail-page.js';
import { escapeHtml, fill, inOneLine, isolated } from '../../../platform/mail-rendering/mail-text.js';
import { resolveText } from '../../../shared-kernel/multi-language.js';
import { readerLanguage, readerLocale } from '../../../shared-kernel/reader-language.js';
import { EXPORT_MAIL_WORDS, type ExportMailWords } from './export-mail.words.js';
import type { ReadyExport } from './export.ports.js';

/** A stored workbook with the address of its download. */
export type MailedExport = Omit<ReadyExport, 'token'> & { readonly link: string };

/**
 * The mail to the reader of an export, in the reader's language or in English.
 * @param host - that of the sender's address, for the `Message-ID`, which is the same for every mail about one export
 */
export function exportMail(ready: MailedExport, host: string): MailMessage {
  const { exportId, to, link } = ready;
  const language = readerLanguage(ready.language);
  const words: ExportMailWords = EXPORT_MAIL_WORDS[language];
  const title = inOneLine(resolveText(ready.planTitle, ready.language));
  const name = inOneLine(to.name);
  const subject = fill(words.subject, { title });
  const validUntil = fill(words.validUntil, { expiry: expiry(ready) });
  return {
    to,
    language,
    subject,
    text: [
      greeting(language, name),
      fill(words.ready, { title }),
      link,
      `${validUntil} ${words.confidential}`,
      '',
    ].join('\n\n'),
    html: mailPage(language, subject, [
      `<p>${greeting(language, name && isolated(name))}</p>`,
      `<p>${fill(words.ready, { title: `<strong>${isolated(title)}</strong>` })}</p>`,
      `<p style="margin:28px 0">${button(words.open, link)}</p>`,
      `<p ${coloured('muted')}>${escapeHtml(validUntil)}<br>${words.confidential}</p>`,
    ]),
    messageId: `export-${exportId}@${host}`,
  };
}

/** The end of the link in the reader's way of writing it, with the time zone by name. */
function expiry({ expiresAt, language, timeZone }: MailedExport): string {
  return new Intl.DateTimeFormat(readerLocale(language), {
    ...{ year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZone,
    timeZoneName: 'short',
  }).format(expiresAt);
}
