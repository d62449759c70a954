import type { Request } from 'express';
import type { Answer } from '../../platform/http/answer.js';
import { languageOf, linkPage } from '../../platform/http/link-page.js';
import type { Wishes } from '../domain/wishes.js';
import { WISHES_PAGE_WORDS } from './wishes-page.words.js';

/** A change that the page confirms. */
export type Done = 'saved' | 'unsubscribed';

/** The page on which people choose their mails, in a language that their browser asks for. It names nobody. */
export function wishesPage(request: Request, { reminders, digest }: Wishes, done?: Done): Answer {
  const language = languageOf(request);
  const words = WISHES_PAGE_WORDS[language];
  const content =
    (done === undefined ? '' : `<p role="status"><strong>${words[done]}</strong></p>\n`) +
    `<form method="post">\n<p>${words.advice}</p>\n` +
    `<input type="hidden" name="choose" value="1">\n` +
    checkbox('reminders', words.reminders, reminders) +
    checkbox('digest', words.digest, digest) +
    `<button>${words.save}</button>\n</form>\n`;
  return linkPage({ language, title: words.title, content, hasForm: true });
}

export function unknownLinkPage(request: Request): Answer {
  const language = languageOf(request);
  const { title, advice } = WISHES_PAGE_WORDS[language].unknown;
  return linkPage({ status: 404, language, title, content: `<p>${advice}</p>\n` });
}

/** The wishes of a form of the page, which leaves out what is not checked; undefined for another form. */
export function chosenWishes(form: ReadonlyMap<string, string>): Wishes | undefined {
  if (!form.has('choose')) return undefined;
  return { reminders: form.has('reminders'), digest: form.has('digest') };
}

function checkbox(name: keyof Wishes, label: string, isChecked: boolean): string {
  const checked = isChecked ? ' checked' : '';
  return `<label><input type="checkbox" name="${name}"${checked}> ${label}</label>\n`;
}
