import type { MailMessage } from '../../../platform/mail-rendering/mail-message.js';
import { fill, inOneLine } from '../../../platform/mail-rendering/mail-text.js';
import { bullets, note, noticeMail, sentence } from '../../../platform/mail-rendering/notice-mail.js';
import { readerLanguage, readerLocale } from '../../../shared-kernel/reader-language.js';
import { RETAINED_KINDS, type RetentionCounts } from '../domain/retention-run.js';
import { RETENTION_MAIL_WORDS, type RetentionMailWords } from './retention-mail.words.js';

/** A run, for an admin of the company. */
export interface AnnouncedRun {
  readonly companyId: string;
  readonly companyName: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly at: Date;
  readonly counts: RetentionCounts;
  readonly reader: {
    readonly id: string;
    readonly name: string;
    readonly address: string;
    /** BCP 47 tag. */
    readonly language: string;
  };
}

/**
 * The mail to an admin about what the next run removes, in the language of the admin or in English.
 * @param host - that of the sender's address, for the `Message-ID`
 */
export function retentionMail(run: AnnouncedRun, host: string): MailMessage {
  const { companyId, timeZone, at, counts, reader } = run;
  const language = readerLanguage(reader.language);
  const words: RetentionMailWords = RETENTION_MAIL_WORDS[language];
  const locale = readerLocale(reader.language);
  const date = { year: 'numeric', month: 'long', day: 'numeric' } as const;
  const day = new Intl.DateTimeFormat(locale, { ...date, timeZone }).format(at);
  const number = new Intl.NumberFormat(locale);
  const lines = RETAINED_KINDS.flatMap((kind) =>
    counts[kind] === undefined ? [] : [`${words.kinds[kind]}: ${number.format(counts[kind])}`],
  );
  const company = inOneLine(run.companyName);
  const to = { name: inOneLine(reader.name), address: reader.address };
  const subject = fill(words.subject, { company, day });
  const messageId = `retention-${companyId}-${at.getTime()}-${reader.id}@${host}`;
  return noticeMail({ to, language, subject, messageId }, [
    sentence(words.announcement, { company }, { day }),
    bullets(lines),
    note([words.reason, words.remedy]),
  ]);
}
