import type { ValidationIssue } from './validation-issue.js';

/** Limits of a text property. */
export interface TextRules {
  /** Longest length allowed, in Unicode code points. */
  readonly maxLength: number;
  /** Multi-line texts take tab, LF and CR; every other text takes no control character at all. */
  readonly multiline?: boolean;
}

const CONTROL_CHARACTER = /\p{Cc}/u;
const CONTROL_CHARACTER_IN_LINES = /[^\P{Cc}\t\n\r]/u;

/**
 * Most combining marks in a row (UAX #15, Stream-Safe Text Format). Normalising a text takes time quadratic in the
 * length of such a run.
 */
export const MAX_COMBINING_MARKS = 30;

/** The look-behind keeps the search linear: a run is only tried from its start. */
const TOO_MANY_MARKS = new RegExp(`(?<!\\p{M})\\p{M}{${MAX_COMBINING_MARKS + 1}}`, 'u');

/** True for a text of nothing but white space. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Length in Unicode code points, the unit of every limit of the contract. */
export function codePointLength(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1) length++;
  return length;
}

/** A text of at most a number of code points: itself, or its beginning and `…`. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const characters = Array.from(text.slice(0, 2 * (maxLength + 1))); // enough, also where each has two units
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}

/** The rules that a value violates as a text (docs/contract.md, "Texts"). */
export function textIssues(value: unknown, { maxLength, multiline = false }: TextRules): ValidationIssue[] {
  const issue = (code: string, message: string): ValidationIssue[] => [{ path: '', code, message }];
  if (typeof value !== 'string') return issue('WRONG_TYPE', 'must be a string');
  if (value.includes('\0')) return issue('NUL_CHARACTER', 'must not contain the NUL character');
  if (!value.isWellFormed()) return issue('UNPAIRED_SURROGATE', 'must not contain an unpaired surrogate');
  if ((multiline ? CONTROL_CHARACTER_IN_LINES : CONTROL_CHARACTER).test(value)) {
    const exception = multiline ? ' other than tab, line feed and carriage return' : '';
    return issue('CONTROL_CHARACTER', `must not contain a control character${exception}`);
  }
  if (value.length > maxLength && codePointLength(value) > maxLength) {
    return issue('TOO_LONG', `must be at most ${maxLength} characters long`);
  }
  if (TOO_MANY_MARKS.test(value)) {
    return issue(
      'COMBINING_MARKS',
      `must not have more than ${MAX_COMBINING_MARKS} combining marks in a row`,
    );
  }
  return [];
}

/** The rules that a value violates as a text that is not empty. */
export function filledTextIssues(value: unknown, rules: TextRules): ValidationIssue[] {
  return value === ''
    ? [{ path: '', code: 'BLANK', message: 'must not be empty' }]
    : textIssues(value, rules);
}

/** The rules that a value violates as a text that has more than white space. */
export function wordsIssues(value: unknown, rules: TextRules): ValidationIssue[] {
  const issues = textIssues(value, rules);
  if (issues.length > 0 || !isBlank(value as string)) return issues;
  return [{ path: '', code: 'BLANK', message: 'must contain a character that is not white space' }];
}
