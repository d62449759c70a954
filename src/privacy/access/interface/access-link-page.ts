import type { Request, Response } from 'express';
import { languageOf, linkPage } from '../../../platform/http/link-page.js';
import { sendAnswer } from '../../../platform/http/send-answer.js';
import { ACCESS_LINK_PAGE_WORDS, type AccessLinkPageWords } from './access-link-page.words.js';

/** Contents of the page by status. */
const CONTENTS = { 404: 'unknown', 410: 'expired' } as const satisfies Record<
  number,
  keyof AccessLinkPageWords
>;

/** Statuses that people see as a page. */
export type PageStatus = keyof typeof CONTENTS;

export function hasPage(status: number): status is PageStatus {
  return Object.hasOwn(CONTENTS, status);
}

/** Tells people, in a language that their browser asks for, that a link does not work. Has no data of the person. */
export function sendAccessLinkPage(status: PageStatus, request: Request, response: Response): void {
  const language = languageOf(request);
  const { title, advice } = ACCESS_LINK_PAGE_WORDS[language][CONTENTS[status]];
  const page = linkPage({ status, language, title, content: `<p>${advice}</p>` });
  sendAnswer(page, response, { isTagged: false });
}
