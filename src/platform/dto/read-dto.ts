import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError, type ValidatorOptions } from 'class-validator';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { propertyName, propertyPath, type ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { isRecord, issue, MAX_ISSUES, unknownProperty, type CheckContext } from './checks.js';

/** A DTO and what is wrong with it. It must not be used when there are issues. */
export interface ReadDto<T> {
  readonly value: T;
  readonly issues: readonly ValidationIssue[];
}

const OPTIONS: ValidatorOptions = {
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: true,
  stopAtFirstError: true,
};

/** Issues that class-validator finds by itself. */
const OWN_ISSUES: Readonly<Record<string, readonly [code: string, message: string]>> = {
  isDefined: ['REQUIRED', 'is required'],
  whitelistValidation: ['UNKNOWN_MEMBER', 'is not a property of this object'],
};

/** Names that every object inherits. class-transformer and class-validator drop them or fail on them. */
const INHERITED_NAMES = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Reads an object from outside as an instance of a DTO class, and validates it by the decorators of the class. */
export function readDto<T extends object>(type: Type<T>, plain: object): ReadDto<T> {
  const inherited: ValidationIssue[] = [];
  const safe = hasInheritedName(plain) ? withoutInheritedNames(plain, '', inherited) : plain;
  const value = plainToInstance(type, safe, { exposeUnsetFields: false });
  const issues = issuesOf(validateSync(value, OPTIONS));
  for (const found of inherited) {
    // Inside of a value that is wrong as a whole nothing else is reported.
    if (!issues.some(({ path }) => path !== '' && isInside(found.path, path))) issues.push(found);
  }
  return { value, issues: issues.slice(0, MAX_ISSUES) };
}

/**
 * Reads the records of an import.
 * @throws {ValidationFailed} naming what is wrong by paths like `[2].title.defaultValue`
 */
export function readRecords<T extends object>(type: Type<T>, records: readonly unknown[]): T[] {
  const values: T[] = [];
  const issues: ValidationIssue[] = [];
  for (const [index, record] of records.entries()) {
    const read = isRecord(record)
      ? readDto(type, record)
      : { issues: [issue('WRONG_TYPE', 'must be an object')] };
    for (const found of read.issues) issues.push({ ...found, path: propertyPath(`[${index}]`, found.path) });
    if ('value' in read) values.push(read.value);
    if (issues.length >= MAX_ISSUES) break;
  }
  if (issues.length > 0) throw new ValidationFailed(issues);
  return values;
}

/** The issues of class-validator's errors, with paths from the whole object. */
export function issuesOf(errors: readonly ValidationError[], parent = ''): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  for (const error of errors) {
    const isEntry = Array.isArray(error.target);
    const path = propertyPath(parent, isEntry ? `[${error.property}]` : propertyName(error.property));
    const [constraint] = Object.keys(error.constraints ?? {});
    const found =
      constraint === undefined ? issuesOf(error.children ?? [], path) : ownIssues(error, constraint, path);
    for (const each of found) issues.push(each);
    if (issues.length >= MAX_ISSUES) break;
  }
  return issues;
}

function ownIssues(error: ValidationError, constraint: string, path: string): ValidationIssue[] {
  const context = error.contexts?.[constraint] as CheckContext | undefined;
  if (context?.check) {
    return context.check(error.value).map((found) => ({ ...found, path: propertyPath(path, found.path) }));
  }
  const [code, message] = OWN_ISSUES[constraint] ?? [constraint, error.constraints?.[constraint] ?? ''];
  return [{ path, code, message }];
}

function hasInheritedName(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasInheritedName);
  const object = value as Readonly<Record<string, unknown>>;
  return Object.keys(object).some((name) => INHERITED_NAMES.has(name) || hasInheritedName(object[name]));
}

function withoutInheritedNames(value: unknown, path: string, found: ValidationIssue[]): object {
  if (Array.isArray(value)) {
    return value.map((part: unknown, index) => withoutNames(part, propertyPath(path, `[${index}]`), found));
  }
  const kept: [string, unknown][] = [];
  for (const [name, part] of Object.entries(value as object)) {
    const partPath = propertyPath(path, propertyName(name));
    if (!INHERITED_NAMES.has(name)) kept.push([name, withoutNames(part, partPath, found)]);
    else if (found.length < MAX_ISSUES) {
      found.push(unknownProperty(partPath));
    }
  }
  return Object.fromEntries(kept);
}

function withoutNames(part: unknown, path: string, found: ValidationIssue[]): unknown {
  return typeof part === 'object' && part !== null ? withoutInheritedNames(part, path, found) : part;
}

function isInside(path: string, whole: string): boolean {
  return path.startsWith(whole) && /^[.[]/.test(path.slice(whole.length));
}
