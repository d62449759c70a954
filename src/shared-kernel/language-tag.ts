import type { ValidationIssue } from './validation-issue.js';

/**
 * The grammar of RFC 5646, section 2.1. `Intl.getCanonicalLocales` is narrower: it refuses private-use,
 * extended and grandfathered tags, which are well-formed.
 */
const LANGTAG = new RegExp(
  '^(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4}|[a-z]{5,8})' + // language, extended languages
    '(?:-[a-z]{4})?' + // script
    '(?:-(?:[a-z]{2}|[0-9]{3}))?' + // region
    '(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*' + // variants
    '(?:-[0-9a-wy-z](?:-[a-z0-9]{2,8})+)*' + // extensions
    '(?:-x(?:-[a-z0-9]{1,8})+)?$', // private use
  'i',
);
const PRIVATE_USE = /^x(?:-[a-z0-9]{1,8})+$/i;
const GRANDFATHERED = new Set([
  'en-gb-oed',
  'i-ami',
  'i-bnn',
  'i-default',
  'i-enochian',
  'i-hak',
  'i-klingon',
  'i-lux',
  'i-mingo',
  'i-navajo',
  'i-pwn',
  'i-tao',
  'i-tay',
  'i-tsu',
  'sgn-be-fr',
  'sgn-be-nl',
  'sgn-ch-de',
]);

/** Longest tag that is taken; RFC 5646 (4.4.1) asks for at least 35. */
export const MAX_LANGUAGE_TAG_LENGTH = 100;

/** True for a well-formed BCP 47 language tag, in any case. */
export function isLanguageTag(text: string): boolean {
  if (text.length > MAX_LANGUAGE_TAG_LENGTH) return false;
  return LANGTAG.test(text) || PRIVATE_USE.test(text) || GRANDFATHERED.has(text.toLowerCase());
}

/** The rules that a value violates as a language. */
export function languageTagIssues(value: unknown): ValidationIssue[] {
  if (typeof value !== 'string') return [{ path: '', code: 'WRONG_TYPE', message: 'must be a string' }];
  return isLanguageTag(value) ? [] : [{ path: '', code: 'LANGUAGE_TAG', message: 'must be a BCP 47 tag' }];
}
