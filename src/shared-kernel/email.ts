import type { ValidationIssue } from './validation-issue.js';
import { textIssues, type TextRules } from './text.js';

/** Limits of an e-mail address, in code points. */
export const EMAIL_LIMITS = { maxLength: 254 } as const satisfies TextRules;

/** One `@` between parts without white space, brackets or list separators: safe to hand to a mailer. */
const EMAIL = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;

/** They would make two addresses of what people read as one. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** True where a text has a character that nobody sees. */
export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}

export function isMailAddress(text: string): boolean {
  return EMAIL.test(text) && !hasInvisible(text);
}

/** The rules that a value violates as the address of a person's mailbox. */
export function emailIssues(value: unknown): ValidationIssue[] {
  const issues = textIssues(value, EMAIL_LIMITS);
  if (issues.length > 0 || isMailAddress(value as string)) return issues;
  return [{ path: '', code: 'EMAIL', message: 'must be an address like jo@example.com' }];
}
