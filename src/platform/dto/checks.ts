import { ValidateBy } from 'class-validator';
import { propertyName, propertyPath, type ValidationIssue } from '../../shared-kernel/validation-issue.js';

/** What is wrong with a value; paths are relative to it. */
export type Check = (value: unknown) => readonly ValidationIssue[];

/** Most issues that are collected for one list, and named in one answer. */
export const MAX_ISSUES = 100;

/** What a decorator of this folder leaves in class-validator's `context`, from which errors get path and code. */
export interface CheckContext {
  readonly check: Check;
}

/**
 * Validates a property by a function that knows path and code of every issue. class-validator itself has one sentence
 * per property and no index for the entries of an array. An absent value has no issue: `IsDefined` is there for that.
 */
export function Checked(check: Check): PropertyDecorator {
  return ValidateBy(
    {
      name: 'checked',
      validator: {
        validate: (value) => value === undefined || value === null || check(value).length === 0,
        defaultMessage: () => 'is not valid',
      },
    },
    { context: { check } satisfies CheckContext },
  );
}

export function issue(code: string, message: string, path = ''): ValidationIssue {
  return { path, code, message };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is one of a few words, exactly as written. */
export function enumIssues(words: readonly string[]): Check {
  return (value) =>
    typeof value === 'string' && words.includes(value)
      ? []
      : [issue('NOT_ALLOWED', `must be one of ${words.join(', ')}`)];
}

export const flagIssues: Check = (value) =>
  typeof value === 'boolean' ? [] : [issue('WRONG_TYPE', 'must be true or false')];

/** How a property of an object within a DTO is checked. */
interface Rule {
  readonly check: Check;
  readonly required: boolean;
}

const RULES = Symbol('rules');

/** Notes the rule of a property for {@link nestedIssues}. */
export function ApplyRule(rule: Rule): PropertyDecorator {
  return (prototype, name) => {
    Reflect.defineMetadata(RULES, new Map([...rulesOf(prototype), [String(name), rule]]), prototype);
  };
}

function rulesOf(object: object): ReadonlyMap<string, Rule> {
  return (Reflect.getMetadata(RULES, object) as ReadonlyMap<string, Rule> | undefined) ?? new Map();
}

/**
 * The issues of an object within a DTO, which is an instance of its class. class-validator's own `ValidateNested` makes
 * errors for all entries of a list before the first is reported, and takes several times as long for each.
 */
export const nestedIssues: Check = (value) => {
  if (!isRecord(value)) return [issue('WRONG_TYPE', 'must be an object')];
  const rules = rulesOf(value);
  const issues: ValidationIssue[] = [];
  for (const name of Object.keys(value)) {
    if (!rules.has(name)) issues.push(unknownProperty(propertyName(name)));
  }
  for (const [name, { check, required }] of rules) {
    const part = value[name];
    if (part !== undefined && part !== null) {
      for (const found of check(part)) issues.push({ ...found, path: propertyPath(name, found.path) });
    } else if (required) issues.push(issue('REQUIRED', 'is required', name));
  }
  return issues;
};

/** The issue of a property that an object does not have. */
export function unknownProperty(path: string): ValidationIssue {
  return issue('UNKNOWN_MEMBER', 'is not a property of this object', path);
}

/** An array of at most so many entries, each of which is checked. */
export function listIssues(entry: Check, { kind = '', maxItems = Infinity } = {}): Check {
  return (value) => {
    if (!Array.isArray(value)) return [issue('WRONG_TYPE', `must be an array${kind}`)];
    if (value.length > maxItems) return [issue('TOO_MANY', `must have at most ${maxItems} entries`)];
    const issues: ValidationIssue[] = [];
    for (let index = 0; index < value.length && issues.length < MAX_ISSUES; index++) {
      for (const found of entry(value[index])) {
        issues.push({ ...found, path: propertyPath(`[${index}]`, found.path) });
      }
    }
    return issues;
  };
}

/** The entries of a list whose property has a value that an entry before them has. */
export function repeatedIssues(entries: readonly object[], property: string): ValidationIssue[] {
  const seen = new Set<unknown>();
  return entries.flatMap((entry, index) => {
    const value = (entry as Record<string, unknown>)[property] ?? undefined;
    const isRepeated = value !== undefined && seen.has(value);
    seen.add(value);
    return isRepeated ? [issue('NOT_UNIQUE', 'must not occur twice', `[${index}].${property}`)] : [];
  });
}
