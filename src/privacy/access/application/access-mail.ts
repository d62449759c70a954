import { greeting } from '../../../platform/mail-rendering/greeting.js';
import type { MailMessage } from '../../../platform/mail-rendering/mail-message.js';
import { button, coloured, mailPage } from '../../../platform/mail-rendering/mail-page.js';
import { escapeHtml, fill, inOneLine, isolated } from '../../../platform/mail-rendering/mail-text.js';
import { readerLanguage, readerLocale } from '../../../shared-kernel/reader-language.js';
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
  const { accessId, to, link } = ready;
  const language = readerLanguage(ready.language);
  const words: AccessMailWords = ACCESS_MAIL_WORDS[language];
  const company = inOneLine(ready.companyName);
  const subject = fill(words.subject, { company });
  const validUntil = fill(words.validUntil, { expiry: expiry(ready) });
  return {
    to: { name: '', address: to },
    language,
    subject,
    text: [
      greeting(language, ''),
      fill(words.ready, { company }),
      link,
      `${validUntil} ${words.confidential}`,
      '',
    ].join('\n\n'),
    html: mailPage(language, subject, [
      `<p>${greeting(language, '')}</p>`,
      `<p>${fill(words.ready, { company: `<strong>${isolated(company)}</strong>` })}</p>`,
      `<p style="margin:28px 0">${button(words.open, link)}</p>`,
      `<p ${coloured('muted')}>${escapeHtml(validUntil)}<br>${words.confidential}</p>`,
    ]),
    messageId: `access-${accessId}@${host}`,
  };
}

/** The receiver may be in any time zone. */
function expiry({ expiresAt, language }: ReadyAccess): string {
  return new Intl.DateTimeFormat(readerLocale(language), {
    ...{ year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(expiresAt);
}
