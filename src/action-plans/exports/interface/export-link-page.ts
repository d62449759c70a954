import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { PROBLEM_JSON } from '../../../platform/http/http-problem.js';
import { EXPORT_LINK_PAGE_WORDS, type ExportLinkPageWords } from './export-link-page.words.js';

type Language = keyof typeof EXPORT_LINK_PAGE_WORDS;

const LANGUAGES = Object.keys(EXPORT_LINK_PAGE_WORDS) as Language[];

/** Contents of the page by status. */
const CONTENTS = { 404: 'unknown', 410: 'expired' } as const satisfies Record<
  number,
  keyof ExportLinkPageWords
>;

/** Statuses that people see as a page. */
export type PageStatus = keyof typeof CONTENTS;

const STYLE =
  ':root{color-scheme:light dark}' +
  'body{font:16px/1.5 Arial,Helvetica,sans-serif;max-width:34em;margin:15vh auto;padding:0 24px}' +
  'h1{font-size:24px;line-height:1.25}';

/** Nothing may be loaded, run or framed; the one style is allowed by its hash. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';');

export function hasPage(status: number): status is PageStatus {
  return Object.hasOwn(CONTENTS, status);
}

/** True for browsers: only they prefer HTML. */
export function prefersPage(request: Request): boolean {
  return request.accepts([PROBLEM_JSON, 'json', 'html']) === 'html';
}

/** Tells people, in a language that their browser asks for, that a link does not work. Has no data of the plan. */
export function sendExportLinkPage(status: PageStatus, request: Request, response: Response): void {
  const language = (request.acceptsLanguages(LANGUAGES) || 'en') as Language;
  const { title, advice } = EXPORT_LINK_PAGE_WORDS[language][CONTENTS[status]];
  response
    .status(status)
    .set({
      'Cache-Control': 'no-store',
      'Content-Language': language,
      'Content-Security-Policy': POLICY,
      'Referrer-Policy': 'no-referrer',
    })
    .type('html')
    .send(
      `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8">\n` +
        `<meta name="viewport" content="width=device-width, initial-scale=1">\n` +
        `<title>${title}</title>\n<style>${STYLE}</style></head>\n` +
        `<body><main><h1>${title}</h1>\n<p>${advice}</p></main></body></html>\n`,
    );
}
