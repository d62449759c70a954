import { textIssues, type TextRules } from '../../shared-kernel/text.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';

/** Limits of a template's texts, in code points. */
export const TEMPLATE_LIMITS = {
  key: { maxLength: 100 },
  title: { maxLength: 255 },
  body: { maxLength: 20_000, multiline: true },
  resume: { maxLength: 1_000, multiline: true },
  category: { maxLength: 100 },
  coverImageURL: { maxLength: 2_048 },
  placeholder: { maxLength: 100 },
} as const satisfies Record<string, TextRules>;

/** Most bytes of all templates together, as they are answered. Each list has all of them. */
export const MAX_CATALOGUE_BYTES = 8_388_608;

/** Most placeholders of a template. */
export const MAX_PLACEHOLDERS = 100;

/** Most values of a preview. */
export const MAX_PREVIEW_VALUES = 100;

/** Limits of the values of a preview, in code points. */
export const PREVIEW_LIMITS = { value: { maxLength: 1_000, multiline: true } } as const satisfies Record<
  string,
  TextRules
>;

/** Most bytes of the values in the texts of a preview: a value may occur thousands of times. */
export const MAX_PREVIEW_BYTES = 1_048_576;

/** Letters, digits, `.`, `_` and `-`. */
export const KEY_PATTERN = /^[A-Za-z0-9._-]{1,100}$/;

export function keyIssues(value: unknown): readonly ValidationIssue[] {
  const textual = textIssues(value, TEMPLATE_LIMITS.key);
  if (textual.length > 0 || KEY_PATTERN.test(value as string)) return textual;
  return [
    { path: '', code: 'PATTERN', message: 'must be 1 to 100 letters, digits, dots, underscores or hyphens' },
  ];
}

export function coverImageUrlIssues(value: unknown): readonly ValidationIssue[] {
  const textual = textIssues(value, TEMPLATE_LIMITS.coverImageURL);
  if (textual.length > 0 || isWebAddress(value as string)) return textual;
  return [{ path: '', code: 'URL', message: 'must be an absolute http or https URL' }];
}

/** The URL parser accepts white space and missing slashes, which other programs do not. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#]/i.test(text) && !/\s/.test(text) && URL.canParse(text);
}
