import { isId } from '../../shared-kernel/id.js';
import { filledTextIssues, textIssues } from '../../shared-kernel/text.js';
import { singleOf } from '../domain/attributes.js';
import { FilterSyntaxError, parseFilterSyntax, type Filter } from '../domain/filter-syntax.js';
import { MemberChange, type GroupChange, type NewMember } from '../domain/group-change.js';
import { isObject } from '../domain/read-document.js';
import { invalidValue, readOnlyPath, requiredPath, ScimError, unknownPath } from '../domain/scim-error.js';
import { MAX_SCIM_MEMBERS } from '../domain/scim.limits.js';
import { checkPath, opOf, operationsOf, property } from './user-patch.js';

const TEXT_RULES = { maxLength: 255 };
const SINGLE = { type: 'string' } as const;

/** The path of a member, or of all of them. */
const MEMBERS = /^members(?:\[(.+)\])?(?:\.value)?$/i;
const KNOWN = /^(?:displayName|externalId|members\b.*)$/is;
const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:group:/i;

type Op = ReturnType<typeof opOf>;
type Change = { -readonly [K in keyof GroupChange]: GroupChange[K] };

/**
 * Reads a group of a POST or PUT. `members` that are left out stay.
 * @throws {ScimError} 400
 */
export function readGroup(body: unknown): GroupChange & { readonly name: string } {
  if (!isObject(body)) throw new ScimError(400, 'The body must be a JSON object.', 'invalidSyntax');
  const [members, externalId] = [property(body, 'members'), property(body, 'externalId')];
  const change = new MemberChange();
  if (members !== undefined) change.replace(membersOf(members));
  checkSize(change);
  return {
    name: nameOf(property(body, 'displayName')),
    ...(externalId !== undefined && { externalId: externalIdOf(externalId) }),
    members: change,
  };
}

/**
 * Reads the operations of a PATCH of a group as providers send them.
 * @throws {ScimError} 400
 */
export function readGroupPatch(body: unknown): GroupChange {
  const change: Change = { members: new MemberChange() };
  for (const operation of operationsOf(body)) {
    if (!isObject(operation)) throw new ScimError(400, 'An operation must be an object.', 'invalidSyntax');
    apply(change, opOf(operation), property(operation, 'path'), property(operation, 'value'));
    checkSize(change.members);
  }
  return change;
}

function apply(change: Change, op: Op, given: unknown, value: unknown): void {
  if (given === undefined || given === null || given === '') {
    if (!isObject(value)) throw new ScimError(400, 'value must be an object without a path.', 'invalidValue');
    if (op === 'remove') throw new ScimError(400, 'remove needs a path.', 'noTarget');
    // Other attributes, such as `description`, are ignored, as in a POST.
    const known = Object.entries(value).filter(([name]) => KNOWN.test(name.replace(CORE, '')));
    for (const [name, each] of known) apply(change, op, name, each);
    return;
  }
  if (typeof given !== 'string') throw new ScimError(400, 'path must be a text.', 'invalidPath');
  checkPath(given);
  const path = given.replace(CORE, '');
  const [isMembers, filter] = MEMBERS.exec(path) ?? [];
  if (isMembers !== undefined) applyMembers(change.members, op, filter, value);
  else if (/^displayName$/i.test(path)) {
    if (op === 'remove') throw requiredPath('displayName');
    change.name = nameOf(value);
  } else if (/^externalId$/i.test(path)) change.externalId = op === 'remove' ? null : externalIdOf(value);
  else if (/^(?:id|schemas|meta)\b/i.test(path)) throw readOnlyPath(path);
  else throw unknownPath(path, 'is not an attribute of a group');
}

function applyMembers(members: MemberChange, op: Op, filter: string | undefined, value: unknown): void {
  const named = filter === undefined ? undefined : filteredIds(filter);
  if (op === 'remove') {
    const ids =
      named ?? (value === undefined || value === null ? undefined : membersOf(value).map(({ id }) => id));
    if (ids) members.remove(ids);
    else members.replace([]);
  } else if (named) {
    throw new ScimError(400, 'Members are added by value, and removed by a filter.', 'noTarget');
  } else if (op === 'add') members.add(membersOf(value));
  else members.replace(membersOf(value));
}

/** Members: objects with a value, or texts. Tests of Microsoft send `displayName` in place of `display`. */
function membersOf(value: unknown): NewMember[] {
  if (value === null || value === undefined) return [];
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  return given.map((member) => {
    if (!isObject(member)) return { id: memberIdOf(member) };
    const name = property(member, 'display') ?? property(member, 'displayName') ?? '';
    const [issue] = textIssues(name, TEXT_RULES);
    if (issue) throw invalidValue('members.display', issue.message);
    return { id: memberIdOf(property(member, 'value')), ...(name !== '' && { name: name as string }) };
  });
}

function memberIdOf(value: unknown): string {
  const [issue] = filledTextIssues(value, TEXT_RULES);
  if (issue) throw invalidValue('members.value', issue.message);
  return value as string;
}

/** The ids that a filter of a path names: one, or several with `or`. */
function filteredIds(text: string): string[] {
  const ids = idsOf(parsed(text));
  if (!ids) throw new ScimError(400, 'The filter of members must name values by eq.', 'invalidFilter');
  return ids;
}

function parsed(text: string): Filter | undefined {
  try {
    return parseFilterSyntax(text);
  } catch (error) {
    if (error instanceof FilterSyntaxError) return undefined;
    throw error;
  }
}

function idsOf(filter: Filter | undefined): string[] | undefined {
  if (filter?.op === 'or') {
    const parts = filter.filters.map(idsOf);
    return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
  }
  if (filter?.op !== 'eq' || filter.attrPath.toLowerCase() !== 'value') return undefined;
  return typeof filter.compValue === 'string' ? [filter.compValue] : undefined;
}

function nameOf(given: unknown): string {
  const value = singleOf(SINGLE, given);
  const [issue] = filledTextIssues(value ?? '', TEXT_RULES);
  if (issue) throw invalidValue('displayName', issue.message);
  return value as string;
}

function externalIdOf(given: unknown): string | null {
  const value = singleOf(SINGLE, given) ?? '';
  if (value === '') return null;
  const [issue] = textIssues(value, TEXT_RULES);
  if (issue) throw invalidValue('externalId', issue.message);
  if (isId(value as string))
    throw invalidValue('externalId', 'must not have the form of an id: 24 hexadecimal digits');
  return value as string;
}

function checkSize({ size }: MemberChange): void {
  if (size > MAX_SCIM_MEMBERS)
    throw new ScimError(400, `A request names at most ${MAX_SCIM_MEMBERS} members.`, 'tooMany');
}
