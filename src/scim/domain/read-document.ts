import { ROLES } from '../../shared-kernel/actor.js';
import { hasInvisible } from '../../shared-kernel/email.js';
import { textIssues } from '../../shared-kernel/text.js';
import { singleOf, type Attribute } from './attributes.js';
import { invalidValue, ScimError } from './scim-error.js';
import { MAX_SCIM_ADDRESS_LENGTH, MAX_SCIM_CONTACTS, MAX_SCIM_ENTRIES } from './scim.limits.js';
import { WORKFORCE_URN } from './scim-urns.js';
import { withOnePrimary, type UserDocument } from './user-document.js';
import { EXTENSIONS, USER_SCHEMA } from './user-schemas.js';

/** Of most texts of a user; names, addresses and external ids of employees have no more. */
const TEXT_RULES = { maxLength: 255 };

/** Of the texts of a postal address that have several lines. */
const ADDRESS_RULES = { maxLength: MAX_SCIM_ADDRESS_LENGTH, multiline: true };
const LINES: ReadonlySet<string> = new Set(['addresses.formatted', 'addresses.streetAddress']);

const CONTACTS = ['emails', 'phoneNumbers', 'addresses'] as const;

type Properties = Readonly<Record<string, unknown>>;

/**
 * Reads the attributes of a user as they come from a client: names in any case, booleans as texts, one value for a
 * list. What no schema has, and what only the service writes, is left out. Empty texts and null are no values.
 * @throws {ScimError} 400
 */
export function readUser(body: unknown): UserDocument {
  if (!isObject(body)) throw new ScimError(400, 'The body must be a JSON object.', 'invalidSyntax');
  const extensions = EXTENSIONS.flatMap(({ id, attributes }) => {
    const given = valueOf(body, id);
    if (given === undefined || given === null) return [];
    if (!isObject(given)) throw invalidValue(id, 'must be an object');
    return [[id, readAttributes(attributes, given, `${id}:`)] as const];
  });
  const user = normalised({
    ...readAttributes(USER_SCHEMA.attributes, body, ''),
    ...Object.fromEntries(extensions),
  });
  checkUser(user);
  return user;
}

/** Of several primary values the last one is primary (RFC 7643, 2.4), and a role is in capitals. */
function normalised(user: UserDocument): UserDocument {
  const lists = CONTACTS.flatMap((name) => {
    const values: readonly { readonly primary?: boolean }[] | undefined = user[name];
    return values ? [[name, withOnePrimary(values)] as const] : [];
  });
  const { role, ...workforce } = user[WORKFORCE_URN] ?? {};
  const inCapitals = role && { [WORKFORCE_URN]: { ...workforce, role: role.toUpperCase() } };
  return { ...user, ...(Object.fromEntries(lists) as UserDocument), ...(inCapitals as UserDocument) };
}

/** @throws {ScimError} 400 */
function checkUser(user: UserDocument): void {
  for (const name of CONTACTS)
    if ((user[name]?.length ?? 0) > MAX_SCIM_CONTACTS)
      throw invalidValue(name, `must have at most ${MAX_SCIM_CONTACTS} entries`);
  if (hasInvisible(user.userName ?? '')) throw invalidValue('userName', 'must not have invisible characters');
  const role = user[WORKFORCE_URN]?.role;
  if (role !== undefined && !ROLES.includes(role))
    throw invalidValue(`${WORKFORCE_URN}:role`, `must be one of ${ROLES.join(', ')}`);
}

function readAttributes(attributes: readonly Attribute[], given: Properties, prefix: string): Properties {
  const entries = attributes
    .filter(({ mutability }) => mutability !== 'readOnly')
    .map((attribute) => {
      const { name } = attribute;
      return [name, readAttribute(attribute, valueOf(given, name), prefix + name)] as const;
    })
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

/** @returns undefined for no value */
export function readAttribute(attribute: Attribute, value: unknown, path: string): unknown {
  if (!attribute.multiValued) return readSingle(attribute, value, path);
  if (value === undefined || value === null) return undefined;
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (given.length > MAX_SCIM_ENTRIES)
    throw invalidValue(path, `must have at most ${MAX_SCIM_ENTRIES} entries`);
  const entries = given.map((entry) => readSingle(attribute, entry, path));
  const known = entries.filter((entry) => entry !== undefined);
  return known.length === 0 ? undefined : known;
}

function readSingle(attribute: Attribute, given: unknown, path: string): unknown {
  const value = attribute.multiValued ? given : singleOf(attribute, given);
  if (value === undefined || value === null || value === '') return undefined;
  if (attribute.type === 'boolean') return readFlag(value, path);
  if (attribute.type !== 'complex') return readText(value, path);
  const { subAttributes = [] } = attribute;
  // Entra sends the id of a manager as a text.
  const isValue = typeof value === 'string' && subAttributes.some(({ name }) => name === 'value');
  const object = isValue ? { value } : value;
  if (!isObject(object)) throw invalidValue(path, 'must be an object');
  const read = readAttributes(subAttributes, object, `${path}.`);
  return Object.keys(read).length === 0 ? undefined : read;
}

function readFlag(value: unknown, path: string): boolean {
  const text = typeof value === 'string' ? value.toLowerCase() : value;
  if (text === true || text === 'true') return true;
  if (text === false || text === 'false') return false;
  throw invalidValue(path, 'must be true or false');
}

function readText(value: unknown, path: string): string {
  const text = typeof value === 'number' ? String(value) : value;
  const [issue] = textIssues(text, LINES.has(path) ? ADDRESS_RULES : TEXT_RULES);
  if (issue) throw invalidValue(path, issue.message);
  return text as string;
}

/**
 * True for an attribute that a body names, also by null or an empty list, and for those of an extension that is null.
 * @param extension - URN of the extension that has the attribute
 */
export function isNamed(body: unknown, name: string, extension?: string): boolean {
  if (!isObject(body)) return false;
  const holder = extension === undefined ? body : valueOf(body, extension);
  return isObject(holder) ? valueOf(holder, name) !== undefined : holder === null;
}

/** The value of a property whose name is in any case. */
function valueOf(object: Properties, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name];
  const folded = name.toLowerCase();
  const key = Object.keys(object).find((each) => each.toLowerCase() === folded);
  return key === undefined ? undefined : object[key];
}

export function isObject(value: unknown): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
