import { isRecord, issue } from '../../platform/dto/checks.js';
import { readDto } from '../../platform/dto/read-dto.js';
import { findJsonSyntaxError } from '../../platform/json/json-syntax-error.js';
import type { MultiLanguage } from '../../shared-kernel/multi-language.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { TEMPLATE_PROPERTIES } from '../application/announcement-template.response.js';
import type { TemplateContent } from '../domain/announcement-template.js';
import { TemplateRequest } from './announcement-template.request.js';

/** The properties of a file in their order. The service gives the id. */
const PROPERTIES = TEMPLATE_PROPERTIES.filter((name) => name !== 'id');

const TEXTS = new Set(['title', 'body', 'resume'] satisfies (keyof TemplateContent)[] as string[]);

/** Of keys that differ only in case, all but one have a number behind `~`, which no key contains. */
const FILE_NAME = /^(?<key>.+?)(?:~\d+)?\.json$/;

export function isTemplateFile(name: string): boolean {
  return FILE_NAME.test(name);
}

/**
 * The name of the file of each template, by key: the key and `.json`. File systems that ignore case could not keep
 * both of two keys that differ only in case, so a second one becomes `<key>~2.json`.
 */
export function fileNamesOf(keys: readonly string[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  return new Map(
    [...keys].sort().map((key) => {
      const count = (counts.get(key.toLowerCase()) ?? 0) + 1;
      counts.set(key.toLowerCase(), count);
      return [key, count === 1 ? `${key}.json` : `${key}~${count}.json`];
    }),
  );
}

/** The file of a template. Equal templates have equal files, because properties and languages have a fixed order. */
export function templateFile(template: TemplateContent): string {
  const values = template as unknown as Readonly<Record<string, unknown>>;
  const properties = PROPERTIES.filter((name) => values[name] !== undefined).map((name) => [
    name,
    TEXTS.has(name) ? sortedText(values[name] as MultiLanguage) : values[name],
  ]);
  return `${JSON.stringify(Object.fromEntries(properties), undefined, 2)}\n`;
}

function sortedText({ defaultValue, langValues }: MultiLanguage): MultiLanguage {
  if (!langValues) return { defaultValue };
  const tags = Object.keys(langValues).sort();
  return { defaultValue, langValues: Object.fromEntries(tags.map((tag) => [tag, langValues[tag] ?? ''])) };
}

/** The template of a file, and its issues, by paths in the file. It must not be used when there are any. */
export function readTemplateFile(
  name: string,
  content: Buffer,
): { readonly template?: TemplateContent; readonly issues: readonly ValidationIssue[] } {
  const json = parse(content);
  if ('issue' in json) return { issues: [json.issue] };
  if (!isRecord(json.value)) return { issues: [issue('WRONG_TYPE', 'must be an object')] };
  const { value: template, issues } = readDto(TemplateRequest, json.value);
  if (issues.length > 0) return { issues };
  const expected = FILE_NAME.exec(name)?.groups?.['key'];
  if (template.key === expected) return { template, issues: [] };
  return { issues: [issue('NOT_ALLOWED', `must be the name of the file, ${String(expected)}`, 'key')] };
}

function parse(content: Buffer): { readonly value: unknown } | { readonly issue: ValidationIssue } {
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return { issue: issue('MALFORMED_JSON', 'is not UTF-8') };
  }
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    const { line, column, reason } = findJsonSyntaxError(text);
    const message = `is not JSON from line ${line}, column ${column} on: ${reason}`;
    return { issue: issue('MALFORMED_JSON', message) };
  }
}
