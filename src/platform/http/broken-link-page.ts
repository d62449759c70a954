import type { Request, Response } from 'express';
import type { ReaderLanguage } from '../../shared-kernel/reader-language.js';
import { BROKEN_LINK_PAGE_WORDS } from './broken-link-page.words.js';
import { problemOf } from './http-problem.js';
import { languageOf, linkPage, prefersPage } from './link-page.js';
import { sendAnswer } from './send-answer.js';

/** Advice for the links of a context, in one language. */
export interface BrokenLinkAdvice {
  readonly expired: string;
  /** Follows the advice to check the address. */
  readonly unknown: string;
}

/** Kinds of links that do not work, by the status of the answer. */
const KINDS = { 404: 'unknown', 410: 'expired' } as const satisfies Record<number, keyof BrokenLinkAdvice>;

/**
 * Answers 404 and 410 of a link by a page, in a language that the browser asks for.
 * @throws the error, if it has another status or the client does not prefer pages
 */
export function sendBrokenLinkPage(
  error: unknown,
  adviceIn: Readonly<Record<ReaderLanguage, BrokenLinkAdvice>>,
  request: Request,
  response: Response,
): void {
  const problem = problemOf(error);
  if (!problem) throw error;
  const { status, errorCode } = problem;
  if (!hasPage(status)) throw error;
  response.vary('Accept').vary('Accept-Language');
  if (!prefersPage(request)) throw error;
  request.errorCode = errorCode; // for the log
  const kind = KINDS[status];
  const language = languageOf(request);
  const { checkAddress, [kind]: title } = BROKEN_LINK_PAGE_WORDS[language];
  const { [kind]: advice } = adviceIn[language];
  const content = `<p>${kind === 'unknown' ? `${checkAddress} ` : ''}${advice}</p>`;
  sendAnswer(linkPage({ status, language, title, content }), response, { isTagged: false });
}

function hasPage(status: number): status is keyof typeof KINDS {
  return Object.hasOwn(KINDS, status);
}
