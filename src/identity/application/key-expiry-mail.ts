import type { MailMessage } from '../../platform/mail-rendering/mail-message.js';
import { fill, inOneLine } from '../../platform/mail-rendering/mail-text.js';
import { note, noticeMail, sentence } from '../../platform/mail-rendering/notice-mail.js';
import { readerLanguage, readerLocale } from '../../shared-kernel/reader-language.js';
import type { ActivePerson } from './identity.queries.js';
import { KEY_EXPIRY_MAIL_WORDS, type KeyExpiryMailWords } from './key-expiry-mail.words.js';

/** A key that will end. */
export interface EndingKey {
  readonly id: string;
  readonly name: string;
  readonly expiresAt: Date;
}

/**
 * The mail to an admin about a key that will end, in the language of the admin or in English.
 * @param host - that of the sender's address, for the `Message-ID`
 */
export function keyExpiryMail(
  { id, name, expiresAt }: EndingKey,
  admin: ActivePerson,
  host: string,
): MailMessage {
  const { actor, companyName, timeZone } = admin;
  const language = readerLanguage(actor.language);
  const words: KeyExpiryMailWords = KEY_EXPIRY_MAIL_WORDS[language];
  const date = { year: 'numeric', month: 'long', day: 'numeric' } as const;
  const day = new Intl.DateTimeFormat(readerLocale(actor.language), { ...date, timeZone }).format(expiresAt);
  const names = { key: inOneLine(name), company: inOneLine(companyName) };
  const to = { name: inOneLine(admin.name), address: admin.email };
  const subject = fill(words.subject, { ...names, day });
  const messageId = `api-key-${id}-${expiresAt.getTime()}-${actor.userId}@${host}`;
  return noticeMail({ to, language, subject, messageId }, [
    sentence(words.announcement, names, { day }),
    note([words.consequence, words.remedy]),
  ]);
}
