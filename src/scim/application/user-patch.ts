import { singleOf, type Attribute } from '../domain/attributes.js';
import { isObject } from '../domain/read-document.js';
import { invalidValue, readOnlyPath, requiredPath, ScimError, unknownPath } from '../domain/scim-error.js';
import {
  MAX_SCIM_ENTRIES,
  MAX_SCIM_FILTER_LENGTH,
  MAX_SCIM_OPERATIONS,
  MAX_SCIM_PATCH_VALUES,
} from '../domain/scim.limits.js';
import type { UserDocument } from '../domain/user-document.js';
import {
  COMMON_ATTRIBUTES,
  DROPPED_ATTRIBUTES,
  EXTENSIONS,
  USER_SCHEMA,
  USER_SCHEMAS,
  type Schema,
} from '../domain/user-schemas.js';
import { USER_URN } from '../domain/scim-urns.js';
import { PatchedUser, type PatchOperation, type PatchTarget as Target } from './patched-user.js';

type Properties = Readonly<Record<string, unknown>>;
type Op = 'add' | 'replace' | 'remove';

/** An operation whose path is not read yet. */
interface Given {
  readonly op: Op;
  readonly path: string;
  readonly value?: unknown;
}

/** A path of RFC 7644, figure 7. */
const PATH = /^([A-Za-z$][\w$-]*)(?:\[(.+)\])?(?:\.([A-Za-z$][\w$-]*))?$/;

/**
 * Applies the operations of a PATCH as providers send them (RFC 7644, 3.5.2): names and operations in any case, with
 * and without paths. Only attributes of the schemas are changed, so that no path leads outside of the document.
 * @returns the document afterwards, which is to be read like that of a PUT
 * @throws {ScimError} 400
 */
export function patchUser(document: UserDocument, body: unknown): unknown {
  const operations: PatchOperation[] = [];
  for (const given of operationsOf(body)) {
    operations.push(...normalise(given));
    checkValues(operations);
  }
  const patched = new PatchedUser(document);
  for (const operation of operations) patched.apply(operation);
  return patched.document;
}

/** An operation without a path is one for each of its attributes. */
function checkValues(operations: readonly PatchOperation[]): void {
  const values = operations.map((each) =>
    'value' in each && Array.isArray(each.value) ? Math.max(1, each.value.length) : 1,
  );
  if (values.reduce((sum, count) => sum + count, 0) > MAX_SCIM_PATCH_VALUES)
    throw new ScimError(400, `Operations must have at most ${MAX_SCIM_PATCH_VALUES} values.`, 'tooMany');
}

/** The entries of `Operations`. */
export function operationsOf(body: unknown): readonly unknown[] {
  const operations = isObject(body) ? property(body, 'Operations') : undefined;
  if (!Array.isArray(operations) || operations.length === 0)
    throw new ScimError(400, 'Operations must be a list of at least one operation.', 'invalidSyntax');
  if (operations.length > MAX_SCIM_OPERATIONS)
    throw new ScimError(400, `Operations must have at most ${MAX_SCIM_OPERATIONS} entries.`, 'tooMany');
  return operations;
}

/** @throws {ScimError} 400 */
export function checkPath(path: string): void {
  if (path.length > MAX_SCIM_FILTER_LENGTH)
    throw new ScimError(400, `A path has at most ${MAX_SCIM_FILTER_LENGTH} characters.`, 'invalidPath');
}

/** The name of an operation, in any case. */
export function opOf(operation: Properties): Op {
  const op = property(operation, 'op');
  const name = typeof op === 'string' ? op.toLowerCase() : '';
  if (name !== 'add' && name !== 'replace' && name !== 'remove')
    throw new ScimError(400, 'op must be add, replace or remove.', 'invalidSyntax');
  return name;
}

