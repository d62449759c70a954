import { propertyName, propertyPath, type ValidationIssue } from './validation-issue.js';
import { isLanguageTag } from './language-tag.js';
import { isBlank, textIssues, wordsIssues, type TextRules } from './text.js';
import { ValidationFailed } from './validation-failed.js';

/** A translatable text. */
export interface MultiLanguage {
  /** Text for every language that has none of its own; never blank. */
  readonly defaultValue: string;
  /** Texts by BCP 47 language tag, kept as they were written. */
  readonly langValues?: Readonly<Record<string, string>>;
}

/** Most languages that one text may carry. */
export const MAX_LANGUAGES = 100;

/** Most bytes of a text of one line in all its languages together, in UTF-8. */
export const MAX_ONE_LINE_BYTES = 8_192;

/** Most bytes of a text of several lines in all its languages together, in UTF-8. */
export const MAX_MULTILINE_BYTES = 65_536;

const PROPERTIES = new Set(['defaultValue', 'langValues', 'valid']);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function langValuesIssues(langValues: unknown, rules: TextRules): ValidationIssue[] {
  const path = 'langValues';
  if (langValues === undefined || langValues === null) return [];
  if (!isRecord(langValues)) {
    return [{ path, code: 'WRONG_TYPE', message: 'must be an object of texts by language tag' }];
  }
  const tags = Object.keys(langValues);
  if (tags.length > MAX_LANGUAGES) {
    return [{ path, code: 'TOO_MANY', message: `must have at most ${MAX_LANGUAGES} entries` }];
  }
  const issues: ValidationIssue[] = [];
  const seen = new Set<string>();
  for (const tag of tags) {
    const tagPath = propertyPath(path, propertyName(tag));
    if (!isLanguageTag(tag)) {
      issues.push({
        path: tagPath,
        code: 'LANGUAGE_TAG',
        message: 'must have a BCP 47 language tag as its name',
      });
      continue;
    }
    if (seen.has(tag.toLowerCase())) {
      issues.push({
        path: tagPath,
        code: 'DUPLICATE_LANGUAGE',
        message: 'must not repeat a language tag that differs only in case',
      });
    }
    seen.add(tag.toLowerCase());
    issues.push(...textIssues(langValues[tag], rules).map((issue) => ({ ...issue, path: tagPath })));
  }
  return issues;
}

/** Most bytes of all texts of a translatable text together. */
export function maxBytesOf({ multiline = false }: TextRules): number {
  return multiline ? MAX_MULTILINE_BYTES : MAX_ONE_LINE_BYTES;
}

/** The limit of all languages together, of a text without other issues. */
function totalIssues({ defaultValue, langValues }: MultiLanguage, rules: TextRules): ValidationIssue[] {
  const maxBytes = maxBytesOf(rules);
  const texts = [defaultValue, ...Object.values(langValues ?? {})];
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes <= maxBytes) return [];
  const message = `must have at most ${maxBytes / 1_024} KiB (UTF-8) in all languages together, not ${bytes} bytes`;
  return [{ path: '', code: 'TOO_LARGE', message }];
}

/**
 * The rules that a value violates as a translatable text (docs/contract.md, "Translatable texts"); paths are relative
 * to the value.
 */
export function multiLanguageIssues(value: unknown, rules: TextRules): ValidationIssue[] {
  if (!isRecord(value)) {
    return [{ path: '', code: 'WRONG_TYPE', message: 'must be an object with a defaultValue' }];
  }
  const issues: ValidationIssue[] = Object.keys(value)
    .filter((name) => !PROPERTIES.has(name))
    .map((name) => ({
      path: propertyName(name),
      code: 'UNKNOWN_MEMBER',
      message: 'is not a property of this object',
    }));
  const { defaultValue } = value;
  if (defaultValue === undefined || defaultValue === null) {
    issues.push({ path: 'defaultValue', code: 'REQUIRED', message: 'is required' });
  } else {
    const found = wordsIssues(defaultValue, rules);
    issues.push(...found.map((each) => ({ ...each, path: 'defaultValue' })));
  }
  issues.push(...langValuesIssues(value['langValues'], rules));
  return issues.length > 0 ? issues : totalIssues(value as unknown as MultiLanguage, rules);
}

/** A title needs more than white space. @throws {ValidationFailed} */
export function checkTitle({ defaultValue }: MultiLanguage): void {
  if (!isBlank(defaultValue)) return;
  const message = 'must contain a character that is not white space';
  throw new ValidationFailed([{ path: 'title.defaultValue', code: 'BLANK', message }]);
}

/** The stored form of a checked text: without computed properties. */
export function toMultiLanguage(checked: MultiLanguage): MultiLanguage {
  const { defaultValue, langValues } = checked;
  return langValues ? { defaultValue, langValues: { ...langValues } } : { defaultValue };
}

/** True if the default and every language have a text that is not blank; answered as `valid`. */
export function isComplete({ defaultValue, langValues }: MultiLanguage): boolean {
  return !isBlank(defaultValue) && Object.values(langValues ?? {}).every((text) => !isBlank(text));
}

/** The text in each language, the default first. */
export function textsOf({ defaultValue, langValues }: MultiLanguage): string[] {
  return [defaultValue, ...Object.values(langValues ?? {})];
}

/**
 * The text for a reader: in the language asked for, else in its base language (`es` for `es-MX`), else the default.
 * Tags are compared without regard to case; a language whose text is blank counts as missing.
 * @param language - BCP 47 tag
 */
export function resolveText(text: MultiLanguage, language: string): string {
  const tag = resolveLanguage(text, language);
  return (tag === undefined ? undefined : text.langValues?.[tag]) ?? text.defaultValue;
}

/** The tag, as it is stored, of the text that {@link resolveText} finds. Undefined where that is the default. */
export function resolveLanguage({ langValues = {} }: MultiLanguage, language: string): string | undefined {
  const filled = Object.keys(langValues).filter((tag) => !isBlank(langValues[tag] ?? ''));
  for (const wanted of lookupOrder(language)) {
    const found = filled.find((tag) => tag.toLowerCase() === wanted);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A tag and what it falls back to, the most specific first, in lower case: `zh-hant-tw`, `zh-hant`, `zh`. */
function lookupOrder(language: string): string[] {
  const subtags = language.toLowerCase().split('-');
  return subtags.map((_, dropped) => subtags.slice(0, subtags.length - dropped).join('-'));
}
