import { isId } from '../../shared-kernel/id.js';
import { filledTextIssues, type TextRules } from '../../shared-kernel/text.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';

/** Limits of names and labels, in code points. */
export const SEGMENTATION_LIMITS = {
  name: { maxLength: 255 },
  label: { maxLength: 255 },
  externalId: { maxLength: 255 },
} as const satisfies Record<string, TextRules>;

/** Most people, and most actions, that a removal with `moveTo` moves. */
export const MAX_MOVED = 10_000;

/** Most objects in each list of an answer to a change of the structure. */
export const MAX_LISTED_CHANGES = 100;

/** The rules that an external id violates: it looks like no id, so that a reference is one of both (ADR 50). */
export function externalIdIssues(value: unknown): ValidationIssue[] {
  const issues = filledTextIssues(value, SEGMENTATION_LIMITS.externalId);
  if (issues.length > 0 || !isId(value as string)) return issues;
  const message = 'must not be 24 lower-case hexadecimal characters: ids are';
  return [{ path: '', code: 'EXTERNAL_ID', message }];
}
