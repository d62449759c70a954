import { memberName, memberPath, type Fault } from './fault.js';

/** Tells which rules a raw value breaks; paths are relative to the value. */
export type Rule = (value: unknown) => readonly Fault[];

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
export function objectFaults(value: unknown, shape: Shape): Fault[] {
  if (!isRecord(value)) return [{ path: '', code: 'WRONG_TYPE', message: 'must be an object' }];
  const unknown = Object.keys(value)
    .filter((name) => !Object.hasOwn(shape, name))
    .map((name) => ({
      path: memberName(name),
      code: 'UNKNOWN_MEMBER',
      message: 'is not a member of this object',
    }));
  const broken = Object.entries(shape).flatMap(([name, member]) => {
    const { rule, isRequired = false } = typeof member === 'function' ? { rule: member } : member;
    const part = Object.hasOwn(value, name) ? value[name] : undefined;
    if (part === undefined || part === null) {
      return isRequired ? [{ path: name, code: 'REQUIRED', message: 'is required' }] : [];
    }
    return below(name, rule(part));
  });
  return [...unknown, ...broken];
}

/** The rule of an object of a shape. */
export function objectOf(shape: Shape): Rule {
  return (value) => objectFaults(value, shape);
}

/** The rule of an array whose entries follow a rule. */
export function arrayOf(rule: Rule): Rule {
  return (value) => {
    if (!Array.isArray(value)) return [{ path: '', code: 'WRONG_TYPE', message: 'must be an array' }];
    return value.flatMap((entry: unknown, index) => below(`[${index}]`, rule(entry)));
  };
}

/** The rule of a text that must be one of a few words, exactly as written. */
export function oneOf(words: readonly string[]): Rule {
  return (value) =>
    typeof value === 'string' && words.includes(value)
      ? []
      : [{ path: '', code: 'NOT_ALLOWED', message: `must be one of ${words.join(', ')}` }];
}

/** Faults of a part, told by the path of the whole. */
export function below(path: string, faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ ...fault, path: memberPath(path, fault.path) }));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
