import { propertyPath, type ValidationIssue } from '../../shared-kernel/validation-issue.js';

/** The issues of a value; paths are relative to it. */
export type Check = (value: unknown) => readonly ValidationIssue[];

/** Most issues that are collected for one list, and named in one answer. */
export const MAX_ISSUES = 100;

/** Checks the entries of an array until there are as many issues as are reported. */
export function entryIssues(check: Check): Check {
  return (value) => {
    const issues: ValidationIssue[] = [];
    for (const [index, entry] of (value as unknown[]).entries()) {
      for (const found of check(entry)) {
        issues.push({ ...found, path: propertyPath(`[${index}]`, found.path) });
      }
      if (issues.length >= MAX_ISSUES) break;
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

export function issue(code: string, message: string, path = ''): ValidationIssue {
  return { path, code, message };
}

/** The issue of a property that an object does not have. */
export function unknownProperty(path: string): ValidationIssue {
  return issue('UNKNOWN_MEMBER', 'is not a property of this object', path);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