/** The value of a property whose name is in any case. */
export function property(object: Properties, name: string): unknown {
  const key = Object.keys(object).find((each) => each.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : object[key];
}

function normalise(given: unknown): PatchOperation[] {
  if (!isObject(given)) throw new ScimError(400, 'An operation must be an object.', 'invalidSyntax');
  const op = opOf(given);
  const [path, value] = [property(given, 'path'), property(given, 'value')];
  if (path !== undefined && path !== null && path !== '') {
    if (typeof path !== 'string') throw new ScimError(400, 'path must be a text.', 'invalidPath');
    return withPath({ op, path, value }, { isNamed: true });
  }
  if (op === 'remove') throw new ScimError(400, 'remove needs a path.', 'noTarget');
  if (!isObject(value)) throw new ScimError(400, 'value must be an object without a path.', 'invalidValue');
  return Object.entries(value).flatMap(([name, each]) => withPath({ op, path: name, value: each }));
}

/** @param isNamed - the client has named the attribute by a path, and must be told where there is none */
function withPath({ op, path, value }: Given, { isNamed = false } = {}): PatchOperation[] {
  checkPath(path);
  const { schema: given, rest } = schemaOf(path);
  if (rest === '') return ofSchema(given, op, value);
  const [, name = '', filter, sub] = PATH.exec(rest) ?? [];
  const schema = ownerOf(given, name);
  const attribute = named(schema.attributes, name);
  if (!attribute) return unknown(name, path, isNamed);
  if (attribute.mutability === 'readOnly') return readOnly(path, isNamed);
  const part = sub === undefined ? undefined : named(attribute.subAttributes ?? [], sub);
  if (sub !== undefined && !part) return unknownPart(`${attribute.name}.${sub}`, path, isNamed);
  const target: Target = {
    ...(schema.id !== USER_URN && { extension: schema.id }),
    attribute,
    ...(filter !== undefined && { filter }),
  };
  if (part) return [operation(op, { ...target, part }, part, value)];
  const only = attribute.multiValued ? undefined : singleOf(attribute, value);
  if (attribute.type === 'complex' && isObject(only) && op !== 'remove') return partsOf(target, op, only);
  return [operation(op, target, { ...attribute, multiValued: attribute.multiValued && !filter }, value)];
}

/** The attributes of a schema that is named as a whole; all of them where it is removed. */
function ofSchema({ id, attributes }: Schema, op: Op, value: unknown): PatchOperation[] {
  const isRemoved = op === 'remove' || value === null;
  const values = isRemoved ? Object.fromEntries(attributes.map(({ name }) => [name, null])) : value;
  if (!isObject(values)) throw new ScimError(400, `${id} needs an object.`, 'invalidValue');
  return Object.entries(values).flatMap(([name, each]) =>
    withPath({ op: isRemoved ? 'remove' : op, path: `${id}:${name}`, value: each }),
  );
}

/** The schema of an attribute: Entra sends `manager` and `department` without the URN of their extension. */
function ownerOf(given: Schema, name: string): Schema {
  if (given.id !== USER_URN || named(given.attributes, name)) return given;
  return EXTENSIONS.find(({ attributes }) => named(attributes, name)) ?? given;
}

/** An operation for each part of a complex attribute, because those that are not given stay. */
function partsOf(target: Target, op: Op, value: Properties): PatchOperation[] {
  return Object.entries(value).flatMap(([name, each]) => {
    const part = named(target.attribute.subAttributes ?? [], name);
    return part && part.mutability !== 'readOnly' ? [operation(op, { ...target, part }, part, each)] : [];
  });
}

/**
 * No value removes; the other values have the form in which the document has them. A `remove` may name the values of a
 * list that it removes.
 */
function operation(op: Op, target: Target, attribute: Attribute, given: unknown): PatchOperation {
  if (op === 'remove' && attribute.required) throw requiredPath(attribute.name);
  const value = attribute.multiValued ? given : singleOf(attribute, given);
  const isNothing = value === undefined || value === null || value === '';
  if (isNothing) return { ...target, op: 'remove' };
  if (!attribute.multiValued) {
    if (op === 'remove') return { ...target, op };
    if (target.filter !== undefined && Array.isArray(value))
      throw invalidValue(target.attribute.name, 'takes one value where a filter selects it');
    return { ...target, op, value: canonical(attribute, value) };
  }
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (entries.length > MAX_SCIM_ENTRIES)
    throw invalidValue(attribute.name, `must have at most ${MAX_SCIM_ENTRIES} entries`);
  const values = entries.map((entry) => canonical(attribute, entry));
  return { ...target, op, value: values };
}

function canonical({ type, subAttributes = [] }: Attribute, value: unknown): unknown {
  if (type === 'boolean') return flagOf(value);
  if (type !== 'complex') return value;
  if (typeof value === 'string') return { value };
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const part = named(subAttributes, name);
      return part ? [[part.name, canonical(part, each)] as const] : [];
    }),
  );
}

/** Entra sends "True"; what is no boolean is refused when the document is read. */
function flagOf(value: unknown): unknown {
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  return text === 'true' || text === 'false' ? text === 'true' : value;
}

function schemaOf(path: string): { readonly schema: Schema; readonly rest: string } {
  const folded = path.toLowerCase();
  const schema = USER_SCHEMAS.find(({ id }) => folded.startsWith(id.toLowerCase()));
  if (!schema) return { schema: USER_SCHEMA, rest: path };
  return { schema, rest: path.slice(schema.id.length).replace(/^[:.]/, '') };
}

function named(attributes: readonly Attribute[], name: string): Attribute | undefined {
  return attributes.find((each) => each.name.toLowerCase() === name.toLowerCase());
}

function unknown(name: string, path: string, isNamed: boolean): PatchOperation[] {
  if (COMMON_ATTRIBUTES.has(name.toLowerCase())) return readOnly(path, isNamed);
  if (!isNamed || DROPPED_ATTRIBUTES.has(name.toLowerCase())) return [];
  throw unknownPath(path, 'is not an attribute of a user');
}

/** Parts of the RFC that are not kept take no other operation with them. */
function unknownPart(name: string, path: string, isNamed: boolean): PatchOperation[] {
  if (!isNamed || DROPPED_ATTRIBUTES.has(name.toLowerCase())) return [];
  throw unknownPath(path, 'is unknown');
}

function readOnly(path: string, isNamed: boolean): PatchOperation[] {
  if (isNamed) throw readOnlyPath(path);
  return [];
}
