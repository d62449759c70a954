import { propertyName, propertyPath, type ValidationIssue } from './validation-issue.js';

/** Tells which rules a raw value breaks; paths are relative to the value. */
export type Rule = (value: unknown) => readonly ValidationIssue[];

/** What is known of a member of an object: its rule, and whether it must be there. */
export interface MemberRule {
  readonly rule: Rule;
  readonly isRequired?: boolean;
}

/** The members of an object by name. No others are taken. */
export type Shape = Readonly<Record<string, Rule | MemberRule>>;

/** A member that is taken and ignored. */
export const ignored: Rule = () => [];

/** A member that must be there. */
export function required(rule: Rule): MemberRule {
  return { rule, isRequired: true };
}

/** The rules that a raw value breaks as an object of a shape. A member that is null counts as absent. */
export function objectIssues(value: unknown, shape: Shape): ValidationIssue[] {
  return [...objectOf(shape)(value)];
}

/** The rule of an object of a shape. Made once, it takes little to say that a million objects are fine. */
export function objectOf(shape: Shape): Rule {
  const members = Object.entries(shape).map(([name, member]) => {
    return { name, isRequired: false, ...(typeof member === 'function' ? { rule: member } : member) };
  });
  return (value) => {
    if (!isRecord(value)) return [{ path: '', code: 'WRONG_TYPE', message: 'must be an object' }];
    const issues: ValidationIssue[] = [];
    for (const name of Object.keys(value)) {
      if (Object.hasOwn(shape, name)) continue;
      issues.push({
        path: propertyName(name),
        code: 'UNKNOWN_MEMBER',
        message: 'is not a member of this object',
      });
    }
    for (const { name, rule, isRequired } of members) {
      const part = Object.hasOwn(value, name) ? value[name] : undefined;
      if (part !== undefined && part !== null) {
        const broken = rule(part);
        if (broken.length > 0) issues.push(...below(name, broken));
      } else if (isRequired) issues.push({ path: name, code: 'REQUIRED', message: 'is required' });
    }
    return issues;
  };
}

/** The rule of an array whose entries are looked at elsewhere. */
export const anyArray: Rule = (value) =>
  Array.isArray(value) ? [] : [{ path: '', code: 'WRONG_TYPE', message: 'must be an array' }];

/** The rule of an array whose entries follow a rule. */
export function arrayOf(rule: Rule): Rule {
  return (value) => {
    if (!Array.isArray(value)) return anyArray(value);
    const issues: ValidationIssue[] = [];
    value.forEach((entry: unknown, index) => {
      const broken = rule(entry);
      if (broken.length > 0) issues.push(...below(`[${index}]`, broken));
    });
    return issues;
  };
}

/** The rule of a member that is true or false. */
export const flag: Rule = (value) =>
  typeof value === 'boolean' ? [] : [{ path: '', code: 'WRONG_TYPE', message: 'must be true or false' }];

/** The rule of a text that must be one of a few words, exactly as written. */
export function oneOf(words: readonly string[]): Rule {
  return (value) =>
    typeof value === 'string' && words.includes(value)
      ? []
      : [{ path: '', code: 'NOT_ALLOWED', message: `must be one of ${words.join(', ')}` }];
}

/** Issues of a part, told by the path of the whole. */
export function below(path: string, issues: readonly ValidationIssue[]): ValidationIssue[] {
  return issues.map((issue) => ({ ...issue, path: propertyPath(path, issue.path) }));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
