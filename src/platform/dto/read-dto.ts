import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { propertyName, propertyPath, type ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { validate } from './checked.js';
import { isRecord, issue, MAX_ISSUES, unknownProperty } from './checks.js';

/** A DTO and its issues. It must not be used when there are any. */
export interface ReadDto<T> {
  readonly value: T;
  readonly issues: readonly ValidationIssue[];
}

/**
 * Names that every object inherits. class-transformer drops some of them, class-validator takes some for known ones.
 */
const INHERITED_NAMES = new Set(Object.getOwnPropertyNames(Object.prototype));

const READING = { exposeUnsetFields: false };

/** Reads an object from outside as an instance of a DTO class, and validates it by the decorators of the class. */
export function readDto<T extends object>(type: Type<T>, plain: object): ReadDto<T> {
  const hasInherited = hasInheritedName(plain);
  const safe = hasInherited ? withoutInheritedNames(plain) : plain;
  const value = plainToInstance(type, safe, READING);
  const issues = validate(value);
  if (!hasInherited) return { value, issues: issues.slice(0, MAX_ISSUES) };
  // Inside of a value that is wrong as a whole nothing else is reported.
  const isReported = (path: string): boolean =>
    issues.some((found) => path.startsWith(found.path) && /^[.[]/.test(path.slice(found.path.length)));
  const inherited = inheritedPaths(plain).filter((path) => !isReported(path));
  return { value, issues: [...issues, ...inherited.map(unknownProperty)].slice(0, MAX_ISSUES) };
}

/** Reads an object as an instance of a DTO class without validating it: {@link readDto} has found no issues in it. */
export function readChecked<T extends object>(type: Type<T>, plain: object): T {
  return plainToInstance(type, plain, READING);
}

/**
 * Reads the records of an import.
 * @throws {ValidationFailed} with paths like `[2].title.defaultValue`
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

function hasInheritedName(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasInheritedName);
  const object = value as Readonly<Record<string, unknown>>;
  return Object.keys(object).some((name) => INHERITED_NAMES.has(name) || hasInheritedName(object[name]));
}

function withoutInheritedNames(plain: object): object {
  return JSON.parse(JSON.stringify(plain), (name, value: unknown) =>
    INHERITED_NAMES.has(name) ? undefined : value,
  ) as object;
}

/** The paths of the first inherited names, as many as are reported. */
function inheritedPaths(value: unknown, path = '', found: string[] = []): readonly string[] {
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, part] of Object.entries(value)) {
    const partPath = propertyPath(path, Array.isArray(value) ? `[${name}]` : propertyName(name));
    if (found.length >= MAX_ISSUES) break;
    if (INHERITED_NAMES.has(name)) found.push(partPath);
    else inheritedPaths(part, partPath, found);
  }
  return found;
}
