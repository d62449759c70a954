import type { ReaderLanguage } from '../../shared-kernel/reader-language.js';
import { escapeHtml } from './mail-text.js';

/**
 * Colours by role, in the light and in the dark. The light ones are also written into the elements, for mail programs
 * that remove style sheets.
 */
const COLOURS = {
  text: { light: '#222222', dark: '#e8e8e8' },
  muted: { light: '#555555', dark: '#b4b8c0' },
  link: { light: '#1f3864', dark: '#a8c1f5' },
  late: { light: '#b3261e', dark: '#ff9d94' },
} as const;

type Role = keyof typeof COLOURS;

const DARK_RULES = [
  '.page{background:#15171c!important}',
  '.entry{background:#23262e!important}',
  '.button{background:#a8c1f5!important;color:#10203f!important}',
  ...Object.entries(COLOURS).map(([role, { dark }]) => `.${role}{color:${dark}!important}`),
];

const STYLE = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK_RULES.join('')}}`;

const FONT = 'font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5';

/** Long words without a place to break must not make a page wider than a telephone. */
const BREAKING = 'word-wrap:break-word;overflow-wrap:anywhere';

/** Attributes of an element with the colour of a role, and further declarations. */
export function coloured(role: Role, style = ''): string {
  return `class="${role}" style="color:${COLOURS[role].light};${style}"`;
}

/** A link that looks like a button. */
export function button(label: string, href: string): string {
  const style =
    'background:#1f3864;color:#ffffff;padding:12px 20px;border-radius:4px;text-decoration:none;display:inline-block';
  return `<a href="${escapeHtml(href)}" class="button" style="${style}">${escapeHtml(label)}</a>`;
}

/**
 * The HTML of a mail, which loads nothing.
 * @param title - is escaped
 * @param elements - HTML, one a line
 */
export function mailPage(language: ReaderLanguage, title: string, elements: readonly string[]): string {
  return [
    '<!doctype html>',
    `<html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${STYLE}</style></head>`,
    `<body class="page" style="margin:0;padding:0;background:#ffffff;${FONT}">`,
    `<div ${coloured('text', `max-width:600px;margin:0 auto;padding:16px;${BREAKING}`)}>`,
    ...elements,
    '</div>',
    '</body></html>',
    '',
  ].join('\n');
}
