import { DomainError } from '../../shared-kernel/domain-error.js';
import { emailIssues } from '../../shared-kernel/email.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { isLanguageTag } from '../../shared-kernel/language-tag.js';
import { isBlank, textIssues } from '../../shared-kernel/text.js';
import { timeZoneIssues } from '../../shared-kernel/time-zone.js';

/** In code points. */
const MAX_NAME_LENGTH = 255;

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
  requireRule('name', [...textIssues(name, { maxLength: MAX_NAME_LENGTH }), ...blank]);
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

/** @throws {DomainError} invalid */
export function checkLifetime(milliseconds: number): void {
  const inBounds = milliseconds >= 1_000 && milliseconds <= MAX_LIFETIME_MS;
  requireRule(
    'lifetime',
    inBounds ? [] : [{ code: 'OUT_OF_RANGE', message: 'must be from 1 second to 10 years' }],
  );
}
