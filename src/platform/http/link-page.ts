import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { READER_LANGUAGES, type ReaderLanguage } from '../../shared-kernel/reader-language.js';
import { ReadyBody } from '../dto/ready-body.js';
import { Answer } from './answer.js';
import { PROBLEM_JSON } from './http-problem.js';

/** A page behind a link in a mail. Its texts come from the code, and have no data. */
export interface LinkPage {
  readonly status?: number;
  readonly language: ReaderLanguage;
  readonly title: string;
  /** HTML below the title. */
  readonly content: string;
  /** The page has a form that is sent to its own address. */
  readonly hasForm?: boolean;
}

const STYLE =
  ':root{color-scheme:light dark}' +
  'body{font:16px/1.5 Arial,Helvetica,sans-serif;max-width:34em;margin:15vh auto;padding:0 24px}' +
  'h1{font-size:24px;line-height:1.25}' +
  'label{display:block;margin:12px 0}' +
  'button{font:inherit;padding:8px 20px;margin-top:8px}';

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Nothing may be loaded, run or framed; the one style is allowed by its hash. */
function policyOf({ hasForm = false }: LinkPage): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join(';');
}

/** True for browsers: only they prefer HTML. */
export function prefersPage(request: Request): boolean {
  return request.accepts([PROBLEM_JSON, 'json', 'html']) === 'html';
}

/** The language that a browser asks for. */
export function languageOf(request: Request): ReaderLanguage {
  return (request.acceptsLanguages([...READER_LANGUAGES]) || READER_LANGUAGES[0]) as ReaderLanguage;
}

/** The answer with a page. It needs no script, and is not kept by any cache. */
export function linkPage(page: LinkPage): Answer {
  const { status = 200, language, title, content } = page;
  const html =
    `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8">\n` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">\n` +
    `<title>${title}</title>\n<style>${STYLE}</style></head>\n` +
    `<body><main><h1>${title}</h1>\n${content}</main></body></html>\n`;
  return new Answer(new ReadyBody(html, 'text/html; charset=utf-8'), {
    status,
    headers: {
      'Cache-Control': 'no-store',
      'Content-Language': language,
      'Content-Security-Policy': policyOf(page),
      'Referrer-Policy': 'no-referrer',
    },
  });
}
