import type { Attribute } from '../domain/attributes.js';
import { isObject } from '../domain/read-document.js';
import { invalidValue, ScimError } from '../domain/scim-error.js';
import { MAX_SCIM_ENTRIES, MAX_SCIM_PATCH_LOOKS } from '../domain/scim.limits.js';
import type { UserDocument } from '../domain/user-document.js';
import { parseValueFilter } from './scim-filter.js';

/** The place that an operation changes: an attribute, some of its values, or a part of them. */
export interface PatchTarget {
  /** URN of the extension that has the attribute. */
  readonly extension?: string;
  readonly attribute: Attribute;
  /** Selects values of the attribute, such as `type eq "work"`. */
  readonly filter?: string;
  readonly part?: Attribute;
}

export type PatchOperation = PatchTarget &
  (
    | { readonly op: 'add' | 'replace'; readonly value: unknown }
    /** Of a list, only the given values. */
    | { readonly op: 'remove'; readonly value?: readonly unknown[] }
  );

type Values = Record<string, unknown>;

/** Reading a comparison of a filter takes as long as looking at some values. */
const READING_LOOKS = 2;

/** The document of a user to which the operations of a PATCH are applied one after the other (RFC 7644, 3.5.2). */
export class PatchedUser {
  readonly document: Values;
  private readonly texts = new WeakMap<object, string>();
  private looks = 0;

  constructor(document: UserDocument) {
    this.document = structuredClone(document) as unknown as Values;
  }

  /** @throws {ScimError} 400 */
  apply(operation: PatchOperation): void {
    const { extension, filter } = operation;
    const holder = this.holderOf(extension);
    const written =
      filter === undefined
        ? this.applyToAttribute(holder, operation)
        : this.applyToMatches(holder, operation, filter);
    if (operation.op !== 'remove') this.keepOnePrimary(holder[operation.attribute.name], written);
    if (extension !== undefined && Object.keys(holder).length > 0) this.document[extension] = holder;
  }

  /** Bounds the work of all operations together: each may look at all values of an attribute. */
  private look(count: number): void {
    this.looks += count;
    if (this.looks > MAX_SCIM_PATCH_LOOKS)
      throw new ScimError(400, 'The operations look at too many values: send fewer at a time.', 'tooMany');
  }

  private holderOf(extension: string | undefined): Values {
    if (extension === undefined) return this.document;
    const holder = this.document[extension];
    return isObject(holder) ? holder : {};
  }

  /** A value that an operation makes primary is so in place of the others: the last one of several. */
  private keepOnePrimary(values: unknown, written: readonly unknown[]): void {
    const newest = written.findLast(isPrimary);
    if (newest === undefined || !Array.isArray(values)) return;
    this.look(values.length);
    for (const value of values) {
      if (value === newest || !isPrimary(value)) continue;
      this.texts.delete(value);
      value.primary = false;
    }
  }

  /** @returns the values of a list that are new or changed */
  private applyToAttribute(holder: Values, operation: PatchOperation): readonly unknown[] {
    const { attribute, part } = operation;
    const present = holder[attribute.name];
    if (part) {
      const values = Array.isArray(present) ? present.filter(isObject) : isObject(present) ? [present] : [];
      if (values.length === 0 && operation.op !== 'remove')
        holder[attribute.name] = { [part.name]: operation.value };
      this.look(values.length);
      for (const value of values) this.setPart(value, part.name, operation);
      return values;
    }
    const list: readonly unknown[] = Array.isArray(present) ? present : [];
    if (operation.op === 'remove') {
      const kept = operation.value ? this.withoutThese(list, operation.value) : [];
      if (kept.length === 0) Reflect.deleteProperty(holder, attribute.name);
      else holder[attribute.name] = kept;
      return [];
    }
    if (attribute.multiValued) {
      const given = operation.value as readonly unknown[];
      if (operation.op === 'replace') {
        holder[attribute.name] = given;
        return given;
      }
      return this.addTo(holder, attribute.name, list, given);
    }
    if (isObject(present) && isObject(operation.value)) Object.assign(present, operation.value);
    else holder[attribute.name] = operation.value;
    return [];
  }

  /** The values that are none of the given ones. A given value may name a part of one, such as its `value`. */
  private withoutThese(present: readonly unknown[], given: readonly unknown[]): readonly unknown[] {
    this.look(present.length * given.length);
    return present.filter((value) => !given.some((each) => isCoveredBy(value, each)));
  }

  /**
   * Adds those that are not in the list yet: of a value that is, only `primary` and `display` change (RFC 7643, 2.4).
   * @returns the added values, and those that were there
   */
  private addTo(
    holder: Values,
    name: string,
    present: readonly unknown[],
    added: readonly unknown[],
  ): readonly unknown[] {
    this.look(present.length);
    const known = new Map(present.map((value) => [this.textOf(value), value]));
    const values = [...present];
    const written = added.map((value) => {
      const same = known.get(this.textOf(value));
      if (same === undefined) {
        values.push(value);
        known.set(this.textOf(value), value);
        return value;
      }
      if (isObject(same) && isObject(value))
        Object.assign(same, value, same.type === undefined ? {} : { type: same.type });
      return same;
    });
    checkCount(name, values);
    holder[name] = values;
    return written;
  }

