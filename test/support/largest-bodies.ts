import { randomBytes, randomInt } from 'node:crypto';
import { MAX_LANGUAGE_TAG_LENGTH } from '../../src/shared-kernel/language-tag.js';
import { resolved, type Schema } from './documented-requests.js';

export interface ProfileEntry {
  readonly id: string;
  readonly date?: string;
  readonly valueId?: string;
  readonly leafId?: string;
}

/** Ids that bodies may refer to. */
export interface References {
  readonly areas: readonly string[];
  readonly groups: readonly string[];
  readonly employees: readonly string[];
  /** An entry for each characteristic. */
  readonly profile: readonly ProfileEntry[];
}

/** Entries of lists for which the document names no limit. */
const ENTRIES = 20;
/** More entries with all their texts would not fit into a body. */
const MOST_ENTRIES = 300;
const DATE_TIME = '2199-12-31T23:59:59.999Z';
const EMAIL_DOMAIN = '@example.com';

/**
 * Bodies as large as `openapi.json` allows: every property, the longest texts, the most languages, everything to refer
 * to.
 */
export class LargestBodies {
  constructor(private readonly references: References) {}

  /** A body with texts of its own. They are random, because the database compresses what repeats. */
  of(schema: Schema): Readonly<Record<string, unknown>> {
    const { assigneeStatuses: _statuses, ...body } = this.object(resolved(schema));
    return body;
  }

  private object({ properties = {} }: Schema): Record<string, unknown> {
    const written = Object.entries(properties).filter(([, each]) => !each.readOnly);
    return Object.fromEntries(written.map(([name, each]) => [name, this.value(name, each)]));
  }

  private value(name: string, schema: Schema): unknown {
    const actual = resolved(schema);
    const { type, enum: words, oneOf, items, properties } = actual;
    const types = [type].flat();
    const referring = this.referring(name);
    if (referring !== undefined) return referring;
    if (words) return words[0];
    if (oneOf) return this.value(name, oneOf.at(-1)!);
    if (properties) return 'langValues' in properties ? multiLanguage(actual) : this.object(actual);
    const choices = items && resolved(items).enum;
    if (choices) return choices.slice(0, actual.maxItems);
    if (items)
      return Array.from({ length: Math.min(actual.maxItems ?? ENTRIES, MOST_ENTRIES) }, () =>
        this.value('', items),
      );
    if (types.includes('string')) return text(name, actual);
    if (types.includes('boolean')) return true;
    return types.includes('integer') ? actual.maximum : Number.MAX_VALUE;
  }

  private referring(name: string): unknown {
    const { areas, groups, employees, profile } = this.references;
    switch (name) {
      case 'hierarchyId':
        return areas[0];
      case 'hierarchyIds':
      case 'managedHierarchies':
        return areas;
      case 'groupIds':
        return groups;
      case 'employeeId':
        return employees[0];
      case 'assigneeIds':
        return employees;
      case 'profile':
        return profile;
      case 'characteristics':
        return profile.map(characteristicOf);
      default:
        return undefined;
    }
  }
}

/** The same choice in the shape that actions have. */
export function characteristicOf({ id, date, valueId, leafId }: ProfileEntry): object {
  return { characteristicId: id, ...(date === undefined ? { id: valueId ?? leafId } : { value: date }) };
}

/** As many languages as are allowed, with the longest tags, and in all of them together the most bytes. */
function multiLanguage({ properties }: Schema): object {
  const { defaultValue, langValues } = properties as Record<'defaultValue' | 'langValues', Schema>;
  const languages = langValues.maxProperties!;
  const length = Math.min(defaultValue.maxLength!, Math.floor(totalBytes(defaultValue) / (languages + 1)));
  const tags = Array.from({ length: languages }, (_, index) => longestTag(index));
  return {
    defaultValue: letters(length),
    langValues: Object.fromEntries(tags.map((tag) => [tag, letters(length)])),
  };
}

/** Most bytes of a text in all languages together; the document has it in words. */
function totalBytes({ description = '' }: Schema): number {
  const kibibytes = /All languages together have at most (\d+) KiB/.exec(description)?.[1];
  if (kibibytes === undefined) throw new Error(`No limit of all languages in: ${description}`);
  return Number(kibibytes) * 1_024;
}

function longestTag(index: number): string {
  const subtags = Array.from({ length: Math.floor(MAX_LANGUAGE_TAG_LENGTH / 9) - 1 }, () => 'language');
  return ['x', String(index), ...subtags].join('-');
}

function text(name: string, { maxLength, pattern, format }: Schema): string {
  if (maxLength === undefined) return DATE_TIME;
  if (name === 'language') return longestTag(0);
  if (name === 'email') return letters(64) + EMAIL_DOMAIN;
  if (format === 'uri') return `https://example.com/${letters(maxLength)}`.slice(0, maxLength);
  if (pattern?.startsWith('^') === true) return letters(maxLength);
  return Array.from({ length: maxLength }, () => String.fromCodePoint(randomInt(0x20000, 0x2a6d0))).join('');
}

/** Letters, digits, `-` and `_`. */
function letters(length: number): string {
  return randomBytes(length).toString('base64url').slice(0, length);
}
