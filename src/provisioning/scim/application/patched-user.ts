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
  ({ readonly op: 'remove' } | { readonly op: 'add' | 'replace'; readonly value: unknown });

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
    if (filter === undefined) this.applyToAttribute(holder, operation);
    else this.applyToMatches(holder, operation, filter);
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

  private applyToAttribute(holder: Values, operation: PatchOperation): void {
    const { attribute, part } = operation;
    const present = holder[attribute.name];
    if (part) {
      const values = Array.isArray(present) ? present.filter(isObject) : isObject(present) ? [present] : [];
      if (values.length === 0 && operation.op !== 'remove')
        holder[attribute.name] = { [part.name]: operation.value };
      this.look(values.length);
      for (const value of values) this.setPart(value, part.name, operation);
    } else if (operation.op === 'remove') Reflect.deleteProperty(holder, attribute.name);
    else if (attribute.multiValued && operation.op === 'add')
      holder[attribute.name] = this.withoutRepeats(
        attribute.name,
        Array.isArray(present) ? present : [],
        operation.value as readonly unknown[],
      );
    else if (isObject(present) && isObject(operation.value)) Object.assign(present, operation.value);
    else holder[attribute.name] = operation.value;
  }

  /** The values with those that are not among them yet. */
  private withoutRepeats(
    name: string,
    present: readonly unknown[],
    added: readonly unknown[],
  ): readonly unknown[] {
    this.look(present.length);
    const known = new Set(present.map((value) => this.textOf(value)));
    const values = [...present, ...added.filter((value) => !known.has(this.textOf(value)))];
    checkCount(name, values);
    return values;
  }

  /** Equal values have equal texts. Kept, because each operation compares with all values. */
  private textOf(value: unknown): string {
    if (!isObject(value)) return JSON.stringify(value);
    const known = this.texts.get(value);
    if (known !== undefined) return known;
    const parts = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    const text = JSON.stringify(parts);
    this.texts.set(value, text);
    return text;
  }

  private applyToMatches(holder: Values, operation: PatchOperation, filter: string): void {
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
      return;
    }
    // Providers remove what they have no value for, also where there is none.
    if (matches.length === 0 && operation.op !== 'remove') {
      const values = [...present, newValue(attribute, selection.filter, operation)];
      checkCount(name, values);
      holder[name] = values;
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

/** The value that a filter such as `type eq "work"` describes, with the part that is set in it. */
function newValue(
  { subAttributes = [] }: Attribute,
  filter: ReturnType<typeof parseValueFilter>['filter'],
  { op, part, ...operation }: PatchOperation,
): Values {
  const selecting =
    filter.op === 'eq'
      ? subAttributes.find(({ name }) => name.toLowerCase() === filter.attrPath.toLowerCase())
      : undefined;
  if (filter.op !== 'eq' || !selecting || !part || op === 'remove' || !('value' in operation))
    throw new ScimError(400, 'The filter of a path matches nothing.', 'noTarget');
  return { [selecting.name]: filter.compValue, [part.name]: operation.value };
}