  /** Equal values have equal texts, also where one is primary. Kept, as each operation compares with all values. */
  private textOf(value: unknown): string {
    if (!isObject(value)) return JSON.stringify(value);
    const known = this.texts.get(value);
    if (known !== undefined) return known;
    const parts = Object.entries(value)
      .filter(([name]) => name !== 'primary' && name !== 'display')
      .map(([name, each]) => [name, name === 'type' ? inLowerCase(each) : each] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    const text = JSON.stringify(parts);
    this.texts.set(value, text);
    return text;
  }

  /** @returns the values that are new or changed */
  private applyToMatches(holder: Values, operation: PatchOperation, filter: string): readonly unknown[] {
    const { attribute, part } = operation;
    const { name } = attribute;
    const selection = parseValueFilter(name, filter);
    const present: readonly unknown[] = Array.isArray(holder[name]) ? holder[name] : [];
    this.look((present.length + READING_LOOKS) * selection.comparisons);
    const matches = present.filter((value): value is Values => isObject(value) && selection.matches(value));
    if (operation.op === 'remove' && !part) {
      const removed = new Set<unknown>(matches);
      const kept = present.filter((value) => !removed.has(value));
      if (kept.length === 0) Reflect.deleteProperty(holder, name);
      else holder[name] = kept;
      return [];
    }
    // Providers remove what they have no value for, also where there is none.
    if (matches.length === 0 && operation.op !== 'remove') {
      const value = newValue(attribute, selection.filter, operation);
      const values = [...present, value];
      checkCount(name, values);
      holder[name] = values;
      return [value];
    }
    for (const value of matches) {
      if (part) this.setPart(value, part.name, operation);
      else if (operation.op !== 'remove') {
        if (!isObject(operation.value))
          throw invalidValue(name, 'must be an object where a filter selects it');
        this.texts.delete(value);
        Object.assign(value, operation.value);
      }
    }
    return matches;
  }

  private setPart(value: Values, name: string, operation: PatchOperation): void {
    this.texts.delete(value);
    if (operation.op === 'remove') Reflect.deleteProperty(value, name);
    else value[name] = operation.value;
  }
}

function checkCount(name: string, values: readonly unknown[]): void {
  if (values.length > MAX_SCIM_ENTRIES)
    throw invalidValue(name, `must have at most ${MAX_SCIM_ENTRIES} entries`);
}

/**
 * The value that a filter such as `type eq "work"` describes, with what is set in it.
 * @throws {ScimError} 400 `noTarget` for another filter, and for a whole value that replaces none (RFC 7644, 3.5.2.3)
 */
function newValue(
  attribute: Attribute,
  filter: ReturnType<typeof parseValueFilter>['filter'],
  { op, part, value }: PatchOperation,
): Values {
  const described = describedBy(filter, attribute);
  const given = part ? { [part.name]: value } : value;
  if (!described || (op === 'replace' && !part))
    throw new ScimError(400, 'The filter of a path matches nothing.', 'noTarget');
  if (!isObject(given)) throw invalidValue(attribute.name, 'must be an object where a filter selects it');
  return { ...described, ...given };
}

/** The parts that a filter names by `eq`, also several joined by `and`; undefined for other filters. */
function describedBy(
  filter: ReturnType<typeof parseValueFilter>['filter'],
  attribute: Attribute,
): Values | undefined {
  if (filter.op === 'and') {
    const parts = filter.filters.map((each) => describedBy(each, attribute));
    return parts.every((each) => each !== undefined)
      ? Object.fromEntries(parts.flatMap((each) => Object.entries(each)))
      : undefined;
  }
  if (filter.op !== 'eq' || filter.compValue === null) return undefined;
  const path = filter.attrPath.toLowerCase();
  const named = attribute.subAttributes?.find(({ name }) => name.toLowerCase() === path);
  if (!named) return undefined;
  const isTrue = String(filter.compValue).toLowerCase() === 'true';
  return { [named.name]: named.type === 'boolean' ? isTrue : filter.compValue };
}

function isPrimary(value: unknown): value is Values {
  return isObject(value) && value.primary === true;
}

/** True for a value that has all parts of another one, but for `primary` and `display`; types in any case. */
function isCoveredBy(value: unknown, given: unknown): boolean {
  if (!isObject(value) || !isObject(given)) return value === given;
  const parts = Object.entries(given).filter(([name, each]) => {
    return name !== 'primary' && name !== 'display' && each !== null && each !== '';
  });
  return (
    parts.length > 0 &&
    parts.every(([name, each]) =>
      name === 'type' ? inLowerCase(value.type) === inLowerCase(each) : value[name] === each,
    )
  );
}

/** Types are compared in any case (RFC 7643, 8.7.1). */
function inLowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}
