import type { MailMessage } from '../../platform/mail-rendering/mail-message.js';
import { inOneLine } from '../../platform/mail-rendering/mail-text.js';
import { note, noticeMail, sentence, type NoticePart } from '../../platform/mail-rendering/notice-mail.js';
import { readerLanguage } from '../../shared-kernel/reader-language.js';
import { shownCode } from '../domain/sign-in-code.js';
import { CODE_MAIL_WORDS, type CodeMailWords } from './code-mail.words.js';

/** The user who signs in. */
export interface CodeMailReader {
  readonly name: string;
  readonly address: string;
  /** BCP 47 tag. */
  readonly language: string;
}

/**
 * The mail with a code, in the language of the user or in English. It has no link: what mail scanners follow does
 * nothing, and nobody gets used to links that ask to sign in.
 * @param host - that of the sender's address, for the `Message-ID`
 */
export function codeMail(
  { id, code }: { readonly id: string; readonly code: string },
  reader: CodeMailReader,
  host: string,
): MailMessage {
  const language = readerLanguage(reader.language);
  const { subject, introduction, validity, warning }: CodeMailWords = CODE_MAIL_WORDS[language];
  const to = { name: inOneLine(reader.name), address: reader.address };
  return noticeMail({ to, language, subject, messageId: `sign-in-${id}@${host}` }, [
    sentence(introduction, {}),
    codePart(shownCode(code)),
    note([validity, warning]),
  ]);
}

function codePart(shown: string): NoticePart {
  const style = 'font-family:Consolas,Menlo,monospace;font-size:28px;letter-spacing:3px;margin:24px 0';
  return { text: shown, html: `<p style="${style}"><strong>${shown}</strong></p>` };
}
