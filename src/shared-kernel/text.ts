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

/** Whether a text has nothing but white space. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Length in Unicode code points, the unit of every limit of the contract. */
export function codePointLength(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1) length++;
  return length;
}

/** The rules of decisions 1.7 and 1.8 that a value breaks as a text; none when it is a fine text. */
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
  return [];
}

/** The rules that a value breaks as a text that is not empty. */
export function filledTextIssues(value: unknown, rules: TextRules): ValidationIssue[] {
  return value === ''
    ? [{ path: '', code: 'BLANK', message: 'must not be empty' }]
    : textIssues(value, rules);
}

/** The rules that a value breaks as a text that has more than white space. */
export function wordsIssues(value: unknown, rules: TextRules): ValidationIssue[] {
  const issues = textIssues(value, rules);
  if (issues.length > 0 || !isBlank(value as string)) return issues;
  return [{ path: '', code: 'BLANK', message: 'must contain a character that is not white space' }];
}
