import { greeting } from '../../platform/mail-rendering/greeting.js';
import { coloured, mailPage } from '../../platform/mail-rendering/mail-page.js';
import { escapeHtml, fill, isolated } from '../../platform/mail-rendering/mail-text.js';
import type { Entry, ReminderLetter, Section } from './reminder-letter.js';

/** The HTML of a mail: headings and lists, readable without style sheets. */
export function reminderHtml(letter: ReminderLetter): string {
  const { language, words, subject, name, intro, own, digest, companyName, reason, wishesUrl } = letter;
  return mailPage(language, subject, [
    `<p>${greeting(language, name && isolated(name))}</p>`,
    ...(intro === undefined ? [] : [`<p>${escapeHtml(intro)}</p>`]),
    ...own.flatMap((section) => sectionHtml(section, 'h2', words.plan)),
    ...(digest.length === 0
      ? []
      : [
          `<h2 style="font-size:21px;line-height:1.25;margin:36px 0 4px">${words.headings.digest}</h2>`,
          `<p ${coloured('muted', 'margin:0')}>${words.digestIntro}</p>`,
        ]),
    ...digest.flatMap((section) => sectionHtml(section, 'h3', words.plan)),
    '<hr style="border:0;border-top:1px solid #8a8f98;margin:36px 0 16px">',
    `<p ${coloured('muted', 'font-size:13px;margin:0')}><strong>${isolated(companyName)}</strong><br>`,
    `${reason}<br>`,
    `<a href="${escapeHtml(wishesUrl)}" ${coloured('link')}>${words.wishes}</a></p>`,
  ]);
}

function sectionHtml(section: Section, element: 'h2' | 'h3', planWords: string): string[] {
  const { heading, count, isLate, entries, more } = section;
  const role = isLate ? 'late' : 'text';
  return [
    `<${element} ${coloured(role, 'font-size:17px;line-height:1.3;margin:24px 0 8px')}>` +
      `${heading}&nbsp;(${count})</${element}>`,
    '<ul style="list-style:none;margin:0;padding:0">',
    ...entries.map((entry) => entryHtml(entry, isLate, planWords)),
    '</ul>',
    ...(more === undefined ? [] : [`<p ${coloured('muted', 'margin:8px 0 0')}>${more}</p>`]),
  ];
}

function entryHtml({ title, link, detail, plan }: Entry, isLate: boolean, planWords: string): string {
  const name = `<strong>${isolated(title)}</strong>`;
  const line = (role: 'late' | 'muted', html: string): string => `<br><span ${coloured(role)}>${html}</span>`;
  const style =
    `background:#f3f5f8;border-left:4px solid ${isLate ? '#d9534a' : '#7d93b8'};margin:0 0 ` +
    '8px;padding:8px 14px';
  return (
    `<li class="entry" style="${style}">` +
    (link === undefined ? name : `<a href="${escapeHtml(link)}" ${coloured('link')}>${name}</a>`) +
    (detail === undefined ? '' : line(isLate ? 'late' : 'muted', escapeHtml(detail))) +
    (plan === undefined ? '' : line('muted', fill(planWords, { title: isolated(plan) }))) +
    '</li>'
  );
}
