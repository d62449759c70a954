import { registerDecorator } from 'class-validator';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';

/** Tells which rules a raw member breaks; paths are relative to the member. */
export type IssuesOf = (value: unknown) => readonly ValidationIssue[];

const RULES = Symbol('structured-rules');

interface MemberRule {
  readonly issuesOf: IssuesOf;
  readonly takesNull: boolean;
}

type RulesByMember = Map<string, MemberRule>;

function ownRules(prototype: object): RulesByMember {
  const existing = Reflect.getOwnMetadata(RULES, prototype) as RulesByMember | undefined;
  if (existing) return existing;
  const rules: RulesByMember = new Map();
  Reflect.defineMetadata(RULES, rules, prototype);
  return rules;
}

/** The structured rule of a member, if it has one. */
export function structuredRuleOf(target: object, member: string): MemberRule | undefined {
  for (let at: object | null = target; at; at = Object.getPrototypeOf(at) as object | null) {
    const rule = (Reflect.getOwnMetadata(RULES, at) as RulesByMember | undefined)?.get(member);
    if (rule) return rule;
  }
  return undefined;
}

/**
 * Validates a member by a function of the domain that knows paths and codes of its own. class-validator says one
 * sentence per member; the validation pipe asks the function again for the issues in full. The function sees the
 * member as it was sent. A missing member breaks no such rule; `IsDefined` is there for that.
 * @param options - `takesNull`: null is handed on, because it means something else than an absent member
 */
export function FollowsRule(issuesOf: IssuesOf, { takesNull = false } = {}): PropertyDecorator {
  return (target, member) => {
    const propertyName = String(member);
    const rule: IssuesOf = takesNull ? (value) => (value === null ? [] : issuesOf(value)) : issuesOf;
    ownRules(target).set(propertyName, { issuesOf: rule, takesNull });
    registerDecorator({
      name: 'followsRule',
      target: target.constructor,
      propertyName,
      validator: { validate: (value: unknown) => value === undefined || rule(value).length === 0 },
    });
  };
}
