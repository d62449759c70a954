import { ValidateBy } from 'class-validator';
import { propertyPath, type ValidationIssue } from '../../shared-kernel/validation-issue.js';

/** What is wrong with a value; paths are relative to it. */
export type Check = (value: unknown) => readonly ValidationIssue[];

/** Most issues that are collected for one list, and named in one answer. */
export const MAX_ISSUES = 100;

/** What a decorator of this folder leaves in class-validator's `context`, from which errors get path and code. */
export interface CheckContext {
  readonly check: Check;
}

/**
 * Validates a property by a function that knows path and code of every issue. class-validator itself has one sentence
 * per property and no index for the entries of an array. An absent value has no issue: `IsDefined` is there for that.
 */
export function Checked(check: Check): PropertyDecorator {
  return ValidateBy(
    {
      name: 'checked',
      validator: {
        validate: (value) => value === undefined || value === null || check(value).length === 0,
        defaultMessage: () => 'is not valid',
      },
    },
    { context: { check } satisfies CheckContext },
  );
}

export function issue(code: string, message: string, path = ''): ValidationIssue {
  return { path, code, message };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is one of a few words, exactly as written. */
export function enumIssues(words: readonly string[]): Check {
  return (value) =>
    typeof value === 'string' && words.includes(value)
      ? []
      : [issue('NOT_ALLOWED', `must be one of ${words.join(', ')}`)];
}

export const flagIssues: Check = (value) =>
  typeof value === 'boolean' ? [] : [issue('WRONG_TYPE', 'must be true or false')];

export const objectIssues: Check = (value) =>
  isRecord(value) ? [] : [issue('WRONG_TYPE', 'must be an object')];

/** An array of at most so many entries, each of which is checked. */
export function listIssues(entry: Check, { kind = '', maxItems = Infinity } = {}): Check {
  return (value) => {
    if (!Array.isArray(value)) return [issue('WRONG_TYPE', `must be an array${kind}`)];
    if (value.length > maxItems) return [issue('TOO_MANY', `must have at most ${maxItems} entries`)];
    const issues: ValidationIssue[] = [];
    for (let index = 0; index < value.length && issues.length < MAX_ISSUES; index++) {
      for (const found of entry(value[index])) {
        issues.push({ ...found, path: propertyPath(`[${index}]`, found.path) });
      }
    }
    return issues;
  };
}

/** The entries of a list whose property has a value that an entry before them has. */
export function repeatedIssues(entries: readonly object[], property: string): ValidationIssue[] {
  const seen = new Set<unknown>();
  return entries.flatMap((entry, index) => {
    const value = (entry as Record<string, unknown>)[property] ?? undefined;
    const isRepeated = value !== undefined && seen.has(value);
    seen.add(value);
    return isRepeated ? [issue('NOT_UNIQUE', 'must not occur twice', `[${index}].${property}`)] : [];
  });
}
