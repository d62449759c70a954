import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { propertyName, propertyPath, type ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { InvalidRequest } from './http-problem.js';
import { structuredRuleOf } from './structured-rule.js';

/** class-validator's constraint names, in the codes that clients see. */
const CODES: Readonly<Record<string, string>> = {
  isBoolean: 'WRONG_TYPE',
  isDefined: 'REQUIRED',
  whitelistValidation: 'UNKNOWN_MEMBER',
};

/** class-validator's sentences begin with the member, which the path of the issue says already. */
const MESSAGES: Readonly<Record<string, string>> = {
  isBoolean: 'must be true or false',
  isDefined: 'is required',
  whitelistValidation: 'is not a member of this object',
};

/** Names that every object has by inheritance: class-transformer stumbles over them or drops them without a word. */
const INHERITED_NAMES = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * Turns a body into its DTO class and checks it by the decorators of the class. All broken rules are reported at
 * once, each with path, code and message.
 * @throws {InvalidRequest}
 */
@Injectable()
export class ContractValidationPipe implements PipeTransform {
  /** Everything but bodies passes through at once, without a turn of the event loop. */
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    const isBody = type === 'body' && metatype && metatype !== Object;
    return isBody ? this.check(value, metatype as Type<object>) : value;
  }

  private async check(value: unknown, dto: Type<object>): Promise<object> {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      const code = value === undefined || value === null ? 'REQUIRED' : 'WRONG_TYPE';
      throw new InvalidRequest([{ path: '', code, message: 'must be a JSON object' }]);
    }
    const instance = toInstance(dto, value);
    const errors = await validate(instance, {
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: true,
      stopAtFirstError: true,
    });
    const issues = [...inheritedNameIssues(value), ...errors.flatMap((error) => issuesOf(error))];
    if (issues.length > 0) throw new InvalidRequest(issues);
    return instance;
  }
}

/**
 * A member that is null counts as absent (decisions 1.15), unless it takes null; one with a structured rule stays as
 * it was sent.
 */
function toInstance(dto: Type<object>, body: object): object {
  const prototype = dto.prototype as object;
  const members = Object.entries(body).filter(
    ([name, value]) =>
      !INHERITED_NAMES.has(name) && (value !== null || structuredRuleOf(prototype, name)?.takesNull),
  );
  const untouched = members.filter(([name]) => structuredRuleOf(prototype, name));
  const transformed = members.filter(([name]) => !structuredRuleOf(prototype, name));
  return Object.assign(plainToInstance(dto, Object.fromEntries(transformed)), Object.fromEntries(untouched));
}

function inheritedNameIssues(body: object): ValidationIssue[] {
  return Object.keys(body)
    .filter((name) => INHERITED_NAMES.has(name))
    .map((path) => ({ path, code: 'UNKNOWN_MEMBER', message: 'is not a member of this object' }));
}

function issuesOf(error: ValidationError, parent = ''): ValidationIssue[] {
  const name = /^\d+$/.test(error.property) ? `[${error.property}]` : propertyName(error.property);
  const path = propertyPath(parent, name);
  const rule = error.target && structuredRuleOf(error.target, error.property);
  if (rule && error.value !== undefined) {
    return rule.issuesOf(error.value).map((issue) => ({ ...issue, path: propertyPath(path, issue.path) }));
  }
  const own = Object.entries(error.constraints ?? {}).map(([constraint, message]) => ({
    path,
    code: CODES[constraint] ?? constraint,
    message: MESSAGES[constraint] ?? message,
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => issuesOf(child, path))];
}
