import type { SendMailOptions } from 'nodemailer';
import { isMailAddress } from '../../shared-kernel/email.js';
import type { Mailbox } from '../../shared-kernel/mailbox.js';
import type { MailMessage } from '../mail-rendering/mail-message.js';

/** Characters that could end a header or be invisible in one. */
const HEADER_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Begins an encoded word (RFC 2047). nodemailer leaves one in a text as it is, and mail programs would decode it. */
const ENCODED_WORD = /=\?/g;
/** Looks the same, but is no encoded word. */
const APART = '=\u2060?';

/** A text that a header shows as it is. */
function inHeader(text: string): string {
  return text.toWellFormed().replace(HEADER_BREAKS, ' ').replace(ENCODED_WORD, APART).trim();
}

/** An address between angle brackets: no space, no bracket, no comma, which separates addresses (RFC 2369). */
const UNSUBSCRIBE_URL = /^https?:\/\/[!-+\--;=?-~]+$/;

/** Headers for the button of mail programs. RFC 8058 allows the one click only at an address of `https`. */
function unsubscribing(url: string): Record<string, string> {
  if (!UNSUBSCRIBE_URL.test(url)) throw new Error('The address for unsubscribing cannot be in a header.');
  const header = { 'List-Unsubscribe': `<${url}>` };
  return url.startsWith('https:')
    ? { ...header, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : header;
}

/**
 * A message in the terms of nodemailer: every address an object, every header one line, nothing read from files or
 * addresses that a text may name.
 * @throws {Error} when the recipient's address is not one address; it is not repeated, for the sake of logs
 */
export function mailContent(message: MailMessage, from: Mailbox): SendMailOptions {
  const { address, name } = message.to;
  if (!isMailAddress(address)) throw new Error('The address of the recipient is not one mail address.');
  return {
    from: { ...from },
    to: { name: inHeader(name), address },
    subject: inHeader(message.subject),
    text: message.text,
    html: message.html,
    messageId: `<${message.messageId}>`,
    headers: {
      'Content-Language': message.language,
      // Prevents automatic replies, like absence notes (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(message.unsubscribeUrl === undefined ? {} : unsubscribing(message.unsubscribeUrl)),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
