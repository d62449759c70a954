import { readerLocale, type ReaderLanguage } from '../../shared-kernel/reader-language.js';
import { greeting } from './greeting.js';
import type { MailMessage } from './mail-message.js';
import { button, coloured, mailPage } from './mail-page.js';
import { escapeHtml, fill, inOneLine, isolated } from './mail-text.js';

/** A part of a notice, as plain text and as HTML. */
export interface NoticePart {
  readonly text: string;
  readonly html: string;
}

/** A sentence. @param names - values of its placeholders, each in one line; those of people stand out */
export function sentence(
  words: string,
  names: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>> = {},
): NoticePart {
  const bold = Object.entries(names).map(([key, name]) => [key, `<strong>${isolated(name)}</strong>`]);
  return {
    text: fill(words, { ...names, ...others }),
    html: `<p>${fill(words, { ...(Object.fromEntries(bold) as Record<string, string>), ...others })}</p>`,
  };
}

/** A link, which is a button of the page. */
export function link(label: string, href: string): NoticePart {
  return { text: href, html: `<p style="margin:28px 0">${button(label, href)}</p>` };
}

export function bullets(lines: readonly string[]): NoticePart {
  return {
    text: lines.map((line) => `- ${line}`).join('\n'),
    html: `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`,
  };
}

/** Sentences in small print below the others. @param separator - of the sentences, in the page */
export function note(sentences: readonly string[], separator: ' ' | '<br>' = ' '): NoticePart {
  return {
    text: sentences.join(' '),
    html: `<p ${coloured('muted')}>${sentences.map(escapeHtml).join(separator)}</p>`,
  };
}

/** A time as its reader writes it, with the time zone by name. @param language - BCP 47 tag */
export function timeText(time: Date, language: string, timeZone: string): string {
  return new Intl.DateTimeFormat(readerLocale(language), {
    ...{ year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZone,
    timeZoneName: 'short',
  }).format(time);
}

/** A mail to one person about one thing: a greeting and parts, the same in the text and in the page. */
export function noticeMail(
  notice: Omit<MailMessage, 'text' | 'html' | 'language'> & { readonly language: ReaderLanguage },
  parts: readonly NoticePart[],
): MailMessage {
  const { language, subject, to } = notice;
  const name = inOneLine(to.name);
  return {
    ...notice,
    text: [greeting(language, name), ...parts.map(({ text }) => text), ''].join('\n\n'),
    html: mailPage(language, subject, [
      `<p>${greeting(language, name && isolated(name))}</p>`,
      ...parts.map(({ html }) => html),
    ]),
  };
}
