import { DomainError } from '../../shared-kernel/domain-error.js';
import { emailIssues } from '../../shared-kernel/email.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { isLanguageTag } from '../../shared-kernel/language-tag.js';
import { isBlank, textIssues, type TextRules } from '../../shared-kernel/text.js';
import { timeZoneIssues } from '../../shared-kernel/time-zone.js';

/** Limits of the names of users, keys and companies, in code points. */
export const NAME_LIMITS = { maxLength: 255 } as const satisfies TextRules;

/** Longest lifetime of a credential; a longer one is refused as a typing error. */
const MAX_LIFETIME_MS = 10 * 366 * 86_400_000;

function requireRule(path: string, issues: readonly Pick<ValidationIssue, 'code' | 'message'>[]): void {
  const [issue] = issues;
  if (!issue) return;
  throw new DomainError('invalid', 'VALIDATION_FAILED', `The ${path} ${issue.message}.`, [
    { ...issue, path },
  ]);
}

/** @throws {DomainError} invalid */
export function checkName(name: string): void {
  const blank = isBlank(name) ? [{ code: 'BLANK', message: 'must not be blank' }] : [];
  requireRule('name', [...textIssues(name, NAME_LIMITS), ...blank]);
}

/** @throws {DomainError} invalid */
export function checkEmail(email: string): void {
  requireRule('email', emailIssues(email));
}

/** @throws {DomainError} invalid */
export function checkLanguage(language: string): void {
  requireRule(
    'language',
    isLanguageTag(language) ? [] : [{ code: 'LANGUAGE_TAG', message: 'must be a BCP 47 tag' }],
  );
}

/** @throws {DomainError} invalid */
export function checkTimeZone(timeZone: string): void {
  requireRule('time zone', timeZoneIssues(timeZone));
}

/** @param path - of what has it. @throws {DomainError} invalid */
export function checkLifetime(milliseconds: number, path = 'lifetime'): void {
  const inBounds = milliseconds >= 1_000 && milliseconds <= MAX_LIFETIME_MS;
  requireRule(path, inBounds ? [] : [{ code: 'OUT_OF_RANGE', message: 'must be from 1 second to 10 years' }]);
}
