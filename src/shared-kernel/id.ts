import { ObjectId } from 'bson';
import type { ValidationIssue } from './validation-issue.js';

/** The form of an identifier, as OpenAPI shows it. */
export const ID_FORM = { pattern: '^[0-9a-f]{24}$' } as const;

const ID_PATTERN = new RegExp(ID_FORM.pattern);

/** A new identifier: 24 lower-case hexadecimal characters, ordered by the second of their creation. */
export function newId(): string {
  return new ObjectId().toHexString();
}

/** True for a text in the form of an identifier. */
export function isId(text: string): boolean {
  return ID_PATTERN.test(text);
}

/** The rules that a value violates as an identifier. */
export function idIssues(value: unknown): ValidationIssue[] {
  if (typeof value === 'string' && isId(value)) return [];
  return [{ path: '', code: 'ID', message: 'must be 24 lower-case hexadecimal characters' }];
}

/** The second in which an identifier was made. */
export function timeOfId(id: string): Date {
  return new ObjectId(id).getTimestamp();
}
