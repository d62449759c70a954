import type { ValidationIssue } from './validation-issue.js';

/** The rules that a value violates as a list of some of the words, at least one, each once. */
export function setIssues(value: unknown, words: readonly string[]): ValidationIssue[] {
  const issue = (code: string, message: string, path = ''): ValidationIssue[] => [{ path, code, message }];
  if (!Array.isArray(value)) return issue('WRONG_TYPE', 'must be an array');
  const entries: readonly unknown[] = value;
  if (entries.length === 0) return issue('EMPTY', 'must have at least one entry');
  const wrong = entries.findIndex((entry) => !words.includes(entry as string));
  if (wrong !== -1) return issue('NOT_ALLOWED', `must be one of ${words.join(', ')}`, `[${wrong}]`);
  const repeated = entries.findIndex((entry, index) => entries.indexOf(entry) !== index);
  return repeated === -1 ? [] : issue('NOT_UNIQUE', 'must not be repeated', `[${repeated}]`);
}
