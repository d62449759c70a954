import { resolveText } from '../../../shared-kernel/multi-language.js';
import { EXPORT_MAIL_WORDS, type ExportMailWords } from './export-mail.words.js';
import type { ReadyExport } from './export.ports.js';
import { exportLanguage, readerLocale, type ExportLanguage } from './reader-locale.js';

/** A mail that is ready to be sent, in the shape that mailers take. */
export interface ExportMailContent {
  readonly to: { readonly name: string; readonly address: string };
  /** BCP 47 tag of the words; the title of the plan may be in the language that the reader asked for. */
  readonly language: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for every mail about one export. */
  readonly messageId: string;
}

/** A stored workbook with the address of its download. */
export type MailedExport = Omit<ReadyExport, 'token'> & { readonly link: string };

/**
 * The mail to the reader of an export, in the reader's language or in English.
 * @param host - that of the sender's address, for the `Message-ID`
 */
export function exportMail(ready: MailedExport, host: string): ExportMailContent {
  const { exportId, to, link } = ready;
  const language = exportLanguage(ready.language);
  const words: ExportMailWords = EXPORT_MAIL_WORDS[language];
  const title = inOneLine(resolveText(ready.planTitle, ready.language));
  const name = inOneLine(to.name);
  const validUntil = fill(words.validUntil, 'expiry', expiry(ready));
  return {
    to,
    language,
    subject: fill(words.subject, 'title', title),
    text: [
      fill(words.greeting, 'name', name),
      fill(words.ready, 'title', title),
      link,
      `${validUntil} ${words.confidential}`,
      '',
    ].join('\n\n'),
    html: page(language, [
      `<p>${fill(words.greeting, 'name', `<bdi>${escapeHtml(name)}</bdi>`)}</p>`,
      `<p>${fill(words.ready, 'title', `<strong><bdi>${escapeHtml(title)}</bdi></strong>`)}</p>`,
      `<p style="margin:28px 0"><a href="${escapeHtml(link)}" style="${BUTTON}">${words.open}</a></p>`,
      `<p style="color:#555">${escapeHtml(validUntil)}<br>${words.confidential}</p>`,
    ]),
    messageId: `export-${exportId}@${host}`,
  };
}

const BUTTON =
  'background:#1f3864;color:#fff;padding:12px 20px;border-radius:4px;text-decoration:none;display:inline-block';

function page(language: ExportLanguage, paragraphs: readonly string[]): string {
  return (
    `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8"></head>\n` +
    `<body style="font-family:Arial,Helvetica,sans-serif;font-size:15px;color:#222;line-height:1.5">\n` +
    `${paragraphs.join('\n')}\n</body></html>\n`
  );
}

/** The end of the link in the reader's way of writing it, with the time zone by name. */
function expiry({ expiresAt, language, timeZone }: MailedExport): string {
  return new Intl.DateTimeFormat(readerLocale(language), {
    ...{ year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZone,
    timeZoneName: 'short',
  }).format(expiresAt);
}

/** The value is inserted literally, including `$&`. */
function fill(sentence: string, place: 'name' | 'title' | 'expiry', value: string): string {
  return sentence.replace(`{${place}}`, () => value);
}

function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
