import { propertyPath, type ValidationIssue } from '../../shared-kernel/validation-issue.js';
import type { RowIssue } from '../../shared-kernel/row-issue.js';
import type { FilePlace } from '../../staff-files/index.js';
import { MAX_ROW_VALUE_LENGTH } from '../domain/sync.limits.js';

/** Issues of a row with the values that they are about. @param row - the object at which the paths begin */
export function withValues(issues: readonly ValidationIssue[], row: unknown): RowIssue[] {
  return issues.map((issue) => {
    const value = valueText(valueAt(row, issue.path));
    return { ...issue, ...(value !== undefined && { value }) };
  });
}

/** The beginning of a value as a text; undefined for none. */
export function valueText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const beginning = Array.from(text.slice(0, 2 * MAX_ROW_VALUE_LENGTH));
  return storable(beginning.slice(0, MAX_ROW_VALUE_LENGTH).join(''));
}

/** A text that PostgreSQL takes: without zero characters and halves of characters. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

/** Issues of a row with their paths in the list, and their places in its file. */
export function located(
  { index, place }: { readonly index: number; readonly place?: FilePlace | undefined },
  issues: readonly RowIssue[],
): RowIssue[] {
  return issues.map((issue) => {
    const column = issue.column ?? place?.columnOf(issue.path);
    const path = storable(propertyPath(`[${index}]`, issue.path));
    return { ...issue, path, ...(place && { line: place.line }), ...(column !== undefined && { column }) };
  });
}

function valueAt(row: unknown, path: string): unknown {
  const names = path.split(/[.[\]]+/).filter((name) => name !== '');
  if (names.length === 0) return undefined;
  return names.reduce<unknown>((parent, name) => {
    const isParent = typeof parent === 'object' && parent !== null && Object.hasOwn(parent, name);
    return isParent ? (parent as Readonly<Record<string, unknown>>)[name] : undefined;
  }, row);
}
