import { DomainError } from '../../shared-kernel/domain-error.js';
import { emailFaults } from '../../shared-kernel/email.js';
import type { Fault } from '../../shared-kernel/fault.js';
import { isLanguageTag } from '../../shared-kernel/language-tag.js';
import { isBlank, textFaults } from '../../shared-kernel/text.js';
import { timeZoneFaults } from '../../shared-kernel/time-zone.js';

/** In code points (decisions 1.8). */
const MAX_NAME_LENGTH = 255;

/** Longest life of a credential; a longer one is taken for a slip of the pen. */
const MAX_LIFETIME_MS = 10 * 366 * 86_400_000;

function requireRule(path: string, faults: readonly Pick<Fault, 'code' | 'message'>[]): void {
  const [fault] = faults;
  if (!fault) return;
  throw new DomainError('invalid', 'VALIDATION_FAILED', `The ${path} ${fault.message}.`, [
    { ...fault, path },
  ]);
}

/** @throws {DomainError} invalid */
export function checkName(name: string): void {
  const blank = isBlank(name) ? [{ code: 'BLANK', message: 'must not be blank' }] : [];
  requireRule('name', [...textFaults(name, { maxLength: MAX_NAME_LENGTH }), ...blank]);
}

/** @throws {DomainError} invalid */
export function checkEmail(email: string): void {
  requireRule('email', emailFaults(email));
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
  requireRule('time zone', timeZoneFaults(timeZone));
}

/** @throws {DomainError} invalid */
export function checkLifetime(milliseconds: number): void {
  const inBounds = milliseconds >= 1_000 && milliseconds <= MAX_LIFETIME_MS;
  requireRule(
    'lifetime',
    inBounds ? [] : [{ code: 'OUT_OF_RANGE', message: 'must be from 1 second to 10 years' }],
  );
}
